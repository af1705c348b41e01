import { bounds } from '../bounds.ts';
import { createDirectiveReader, directiveWord } from '../directives.ts';
import type { Directive, ParsedFacts, Problem } from '../facts.ts';
import { looksSecret } from '../secrets.ts';
import type { Span } from '../tree.ts';
import { attempts, hasHoleBehindOperand } from './attempts.ts';
import { blockParts } from './block.ts';
import { readStatement, type Unplaced } from './definitions.ts';
import { createSectionReader } from './down-sections.ts';
import { loadParser, type Parsed, type ParseSql } from './engine.ts';
import { jsonIndexSyntax } from './json-index.ts';
import { type DecodedString, decodeString } from './literals.ts';
import { inPlace, type Placing, placingOf } from './placing.ts';
import { type Piece, splitStatements } from './split.ts';
import type { SqlFacts, SqlStatement, SqlText } from './statement.ts';
import { isUnknownName } from './unknown-names.ts';
import { bodyOf, Misfit, Walk, type WalkedText } from './walk.ts';

export interface SqlReader {
  readonly readSql: (file: string, text: string) => ParsedFacts;
  /** The pieces of SQL that another file holds, with every place in that file. */
  readonly readSqlTexts: (texts: readonly SqlText[]) => SqlFacts;
}

/** The reader of SQL, with PostgreSQL's parser. */
export async function loadSqlReader(): Promise<SqlReader> {
  const parse = await loadParser().catch((error: unknown) => String(error));
  // Without its parser nothing of SQL is known, and all the rest goes on.
  if (typeof parse === 'string') return unableReader(parse);
  return {
    readSql: (file, text) => readSql(file, text, parse),
    readSqlTexts: (texts) => readSqlTexts(texts, parse),
  };
}

function unableReader(reason: string): SqlReader {
  const message = `SQL cannot be read: ${reason}`;
  return {
    readSql: (file) => ({
      ...{ file, syntax: 'sql', documents: [], directives: [], secrets: [] },
      problems: [{ kind: 'syntax', message, start: 0, end: 0 }],
    }),
    readSqlTexts: () => ({ statements: [], skipped: {} }),
  };
}

function readSql(file: string, text: string, parse: ParseSql): ParsedFacts {
  const directives: Directive[] = [];
  const readDirective = text.includes(directiveWord) ? createDirectiveReader(text) : undefined;
  const sections = createSectionReader(text);
  const reading = new Reading(parse, true);
  reading.read(text, inPlace, {
    psql: true,
    inBlock: false,
    onComment: (comment) => {
      sections.comment(comment);
      const directive = readDirective?.(comment);
      if (directive !== undefined) directives.push(directive);
    },
  });
  const down = sections.down();
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    const message = 'invalid byte sequence for encoding "UTF8": 0x00 (PostgreSQL code 22021)';
    reading.problems.push({ kind: 'syntax', message, start: nul, end: nul + 1 });
  }
  return {
    file,
    syntax: 'sql',
    documents: [],
    directives,
    problems: reading.problems,
    secrets: reading.secrets,
    sql: down.length === 0 ? reading.facts() : { ...reading.facts(), down },
  };
}

function readSqlTexts(texts: readonly SqlText[], parse: ParseSql): SqlFacts {
  const reading = new Reading(parse, false);
  for (const { text, map, holes } of texts) {
    reading.read(text, placingOf(map, holes), { psql: false, inBlock: false });
  }
  return reading.facts();
}

interface Options {
  readonly psql: boolean;
  readonly inBlock: boolean;
  readonly onComment?: (comment: Span) => void;
}

/** What is found in one file as its texts are read. */
class Reading {
  readonly problems: Problem[] = [];
  readonly secrets: Span[] = [];
  readonly #parse: ParseSql;
  /** True where what PostgreSQL would refuse is a problem of the file. */
  readonly #tellsProblems: boolean;
  readonly #statements: SqlStatement[] = [];
  readonly #skipped: Record<string, number> = {};

  constructor(parse: ParseSql, tellsProblems: boolean) {
    this.#parse = parse;
    this.#tellsProblems = tellsProblems;
  }

  facts(): SqlFacts {
    return { statements: this.#statements, skipped: this.#skipped };
  }

  read(text: string, placing: Placing, { psql, inBlock, onComment }: Options): void {
    const secretStarts = new Set<number>();
    const walked: WalkedText = { text, placing, secrets: secretStarts, inBlock };
    splitStatements(text, { psql, ...(onComment === undefined ? {} : { onComment }) }, (part) => {
      switch (part.kind) {
        case 'command':
          this.#command(text, part.span, placing);
          break;
        case 'data':
          this.#skip('rows of COPY');
          break;
        case 'statement':
          this.#noteSecrets(walked, part.piece, secretStarts);
          this.#statement(walked, part.piece);
      }
    });
  }

  #skip(reason: string): void {
    this.#skipped[reason] = (this.#skipped[reason] ?? 0) + 1;
  }

  #command(text: string, span: Span, placing: Placing): void {
    const command = text.slice(span.start, span.end);
    const include = /^\\(?:i|ir|include|include_relative)\s+(?:'([^']*)'|(\S+))/.exec(command);
    const file = include?.[1] ?? include?.[2];
    if (file !== undefined) {
      this.#statements.push({ kind: 'include', file, ...placing.span(span.start, span.end) });
    } else if (/^\\copy\s/i.test(command)) {
      this.#copyCommand(text, span, placing);
    } else {
      this.#skip('commands of psql');
    }
  }

  /** `\copy` takes what COPY takes, on one line. */
  #copyCommand(text: string, { start, end }: Span, placing: Placing): void {
    const length = '\\copy'.length;
    const as = placingOf([{ at: 0, start }], [], placing);
    const from = /\sfrom\s/i.exec(text.slice(start, end));
    const rest = text.slice(start + length, from === null ? end : start + from.index);
    const copy = from === null ? ` COPY${rest}` : ` COPY${rest} FROM stdin`;
    const before = this.#statements.length;
    const quiet = new Reading(this.#parse, false);
    quiet.read(copy, as, { psql: false, inBlock: false });
    for (const statement of quiet.facts().statements) this.#statements.push({ ...statement, start, end });
    if (this.#statements.length === before) this.#skip('commands of psql');
  }

  #noteSecrets({ text, placing }: WalkedText, { tokens }: Piece, starts: Set<number>): void {
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== 'string') continue;
      const named = /^(?:password|passwd|secret)$/.test(tokens[index - 1]?.text ?? '');
      if (!named && token.end - token.start < shortestSecret) continue;
      const { value } = decodeString(text, token);
      if (!looksSecret(named ? 'password' : '', value)) continue;
      starts.add(token.start);
      this.secrets.push(placing.span(token.start, token.end));
    }
  }

  #statement(walked: WalkedText, whole: Piece): void {
    const { text, placing, inBlock } = walked;
    if (whole.deepAt !== undefined) {
      const message = `this is nested deeper than ${bounds.nesting} levels`;
      this.#problem('too-deep', message, placing.span(whole.deepAt, whole.deepAt + 1));
      return;
    }
    if (isAboutElse(whole)) {
      this.#skip('statements about something else');
      return;
    }
    const piece = headOf(whole);
    const sent = sentText(text, piece);
    let parsed: Parsed = this.#parsed(piece, sent, placing);
    let read = sent;
    if (parsed.kind === 'error') {
      for (const attempt of attempts(sent, piece, placing, inBlock)) {
        const again = this.#parse(attempt);
        if (again.kind !== 'tree') continue;
        [parsed, read] = [again, attempt];
        break;
      }
    }
    switch (parsed.kind) {
      case 'too-deep':
        this.#tooDeep(placing, piece);
        break;
      case 'error':
        this.#refused(walked, piece, sent, parsed);
        break;
      case 'tree': {
        const walk = new Walk(walked, piece, read);
        for (const { stmt } of parsed.statements) {
          if (stmt === undefined) continue;
          const body = bodyOf(stmt, 'DoStmt') === undefined ? undefined : bodyToken(piece);
          if (body !== undefined) this.#block(walked, body);
          else this.#add(() => readStatement(walk, stmt), walked, whole, read !== sent);
        }
      }
    }
  }

  #parsed(piece: Piece, sent: string, placing: Placing): Parsed {
    if (isLongChain(piece)) return { kind: 'too-deep' };
    if (hasHoleBehindOperand(piece, placing)) return { kind: 'error', message: '', at: 0 };
    return this.#parse(sent);
  }

  #add(
    read: () => Unplaced | undefined,
    { placing }: WalkedText,
    { start, end }: Piece,
    stoodIn: boolean,
  ): void {
    try {
      const statement = read();
      if (statement === undefined) {
        this.#skip('statements about something else');
        return;
      }
      const whole = { ...statement, ...placing.span(start, end) } as SqlStatement;
      this.#statements.push(stoodIn ? withoutUnknownNames(whole) : whole);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      this.#skip('statements that are not understood');
    }
  }

  #block({ text, placing }: WalkedText, body: Piece['tokens'][number]): void {
    const decoded = decodeString(text, body);
    const { value } = decoded;
    const inside = placingIn(decoded, placing);
    const starts = new Set<number>();
    const walked: WalkedText = { text: value, placing: inside, secrets: starts, inBlock: true };
    const quiet = new Reading(this.#parse, false);
    for (const part of blockParts(value)) {
      if (part.kind === 'dynamic') {
        this.#skip('dynamic statements');
      } else if (part.kind === 'statement') {
        quiet.#noteSecrets(walked, part.piece, starts);
        quiet.#statement(walked, part.piece);
      } else {
        const literal = decodeString(value, part.token);
        quiet.read(literal.value, placingIn(literal, inside), { psql: false, inBlock: true });
      }
    }
    this.secrets.push(...quiet.secrets);
    const facts = quiet.facts();
    this.#statements.push(...facts.statements);
    for (const [reason, count] of Object.entries(facts.skipped)) {
      this.#skipped[reason] = (this.#skipped[reason] ?? 0) + count;
    }
  }

  #refused(walked: WalkedText, piece: Piece, sent: string, error: Extract<Parsed, { kind: 'error' }>): void {
    const { text, placing } = walked;
    const found = jsonIndexSyntax(text, piece, placing, (fixed) => this.#parse(fixed).kind === 'tree');
    if (found !== undefined) {
      this.#statements.push(found);
    } else if (attempts(sent, piece, placing, false).length > 0) {
      // A template or a variable of psql may stand for any piece of SQL.
      this.#skip('statements with variables that are not understood');
    } else if (this.#tellsProblems) {
      const at = piece.start + offsetOf(sent, error.at);
      const near = piece.tokens.find(({ start, end }) => start <= at && at < end);
      const span = placing.span(at, near?.end ?? Math.min(at + 1, text.length));
      this.#problem('syntax', messageOf(error.message, near?.kind === 'string'), span);
    } else {
      this.#skip('statements that are not understood');
    }
  }

  #tooDeep(placing: Placing, { start, end }: Piece): void {
    this.#problem(
      'too-deep',
      'this statement has more parts in each other than can be read',
      placing.span(start, end),
    );
  }

  #problem(kind: Problem['kind'], message: string, span: Span): void {
    this.#skip(kind === 'too-deep' ? 'statements that nest too deep' : 'statements with a syntax error');
    if (this.#tellsProblems) this.problems.push({ kind, message, ...span });
  }
}

/** The shortest of what looks secret without a name. */
const shortestSecret = 12;

/** Statements that say nothing about data, and of which install scripts hold thousands: they are not parsed. */
function isAboutElse({ tokens }: Piece): boolean {
  const [first, second] = tokens;
  if (first?.kind !== 'word') return false;
  if (first.text === 'comment') return second?.text === 'on';
  return first.text === 'create' && (second?.text === 'operator' || second?.text === 'aggregate');
}

/** Of a function of EQL itself only the name and the arguments. */
function headOf(piece: Piece): Piece {
  const { tokens, partners } = piece;
  const at = tokens[1]?.text === 'or' && tokens[2]?.text === 'replace' ? 3 : 1;
  if (tokens[0]?.text !== 'create' || tokens[at]?.text !== 'function') return piece;
  const close = partners[at + 4] ?? -1;
  if (!/^eql_v\d/.test(tokens[at + 1]?.text ?? '') || tokens[at + 2]?.text !== '.' || close < 0) return piece;
  return { ...piece, tokens: tokens.slice(0, close + 1), end: tokens[close]?.end ?? piece.end };
}

/** The statement as the parser gets it: as long as it stands, without what is not SQL. */
function sentText(text: string, { start, end, blanks, tokens }: Piece): string {
  let sent = text.slice(start, end);
  for (const blank of blanks) {
    if (blank.start >= end) continue;
    const length = blank.end - blank.start;
    sent = sent.slice(0, blank.start - start) + ' '.repeat(length) + sent.slice(blank.end - start);
  }
  if (tokens[0]?.text === 'select' && /^perform/i.test(sent)) sent = `select ${sent.slice('perform'.length)}`;
  return sent.includes('\0') ? sent.replaceAll('\0', ' ') : sent;
}

/** Operators that stand in each other, and what joins tables and queries: each goes one level deeper in the tree. */
function isLongChain({ tokens }: Piece): boolean {
  let operators = 0;
  let joins = 0;
  for (const { kind, text } of tokens) {
    if (kind === 'mark' && text === '::') operators += 1;
    else if (kind === 'mark' && (text === ',' || text === ')')) operators = 0;
    else if (kind === 'operator') operators += 1;
    else if (kind === 'word') {
      if (text === 'and' || text === 'or') operators = 0;
      else if (chainWords.has(text)) operators += 1;
      else if (joinWords.has(text)) joins += 1;
    }
    if (operators > longestChain || joins > longestChain) return true;
  }
  return false;
}

const chainWords = new Set(['not', 'case', 'is', 'isnull', 'notnull', 'collate', 'at']);
const joinWords = new Set(['join', 'union', 'intersect', 'except']);
const longestChain = 5 * bounds.nesting;

/** How a text stands that is what a literal holds. */
function placingIn({ value, map, end }: DecodedString, outer: Placing): Placing {
  return placingOf([...map, { at: value.length, start: end }], [], outer);
}

function bodyToken({ tokens }: Piece) {
  const plain = tokens.every(
    ({ text }, index) => text !== 'language' || /^(?:plpgsql)?$/.test(tokens[index + 1]?.text ?? ''),
  );
  return plain
    ? tokens.find(({ kind }, index) => kind === 'string' && tokens[index - 1]?.text !== 'language')
    : undefined;
}

/** From characters to UTF-16. */
function offsetOf(text: string, characters: number): number {
  let offset = 0;
  for (let count = 0; count < characters && offset < text.length; count += 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** The parser quotes what it stumbles over: a literal, or all the rest of the file, stays where it is. */
function messageOf(message: string, nearLiteral: boolean): string {
  const said =
    nearLiteral || message.length > longestMessage ? message.replace(/ at or near "[\s\S]*$/, '') : message;
  const where = said === message ? '' : ' at or near a string';
  return `${said}${where} (PostgreSQL code 42601)`;
}

const longestMessage = 200;

function withoutUnknownNames<Value>(value: Value): Value {
  if (typeof value === 'string') return (isUnknownName(value) ? '' : value) as Value;
  if (Array.isArray(value)) return value.map(withoutUnknownNames) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutUnknownNames(item)]),
  ) as Value;
}
