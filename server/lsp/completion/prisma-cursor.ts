import { readPrisma } from '../../read/prisma/read-prisma.ts';
import type { PrismaBlock, PrismaComment, PrismaField } from '../../read/prisma/schema.ts';

/** A comment of a Prisma schema in which someone types. */
export interface PrismaCursor {
  readonly comment: PrismaComment;
  /** What it belongs to; absent for a comment that belongs to nothing. */
  readonly owner?: CommentOwner;
  /** The comments that belong to the same thing, this one among them, one after the other, as one text. */
  readonly group: CommentText;
  /** Where the cursor stands in the text of the group. */
  readonly at: number;
}

export interface CommentOwner {
  readonly block: PrismaBlock;
  /** Absent where the comment is of the block itself. */
  readonly field?: PrismaField;
}

/** What comments say, without their slashes. */
export interface CommentText {
  readonly text: string;
  /** Where each line of it stands in the file. */
  readonly lines: readonly {
    readonly start: number;
    readonly fileStart: number;
    readonly length: number;
  }[];
}

export function prismaCursor(file: string, text: string, offset: number): PrismaCursor | undefined {
  const { prisma } = readPrisma(file, text);
  if (prisma === undefined) return undefined;
  const { comments, blocks } = prisma;
  const number = comments.findIndex((one) => {
    const { start, end } = insideOf(text, one);
    return start <= offset && offset <= end;
  });
  const comment = comments[number];
  if (comment === undefined) return undefined;
  const owner = ownerOf(blocks, comment, number);
  const documentation = (owner?.field ?? owner?.block)?.documentation ?? [];
  const together = documentation.some(({ start }) => start === comment.start) ? documentation : [comment];
  const group = joined(
    text,
    together.map((one) => insideOf(text, one)),
  );
  const at = offsetIn(group, offset);
  return at === undefined ? undefined : { comment, group, at, ...(owner === undefined ? {} : { owner }) };
}

function ownerOf(
  blocks: readonly PrismaBlock[],
  comment: PrismaComment,
  number: number,
): CommentOwner | undefined {
  const documents = (one: PrismaBlock | PrismaField) =>
    one.documentation.some(({ start }) => start === comment.start);
  for (const block of blocks) {
    const field = block.fields.find((one) => one.comment === number || documents(one));
    if (field !== undefined) return { block, field };
    if (documents(block)) return { block };
  }
  return undefined;
}

/** A comment without the signs that make it one. */
function insideOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  if (text.startsWith('/*', start)) {
    const closed = end - start >= 4 && text.startsWith('*/', end - 2);
    return { start: start + 2, end: closed ? end - 2 : end };
  }
  return { start: start + (text.startsWith('///', start) ? 3 : 2), end };
}

function joined(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): CommentText {
  let start = 0;
  const lines = spans.map((span) => {
    const line = { start, fileStart: span.start, length: span.end - span.start };
    start += line.length + 1;
    return line;
  });
  return { text: spans.map((span) => text.slice(span.start, span.end)).join('\n'), lines };
}

function offsetIn({ lines }: CommentText, offset: number): number | undefined {
  const line = lines.find(({ fileStart, length }) => fileStart <= offset && offset <= fileStart + length);
  return line === undefined ? undefined : line.start + offset - line.fileStart;
}

/** A stretch of one line of the comments, where it stands in the file. */
export function spanInFile(
  { lines }: CommentText,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const line = lines.find((one) => one.start <= start && end <= one.start + one.length);
  if (line === undefined) return undefined;
  const moved = line.fileStart - line.start;
  return { start: start + moved, end: end + moved };
}
