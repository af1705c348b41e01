import type { Problem } from '../facts.ts';
import type { Span } from '../tree.ts';
import { code, isBlank, isBreak, nameEnd } from './letters.ts';
import type { PrismaComment } from './schema.ts';

/** A comment whose fate is not known yet. */
export type OpenComment = { -readonly [Key in keyof PrismaComment]: PrismaComment[Key] };

/** How many problems of one file are told. */
const told = 20;

/** A text, how far it is read, and what was found besides its blocks. */
export class Scanner {
  readonly text: string;
  at: number;
  /** Where the line begins. */
  lineStart: number;
  /** Behind the last thing that is neither blank nor comment. */
  codeEnd = 0;
  /** The block that is being read. */
  block: string | undefined;
  readonly comments: OpenComment[] = [];
  readonly problems: Problem[] = [];
  readonly secrets: Span[] = [];
  /** The closing letters of the brackets that are open. */
  readonly brackets: number[] = [];
  /** True when the brackets that were read last had their end. */
  closed = true;
  /** No block comment that begins behind this ends. */
  lastBlockEnd: number;

  constructor(text: string) {
    this.text = text;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.lineStart = this.at;
    this.lastBlockEnd = text.lastIndexOf('*/');
  }

  get letter(): number {
    return this.text.charCodeAt(this.at);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** True where the line ends. */
  get atLineEnd(): boolean {
    return this.atEnd || isBreak(this.letter);
  }

  skipBlanks(): void {
    while (isBlank(this.text.charCodeAt(this.at))) this.at += 1;
  }

  /** Past a line break; false where there is none. */
  passBreak(): boolean {
    const { letter } = this;
    if (!isBreak(letter)) return false;
    this.at += letter === code.return && this.text.charCodeAt(this.at + 1) === code.lineFeed ? 2 : 1;
    this.lineStart = this.at;
    return true;
  }

  /** Notes the breaks since an offset, where something spans several lines. */
  passLines(start: number): void {
    for (let at = start; at < this.at; at += 1) {
      if (isBreak(this.text.charCodeAt(at))) this.lineStart = at + 1;
    }
  }

  passLetter(letter: number): boolean {
    if (this.letter !== letter) return false;
    this.at += 1;
    this.codeEnd = this.at;
    return true;
  }

  /** The name that stands here, `''` where none does. */
  passName(): string {
    const start = this.at;
    this.at = nameEnd(this.text, start);
    if (this.at > start) this.codeEnd = this.at;
    return this.text.slice(start, this.at);
  }

  /** Where the line ends, before its break. */
  lineEnd(from = this.at): number {
    let at = from;
    while (at < this.text.length && !isBreak(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  problem(message: string, start: number, end: number): void {
    if (this.problems.length < told) this.problems.push({ kind: 'syntax', message, start, end });
  }
}
