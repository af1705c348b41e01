import type { Change } from '../model/finding.ts';
import type { Place } from '../model/place.ts';

/** Another word in place of a quoted one, whose quotes stay: `place` is the word, with or without them. */
export function replaceWord(place: Place, word: string, to: string): Change {
  const quotes = place.end - place.start - word.length;
  const inner = quotes === 2 ? { ...place, start: place.start + 1, end: place.end - 1 } : place;
  return { kind: 'text', place: inner, text: to };
}
