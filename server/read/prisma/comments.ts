import { looksSecret } from '../secrets.ts';
import type { Span } from '../tree.ts';
import { code } from './letters.ts';
import type { OpenComment, Scanner } from './scanner.ts';
import type { PrismaComment, PrismaDocumentation } from './schema.ts';

/** Comments with nothing but line breaks between them, none of them blank lines: Prisma takes them as one. */
export type CommentGroup = readonly OpenComment[];

const none: readonly never[] = [];

/**
 * The comment that begins here, past it; undefined where none does. Prisma takes the first two bytes off a block comment
 * with the blanks before it, where it has some: `indent` is how many bytes they have.
 */
export function readComment(scanner: Scanner, indent = 0): OpenComment | undefined {
  if (scanner.letter !== code.slash) return undefined;
  const { text, at: start } = scanner;
  const next = text.charCodeAt(start + 1);
  const trailing = scanner.codeEnd > scanner.lineStart;
  if (next === code.slash) {
    const kind = text.charCodeAt(start + 2) === code.slash ? 'documentation' : 'plain';
    const end = scanner.lineEnd(start + 2);
    scanner.at = end;
    const textStart = firstInk(text, start + (kind === 'plain' ? 2 : 3), end);
    return add(scanner, kind, start, textStart, end, trailing);
  }
  if (next !== code.star || scanner.lastBlockEnd < start + 2) return undefined;
  const close = text.indexOf('*/', start + 2);
  scanner.at = close + 2;
  const textStart = firstInk(text, start + Math.max(0, 2 - indent), close);
  let textEnd = close;
  while (textEnd > textStart && isSpace(text.charCodeAt(textEnd - 1))) textEnd -= 1;
  scanner.passLines(start);
  return add(scanner, 'block', start, textStart, textEnd, trailing);
}

/** A comment that ends where the scanner stands. */
function add(
  scanner: Scanner,
  kind: PrismaComment['kind'],
  start: number,
  textStart: number,
  textEnd: number,
  trailing: boolean,
): OpenComment {
  const comment: OpenComment = {
    kind,
    start,
    end: scanner.at,
    text: withoutSecrets(scanner, textStart, textEnd),
    textStart,
    attached: kind === 'plain' ? 'none' : 'lost',
    trailing,
  };
  if (scanner.block !== undefined) comment.block = scanner.block;
  scanner.comments.push(comment);
  return comment;
}

/** The comments that stand here; empty where none do. */
export function readGroup(scanner: Scanner): CommentGroup {
  let group: OpenComment[] | undefined;
  for (;;) {
    const before = scanner.at;
    scanner.skipBlanks();
    const comment = readComment(scanner, group === undefined ? 0 : bytesOf(scanner.text, before, scanner.at));
    if (comment === undefined) {
      scanner.at = before;
      return group ?? none;
    }
    group ??= [];
    group.push(comment);
    scanner.passBreak();
  }
}

/** How many bytes blanks have: what is no space or tab has two or more. */
function bytesOf(text: string, start: number, end: number): number {
  return end - start === 1 && text.charCodeAt(start) > 127 ? 2 : end - start;
}

/** What the comments before something, and the one behind it, say about it: it carries them now. */
export function attach(
  before: CommentGroup,
  behind: OpenComment | undefined,
  attached: 'field' | 'value' | 'block',
): readonly PrismaDocumentation[] {
  if (before.length === 0 && behind === undefined) return none;
  const documentation: PrismaDocumentation[] = [];
  const add = (comment: OpenComment) => {
    if (comment.kind === 'plain') return;
    comment.attached = attached;
    documentation.push(comment);
  };
  before.forEach(add);
  if (behind !== undefined) add(behind);
  return documentation;
}

function firstInk(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** White space in the sense of Unicode, which is Prisma's. */
function isSpace(letter: number): boolean {
  if (letter === 32 || (letter >= 9 && letter <= 13)) return true;
  return letter >= 0x80 && spaces.test(String.fromCharCode(letter));
}

const spaces = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** A salt of an annotation, a key as text, a key of cloak, a password in an address. */
const secret =
  /(?<=\bsalt=)(?:(?!@encrypt)[^\s&)"'])+|(?<![\w+/])[A-Za-z\d+/]{40,}={0,2}|(?<=\baesgcm256\.)[\w-]{40,}={0,2}|(?<=:\/\/[^\s/:@]{1,100}:)(?![${<%])[^\s/@]+(?=@)/g;

/** A text with `x` for the letters of what is secret: offsets, and what is no letter, stay. */
function withoutSecrets(scanner: Scanner, start: number, end: number): string {
  const written = scanner.text.slice(start, end);
  if (written.length < 40 && !written.includes('salt=') && !written.includes('://')) return written;
  return written.replace(secret, (found, offset: number) => {
    const before = written[offset - 1];
    if (before !== '=' && before !== '.' && before !== ':' && !looksSecret('', found)) return found;
    scanner.secrets.push(spanOf(start + offset, found));
    return found.replace(/[A-Za-z\d]/g, 'x');
  });
}

function spanOf(start: number, { length }: string): Span {
  return { start, end: start + length };
}
