import type { Place } from '../../../../rules/model/place.ts';
import type { SqlName, SqlQuery } from '../../../read/sql/statement.ts';
import type { ColumnState, TableState } from './picture.ts';
import { type Stage, tableNamed } from './stage.ts';
import { walkQuery } from './walk.ts';

/** Which columns hold values, as far as the files that run write them. */
export function noteWrites(stage: Stage, query: SqlQuery, whole: Place): void {
  walkQuery(query, {
    query: (inner) => {
      switch (inner.kind) {
        case 'insert': {
          const names = inner.columns.map(({ name }) => name);
          fillTable(stage, inner.table, names, whole);
          return;
        }
        case 'update': {
          const names = inner.set.flatMap(({ column, value }) => (value.kind === 'null' ? [] : column.name));
          if (names.length > 0) fillTable(stage, inner.table, names, whole);
          return;
        }
        case 'delete':
          if (inner.where === undefined) emptyTable(stage, inner.table);
          return;
        case 'select':
        case 'set-operation':
        case 'values':
          return;
      }
    },
  });
}

/** Values come into the columns; into all of them where none are named. */
export function fillTable(stage: Stage, name: SqlName, columns: readonly string[], place: Place): void {
  const table = tableNamed(stage, name);
  if (table !== undefined) fillColumns(stage, table, columns, place);
}

export function fillColumns(stage: Stage, table: TableState, columns: readonly string[], place: Place): void {
  const filled = { place, part: stage.now.part };
  if (columns.length === 0) {
    for (const column of table.columns.values()) column.filled ??= filled;
    return;
  }
  for (const name of columns) {
    const column = table.columns.get(name);
    if (column !== undefined) column.filled ??= filled;
  }
}

export function emptyTable(stage: Stage, name: SqlName): void {
  for (const column of tableNamed(stage, name)?.columns.values() ?? []) column.filled = undefined;
}

/** The first statement that writes to the column and certainly runs before this one. */
export function filledBefore({ now }: Stage, { filled }: ColumnState): Place | undefined {
  return filled?.part === now.part ? filled.place : undefined;
}
