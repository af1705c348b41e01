import { nearest } from '../../rules/model/nearest.ts';

/** The one name that was most likely meant; a rule is also found by its own name alone, where only one group has it. */
export function nearId(word: string, ids: readonly string[]): string | undefined {
  const sameName = ids.filter((one) => one.endsWith(`/${word}`));
  return sameName.length === 1 ? sameName[0] : nearest(word, ids);
}

export function didYouMean(near: string | undefined): string {
  return near === undefined ? '' : `; did you mean ${near}?`;
}
