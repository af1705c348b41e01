import { columnsOf } from './cells.ts';

/** Breaks a text at its spaces so that no line is wider than that, where words allow; undefined means never. */
export function wrap(text: string, width: number | undefined): string[] {
  if (width === undefined || columnsOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const columns = columnsOf(word);
    if (line !== '' && used + 1 + columns > width) {
      lines.push(line);
      line = word;
      used = columns;
    } else {
      line = line === '' ? word : `${line} ${word}`;
      used += columns + (used === 0 ? 0 : 1);
    }
  }
  return [...lines, line];
}
