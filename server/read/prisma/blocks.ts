import { attach, type CommentGroup, readComment, readGroup } from './comments.ts';
import { code, nameEnd } from './letters.ts';
import { passRest, readAttribute, readEnumValue, readField, readLineEnd, readSetting } from './members.ts';
import type { OpenComment, Scanner } from './scanner.ts';
import type { PrismaAttribute, PrismaBlock, PrismaEnumValue, PrismaField, PrismaSetting } from './schema.ts';

/** The words that begin a block, in the order in which Prisma's grammar tries them. */
const kinds = ['model', 'type', 'view', 'enum', 'datasource', 'generator'] as const;

type Kind = (typeof kinds)[number];

/** Blocks that documentation can be of. */
const documented: ReadonlySet<string> = new Set<Kind>(['model', 'type', 'view', 'enum']);
const withFields: ReadonlySet<string> = new Set<Kind>(['model', 'type', 'view']);

/** Every block of a text. */
export function readBlocks(scanner: Scanner): PrismaBlock[] {
  const blocks: PrismaBlock[] = [];
  const namespaces: string[] = [];
  /** Documentation that the next block carries. It stays where a datasource or generator comes first. */
  let pending: CommentGroup = [];
  /** The comments right above, with no blank line between. */
  let above: CommentGroup | undefined;
  while (!scanner.atEnd) {
    scanner.skipBlanks();
    if (scanner.passBreak()) {
      above = undefined;
      continue;
    }
    const group = readGroup(scanner);
    if (group.length > 0) {
      above = group;
      continue;
    }
    if (scanner.atEnd) break;
    if (scanner.letter === code.closeBrace) {
      if (namespaces.pop() === undefined) {
        scanner.problem('this closes no block', scanner.at, scanner.at + 1);
      }
      scanner.passLetter(code.closeBrace);
      above = undefined;
      continue;
    }
    const header = readHeader(scanner);
    if (header === undefined) {
      passUnknownLine(scanner, 'Prisma knows no block that begins like this');
    } else if (header.kind === 'namespace') {
      namespaces.push(header.name);
    } else {
      const known = kinds.some((kind) => kind === header.kind);
      if (above !== undefined && known) pending = above;
      const carries = documented.has(header.kind);
      const documentation = carries ? attach(pending, undefined, 'block') : [];
      if (carries) pending = [];
      const namespace = namespaces.at(-1);
      blocks.push({
        ...readBody(scanner, header),
        documentation,
        ...(namespace === undefined ? {} : { namespace }),
      });
    }
    above = undefined;
  }
  return blocks;
}

type Header = Pick<PrismaBlock, 'kind' | 'name' | 'nameSpan' | 'start'> & {
  /** What stood behind the brace held another that closes it. */
  readonly closedAt?: number;
};

const opening = /([\p{L}\d_-]+)[^\S\r\n]*([\p{L}\d_-]*)[^\S\r\n]*\{/uy;

/** The first line of a block, past it; undefined for a line that is none. */
function readHeader(scanner: Scanner): Header | undefined {
  const { text, at: start } = scanner;
  opening.lastIndex = start;
  const match = opening.exec(text);
  if (match === null) return readHeaderOfTwoLines(scanner);
  const [whole, word = '', second = ''] = match;
  const { kind, name } = split(word, second);
  scanner.at = start + whole.length;
  scanner.codeEnd = scanner.at;
  const brace = whole.length - 1;
  const nameStart =
    start + (name === '' ? brace : second === '' ? word.length - name.length : whole.lastIndexOf(second));
  const header = { kind, name, nameSpan: { start: nameStart, end: nameStart + name.length }, start };
  const closedAt = passHeaderEnd(scanner);
  return closedAt === undefined ? header : { ...header, closedAt };
}

/** `modelUser {` is a model to Prisma. */
function split(word: string, second: string): { readonly kind: string; readonly name: string } {
  if (second !== '' || word === 'types') return { kind: word, name: second };
  const kind = kinds.find((one) => word.startsWith(one));
  return kind === undefined ? { kind: word, name: '' } : { kind, name: word.slice(kind.length) };
}

/** What stands behind the opening brace: Prisma does not read it. The place of a brace in it that closes the block. */
function passHeaderEnd(scanner: Scanner): number | undefined {
  scanner.skipBlanks();
  const { text, at: start } = scanner;
  const end = scanner.lineEnd();
  const comment = passHeaderComments(scanner, end);
  const ink = text.slice(start, comment?.start ?? end).trimEnd();
  const close = ink.indexOf('}');
  if (close >= 0 && !closesLater(text, end)) {
    if (close > 0) scanner.problem('a block has a line for each of its parts', start, start + close);
    scanner.at = start + close + 1;
    scanner.codeEnd = scanner.at;
    return start + close;
  }
  if (ink !== '') {
    scanner.problem('Prisma reads nothing behind the brace on its line', start, start + ink.length);
  }
  scanner.at = end;
  scanner.passBreak();
  return undefined;
}

/** The first comment of the rest of a line. */
function passHeaderComments(scanner: Scanner, end: number): OpenComment | undefined {
  const before = scanner.comments.length;
  for (; scanner.at < end; scanner.at += 1) {
    if (scanner.letter !== code.slash) continue;
    // Prisma reads the next line as if no comment were open.
    if (scanner.text[scanner.at + 1] === '*' && !scanner.text.slice(scanner.at + 2, end).includes('*/'))
      break;
    if (readComment(scanner) !== undefined) scanner.at -= 1;
  }
  return scanner.comments[before];
}

/** `model User {}` and lines of fields behind it: to Prisma that brace closes nothing, as long as another one does. */
function closesLater(text: string, end: number): boolean {
  const next =
    /^[^\S\r\n]*(\}|(?:model|type|view|enum|datasource|generator|namespace)[^\S\r\n]+[\p{L}\d_-]+[^\S\r\n]*\{)/gmu;
  next.lastIndex = end;
  return next.exec(text)?.[1] === '}';
}

/** `model User`, whose brace stands on the next line or is not there yet. */
function readHeaderOfTwoLines(scanner: Scanner): Header | undefined {
  const { text, at: start } = scanner;
  const wordEnd = nameEnd(text, start);
  const kind = kinds.find((one) => one === text.slice(start, wordEnd));
  if (kind === undefined) return undefined;
  let nameStart = wordEnd;
  while (text[nameStart] === ' ' || text[nameStart] === '\t') nameStart += 1;
  const end = nameEnd(text, nameStart);
  const brace = /[^\S\r\n]*(?:\r\n|\n|\r)[^\S\r\n]*\{/uy;
  brace.lastIndex = end;
  const match = brace.exec(text);
  if (end === nameStart || match === null) return undefined;
  scanner.problem('the brace of a block stands on its first line', brace.lastIndex - 1, brace.lastIndex);
  scanner.at = brace.lastIndex;
  scanner.passLines(end);
  scanner.codeEnd = scanner.at;
  const name = text.slice(nameStart, end);
  const closedAt = passHeaderEnd(scanner);
  const header = { kind, name, nameSpan: { start: nameStart, end }, start };
  return closedAt === undefined ? header : { ...header, closedAt };
}

function passUnknownLine(scanner: Scanner, message: string): void {
  const { at: start } = scanner;
  const before = scanner.comments.length;
  passRest(scanner);
  const end = scanner.comments[before]?.start ?? scanner.at;
  scanner.problem(message, start, start + scanner.text.slice(start, end).trimEnd().length);
  scanner.passBreak();
}

type Body = Pick<PrismaBlock, 'fields' | 'values' | 'attributes' | 'settings'>;

/** The lines of a block, to its closing brace, the header of another, or the end. */
function readBody(scanner: Scanner, header: Header): Omit<PrismaBlock, 'documentation'> {
  const { closedAt, ...rest } = header;
  const fields: PrismaField[] = [];
  const values: PrismaEnumValue[] = [];
  const attributes: PrismaAttribute[] = [];
  const settings: PrismaSetting[] = [];
  const body: Body = { fields, values, attributes, settings };
  const whole = (end: number, bodyEnd: number, closed: boolean, indent = '') => ({
    ...rest,
    ...body,
    end,
    closed,
    bodyEnd,
    indent,
  });
  if (closedAt !== undefined) return whole(scanner.at, closedAt, true);
  scanner.block = header.name;
  let bodyEnd = scanner.at;
  let indent = '  ';
  let above: CommentGroup = [];
  /** Braces that are open in a block whose lines are not known. */
  let depth = 0;
  for (;;) {
    scanner.skipBlanks();
    if (scanner.atEnd || startsBlock(scanner)) {
      scanner.block = undefined;
      scanner.problem(`this block has no }`, header.start, header.nameSpan.end);
      return whole(scanner.codeEnd, bodyEnd, false, indent);
    }
    if (scanner.passBreak()) continue;
    const group = readGroup(scanner);
    if (group.length > 0) {
      above = group;
      continue;
    }
    const { letter, at: start, lineStart } = scanner;
    if (letter === code.closeBrace && depth === 0) {
      const alone = scanner.text.slice(lineStart, start).trim() === '';
      scanner.passLetter(code.closeBrace);
      scanner.block = undefined;
      return whole(scanner.at, alone ? lineStart : start, true, indent);
    }
    const before = scanner.text.slice(lineStart, start);
    if (letter === code.at && scanner.text.charCodeAt(start + 1) === code.at) {
      const attribute = readAttribute(scanner, '@@', header.name);
      if (attribute !== undefined) attributes.push(attribute);
      readLineEnd(scanner);
      indent = before;
    } else if (nameEnd(scanner.text, start) === start) {
      if (isKnown(header.kind)) {
        passUnknownLine(scanner, 'Prisma cannot read this line');
      } else {
        depth += passBraces(scanner);
      }
    } else if (withFields.has(header.kind)) {
      fields.push(readField(scanner, above));
      above = [];
      indent = before;
    } else if (header.kind === 'enum') {
      values.push(readEnumValue(scanner, above));
      above = [];
      indent = before;
    } else {
      const setting = readSetting(scanner);
      if (setting !== undefined) settings.push(setting);
      else if (isKnown(header.kind)) passUnknownLine(scanner, 'a setting has a name, = and a value');
      else depth += passBraces(scanner);
    }
    bodyEnd = scanner.at;
  }
}

function isKnown(kind: string): boolean {
  return kinds.some((one) => one === kind);
}

const another = /(?:model|type|view|enum|datasource|generator|namespace)[^\S\r\n]+[\p{L}\d_-]+[^\S\r\n]*\{/uy;

/** True where the header of another block begins: none stands inside a block. */
function startsBlock({ text, at, lineStart, codeEnd }: Scanner): boolean {
  if (codeEnd > lineStart || !begins.has(text.charCodeAt(at))) return false;
  another.lastIndex = at;
  return another.test(text);
}

const begins: ReadonlySet<number> = new Set([...'mtvedgn'].map((letter) => letter.charCodeAt(0)));

/** Past a line of a block that is not Prisma's; by how many braces more are open behind it. */
function passBraces(scanner: Scanner): number {
  const { at: start } = scanner;
  passRest(scanner);
  const line = scanner.text.slice(start, scanner.at).replace(/"(?:[^"\\]|\\.)*"|\/\/.*$/g, '');
  scanner.passBreak();
  let depth = 0;
  for (const letter of line) depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
  return depth;
}
