import { mask } from '../read/secrets.ts';
import type { Span } from '../read/tree.ts';
import { type Cell, cellsOf } from './cells.ts';
import type { Colors } from './colors.ts';
import type { Lines } from './positions.ts';

export interface FrameOptions {
  readonly colors: Colors;
  /** The colour of the squiggle. */
  readonly paint: (text: string) => string;
  /** Columns that the code may take, without the numbers before it. */
  readonly width: number;
}

/** The line of a range with a squiggle under exactly that range, and the line before it. */
export function codeFrame(
  lines: Lines,
  { start, end }: Span,
  secrets: readonly Span[],
  { colors, paint, width }: FrameOptions,
): string[] {
  const range = lines.rangeOf({ start, end });
  const { line } = range;
  const { start: lineStart, end: lineEnd } = lines.span(line);
  const until = range.endLine === line ? end : lineEnd;
  // A line of megabytes, as tools write them: only what stands around the range can be seen.
  const room = Math.max(leastRoom, 2 * width);
  const window = { from: Math.max(0, start - lineStart - room), length: 2 * room };
  const cells = lineCells(lines, line, secrets, window);
  const squiggle = columnsUnder(cells, start, until);
  const from = cutFrom(cells, squiggle, width);
  const digits = String(line).length;
  const gutter = (label: string) => colors.dim(`${label.padStart(digits)} │`);
  const row = (number: number, shown: Cell[]) =>
    `${gutter(String(number))} ${cut(shown, from, width)}`.trimEnd();

  const rows: string[] = [];
  const before = line > 1 ? lineCells(lines, line - 1, secrets, window) : [];
  if (/[^\s…]/.test(cut(before, from, width))) rows.push(row(line - 1, before));
  rows.push(row(line, cells));
  const length = Math.max(1, Math.min(squiggle.width, width - (squiggle.column - from.column) - from.marker));
  const tail = range.endLine > line ? ` to line ${range.endLine}` : '';
  const indent = ' '.repeat(from.marker + squiggle.column - from.column);
  rows.push(`${gutter('')} ${indent}${paint('~'.repeat(length))}${tail === '' ? '' : colors.dim(tail)}`);
  return rows;
}

/** Characters on each side of a range that are looked at, at least. */
const leastRoom = 1000;

/** A part of a line, in characters from its start. */
interface Window {
  readonly from: number;
  readonly length: number;
}

/** The cells of a part of a line; what looks like a secret is one cell that shows nothing of it. */
function lineCells(lines: Lines, line: number, secrets: readonly Span[], window: Window): Cell[] {
  const whole = lines.span(line);
  const start = onCharacter(lines.text, Math.min(whole.start + window.from, whole.end));
  const end = onCharacter(lines.text, Math.min(start + window.length, whole.end));
  const cells: Cell[] = [];
  let at = start;
  let column = 0;
  const add = (until: number) => {
    for (const cell of cellsOf(lines.text.slice(at, until), at, column)) {
      cells.push(cell);
      column += cell.width;
    }
  };
  const inside = secrets.filter((secret) => secret.start < end && secret.end > start);
  for (const secret of inside.sort((one, other) => one.start - other.start)) {
    if (secret.end <= at) continue;
    if (secret.start > at) add(secret.start);
    const until = Math.min(secret.end, end);
    cells.push({ shown: mask, width: mask.length, start: Math.max(secret.start, at), end: until });
    column += mask.length;
    at = until;
  }
  add(end);
  return cells;
}

/** Not between the halves of a character. */
function onCharacter(text: string, offset: number): number {
  const half = text.charCodeAt(offset);
  return half >= 0xdc00 && half <= 0xdfff ? offset - 1 : offset;
}

interface Columns {
  readonly column: number;
  readonly width: number;
}

/** The columns that lie over a range; one where the range is empty. */
function columnsUnder(cells: readonly Cell[], start: number, end: number): Columns {
  let column = 0;
  let from: number | undefined;
  let until = 0;
  for (const cell of cells) {
    if (cell.end > start && from === undefined) from = column;
    column += cell.width;
    if (cell.start < end) until = column;
  }
  const first = from ?? column;
  return { column: first, width: Math.max(1, until - first) };
}

interface Cut {
  /** The first column that is shown. */
  readonly column: number;
  /** Columns that the sign of the cut takes before it. */
  readonly marker: 0 | 1;
}

/** Where a line that is too wide is cut, so that the range stands in the middle of what is shown. */
function cutFrom(cells: readonly Cell[], squiggle: Columns, width: number): Cut {
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  const shown = Math.min(squiggle.width, Math.floor(width / 2));
  if (total <= width || squiggle.column + shown <= width - 1) return { column: 0, marker: 0 };
  const margin = Math.floor((width - shown) / 2);
  const wanted = Math.min(squiggle.column - margin, total - width + 1);
  let column = 0;
  // A cut inside a wide sign would shift everything after it.
  for (const cell of cells) {
    if (column >= wanted) break;
    column += cell.width;
  }
  return { column, marker: 1 };
}

function cut(cells: readonly Cell[], { column, marker }: Cut, width: number): string {
  let at = 0;
  let used: number = marker;
  let shown = '';
  const last = cells.length - 1;
  for (const [index, cell] of cells.entries()) {
    const here = at;
    at += cell.width;
    if (here < column) continue;
    if (used + cell.width > (index === last ? width : width - 1)) {
      return `${marker === 1 ? '…' : ''}${shown}…`;
    }
    used += cell.width;
    shown += cell.shown;
  }
  return `${marker === 1 && shown !== '' ? '…' : ''}${shown}`;
}
