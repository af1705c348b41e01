import { nearest } from '../../../../rules/model/nearest.ts';

/** A piece of a text that is an annotation of prisma-field-encryption, or that a person wrote for one. */
export interface NearAnnotation {
  readonly kind: 'encrypted' | 'hash' | 'cursor';
  /** The package would read it as what it is, in a comment that it reads. */
  readonly exact: boolean;
  readonly start: number;
  /** Behind the name and the argument, before any options. */
  readonly end: number;
  /** Behind the options. */
  readonly optionsEnd: number;
  /** The argument of a hash, as written. */
  readonly source?: string;
  /** Nothing but other annotations stands before it on its line. */
  readonly first: boolean;
  /** Nothing stands behind it on its line. */
  readonly last: boolean;
  /** The word before it takes it back: `not @encrypted`. */
  readonly denied: boolean;
}

const heads = ['encrypted', 'encryption', 'encrypt'] as const;

/** True for a comment that holds an annotation of one of the packages, or a word that is near to one. */
export function readsLikeAnnotation(text: string): boolean {
  if (text.includes('@encrypted') || text.includes('@fieldseal')) return true;
  for (const [, word = ''] of text.matchAll(/@\s?([A-Za-z]{4,14})/g)) {
    if (headOf(word) !== undefined || nearest(word, ['fieldseal']) !== undefined) return true;
  }
  return false;
}

/** The word that one is near to; `decrypted` and `unencrypted` are words of their own. */
function headOf(word: string): (typeof heads)[number] | undefined {
  return /^(?:de|un|re|non)/i.test(word) ? undefined : nearest(word, heads);
}

/** More annotations than these nobody writes about one field. */
const most = 100;

/** The wanted ones of all annotations in a text and of everything near to one, in order. */
export function nearAnnotations(
  text: string,
  isWanted: (read: ReadAnnotation) => boolean,
): readonly NearAnnotation[] {
  const found: NearAnnotation[] = [];
  let past = 0;
  for (let at = text.indexOf('@'); at >= 0 && found.length < most; at = text.indexOf('@', at + 1)) {
    if (at < past) continue;
    const read = readHash(text, at) ?? readCursor(text, at) ?? readEncrypted(text, at);
    if (read === undefined) continue;
    const options = matchAt(/\?[\w=&+/.-]*/y, text, read.end)?.[0] ?? '';
    past = read.end + options.length;
    if (isWanted(read)) found.push({ ...read, optionsEnd: past, ...surroundings(text, at, past) });
  }
  return found;
}

/** What is read of one by itself. */
type ReadAnnotation = Pick<NearAnnotation, 'kind' | 'exact' | 'start' | 'end' | 'source'>;

/** `@encryption:hash(email)`, `@encrypted:hash(email)`, `@encryption.Hash( "email" )`, `@encryptedHash(email)`. */
function readHash(text: string, start: number): ReadAnnotation | undefined {
  const exact = matchAt(/@encryption:hash\((\w+)\)/y, text, start);
  if (exact !== undefined) {
    return { kind: 'hash', exact: true, start, end: start + exact[0].length, source: exact[1] ?? '' };
  }
  const name = matchAt(/@[ \t]?([A-Za-z]+?)[ \t]?([:._\-/]{0,2})[ \t]?(hash\w*)/iy, text, start);
  const other = name ?? matchAt(/@[ \t]?([A-Za-z]+)([:._-])(\w{3,6})/y, text, start);
  if (other === undefined || !standsAlone(text, start)) return undefined;
  const [written, head = '', separator = '', word = ''] = other;
  const isHash = name !== undefined || nearest(word, ['hash']) !== undefined;
  if (!isHash || headOf(head) === undefined) return undefined;
  const nameEnd = start + written.length;
  const argument = matchAt(/[ \t]*[([{][ \t]*["'`]?([\w.]*)["'`]?[ \t]*[)\]}]?/y, text, nameEnd);
  // Without an argument only `@encryption:hash` itself says what it is for.
  if (argument === undefined && (separator === '' || /[ \t]/.test(written))) return undefined;
  const source = argument?.[1] ?? '';
  return { kind: 'hash', exact: false, start, end: nameEnd + (argument?.[0].length ?? 0), source };
}

function readCursor(text: string, start: number): ReadAnnotation | undefined {
  const written = matchAt(/@[ \t]?([A-Za-z]+)[:._-]{1,2}[ \t]?([A-Za-z]+)/y, text, start);
  if (written === undefined) return undefined;
  const [whole, head = '', word = ''] = written;
  const exact = text.startsWith('@encryption:cursor', start);
  if (!exact && (headOf(head) === undefined || nearest(word, ['cursor']) === undefined)) return undefined;
  return { kind: 'cursor', exact, start, end: start + whole.length };
}

/** `@encrypted`, `@Encrypted`, `@encrypt`, `@encypted()`; a package, an address and another tool's call are none. */
function readEncrypted(text: string, start: number): ReadAnnotation | undefined {
  if (text.startsWith('@encrypted', start)) {
    return { kind: 'encrypted', exact: true, start, end: start + '@encrypted'.length };
  }
  const written = matchAt(/@[ \t]?([A-Za-z]+)(?:\(\))?(?![\w([{])/y, text, start);
  if (written === undefined || !standsAlone(text, start)) return undefined;
  const [whole, head = ''] = written;
  const end = start + whole.length;
  const meant = headOf(head);
  if (meant === undefined || /^(?:[/.:=-]\w|\/)/.test(text.slice(end, end + 2))) return undefined;
  const isAlone = (sides: { readonly first: boolean; readonly last: boolean }) => sides.first && sides.last;
  const options = matchAt(/\?[\w=&]+/y, text, end)?.[0] ?? '';
  const sides = surroundings(text, start, end + options.length);
  // A heading of documentation that describes how something else encrypts: `@encryption AES-256`.
  if (meant === 'encryption' && !isAlone(sides)) return undefined;
  if (head.toLowerCase() !== 'encrypted' && !sides.first && !sides.last) return undefined;
  return { kind: 'encrypted', exact: false, start, end };
}

/** False for an address, a package or a quotation. */
function standsAlone(text: string, start: number): boolean {
  return start === 0 || /[\s*(,;]/.test(text[start - 1] ?? '');
}

/** How many letters of a line are looked at on each side: whoever writes more does not annotate. */
const sideLength = 200;

function surroundings(
  text: string,
  start: number,
  end: number,
): Pick<NearAnnotation, 'first' | 'last' | 'denied'> {
  const before = /[^\r\n]*$/.exec(text.slice(Math.max(0, start - sideLength), start))?.[0] ?? '';
  const behind = /^[^\r\n]*/.exec(text.slice(end, end + sideLength))?.[0] ?? '';
  return {
    first: /^[\s*]*(?:@\S+\s+)*$/.test(before),
    last: /^[\s.,;*)]*(?:@\S+(?:\s+|$))*$/.test(behind),
    denied:
      /(?:\b(?:not|no|never|longer|un|non|isn't|was|were|previously|formerly|without)|todo:?)[\s-]*$/i.test(
        before,
      ),
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
