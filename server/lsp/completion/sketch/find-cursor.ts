import type { LiteralSyntax } from '../../../read/facts.ts';
import { tooDeepAt } from '../../../read/nesting.ts';
import { findInBlock } from './block.ts';
import { findInBrackets } from './brackets.ts';
import type { CommentCursor, Cursor } from './sketch.ts';

/** Where a cursor stands in a text of any syntax; undefined where nothing can be completed. */
export function findCursor(
  text: string,
  syntax: LiteralSyntax,
  offset: number,
): Cursor | CommentCursor | undefined {
  if (tooDeepAt(text, syntax) !== undefined) return undefined;
  return syntax === 'yaml' ? findInBlock(text, offset) : findInBrackets(text, syntax, offset);
}
