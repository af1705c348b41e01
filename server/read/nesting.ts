import { bounds } from './bounds.ts';
import type { LiteralSyntax, Syntax } from './facts.ts';

/**
 * The offset where a text nests deeper than the bound, or undefined. One linear scan, no recursion: it runs before the
 * parsers, some of which end the process on deep nesting. Brackets in strings and comments do not count; a bracket that
 * closes nothing is passed over, so that text which only looks like code cannot add up.
 */
export function tooDeepAt(text: string, syntax: Syntax): number | undefined {
  // SQL holds the bound for each statement, so that one that is too deep does not hide the others; Prisma has no depth.
  if (syntax === 'sql' || syntax === 'prisma') return undefined;
  return tooManyBrackets(text, syntax) ?? (syntax === 'yaml' ? tooManyIndents(text) : undefined);
}

/** Characters by their codes: the scan looks at every one of a file on every keystroke. */
const code = {
  lineFeed: 10,
  return: 13,
  space: 32,
  doubleQuote: 34,
  hash: 35,
  quote: 39,
  openParenthesis: 40,
  closeParenthesis: 41,
  star: 42,
  dash: 45,
  slash: 47,
  question: 63,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  backtick: 96,
  openBrace: 123,
  closeBrace: 125,
} as const;

function tooManyBrackets(text: string, syntax: LiteralSyntax): number | undefined {
  const open: number[] = [];
  const skip = { json: skipJson, yaml: skipYaml, source: skipSource }[syntax];
  const stops = stopsOf[syntax];
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    const letter = text.charCodeAt(index);
    if (letter > 127 || stops[letter] === 0) continue;
    switch (letter) {
      case code.openBrace:
      case code.openBracket:
      case code.openParenthesis:
        open.push(letter);
        if (open.length > bounds.nesting) return index;
        break;
      case code.closeBrace:
        close(open, code.openBrace);
        break;
      case code.closeBracket:
        close(open, code.openBracket);
        break;
      case code.closeParenthesis:
        close(open, code.openParenthesis);
        break;
      default: {
        const next = skip(text, index, letter);
        if (next > index) index = next - 1;
      }
    }
  }
  return undefined;
}

/** Letters at which the scan must look closer, by their codes. */
const stopsOf: Readonly<Record<LiteralSyntax, Uint8Array>> = {
  json: tableOf('{}[]()"/'),
  yaml: tableOf('{}[]()"\'#'),
  source: tableOf('{}[]()"\'`/'),
};

function tableOf(letters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
}

/** What was opened in between and never closed is closed with it. */
function close(open: number[], opener: number): void {
  for (let last = open.length - 1; last >= 0; last -= 1) {
    if (open[last] === opener) {
      while (open.length > last) open.pop();
      return;
    }
  }
}

/** Past the string or comment that starts at the index, or the index itself. */
function skipJson(text: string, index: number, letter: number): number {
  return letter === code.doubleQuote ? pastString(text, index, letter, false) : pastComment(text, index);
}

function skipYaml(text: string, index: number, letter: number): number {
  const before = index === 0 ? '\n' : (text[index - 1] ?? '');
  if (letter === code.hash) return isSpace(before) ? pastLine(text, index) : index;
  return isSpace(before) || '[{,:('.includes(before) ? pastString(text, index, letter, true) : index;
}

function skipSource(text: string, index: number, letter: number): number {
  if (letter !== code.slash) return pastString(text, index, letter, letter === code.backtick);
  const past = pastComment(text, index);
  if (past > index) return past;
  return startsRegex(text, index) ? pastRegex(text, index) : index;
}

function isSpace(letter: string): boolean {
  return letter === ' ' || letter === '\n' || /\s/.test(letter);
}

function pastString(text: string, start: number, quote: number, lines: boolean): number {
  const { length } = text;
  for (let index = start + 1; index < length; index += 1) {
    const letter = text.charCodeAt(index);
    if (letter === code.backslash) index += 1;
    else if (letter === quote) return index + 1;
    else if (!lines && (letter === code.lineFeed || letter === code.return)) return index;
  }
  return length;
}

function pastComment(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === code.slash) return pastLine(text, start);
  if (next !== code.star) return start;
  const end = text.indexOf('*/', start + 2);
  return end < 0 ? text.length : end + 2;
}

function pastLine(text: string, start: number): number {
  const { length } = text;
  for (let index = start; index < length; index += 1) {
    const letter = text.charCodeAt(index);
    if (letter === code.lineFeed || letter === code.return) return index;
  }
  return length;
}

function startsRegex(text: string, slash: number): boolean {
  let index = slash - 1;
  while (index >= 0 && isSpace(text[index] ?? '')) index -= 1;
  if (index < 0) return true;
  if (/[(,=:[!&|?{};+\-*%~^<>]/.test(text[index] ?? '')) return true;
  return /\b(?:return|typeof|case|in|of|do|else|void|delete)$/.test(
    text.slice(Math.max(0, index - 8), index + 1),
  );
}

function pastRegex(text: string, start: number): number {
  let inClass = false;
  for (let index = start + 1; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    if (letter === code.lineFeed || letter === code.return) return start;
    if (letter === code.backslash) index += 1;
    else if (letter === code.openBracket) inClass = true;
    else if (letter === code.closeBracket) inClass = false;
    else if (letter === code.slash && !inClass) return index + 1;
  }
  return start;
}

/** Block nesting: a deeper indent opens a level, and so does each dash of a compact list. */
function tooManyIndents(text: string): number | undefined {
  const open: number[] = [];
  for (let start = 0; start < text.length; ) {
    const end = pastLine(text, start);
    let column = start;
    while (text.charCodeAt(column) === code.space) column += 1;
    if (column < end && text.charCodeAt(column) !== code.hash) {
      const indent = column - start;
      while ((open[open.length - 1] ?? -1) >= indent) open.pop();
      open.push(indent);
      while (opensItem(text.charCodeAt(column)) && text.charCodeAt(column + 1) === code.space) {
        column += 1;
        while (text.charCodeAt(column) === code.space) column += 1;
        open.push(column - start);
        if (open.length > bounds.nesting) return column;
      }
      if (open.length > bounds.nesting) return column;
    }
    const pair = text.charCodeAt(end) === code.return && text.charCodeAt(end + 1) === code.lineFeed;
    start = end + (pair ? 2 : 1);
  }
  return undefined;
}

function opensItem(letter: number): boolean {
  return letter === code.dash || letter === code.question;
}
