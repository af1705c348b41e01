import { counted, listed } from '../../rules/model/words.ts';
import type { Analysis, Unreadable } from '../project/analyse.ts';
import { visible } from '../report/escape.ts';
import type { OpenedProject } from './open-project.ts';

/** Files that could not be read, wherever that was noticed. */
export function unreadableOf(project: OpenedProject, analysis: Analysis): readonly Unreadable[] {
  return [...project.unreadable, ...analysis.unreadable];
}

/** True when what a person named could not be read: then nothing says that it is clean. */
export function isIncomplete({ named }: OpenedProject, unreadable: readonly Unreadable[]): boolean {
  return unreadable.some(({ file }) => named.has(file));
}

export function unreadableNotes(unreadable: readonly Unreadable[]): string[] {
  if (unreadable.length === 0) return [];
  const shown = unreadable.slice(0, 10).map(({ file, reason }) => `${visible(file)} (${visible(reason)})`);
  const more = unreadable.length - shown.length;
  if (more > 0) shown.push(`${more} more`);
  return [`${counted(unreadable.length, 'file')} could not be read: ${listed(shown)}`];
}
