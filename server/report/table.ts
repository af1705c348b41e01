import { columnsOf } from './cells.ts';
import type { Colors } from './colors.ts';

export interface Column {
  readonly head: string;
  /** Stands above this column and those that follow it without a title of their own. */
  readonly group?: string;
  readonly right?: true;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** A last row that sums the others up. */
  readonly sum?: readonly string[];
}

/** The widest line that a table has when printed. */
export function tableWidth(table: Table): number {
  return spanOf(widthsOf(table), 0, table.columns.length) + indent.length;
}

const indent = '  ';
const gap = '  ';

export function printTable(table: Table, colors: Colors): string[] {
  const { columns, rows, sum } = table;
  const widths = widthsOf(table);
  const print = (cells: readonly string[]) => {
    const padded = columns.map(({ right }, at) => pad(cells[at] ?? '', widths[at] ?? 0, right === true));
    return `${indent}${padded.join(gap)}`.trimEnd();
  };
  const groups = columns.some(({ group }) => group !== undefined) ? [groupLine(columns, widths)] : [];
  return [
    ...groups.map((line) => colors.dim(line)),
    colors.bold(print(columns.map(({ head }) => head))),
    ...rows.map(print),
    ...(sum === undefined ? [] : [colors.bold(print(sum))]),
  ];
}

function groupLine(columns: readonly Column[], widths: readonly number[]): string {
  let line = indent;
  columns.forEach(({ group }, at) => {
    if (group === undefined) return;
    line = line.padEnd(indent.length + (at === 0 ? 0 : spanOf(widths, 0, at) + gap.length)) + group;
  });
  return line;
}

function widthsOf({ columns, rows, sum = [] }: Table): number[] {
  const widths = columns.map(({ head }, at) =>
    Math.max(columnsOf(head), ...[...rows, sum].map((row) => columnsOf(row[at] ?? ''))),
  );
  // A title above some columns makes the last of them as wide as it needs.
  columns.forEach(({ group }, at) => {
    if (group === undefined) return;
    const next = columns.findIndex((column, index) => index > at && column.group !== undefined);
    const last = (next < 0 ? columns.length : next) - 1;
    const missing = columnsOf(group) - spanOf(widths, at, last + 1);
    if (missing > 0) widths[last] = (widths[last] ?? 0) + missing;
  });
  return widths;
}

function spanOf(widths: readonly number[], from: number, to: number): number {
  return widths.slice(from, to).reduce((sum, one) => sum + one + gap.length, -gap.length);
}

function pad(text: string, columns: number, right: boolean): string {
  const filler = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return right ? filler + text : text + filler;
}
