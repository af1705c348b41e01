import type { Position, Range } from 'vscode-languageserver';
import { type Lines, linesOf } from '../report/positions.ts';

/** Offsets to the protocol's positions and back, for one text. */
export interface Ranges {
  readonly positionAt: (offset: number) => Position;
  readonly rangeOf: (place: { readonly start: number; readonly end: number }) => Range;
  readonly offsetAt: (position: Position) => number;
}

export function rangesOf(text: string): Ranges {
  const lines: Lines = linesOf(text);
  const positionAt = (offset: number): Position => {
    const { line, column } = lines.positionAt(offset);
    const { start, end } = lines.span(line);
    // Between the two halves of a line break there is no position.
    return { line: line - 1, character: Math.min(column - 1, end - start) };
  };
  return {
    positionAt,
    rangeOf: ({ start, end }) => ({ start: positionAt(start), end: positionAt(Math.max(start, end)) }),
    offsetAt: ({ line, character }) => {
      if (line >= lines.count) return text.length;
      const { start, end } = lines.span(line + 1);
      return Math.min(start + character, end);
    },
  };
}
