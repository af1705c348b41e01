import type { Token } from './lexer.ts';
import { type Piece, splitStatements } from './split.ts';

/** What a statement of PL/pgSQL holds that is SQL. */
export type BlockPart =
  | { readonly kind: 'statement'; readonly piece: Piece }
  /** EXECUTE 'literal'. */
  | { readonly kind: 'literal'; readonly token: Token }
  /** EXECUTE of something that is put together as it runs. */
  | { readonly kind: 'dynamic' };

/** The SQL in the body of a DO block, in order. Which branches run is not asked. */
export function blockParts(body: string): BlockPart[] {
  const parts: BlockPart[] = [];
  splitStatements(body, { psql: false }, (part) => {
    if (part.kind === 'statement') parts.push(...partsOf(part.piece));
  });
  return parts;
}

const passed = new Set(['begin', 'else', 'loop', 'then', 'exception']);
const statements = new Set([
  ...['select', 'insert', 'update', 'delete', 'merge', 'with', 'create', 'alter', 'drop', 'truncate', 'copy'],
  ...['set', 'values', 'table', 'explain'],
]);
const heads: Readonly<Record<string, string>> = {
  if: 'then',
  elsif: 'then',
  elseif: 'then',
  when: 'then',
  while: 'loop',
  for: 'loop',
  foreach: 'loop',
};

function partsOf(piece: Piece): BlockPart[] {
  const { tokens } = piece;
  const found: BlockPart[] = [];
  const last = tokens.length - 1;
  const mark = (index: number) => (tokens[index]?.kind === 'word' ? tokens[index]?.text : undefined) ?? '';
  for (let at = 0; at <= last; ) {
    const word = mark(at);
    const until = heads[word];
    if (tokens[at]?.text === '<<' && tokens[at + 2]?.text === '>>') at += 3;
    else if (passed.has(word)) at += 1;
    else if (word === 'return' && mark(at + 1) === 'query') at += 2;
    else if (until !== undefined) {
      const end = wordAfter(piece, at + 1, until);
      if (end === undefined) return found;
      const query = word === 'for' ? wordAfter(piece, at + 1, 'in') : undefined;
      if (query !== undefined && query < end && statements.has(mark(query + 1))) {
        found.push({ kind: 'statement', piece: pieceOf(piece, query + 1, end - 1) });
      }
      at = end + 1;
    } else if (word === 'execute') {
      const literal = tokens[at + 1];
      const whole = at + 1 === last || ['into', 'using'].includes(mark(at + 2));
      return [
        ...found,
        literal?.kind === 'string' && whole ? { kind: 'literal', token: literal } : { kind: 'dynamic' },
      ];
    } else if (word === 'perform' || statements.has(word)) {
      return [...found, { kind: 'statement', piece: pieceOf(piece, at, last) }];
    } else return found;
  }
  return found;
}

function wordAfter({ tokens, partners }: Piece, from: number, word: string): number | undefined {
  for (let index = from; index < tokens.length; index += 1) {
    const partner = partners[index] ?? -1;
    if (partner > index) index = partner;
    else if (tokens[index]?.kind === 'word' && tokens[index]?.text === word) return index;
  }
  return undefined;
}

/** Some tokens of a piece as one of its own; PERFORM is a SELECT whose outcome nobody asks for. */
function pieceOf(piece: Piece, first: number, last: number): Piece {
  const tokens = piece.tokens
    .slice(first, last + 1)
    .map((token, index) => (index === 0 && token.text === 'perform' ? { ...token, text: 'select' } : token));
  const partners = piece.partners.slice(first, last + 1).map((partner) => {
    const own = partner - first;
    return partner < 0 || own < 0 || own > last - first ? -1 : own;
  });
  return {
    start: tokens[0]?.start ?? piece.start,
    end: tokens.at(-1)?.end ?? piece.end,
    tokens,
    partners,
    blanks: [],
    ...(piece.deepAt === undefined ? {} : { deepAt: piece.deepAt }),
  };
}
