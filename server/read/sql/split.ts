import { bounds } from '../bounds.ts';
import type { Span } from '../tree.ts';
import { Lexer, type Token } from './lexer.ts';

/** A statement of a text, without the semicolon behind it. */
export interface Piece extends Span {
  readonly tokens: readonly Token[];
  /** For each token that is a bracket the index of its partner, else -1. */
  readonly partners: readonly number[];
  /** Commands of psql that stand in the statement, and other stretches that PostgreSQL never sees. */
  readonly blanks: readonly Span[];
  /** The first bracket that nests deeper than the bound. */
  readonly deepAt?: number;
}

/** What a text consists of besides comments, in order. */
export type TextPart =
  | { readonly kind: 'statement'; readonly piece: Piece }
  /** `\i file`: from the backslash to the end of the line. */
  | { readonly kind: 'command'; readonly span: Span }
  /** The rows behind COPY … FROM stdin. */
  | { readonly kind: 'data'; readonly span: Span };

interface SplitOptions {
  readonly psql: boolean;
  readonly onComment?: (comment: Span) => void;
}

const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/**
 * Hands over the parts of a text one after the other, in one pass. A semicolon ends a statement wherever PostgreSQL's
 * grammar can have its end: inside parentheses too, so that one that lacks a bracket does not swallow the next.
 */
export function splitStatements(
  text: string,
  { psql, onComment }: SplitOptions,
  take: (part: TextPart) => void,
): void {
  let draft = new Draft();
  const finish = () => {
    const piece = draft.finish();
    draft = new Draft();
    if (piece !== undefined) take({ kind: 'statement', piece });
    return piece;
  };
  const lexer = new Lexer(text, {
    psql,
    onComment: (comment) => {
      if (isBreakpoint(text, comment)) finish();
      onComment?.(comment);
    },
  });
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token.kind === 'command') {
      const command = text.slice(token.start, token.end);
      if (draft.empty) take({ kind: 'command', span: token });
      else if (/^\\(?:;|g|crosstabview|watch|bind)/.test(command)) finish();
      else draft.blank(token);
      // What stands behind `\;` on the line goes on.
      if (command.startsWith('\\;')) lexer.at = token.start + 2;
    } else if (token.text === ';' && token.kind === 'mark' && !draft.holdsSemicolons) {
      const piece = finish();
      if (psql && piece !== undefined && takesRows(piece)) {
        const rows = dataSpan(text, token.end);
        take({ kind: 'data', span: rows });
        lexer.at = rows.end;
      }
    } else {
      draft.add(token);
    }
  }
  finish();
}

/** Drizzle's mark between statements. */
function isBreakpoint(text: string, { start }: Span): boolean {
  return text.startsWith('--> statement-breakpoint', start);
}

/** A statement while its tokens come in. */
class Draft {
  readonly #tokens: Token[] = [];
  readonly #partners: number[] = [];
  readonly #open: number[] = [];
  readonly #blanks: Span[] = [];
  #deepAt: number | undefined;
  /** How many BEGIN ATOMIC and CASE of a function's body wait for their END. */
  #bodies = 0;

  get empty(): boolean {
    return this.#tokens.length === 0;
  }

  /** True inside a function's body, and inside the parentheses of CREATE RULE. */
  get holdsSemicolons(): boolean {
    return this.#bodies > 0 || (this.#open.length > 0 && this.#creates('rule'));
  }

  blank(span: Span): void {
    this.#blanks.push(span);
  }

  add(token: Token): void {
    const index = this.#tokens.length;
    this.#tokens.push(token);
    this.#partners.push(-1);
    if (token.kind === 'mark') this.#bracket(token, index);
    else if (token.kind === 'word') this.#word(token.text);
  }

  #bracket({ text, start }: Token, index: number): void {
    if (text === '(' || text === '[') {
      this.#open.push(index);
      if (this.#open.length > bounds.nesting) this.#deepAt ??= start;
      return;
    }
    const opener = openers[text];
    if (opener === undefined) return;
    const last = this.#open.at(-1);
    if (last === undefined || this.#tokens[last]?.text !== opener) return;
    this.#open.pop();
    this.#partners[last] = index;
    this.#partners[index] = last;
  }

  #word(text: string): void {
    if (this.#bodies > 0) {
      if (text === 'case') this.#bodies += 1;
      else if (text === 'end') this.#bodies -= 1;
    } else if (text === 'atomic' && this.#tokens.at(-2)?.text === 'begin') {
      if (this.#creates('function') || this.#creates('procedure')) this.#bodies = 1;
    }
  }

  #creates(what: string): boolean {
    const [first, second, third, fourth] = this.#tokens;
    if (first?.text !== 'create') return false;
    return second?.text === 'or' && third?.text === 'replace' ? fourth?.text === what : second?.text === what;
  }

  finish(): Piece | undefined {
    const [first] = this.#tokens;
    const last = this.#tokens.at(-1);
    if (first === undefined || last === undefined) return undefined;
    return {
      start: first.start,
      end: last.end,
      tokens: this.#tokens,
      partners: this.#partners,
      blanks: this.#blanks,
      ...(this.#deepAt === undefined ? {} : { deepAt: this.#deepAt }),
    };
  }
}

function takesRows({ tokens, partners }: Piece): boolean {
  if (tokens[0]?.text !== 'copy') return false;
  for (let index = 1; index < tokens.length; index += 1) {
    const partner = partners[index] ?? -1;
    if (partner > index) index = partner;
    else if (tokens[index]?.text === 'from') return tokens[index + 1]?.text === 'stdin';
  }
  return false;
}

/** From the line below to the end of the line `\.`. */
function dataSpan(text: string, from: number): Span {
  const line = /\r\n|\n|\r/g;
  line.lastIndex = from;
  if (line.exec(text) === null) return { start: text.length, end: text.length };
  const start = line.lastIndex;
  const close = /^\\\.[^\S\r\n]*$/gm;
  close.lastIndex = start;
  return { start, end: close.exec(text) === null ? text.length : close.lastIndex };
}
