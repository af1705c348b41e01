import type { PrismaAnnotation } from '../../../../rules/model/blind-index.ts';
import type { PrismaComment } from '../../../read/prisma/schema.ts';
import type { Commented, ReadAnnotations } from './annotation-reader.ts';
import { hashMethod } from './hash-method.ts';
import { type Passage, passageOf } from './passage.ts';
import { annotationsIn, isEncrypted, isHash, optionOf } from './prisma-annotations.ts';
import { straysOf } from './strays.ts';

/** What prisma-field-encryption 1.6.0 makes of the documentation of a field. */
export function readPrismaFieldEncryption(commented: Commented): ReadAnnotations {
  return readAnnotations(commented, commented.documentation, 'prisma-field-encryption');
}

/** What prisma-encryption 2.0.0 makes of the line comment behind a field: it reads no other. */
export function readPrismaEncryption(commented: Commented): ReadAnnotations {
  const { file, trailing } = commented;
  const piece = trailing && lineComment(trailing);
  return readAnnotations(commented, passageOf(file, piece === undefined ? [] : [piece]), 'prisma-encryption');
}

/** A line comment, or one inside a block comment: the parser of the package does not know that it is inside of something. */
function lineComment({ kind, text, textStart }: PrismaComment) {
  if (kind !== 'block') return { text, textStart };
  const slashes = /^[^\r\n]*?(?=\/\/)/.exec(text)?.[0].length;
  if (slashes === undefined) return undefined;
  const [line = ''] = text.slice(slashes).split(/[\r\n]/, 1);
  return { text: line, textStart: textStart + slashes };
}

function readAnnotations(
  commented: Commented,
  passage: Passage,
  name: 'prisma-field-encryption' | 'prisma-encryption',
): ReadAnnotations {
  const { field, documentation, others, trailing } = commented;
  const isSilent =
    !speaks(passage) &&
    !speaks(documentation) &&
    !others.some(speaks) &&
    (trailing === undefined || !speaks(trailing));
  if (isSilent) return nothing;
  if (field === undefined) {
    return { annotations: [], strays: straysOf(commented, passage, {}, name) };
  }
  const annotations = annotationsIn(passage);
  // The first of each counts.
  const encrypted = annotations.find(isEncrypted);
  const hash = annotations.find(isHash);
  return {
    annotations,
    strays: straysOf(commented, passage, { encrypted, hash }, name),
    ...(encrypted === undefined ? {} : { encrypted: { annotation: encrypted, ...modeOf(encrypted) } }),
    ...(hash?.argument === undefined
      ? {}
      : {
          index: {
            annotation: hash,
            sourceName: hash.argument.value,
            sourcePlace: hash.argument.place,
            method: hashMethod(hash, commented.globalSalt),
          },
        }),
  };
}

const nothing: ReadAnnotations = { annotations: [], strays: [] };

function speaks({ text }: { readonly text: string }): boolean {
  return text.includes('@');
}

function modeOf(annotation: PrismaAnnotation): { readonly mode?: string } {
  const said = optionOf(annotation, 'mode')?.value;
  if (said !== undefined) return said === 'strict' || said === 'readonly' ? { mode: said } : {};
  if (optionOf(annotation, 'readonly') !== undefined) return { mode: 'readonly' };
  return optionOf(annotation, 'strict') === undefined ? {} : { mode: 'strict' };
}
