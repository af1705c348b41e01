import type { Place } from '../../../../rules/model/place.ts';

/** A text that stands in one piece or several of a file: the documentation of a field, a line for each comment. */
export interface Passage {
  readonly text: string;
  /** Where a stretch of the text stands: from its first letter to its last, and what lies between pieces with it. */
  readonly place: (start: number, end: number) => Place;
}

interface Piece {
  readonly text: string;
  readonly textStart: number;
}

/** The pieces joined with line breaks, as Prisma joins the comments of a field. */
export function passageOf(file: string, pieces: readonly Piece[]): Passage {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) {
    const { text, textStart } = only;
    return { text, place: (start, end) => ({ file, start: textStart + start, end: textStart + end }) };
  }
  const starts: number[] = [];
  let length = 0;
  for (const { text } of pieces) {
    starts.push(length);
    length += text.length + 1;
  }
  const offset = (at: number): number => {
    const index = pieceAt(starts, at);
    return (pieces[index]?.textStart ?? 0) + at - (starts[index] ?? 0);
  };
  return {
    text: pieces.map(({ text }) => text).join('\n'),
    place: (start, end) => ({
      file,
      start: offset(start),
      end: end > start ? offset(end - 1) + 1 : offset(start),
    }),
  };
}

/** The index of the last start that is not behind an offset. */
function pieceAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
