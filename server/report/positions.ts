import type { Place } from '../../rules/model/place.ts';

/** Where an offset stands for a person: both count from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A text by its lines, which end at \n, \r\n or \r. A byte order mark counts in offsets and not in columns. */
export interface Lines {
  readonly text: string;
  readonly count: number;
  readonly positionAt: (offset: number) => Position;
  readonly rangeOf: (place: Pick<Place, 'start' | 'end'>) => Range;
  /** The offsets of a line without its break, nor the mark before the first one. */
  readonly span: (line: number) => { readonly start: number; readonly end: number };
}

export function linesOf(text: string): Lines {
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const starts = [mark];
  const ends: number[] = [];
  for (const { index, 0: found } of text.matchAll(/\r\n|\n|\r/g)) {
    ends.push(index);
    starts.push(index + found.length);
  }
  ends.push(text.length);

  const positionAt = (offset: number): Position => {
    const at = Math.min(Math.max(offset, mark), text.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
  };
  return {
    text,
    count: starts.length,
    positionAt,
    rangeOf({ start, end }) {
      const from = positionAt(start);
      const to = positionAt(Math.max(start, end));
      return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
    },
    span: (line) => ({ start: starts[line - 1] ?? text.length, end: ends[line - 1] ?? text.length }),
  };
}
