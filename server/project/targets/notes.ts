import { listed } from '../../../rules/model/words.ts';
import type { Decided } from './decide.ts';

/** What a person should know of how targets were found, a line each. */
export function targetNotes<Version extends string>(
  engine: string,
  setting: string,
  decided: readonly Decided<Version>[],
): string[] {
  const notes = decided.flatMap(({ target, evidence }) => {
    if (target.assumed) {
      const said = unique(evidence.map(({ file, shown }) => `${file} runs ${shown}`));
      return said.length === 0
        ? []
        : [`${shortened(said)}: ${engine} ${target.version} is assumed, set ${setting}`];
    }
    return evidence.flatMap(({ file, shown, version, beyond }) =>
      beyond === undefined
        ? []
        : [`${file} runs ${shown}, checked as ${version}, the ${bound[beyond]} that encsafe knows`],
    );
  });
  return unique(notes);
}

const bound = { older: 'oldest', newer: 'newest' } as const;

/** Enough to see the disagreement. */
const shownAtMost = 3;

function shortened(items: readonly string[]): string {
  if (items.length > shownAtMost) {
    return `${items.slice(0, shownAtMost).join(', ')} and ${items.length - shownAtMost} more`;
  }
  return listed(items);
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
