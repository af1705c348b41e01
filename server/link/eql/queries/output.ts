import type { EqlOperand } from '../../../../rules/model/eql.ts';
import type { RelationColumn } from '../catalog.ts';
import type { Raw } from './raw.ts';

/** What a query gives: the columns of a derived table. */
export interface Rows {
  readonly columns: readonly RelationColumn[];
  /** False where more columns may exist, before, between or behind those that are listed. */
  readonly whole: boolean;
}

/** Of a relation that nobody knows. */
export const unknownRows: Rows = { columns: [], whole: false };

/** PostgreSQL refuses longer select lists. Past it a star that repeats a star could grow without end. */
const mostColumns = 1664;

/** One item of a select list or of RETURNING, stars expanded. */
export interface Output extends RelationColumn {
  /** The encrypted column itself, as this text names it. */
  readonly raw?: Raw;
  /** Absent for DEFAULT. */
  readonly operand?: () => EqlOperand;
}

/** A select list: `numbered` are those whose position is known, which end at the first item that may be several. */
export interface Outputs {
  readonly all: readonly Output[];
  readonly numbered: readonly Output[];
  readonly whole: boolean;
}

/** Collects a select list. */
export class OutputList {
  readonly #all: Output[] = [];
  #numbered: number | undefined;

  add(output: Output): void {
    if (this.#all.length >= mostColumns) this.addUnknown();
    else this.#all.push(output);
  }

  /** Some number of columns that nobody knows. */
  addUnknown(): void {
    this.#numbered ??= this.#all.length;
  }

  outputs(): Outputs {
    const whole = this.#numbered === undefined;
    return { all: this.#all, numbered: whole ? this.#all : this.#all.slice(0, this.#numbered), whole };
  }
}

export function rowsOf({ all, whole }: Outputs): Rows {
  return { columns: all.map(relationColumn), whole };
}

export function relationColumn({ name, encrypted }: RelationColumn): RelationColumn {
  return encrypted === undefined ? { name } : { name, encrypted };
}

/** The rows under the names of a column list: `AS t (a, b)`, `WITH t (a, b)`. */
export function renamed(rows: Rows, names: readonly string[]): Rows {
  if (names.length === 0) return rows;
  // Which columns the names go to is not known.
  if (!rows.whole) return unknownRows;
  return {
    columns: rows.columns.map((column, index) =>
      relationColumn({ ...column, name: names[index] ?? column.name }),
    ),
    whole: true,
  };
}

export function bounded(rows: Rows): Rows {
  return rows.columns.length > mostColumns ? unknownRows : rows;
}
