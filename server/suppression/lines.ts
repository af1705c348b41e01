/** The lines of a text, which end at \n, \r\n or \r. */
export interface Lines {
  /** The line of an offset, from 0. */
  readonly of: (offset: number) => number;
  readonly startOf: (line: number) => number;
}

export function linesOf(text: string): Lines {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return {
    of(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    startOf: (line) => starts[line] ?? text.length,
  };
}
