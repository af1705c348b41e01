import { attach, type CommentGroup, readComment } from './comments.ts';
import { code, isDigit } from './letters.ts';
import type { OpenComment, Scanner } from './scanner.ts';
import type { PrismaAttribute, PrismaEnumValue, PrismaField, PrismaSetting } from './schema.ts';
import { passPath, readArguments, readValue } from './values.ts';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** A field, whose name begins here, to the end of its line. */
export function readField(scanner: Scanner, before: CommentGroup): PrismaField {
  const { at: start } = scanner;
  const name = readName(scanner, 'a field');
  const nameSpan = { start, end: scanner.at };
  scanner.skipBlanks();
  if (scanner.letter === code.colon) {
    scanner.problem('a field has no colon behind its name', scanner.at, scanner.at + 1);
    scanner.passLetter(code.colon);
    scanner.skipBlanks();
  }
  const field: Mutable<PrismaField> = {
    start,
    end: 0,
    name,
    nameSpan,
    list: false,
    optional: false,
    attributes: none,
    documentation: none,
  };
  readType(scanner, field);
  if (field.type === undefined) scanner.problem(`${name} has no type`, start, nameSpan.end);
  field.attributes = readAttributes(scanner, name);
  field.end = scanner.codeEnd;
  const at = readLineEnd(scanner);
  if (at >= 0) field.comment = at;
  field.documentation = attach(before, at < 0 ? undefined : scanner.comments[at], 'field');
  return field;
}

export function readEnumValue(scanner: Scanner, before: CommentGroup): PrismaEnumValue {
  const { at: start } = scanner;
  const name = readName(scanner, 'a value');
  const nameSpan = { start, end: scanner.at };
  scanner.skipBlanks();
  // Prisma Next: the value in the database.
  if (scanner.passLetter(code.equals)) {
    scanner.skipBlanks();
    readValue(scanner, name);
  }
  const attributes = readAttributes(scanner, name);
  const end = scanner.codeEnd;
  const at = readLineEnd(scanner);
  const comment = at < 0 ? undefined : scanner.comments[at];
  return { start, end, name, nameSpan, attributes, documentation: attach(before, comment, 'value') };
}

/** `provider = "postgresql"`; undefined where no `=` follows the name. */
export function readSetting(scanner: Scanner): PrismaSetting | undefined {
  const { at: start, codeEnd } = scanner;
  const name = scanner.passName();
  scanner.skipBlanks();
  if (name === '' || !scanner.passLetter(code.equals)) {
    scanner.at = start;
    scanner.codeEnd = codeEnd;
    return undefined;
  }
  scanner.skipBlanks();
  const value = readValue(scanner, name);
  if (value === undefined) scanner.problem(`${name} has no value`, start, scanner.at);
  const { codeEnd: end } = scanner;
  // `types` of Prisma Next: attributes of the type.
  readAttributes(scanner, name);
  readLineEnd(scanner);
  return { start, end, name, value: value ?? { kind: 'unknown', start: end, end } };
}

function readName(scanner: Scanner, what: string): string {
  const { at: start, letter } = scanner;
  const name = scanner.passName();
  if (isDigit(letter) || letter === code.dash || letter === code.underscore) {
    scanner.problem(`the name of ${what} begins with a letter`, start, start + 1);
  } else if (name.includes('-')) {
    scanner.problem(`the name of ${what} has no hyphen`, start, scanner.at);
  }
  return name;
}

/** The type of a field, with its arguments and signs; nothing where none stands here. */
function readType(scanner: Scanner, field: Mutable<PrismaField>): void {
  const { at: start } = scanner;
  // As Prisma 1 wrote it.
  const bracketed = scanner.letter === code.openBracket;
  if (bracketed) {
    scanner.passLetter(code.openBracket);
    scanner.skipBlanks();
  }
  const { at: nameStart } = scanner;
  const type = passTypeName(scanner);
  if (type === '') {
    scanner.at = start;
    return;
  }
  field.type = type;
  field.typeSpan = { start: nameStart, end: scanner.at };
  scanner.skipBlanks();
  if (scanner.letter === code.openParenthesis) {
    const { at: open } = scanner;
    field.typeArguments = readArguments(scanner, field.name);
    if (scanner.closed) field.typeArgumentsSpan = { start: open, end: scanner.at };
    scanner.skipBlanks();
  }
  if (bracketed) {
    scanner.problem(`a list of ${type} is written ${type}[]`, start, field.typeSpan.end);
    field.list = true;
    scanner.passLetter(code.closeBracket);
  }
  readSigns(scanner, field);
}

/** `String`, `cipherstash.TextEq`, `supabase:auth.AuthUser`. */
function passTypeName(scanner: Scanner): string {
  const { at: start } = scanner;
  if (passPath(scanner) === '') return '';
  if (scanner.letter === code.colon) {
    scanner.passLetter(code.colon);
    passPath(scanner);
  }
  return scanner.text.slice(start, scanner.at);
}

/** `[]` and `?` behind a type. */
function readSigns(scanner: Scanner, field: Mutable<PrismaField>): void {
  for (;;) {
    scanner.skipBlanks();
    const { at: start } = scanner;
    if (scanner.passLetter(code.openBracket)) {
      field.list = true;
      scanner.skipBlanks();
      if (!scanner.passLetter(code.closeBracket)) {
        scanner.problem('this bracket has no ]', start, start + 1);
      }
    } else if (scanner.passLetter(code.question)) {
      field.optional = true;
    } else if (scanner.passLetter(code.exclamation)) {
      scanner.problem('a field is required without this sign', start, start + 1);
    } else {
      return;
    }
  }
}

const none: readonly never[] = [];

function readAttributes(scanner: Scanner, holder: string): readonly PrismaAttribute[] {
  let attributes: PrismaAttribute[] | undefined;
  for (;;) {
    scanner.skipBlanks();
    if (scanner.letter !== code.at || scanner.text.charCodeAt(scanner.at + 1) === code.at) {
      return attributes ?? none;
    }
    const attribute = readAttribute(scanner, '@', holder);
    attributes ??= [];
    if (attribute !== undefined) attributes.push(attribute);
  }
}

/** `@unique`, `@@index([a, b])`, whose signs stand here; undefined for signs without a name. */
export function readAttribute(scanner: Scanner, signs: string, holder: string): PrismaAttribute | undefined {
  const { at: start } = scanner;
  scanner.at += signs.length;
  scanner.codeEnd = scanner.at;
  scanner.skipBlanks();
  const { at: nameStart } = scanner;
  const name = passPath(scanner);
  if (name === '') {
    scanner.at = start + signs.length;
    scanner.problem(`${signs} has no name`, start, scanner.at);
    return undefined;
  }
  const nameSpan = { start: nameStart, end: scanner.at };
  scanner.skipBlanks();
  const list = scanner.letter === code.openParenthesis ? readArguments(scanner, holder) : undefined;
  const { codeEnd: end } = scanner;
  return list === undefined
    ? { start, end, name, nameSpan }
    : { start, end, name, nameSpan, arguments: list };
}

/** The rest of a line, and its break: the index of the comment in it, or -1. Whatever else stands there is told. */
export function readLineEnd(scanner: Scanner): number {
  scanner.skipBlanks();
  const before = scanner.comments.length;
  readComment(scanner);
  scanner.skipBlanks();
  if (!scanner.atLineEnd) {
    const { at: start } = scanner;
    const found = passRest(scanner);
    const end = found === undefined || found.start === start ? scanner.at : found.start;
    scanner.problem(
      'Prisma cannot read this',
      start,
      scanner.text.slice(start, end).trimEnd().length + start,
    );
  }
  scanner.passBreak();
  return scanner.comments.length > before ? before : -1;
}

/** Past a line that is not understood, to its break; the comment in it, where there is one. */
export function passRest(scanner: Scanner): OpenComment | undefined {
  while (!scanner.atLineEnd) {
    const { letter, at } = scanner;
    if (letter === code.doubleQuote) {
      passText(scanner);
    } else {
      const comment = readComment(scanner);
      if (comment !== undefined) {
        if (comment.kind === 'block') continue;
        return comment;
      }
      scanner.at = at + 1;
    }
    scanner.codeEnd = scanner.at;
  }
  return undefined;
}

function passText(scanner: Scanner): void {
  const end = scanner.lineEnd();
  scanner.at += 1;
  while (scanner.at < end && scanner.letter !== code.doubleQuote) {
    scanner.at += scanner.letter === code.backslash ? 2 : 1;
  }
  scanner.at = Math.min(scanner.at + 1, end);
}
