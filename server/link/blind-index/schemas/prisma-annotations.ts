import { optionsOf } from '../../../../rules/blind-index/annotation-options.ts';
import type { AnnotationOption, PrismaAnnotation } from '../../../../rules/model/blind-index.ts';
import type { Passage } from './passage.ts';

/**
 * The grammar of prisma-field-encryption 1.6.0 (dist/dmmf.js) and of its fork prisma-encryption 2.0.0 (dist/ast.js): both
 * look for these in a text, anywhere in it, and take the first of each.
 */
const grammar = /@encrypted(\?[\w=&]+)?|@encryption:hash\((\w+)\)(\?[\w=&]+)?|@encryption:cursor/g;

/** More annotations than these nobody writes about one field. */
const most = 100;

/** Every annotation of a text, as the packages read each. */
export function annotationsIn(passage: Passage): readonly PrismaAnnotation[] {
  const { text } = passage;
  if (!text.includes('@encrypt')) return [];
  const annotations: PrismaAnnotation[] = [];
  for (const match of text.matchAll(grammar)) {
    annotations.push(toAnnotation(passage, match));
    if (annotations.length >= most) break;
  }
  return annotations;
}

export function isEncrypted({ name }: PrismaAnnotation): boolean {
  return name === 'encrypted';
}

export function isHash({ name }: PrismaAnnotation): boolean {
  return name === 'encryption:hash';
}

function toAnnotation(passage: Passage, match: RegExpExecArray): PrismaAnnotation {
  const [read, encryptedQuery, source, hashQuery] = match;
  const { text } = passage;
  const start = match.index;
  const end = start + read.length;
  const query = source === undefined ? encryptedQuery : hashQuery;
  const name =
    source !== undefined
      ? 'encryption:hash'
      : read.startsWith('@encrypted')
        ? 'encrypted'
        : 'encryption:cursor';
  const argumentStart = start + '@encryption:hash('.length;
  const meantEnd = meantUntil(text, end);
  const options =
    name === 'encryption:cursor'
      ? []
      : [
          ...optionsIn(passage, name, end - (query?.length ?? 0), end, meantEnd),
          ...passedOver(passage, name, end, query),
        ];
  return {
    name,
    place: passage.place(start, end),
    meant: passage.place(start, meantEnd),
    ...(source === undefined
      ? {}
      : {
          argument: {
            value: source,
            place: passage.place(argumentStart, argumentStart + source.length),
          },
        }),
    options,
    problems: [],
  };
}

/** How far behind an annotation a person's options are looked for. */
const mostRead = 400;

/** Up to the next blank, without the signs that end a sentence. */
function meantUntil(text: string, end: number): number {
  const rest = /^\S*/.exec(text.slice(end, end + mostRead))?.[0] ?? '';
  return end + rest.replace(/[.,;:!?)\]}'"`*/]+$/, '').length;
}

/** The options of `?a=b&c=d`, as `URLSearchParams` reads them. */
function optionsIn(
  passage: Passage,
  name: string,
  start: number,
  end: number,
  meantEnd: number,
): readonly AnnotationOption[] {
  const { text } = passage;
  const options: AnnotationOption[] = [];
  const seen = new Set<string>();
  let at = start + 1;
  for (const pair of text.slice(at, end).split('&')) {
    const pairEnd = at + pair.length;
    if (pair !== '') {
      const [key = ''] = pair.split('=', 1);
      const keyEnd = at + key.length;
      const valueStart = Math.min(keyEnd + 1, pairEnd);
      const value = text.slice(valueStart, pairEnd);
      // What follows the last option without a blank was meant to be part of it.
      const cut = pairEnd === end && meantEnd > end ? text.slice(end, meantEnd) : '';
      const written = value + (cut.split('&')[0] ?? '');
      options.push({
        key,
        keyPlace: passage.place(at, keyEnd),
        value,
        valuePlace: passage.place(valueStart, valueStart + written.length),
        ...(written === value ? {} : { written }),
        known: isKnown(name, key, value) && (key === 'normalize' || !seen.has(key)),
      });
      seen.add(key);
    }
    at = pairEnd + 1;
  }
  return options;
}

const [encryptedOption, hashOption] = ['encrypted', 'encryption:hash'].map(
  (name) => new RegExp(`(?<=[\\s?&(,;])(${Object.keys(optionsOf(name)).join('|')})=([^\\s&,;)]+)`, 'g'),
) as [RegExp, RegExp];

/** Options that a person wrote and that nothing reads: behind a blank, or behind the sign that ends the reading. */
function passedOver(
  passage: Passage,
  name: string,
  end: number,
  query: string | undefined,
): readonly AnnotationOption[] {
  const { text } = passage;
  // A hash that is written as an encrypted field is a slip of its own.
  if (query === undefined && /^\w*[:._-]/.test(text.slice(end, end + 20))) return [];
  const rest = /^[^@\r\n]*/.exec(text.slice(end, end + mostRead))?.[0] ?? '';
  if (!rest.includes('=')) return [];
  const found = rest.matchAll(name === 'encrypted' ? encryptedOption : hashOption);
  return [...found].map((match): AnnotationOption => {
    const [, key = '', written = ''] = match;
    const keyStart = end + match.index;
    const valueStart = keyStart + key.length + 1;
    return {
      key,
      keyPlace: passage.place(keyStart, keyStart + key.length),
      valuePlace: passage.place(valueStart, valueStart + written.length),
      written,
      known: false,
    };
  });
}

/** The option of a key that the package reads: the first. */
export function optionOf({ options }: PrismaAnnotation, key: string): AnnotationOption | undefined {
  return options.find((option) => option.key === key && option.value !== undefined);
}

function isKnown(name: string, key: string, value: string): boolean {
  const options = optionsOf(name);
  if (!Object.hasOwn(options, key)) return false;
  const values = options[key] ?? [];
  return values.length === 0 || values.includes(value);
}
