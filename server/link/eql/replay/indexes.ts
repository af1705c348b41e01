import type { EqlIndex } from '../../../../rules/model/eql.ts';
import type { SqlIndexKey, SqlStatement } from '../../../read/sql/statement.ts';
import { columnsOf, readKey, schemasOf } from './index-keys.ts';
import type { IndexState } from './picture.ts';
import { placeAt, type Stage, tableNamed } from './stage.ts';

/** One whose name is taken is not made; a name that nobody wrote is counted on. */
export function addIndex({ picture: { indexes }, lost, counts }: Stage, index: IndexState): void {
  const { key: chosen } = index;
  if (index.name === undefined) {
    while (indexes.has(index.key)) {
      const count = (counts.get(chosen) ?? 0) + 1;
      counts.set(chosen, count);
      index.key = `${chosen}${count}`;
    }
  } else if (indexes.has(index.key)) return;
  indexes.set(index.key, index);
  index.table.indexes.add(index);
  for (const one of lost.get(subjectOf(index)) ?? []) {
    if (isSame(one.index, index)) one.dropped.delete(one.index);
  }
}

/** What an index is about, to find those that were lost. */
export function subjectOf({ columns: [first], table }: IndexState): object {
  return first ?? table;
}

/** True when the one does what the other did, whatever their names. */
function isSame(one: IndexState, other: IndexState): boolean {
  return (
    one.table === other.table &&
    one.shape === other.shape &&
    one.columns.length === other.columns.length &&
    one.columns.every((column, at) => column === other.columns[at])
  );
}

export function dropIndex({ picture }: Stage, index: IndexState): void {
  picture.indexes.delete(index.key);
  index.table.indexes.delete(index);
}

export function createIndex(stage: Stage, statement: SqlStatement & { readonly kind: 'create-index' }): void {
  const table = tableNamed(stage, statement.table);
  if (table === undefined) return;
  const { file, part } = stage.now;
  const read = statement.keys.map((key) => readKey(key, table, file));
  const conditions = statement.where === undefined ? [] : [statement.where];
  addIndex(stage, {
    kind: 'index',
    name: statement.index,
    table,
    unique: statement.unique,
    method: statement.method,
    partial: conditions.length > 0,
    keys: read.map(({ key }) => key),
    columns: [
      ...read.flatMap(({ columns }) => columns),
      ...conditions.flatMap((one) => columnsOf(one, table)),
    ],
    schemas: [...read.flatMap(({ schemas }) => schemas), ...conditions.flatMap(schemasOf)],
    shape: read.map(({ shape }) => shape).join(', '),
    place: placeAt(stage, statement),
    part,
    key: statement.index ?? [table.name, ...statement.keys.map(chosenName), 'idx'].join('_'),
  });
}

/** How PostgreSQL names a key in the name of an index that has none. */
function chosenName({ expression }: Pick<SqlIndexKey, 'expression'>): string {
  switch (expression.kind) {
    case 'column':
      return expression.parts.at(-1) ?? 'expr';
    case 'call':
      return expression.function.name;
    case 'cast':
      return chosenName({ expression: expression.operand });
    default:
      return 'expr';
  }
}

export function toIndex({ kind, name, table, unique, method, partial, keys, place }: IndexState): EqlIndex {
  return {
    kind,
    ...(name === undefined ? {} : { name }),
    table: table.name,
    unique,
    method,
    keys,
    ...(partial ? { partial } : {}),
    place,
  };
}
