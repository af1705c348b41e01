import type { StrayAnnotation } from '../../../../rules/model/blind-index.ts';
import { nearest } from '../../../../rules/model/nearest.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { PrismaComment } from '../../../read/prisma/schema.ts';
import type { Commented } from './annotation-reader.ts';
import { type FieldsealCall, readFieldsealCalls } from './fieldseal-grammar.ts';
import { type Passage, passageOf } from './passage.ts';

type Edit = { readonly place: Place; readonly text: string };

/** What was meant for Fieldseal in comments about a field or model, and is no annotation of it. */
export function fieldsealStrays(
  commented: Commented,
  calls: readonly FieldsealCall[],
): readonly StrayAnnotation[] {
  const { documentation, field } = commented;
  const typos = slipsIn(documentation.text, calls).map((slip) =>
    toStray(commented, documentation, slip, 'typo', undefined),
  );
  const unread = groupsOf(commented).flatMap((group): StrayAnnotation[] => {
    const isPlain = group[0]?.kind === 'plain';
    // Where an annotation counts, a plain comment holds what it was before; behind the last field it speaks of nothing.
    if (isPlain && (calls.length > 0 || field === undefined)) return [];
    const passage = passageOf(commented.file, group);
    return meantIn(passage.text).map((slip) => {
      const repair = isPlain
        ? asDocumentation(commented, group, slip)
        : moved(commented, group, passage, slip);
      return toStray(commented, passage, slip, isPlain ? 'comment-style' : 'detached', repair);
    });
  });
  return [...typos, ...unread];
}

function toStray(
  { field }: Commented,
  passage: Passage,
  { start, end, meant }: Slip,
  why: StrayAnnotation['why'],
  repair: readonly Edit[] | undefined,
): StrayAnnotation {
  return {
    place: passage.place(start, end),
    text: passage.text.slice(start, end),
    why,
    ...(meant === undefined ? {} : { meant }),
    ...(repair === undefined ? {} : { repair }),
    ...(field === undefined ? {} : { field: field.name }),
  };
}

/** The comments that Fieldseal does not read, those of one kind on lines that follow each other together. */
function groupsOf(commented: Commented): readonly (readonly PrismaComment[])[] {
  const groups: PrismaComment[][] = [];
  for (const comment of commented.others) {
    const last = groups.at(-1)?.at(-1);
    const follows = last !== undefined && !last.trailing && isNext(commented, last.end, comment.start);
    if (follows && last.kind === comment.kind && !comment.trailing) groups.at(-1)?.push(comment);
    else groups.push([comment]);
  }
  return groups;
}

/** True where what begins at the one offset stands on the line behind the other. */
function isNext({ lineBreak, block }: Commented, end: number, start: number): boolean {
  return start - end <= (lineBreak + block.indent).length;
}

/** Makes a plain comment documentation, where it stands right before the field or behind it. */
function asDocumentation(
  commented: Commented,
  group: readonly PrismaComment[],
  { exact }: Slip,
): readonly Edit[] | undefined {
  const last = group.at(-1);
  const { field, file } = commented;
  if (!exact || field === undefined || last === undefined) return undefined;
  if (!last.trailing && !isNext(commented, last.end, field.start)) return undefined;
  return group.map(({ start }) => ({ place: { file, start, end: start + 2 }, text: '///' }));
}

/** Among more comments nobody knows what belongs to what. */
const mostComments = 20;

/** Moves documentation that says nothing else to the field. */
function moved(
  { file, field, block, lineBreak, others }: Commented,
  group: readonly PrismaComment[],
  { text }: Passage,
  { start, end, exact }: Slip,
): readonly Edit[] | undefined {
  const [first] = group;
  const last = group.at(-1);
  if (!exact || field === undefined || first === undefined || last === undefined) return undefined;
  if (others.length > mostComments) return undefined;
  if (first.trailing || first.kind !== 'documentation' || isMasked(text)) return undefined;
  if (text.trim() !== text.slice(start, end)) return undefined;
  const next = [...others, ...field.documentation, field]
    .map((one) => one.start)
    .filter((at) => at >= last.end);
  const lines = text.split('\n').map((line) => `/// ${line}${lineBreak}${block.indent}`);
  const place = (from: number, to: number): Place => ({ file, start: from, end: to });
  return [
    { place: place(first.start, Math.min(...next)), text: '' },
    { place: place(field.start, field.start), text: lines.join('') },
  ];
}

interface Slip {
  readonly start: number;
  readonly end: number;
  readonly meant?: string;
  /** An annotation as Fieldseal reads it, closed, in the wrong comment. */
  readonly exact?: true;
}

/** Annotations and near ones of a comment that Fieldseal never sees. */
function meantIn(text: string): readonly Slip[] {
  if (!/[@(]/.test(text)) return [];
  const calls = readFieldsealCalls(text);
  const whole = calls.map(({ start, end, faults }): Slip => {
    const span = { start, end, meant: text.slice(start, end) };
    return faults.length === 0 ? { ...span, exact: true } : span;
  });
  return [...whole, ...slipsIn(text, calls)];
}

const keyword = '(?:encrypted|index|table_uuid|column_uuid)\\b';
const word = /(?<![\w.@/-])(@[^\S\n]?)?([A-Za-z][\w-]{5,14})(?![\w-])/g;
const called = new RegExp(`^\\s*([({[])(?=[^\\n]{0,200}?\\b${keyword})`);
const bare = new RegExp(`^[^\\S\\n]*[:.,=-]?[^\\S\\n]*(?=${keyword})`);

/** `@feldseal(encrypted, …)`, `@Fieldseal(…)`, `fieldseal(…)`, `@fieldseal encrypted, …`. */
function slipsIn(text: string, calls: readonly FieldsealCall[]): readonly Slip[] {
  const slips: Slip[] = [];
  let at = 0;
  for (const match of text.matchAll(word)) {
    const [written, sign = '', name = ''] = match;
    const { index: start } = match;
    const end = start + written.length;
    if (start < (slips.at(-1)?.end ?? 0)) continue;
    if (nearest(name.replaceAll(/[-_]/g, ''), ['fieldseal']) === undefined) continue;
    while ((calls[at]?.end ?? end) <= start) at += 1;
    if ((calls[at]?.start ?? end) < end) continue;
    const rest = text.slice(end);
    // Without the sign it may be a sentence about Fieldseal.
    if (sign === '' && !/^fieldseal\(/.test(name + rest.slice(0, 1))) continue;
    const bracket = called.exec(rest)?.[1];
    if (bracket === '(') slips.push({ start, end, meant: '@fieldseal' });
    else if (bracket !== undefined) slips.push({ start, end });
    else if (sign !== '' && bare.test(rest)) slips.push(withoutParenthesis(text, start, end));
  }
  return slips;
}

function withoutParenthesis(text: string, start: number, nameEnd: number): Slip {
  const lineEnd = text.indexOf('\n', nameEnd);
  const line = text.slice(nameEnd, lineEnd < 0 ? text.length : lineEnd);
  const written = line.replace(/[\s).]+$/, '');
  const inner = written.replace(bare, '');
  const slip = { start, end: nameEnd + written.length };
  return isMasked(inner) ? slip : { ...slip, meant: `@fieldseal(${inner})` };
}

/** What reads like a key, whose letters no facts hold, cannot be written anew. */
function isMasked(text: string): boolean {
  return /x{20}/.test(text);
}
