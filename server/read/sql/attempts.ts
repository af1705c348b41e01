import type { Token } from './lexer.ts';
import type { Placing } from './placing.ts';
import type { Piece } from './split.ts';
import { unknownName } from './unknown-names.ts';

/** What stands in for a variable, a hole or a placeholder, as long as itself. */
type Stand = (token: Token, index: number) => string;

/**
 * The texts to try when PostgreSQL's grammar does not take a statement as it stands: with something that it knows in
 * place of psql's variables, the holes of templates and the placeholders of drivers. Empty where there are none.
 */
export function attempts(sent: string, piece: Piece, placing: Placing, inBlock: boolean): string[] {
  const places = piece.tokens.flatMap((token, index) =>
    standsFor(token, index, piece, placing) ? [{ token, index }] : [],
  );
  const replaced = (stand: Stand) => {
    let text = '';
    let done = piece.start;
    for (const { token, index } of places) {
      text += sent.slice(done - piece.start, token.start - piece.start) + stand(token, index);
      done = token.end;
    }
    return text + sent.slice(done - piece.start);
  };
  const value: Stand = ({ start, end }) =>
    end - start === 1 ? unknownName(1) : `$1${' '.repeat(end - start - 2)}`;
  const name: Stand = ({ start, end }) => unknownName(end - start);
  const nothing: Stand = ({ start, end }) => ' '.repeat(end - start);
  const sql: (other: Stand) => Stand = (other) => (token, index) =>
    followsOperand(token, index, piece, placing) ? nothing(token, index) : other(token, index);
  const named: (other: Stand) => Stand = (other) => (token, index) =>
    namesSomething(piece, index) ? name(token, index) : other(token, index);
  const found =
    places.length === 0
      ? []
      : [
          replaced(sql(named(value))),
          replaced(sql(value)),
          replaced(sql(name)),
          replaced(sql(named(nothing))),
        ];
  return inBlock ? [withoutTargets(sent, piece), ...found] : found;
}

/**
 * True where a hole that holds SQL stands behind an operand, as a direction does in ORDER BY: as a parameter the parser
 * would take it for the text of a literal, and what is before it for its type.
 */
export function hasHoleBehindOperand(piece: Piece, placing: Placing): boolean {
  return piece.tokens.some((token, index) => followsOperand(token, index, piece, placing));
}

function followsOperand(token: Token, index: number, { tokens }: Piece, placing: Placing): boolean {
  if (token.kind !== 'parameter' || placing.hole(token.start)?.holds !== 'sql') return false;
  const before = tokens[index - 1];
  if (before?.kind === 'word') return !operandWords.has(before.text) && !nameWords.has(before.text);
  return before !== undefined && !beginsOperand(before);
}

function standsFor(token: Token, index: number, { tokens }: Piece, placing: Placing): boolean {
  switch (token.kind) {
    case 'variable':
      return true;
    case 'parameter':
      return placing.hole(token.start) !== undefined;
    case 'operator':
      return token.text === '?' && beginsOperand(tokens[index - 1]);
    default:
      return false;
  }
}

/** True where what comes next is a value, and a question mark no operator. */
function beginsOperand(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'operator') return true;
  if (before.kind === 'mark') return before.text !== ')' && before.text !== ']';
  return before.kind === 'word' && operandWords.has(before.text);
}

const operandWords: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'like', 'ilike', 'between', 'values', 'limit', 'offset', 'where', 'select'],
  ...[
    'distinct',
    'all',
    'case',
    'default',
    'union',
    'intersect',
    'except',
    'with',
    'is',
    'asc',
    'cast',
    'array',
  ],
  ...['then', 'else', 'when', 'by', 'on', 'any', 'interval', 'returning', 'having', 'to', 'set'],
]);

const nameWords: ReadonlySet<string> = new Set([
  ...['from', 'join', 'into', 'update', 'table', 'only', 'exists', 'view', 'index', 'schema', 'as', 'column'],
  ...['type', 'extension', 'user', 'role', 'to', 'domain', 'function', 'owner', 'database', 'truncate', 'on'],
  ...['references', 'constraint', 'copy', 'using'],
]);

function namesSomething({ tokens }: Piece, index: number): boolean {
  const before = tokens[index - 1];
  if (before?.text === '.' || tokens[index + 1]?.text === '.') return true;
  return before?.kind === 'word' && nameWords.has(before.text);
}

/** In PL/pgSQL `INTO a, b` says where the outcome goes. */
function withoutTargets(sent: string, piece: Piece): string {
  const { tokens, start } = piece;
  const into = tokens.findIndex(
    ({ kind, text }, index) =>
      kind === 'word' && text === 'into' && !['insert', 'merge'].includes(tokens[index - 1]?.text ?? ''),
  );
  if (into < 0) return sent;
  let last = into;
  if (tokens[last + 1]?.text === 'strict') last += 1;
  do {
    last += 1;
    while (tokens[last + 1]?.text === '.') last += 2;
    if (tokens[last + 1]?.text !== ',') break;
    last += 1;
  } while (last + 1 < tokens.length);
  const from = (tokens[into]?.start ?? start) - start;
  const to = (tokens[last]?.end ?? piece.end) - start;
  return sent.slice(0, from) + ' '.repeat(to - from) + sent.slice(to);
}
