import type { PrismaAnnotation, StrayAnnotation } from '../../../../rules/model/blind-index.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { PrismaComment, PrismaField } from '../../../read/prisma/schema.ts';
import type { Commented } from './annotation-reader.ts';
import { type NearAnnotation, nearAnnotations } from './near-annotation.ts';
import type { Passage } from './passage.ts';

/** What the package reads of a field, against which something else in its comments is measured. */
export interface Found {
  readonly encrypted?: PrismaAnnotation | undefined;
  readonly hash?: PrismaAnnotation | undefined;
}

type Name = 'prisma-field-encryption' | 'prisma-encryption';

/** What reads like an annotation, in comments about a field or model, and is none for the package. */
export function straysOf(
  commented: Commented,
  read: Passage,
  found: Found,
  name: Name,
): readonly StrayAnnotation[] {
  const typos =
    commented.field === undefined
      ? ofModel(commented, name)
      : typosIn(commented, commented.field, read, found);
  const unread = unreadComments(commented, name).flatMap((comment) =>
    straysIn(commented, comment, found, name),
  );
  return [...typos, ...unread].sort((one, other) => one.place.start - other.place.start);
}

/** `@encrypted` alone on a line above a model none of whose fields says anything of it: it was meant for all of them. */
function ofModel({ documentation, block }: Commented, name: Name): readonly StrayAnnotation[] {
  const isSaid = block.fields.some((field) =>
    field.documentation.some(({ text }) => text.includes('@encrypt')),
  );
  if (name !== 'prisma-field-encryption' || isSaid) return [];
  const all = nearAnnotations(documentation.text, ({ kind, exact }) => kind === 'encrypted' && exact);
  return firstOfEach(all.filter(({ first, last }) => first && last)).map(
    ({ start, end }): StrayAnnotation => ({
      place: documentation.place(start, end),
      text: documentation.text.slice(start, end),
      why: 'model',
      meant: '@encrypted',
    }),
  );
}

function typosIn(
  { block }: Commented,
  field: PrismaField,
  read: Passage,
  found: Found,
): readonly StrayAnnotation[] {
  const slips = nearAnnotations(read.text, (near) => !near.exact && isMissing(near, found));
  return firstOfEach(slips).map((near): StrayAnnotation => {
    const { start, end } = near;
    const place = read.place(start, end);
    const meant = meantBy(near, field, block.fields);
    return {
      place,
      text: read.text.slice(start, end),
      why: 'typo',
      field: field.name,
      ...(meant === undefined ? {} : { meant, repair: [{ place, text: meant }] }),
    };
  });
}

/** One of a kind is enough: the package would read the first. */
function firstOfEach(list: readonly NearAnnotation[]): readonly NearAnnotation[] {
  const first = new Map<NearAnnotation['kind'], NearAnnotation>();
  for (const near of list) if (!first.has(near.kind)) first.set(near.kind, near);
  return [...first.values()];
}

/** What a person wrote for something that the field does not have yet. */
function isMissing({ kind }: Pick<NearAnnotation, 'kind'>, found: Found): boolean {
  switch (kind) {
    case 'encrypted':
      return found.encrypted === undefined;
    case 'hash':
      return found.hash === undefined;
    case 'cursor':
      return true;
  }
}

/** What the package would read; undefined where nothing says which field a hash is of. */
function meantBy(
  { kind, source = '' }: NearAnnotation,
  field: PrismaField | undefined,
  fields: readonly PrismaField[],
): string | undefined {
  switch (kind) {
    case 'encrypted':
      return '@encrypted';
    case 'cursor':
      return '@encryption:cursor';
    case 'hash': {
      const written = source.slice(source.lastIndexOf('.') + 1);
      const stem = /^(.+?)_?(?:hash|hashed|digest)$/i.exec(field?.name ?? '')?.[1];
      const isField = fields.some(({ name }) => name === written);
      const ofStem = fields.find(({ name }) => name === stem)?.name;
      const named = isField || ofStem === undefined ? written : ofStem;
      // The package reads names of ASCII letters alone.
      return /^\w+$/.test(named) ? `@encryption:hash(${named})` : undefined;
    }
  }
}

/** A comment that the package does not read. */
interface Unread {
  readonly text: string;
  readonly textStart: number;
  readonly start: number;
  readonly end: number;
  readonly kind: PrismaComment['kind'];
  readonly trailing: boolean;
}

function unreadComments({ field, others, trailing }: Commented, name: Name): readonly Unread[] {
  if (name === 'prisma-field-encryption') return others;
  const leading = (field?.documentation ?? []).flatMap((one): Unread[] =>
    one.trailing ? [] : [{ ...one, kind: 'documentation' }],
  );
  const block = trailing?.kind === 'block' ? [trailing] : [];
  return [...leading, ...others.filter((one) => one !== trailing), ...block];
}

function straysIn(
  commented: Commented,
  comment: Unread,
  found: Found,
  name: Name,
): readonly StrayAnnotation[] {
  const { file, field, block } = commented;
  const { text, textStart, kind } = comment;
  const isPlain = kind === 'plain' && name === 'prisma-field-encryption';
  // A plain comment behind the last field speaks of nothing.
  if (field === undefined && (kind === 'plain' || name === 'prisma-encryption')) return [];
  const missing = nearAnnotations(text, (near) => isMissing(near, found));
  const meantHere = missing.filter((near) => isMeant(near, comment));
  return firstOfEach(meantHere).map((near): StrayAnnotation => {
    const meant = meantBy(near, field, block.fields);
    const written = meant === undefined ? undefined : meant + text.slice(near.end, near.optionsEnd);
    const repair = written === undefined ? undefined : repairOf(commented, comment, near, written, name);
    return {
      place: { file, start: textStart + near.start, end: textStart + near.end },
      text: text.slice(near.start, near.end),
      why: isPlain || name === 'prisma-encryption' ? 'comment-style' : 'detached',
      ...(field === undefined ? {} : { field: field.name }),
      ...(meant === undefined ? {} : { meant }),
      ...(repair === undefined ? {} : { repair }),
    };
  });
}

/** True where a comment says it of the field, and does not talk about it. */
function isMeant(near: NearAnnotation, { text, kind, trailing }: Unread): boolean {
  if (near.first) return true;
  const before = text.slice(Math.max(0, near.start - 40), near.start);
  // `name String // as on the door /// @encrypted`; a line that is commented out begins with the slashes.
  if (kind === 'plain') return trailing && /\S\s*\/\/\/\s*$/.test(before);
  return near.exact && near.last && !near.denied;
}

/** Among more comments nobody knows what belongs to what. */
const mostComments = 20;

type Edit = { readonly place: Place; readonly text: string };

function repairOf(
  commented: Commented,
  comment: Unread,
  near: NearAnnotation,
  written: string,
  name: Name,
): readonly Edit[] | undefined {
  const { file, field, others } = commented;
  if (field === undefined || others.length > mostComments) return undefined;
  const place = (start: number, end: number): Place => ({ file, start, end });
  if (name === 'prisma-encryption') return moveBehind(commented, field, comment, near, written);
  if (comment.kind === 'plain' && (comment.trailing || standsBefore(commented, field, comment))) {
    const start = comment.textStart + near.start;
    const end = comment.textStart + near.optionsEnd;
    const mark = { place: place(comment.start, comment.start + 2), text: '///' };
    return near.exact ? [mark] : [mark, { place: place(start, end), text: written }];
  }
  const above = {
    place: place(field.start, field.start),
    text: `/// ${written}${breakAndIndent(commented)}`,
  };
  const removed = comment.trailing ? undefined : removal(commented, field, comment, near);
  return removed === undefined ? [above] : [removed, above];
}

function breakAndIndent({ lineBreak, block }: Commented): string {
  return lineBreak + block.indent;
}

/** True where nothing, not even a blank line, stands between a comment and the next one or the field, and so on to the field. */
function standsBefore(commented: Commented, field: PrismaField, comment: Unread): boolean {
  const next = nextStart(commented, field, comment);
  const gap = breakAndIndent(commented).length;
  if (next - comment.end > gap) return next === field.start;
  const following = commented.others.find(({ start }) => start === next);
  return following === undefined || standsBefore(commented, field, following);
}

function nextStart({ others }: Commented, field: PrismaField, { end }: Unread): number {
  const starts = [...others, ...field.documentation].map(({ start }) => start);
  return Math.min(field.start, ...starts.filter((start) => start >= end));
}

/** Takes a comment away that says nothing else, with the lines to what follows it. */
function removal(
  commented: Commented,
  field: PrismaField,
  comment: Unread,
  { start, optionsEnd }: NearAnnotation,
): Edit | undefined {
  const { text } = comment;
  if (/[^\s*]/.test(text.slice(0, start) + text.slice(optionsEnd))) return undefined;
  const end = nextStart(commented, field, comment);
  return { place: { file: commented.file, start: comment.start, end }, text: '' };
}

/** Behind the field, where prisma-encryption reads it. */
function moveBehind(
  commented: Commented,
  field: PrismaField,
  comment: Unread,
  near: NearAnnotation,
  written: string,
): readonly Edit[] | undefined {
  const { file, trailing } = commented;
  if (comment === trailing) {
    if (/[\r\n]/.test(comment.text)) return undefined;
    const said = comment.text.slice(0, near.start) + written + comment.text.slice(near.optionsEnd);
    return [{ place: { file, start: comment.start, end: comment.end }, text: `/// ${said}` }];
  }
  if (trailing?.kind === 'block') return undefined;
  const at = trailing?.end ?? field.end;
  const behind = {
    place: { file, start: at, end: at },
    text: `${trailing === undefined ? ' ///' : ''} ${written}`,
  };
  const removed = removal(commented, field, comment, near);
  return removed === undefined ? [behind] : [removed, behind];
}
