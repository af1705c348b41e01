import type { FieldOverride } from '../../../../rules/model/field.ts';
import type { PrismaBlock, PrismaComment, PrismaFacts, PrismaField } from '../../../read/prisma/schema.ts';
import type { Commented } from './annotation-reader.ts';
import { passageOf } from './passage.ts';

/** The fields of a block that have comments, and the block itself, each with the comments about it. */
export interface CommentedBlock {
  readonly model: Commented;
  readonly fields: ReadonlyMap<PrismaField, Commented>;
  /** What comments say of fields that a classifier cannot know. */
  readonly overrides: ReadonlyMap<PrismaField, FieldOverride>;
}

/**
 * Every comment inside the block belongs to one of them: to the field that it stands behind, or to the next one. What stands
 * behind the opening brace, behind an attribute of the block, or behind the last field, belongs to the block.
 */
export function commentsOf(
  file: string,
  { comments, lineBreak }: PrismaFacts,
  block: PrismaBlock,
  overrides: ReadonlyMap<PrismaField, FieldOverride>,
  globalSalt: boolean,
): CommentedBlock {
  const fields = new Map<PrismaField, Commented>();
  const ofBlock: PrismaComment[] = [];
  let at = firstFrom(comments, block.start);
  for (const field of block.fields) {
    const behind = field.comment;
    const trailing = behind === undefined ? undefined : comments[behind];
    const until = behind === undefined ? firstFrom(comments, field.end) : behind + 1;
    let others: PrismaComment[] | undefined;
    for (; at < until; at += 1) {
      const comment = comments[at];
      if (comment === undefined || isDocumentation(comment)) continue;
      if (comment.trailing && comment !== trailing) {
        ofBlock.push(comment);
      } else {
        others ??= [];
        others.push(comment);
      }
    }
    // Most fields have none.
    if (trailing === undefined && others === undefined && field.documentation.length === 0) continue;
    const documentation = passageOf(file, field.documentation);
    const told = { file, block, field, documentation, others: others ?? none, lineBreak, globalSalt };
    fields.set(field, trailing === undefined ? told : { ...told, trailing });
  }
  for (let end = firstFrom(comments, block.end); at < end; at += 1) {
    const comment = comments[at];
    if (comment !== undefined && !isDocumentation(comment)) ofBlock.push(comment);
  }
  const documentation = passageOf(file, block.documentation);
  return {
    model: { file, block, documentation, others: ofBlock, lineBreak, globalSalt },
    fields,
    overrides,
  };
}

const none: readonly never[] = [];

function isDocumentation({ attached }: PrismaComment): boolean {
  return attached !== 'lost' && attached !== 'none';
}

/** The index of the first comment that begins at an offset or behind it. */
function firstFrom(comments: readonly PrismaComment[], offset: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
