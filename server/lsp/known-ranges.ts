import { type Ranges, rangesOf } from './ranges.ts';

/** Texts whose lines were counted last: most answers are about a few documents, again and again. */
const known = new Map<string, Ranges>();
const most = 8;

export function knownRanges(text: string): Ranges {
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = rangesOf(text);
  known.set(text, made);
  for (const first of known.keys()) {
    if (known.size <= most) break;
    known.delete(first);
  }
  return made;
}
