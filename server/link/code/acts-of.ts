import type { FileFacts } from '../../read/facts.ts';
import type { Act } from '../../read/source/code/code.ts';

const none: readonly Act[] = [];

/** What the code of a file does; nothing for a file that is no code. */
export function actsOf(facts: FileFacts | undefined): readonly Act[] {
  return facts?.source?.code ?? none;
}
