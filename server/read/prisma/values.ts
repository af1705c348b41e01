import { bounds } from '../bounds.ts';
import { looksSecret, masked } from '../secrets.ts';
import { readComment } from './comments.ts';
import { goesOn } from './goes-on.ts';
import { code, isDigit, nameEnd } from './letters.ts';
import type { Scanner } from './scanner.ts';
import type { PrismaArgument, PrismaValue } from './schema.ts';

/** `(…)`, whose opening bracket stands here. `holder` names what takes the arguments, for what may be secret. */
export function readArguments(scanner: Scanner, holder: string): PrismaArgument[] {
  return readList(scanner, code.closeParenthesis, readArgument, holder);
}

/** Items up to the closing bracket, with commas between them. */
function readList<Item>(
  scanner: Scanner,
  close: number,
  readItem: (scanner: Scanner, holder: string) => Item | undefined,
  holder: string,
): Item[] {
  const open = scanner.at;
  const items: Item[] = [];
  scanner.at += 1;
  scanner.brackets.push(close);
  skip(scanner);
  while (!scanner.atLineEnd && scanner.letter !== close) {
    const before = scanner.at;
    const item = readItem(scanner, holder);
    if (item === undefined) break;
    items.push(item);
    skip(scanner);
    const comma = scanner.passLetter(code.comma);
    if (comma) skip(scanner);
    else if (scanner.letter !== close) {
      if (scanner.at === before || scanner.atLineEnd || isClosing(scanner.letter)) break;
      scanner.problem('a comma is missing here', scanner.at, scanner.at + 1);
    }
  }
  scanner.brackets.pop();
  scanner.closed = scanner.passLetter(close);
  if (!scanner.closed) {
    scanner.problem(`this bracket has no ${String.fromCharCode(close)}`, open, open + 1);
  }
  scanner.codeEnd = scanner.at;
  return items;
}

function isClosing(letter: number): boolean {
  return letter === code.closeParenthesis || letter === code.closeBracket || letter === code.closeBrace;
}

/** Blanks, and in brackets that go on behind the line its break and comments. */
function skip(scanner: Scanner): void {
  for (;;) {
    scanner.skipBlanks();
    if (scanner.atEnd) return;
    const commented =
      scanner.letter === code.slash && /[/*]/.test(scanner.text[scanner.at + 1] ?? '') && goesOn(scanner);
    if (commented && readComment(scanner) !== undefined) continue;
    if (!scanner.atLineEnd || !goesOn(scanner)) return;
    scanner.passBreak();
  }
}

function readArgument(scanner: Scanner, holder: string): PrismaArgument | undefined {
  const start = scanner.at;
  const name = passKey(scanner);
  const value = readValue(scanner, name ?? holder);
  if (value === undefined && name === undefined) {
    scanner.problem('a value is missing here', scanner.at, scanner.at);
    return undefined;
  }
  if (value === undefined) scanner.problem(`${name} has no value`, start, scanner.at);
  const given = value ?? { kind: 'unknown', start: scanner.at, end: scanner.at };
  const { end } = given;
  return name === undefined ? { value: given, start, end } : { name, value: given, start, end };
}

/** `name:`, past it and what is blank behind. */
function passKey(scanner: Scanner): string | undefined {
  const start = scanner.at;
  const { codeEnd } = scanner;
  const name = scanner.passName();
  if (name !== '') {
    scanner.skipBlanks();
    if (scanner.passLetter(code.colon)) {
      skip(scanner);
      return name;
    }
  }
  scanner.at = start;
  scanner.codeEnd = codeEnd;
  return undefined;
}

/** The value that stands here; undefined where none does. */
export function readValue(scanner: Scanner, holder: string): PrismaValue | undefined {
  const { letter, at: start } = scanner;
  if (scanner.brackets.length > bounds.nesting) {
    scanner.at = scanner.lineEnd();
    return { kind: 'unknown', start, end: scanner.at };
  }
  switch (letter) {
    case code.doubleQuote: {
      const value = readText(scanner, code.doubleQuote, holder);
      return { kind: 'string', value, start, end: scanner.at };
    }
    case code.openBracket: {
      const items = readList(scanner, code.closeBracket, readValue, holder);
      return { kind: 'array', items, start, end: scanner.at };
    }
    case code.openBrace: {
      const entries = readList(scanner, code.closeBrace, readArgument, holder);
      return { kind: 'object', entries, start, end: scanner.at };
    }
    default:
      if (isDigit(letter) || letter === code.dash) return readNumber(scanner) ?? readWord(scanner, holder);
      return readWord(scanner, holder);
  }
}

const number = /-?\d+(?:\.\d+)?(?![\w-])/y;

function readNumber(scanner: Scanner): PrismaValue | undefined {
  const { at: start } = scanner;
  number.lastIndex = start;
  const digits = number.exec(scanner.text)?.[0];
  if (digits === undefined) return undefined;
  scanner.at += digits.length;
  scanner.codeEnd = scanner.at;
  return { kind: 'number', digits, start, end: scanner.at };
}

/** A word, a call, or a text that names its language. */
function readWord(scanner: Scanner, holder: string): PrismaValue | undefined {
  const { at: start } = scanner;
  const name = passPath(scanner);
  if (name === '') return undefined;
  const { at: end, letter } = scanner;
  if (letter === code.backtick || letter === code.doubleQuote) {
    const value = readText(scanner, letter, holder);
    return { kind: 'tagged', tag: name, value, start, end: scanner.at };
  }
  scanner.skipBlanks();
  if (scanner.letter === code.openParenthesis) {
    const list = readArguments(scanner, holder);
    return { kind: 'call', name, arguments: list, start, end: scanner.at };
  }
  scanner.at = end;
  return { kind: 'name', name, start, end };
}

/** `db.VarChar`, without blanks. */
export function passPath(scanner: Scanner): string {
  const { text, at: start } = scanner;
  let at = nameEnd(text, start);
  while (at > start && text.charCodeAt(at) === code.dot) at = nameEnd(text, at + 1);
  scanner.at = at;
  if (at > start) scanner.codeEnd = at;
  return text.slice(start, at);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A text in quotes that stand here, as it is meant; the text of a secret is masked. */
function readText(scanner: Scanner, quote: number, holder: string): string {
  const { text, at: start } = scanner;
  let at = start + 1;
  let escaped = false;
  const end = quote === code.backtick ? text.length : scanner.lineEnd();
  while (at < end && text.charCodeAt(at) !== quote) {
    if (text.charCodeAt(at) === code.backslash) {
      escaped = true;
      at += 1;
    }
    at += 1;
  }
  const closed = at < end;
  // A text over several lines that never ends is one that a person is typing.
  const textEnd = closed ? at : scanner.lineEnd(start);
  scanner.at = closed ? at + 1 : textEnd;
  scanner.codeEnd = scanner.at;
  if (quote === code.backtick) scanner.passLines(start);
  if (!closed) scanner.problem('this text has no closing quote', start, textEnd);
  const written = text.slice(start + 1, textEnd);
  const value = escaped ? unescaped(written) : written;
  if (!looksSecret(holder, value)) return value;
  scanner.secrets.push({ start, end: scanner.at });
  return masked(value);
}

function unescaped(written: string): string {
  return written.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_, point?: string, letter = '') =>
    point === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(point, 16)),
  );
}
