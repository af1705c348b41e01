import type { SqlColumnDefinition, SqlTableAction, SqlType } from '../../../read/sql/statement.ts';
import type { Span } from '../../../read/tree.ts';
import type { RelationColumn } from '../catalog.ts';
import { addConstraint, givenBy } from './constraints.ts';
import { encryptedType, meantName, misnamed, typeText } from './encrypted-type.ts';
import { addIndex, dropIndex } from './indexes.ts';
import type { ColumnState, TableState } from './picture.ts';
import { filledBefore } from './rows.ts';
import { placeAt, type Stage } from './stage.ts';

/** Columns first, then what stands at them: a generated column may speak of one below it. */
export function defineColumns(
  stage: Stage,
  table: TableState,
  columns: readonly SqlColumnDefinition[],
): void {
  for (const column of columns) setColumn(stage, table, column, column);
  for (const { name, nameSpan, constraints } of columns) {
    const column = table.columns.get(name);
    if (column === undefined) continue;
    for (const constraint of constraints) addConstraint(stage, table, constraint, { column, span: nameSpan });
  }
}

function setColumn(
  stage: Stage,
  table: TableState,
  { name, nameSpan, type }: Pick<SqlColumnDefinition, 'name' | 'nameSpan' | 'type'>,
  declaration: Span,
): ColumnState {
  const state: ColumnState = {
    name,
    type: typeText(type),
    place: placeAt(stage, nameSpan),
    encrypted: undefined,
    owner: table,
    filled: undefined,
    calls: undefined,
  };
  const found = encryptedType(type, stage.picture.types);
  if (found !== undefined) {
    state.encrypted = stage.describe.column(state, found, {
      typePlace: placeAt(stage, type),
      declaration: placeAt(stage, declaration),
    });
    stage.owners.set(state.encrypted, table);
    checkTypeName(stage, type);
  }
  table.columns.set(name, state);
  table.relation = undefined;
  return state;
}

/** The columns of a query, as a view or a copy has them: what is encrypted there is the column that it came from. */
export function showColumns(
  stage: Stage,
  table: TableState,
  columns: readonly RelationColumn[],
  names: readonly string[],
): void {
  columns.forEach((column, index) => {
    const name = names[index] ?? column.name;
    const owner = (column.encrypted === undefined ? undefined : stage.owners.get(column.encrypted)) ?? table;
    const { encrypted } = column;
    table.columns.set(name, {
      name,
      type: '',
      place: table.place,
      encrypted,
      owner,
      filled: undefined,
      calls: undefined,
    });
  });
}

/** A name may be wrong by itself, whatever is known of the table. */
export function checkTypeName(stage: Stage, type: SqlType): void {
  const kind = misnamed(type);
  const found = kind === undefined ? undefined : encryptedType(type, stage.picture.types);
  if (kind === undefined || found === undefined) return;
  const { generation } = found;
  stage.definitions.push({ kind, generation, place: placeAt(stage, type), type: meantName(type) });
}

export function alterColumnType(
  stage: Stage,
  table: TableState,
  action: SqlTableAction & { readonly kind: 'alter-type' },
): void {
  const { name, type, using } = action;
  const before = table.columns.get(name);
  if (before === undefined && table.whole) {
    checkTypeName(stage, type);
    return;
  }
  const emptied = using !== undefined && givenBy(using) === 'null';
  const found = encryptedType(type, stage.picture.types);
  if (
    found !== undefined &&
    (before?.encrypted === undefined || before.type !== typeText(type)) &&
    !emptied
  ) {
    const filled = before === undefined ? undefined : filledBefore(stage, before);
    stage.definitions.push({
      kind: 'alter-type',
      generation: found.generation,
      place: placeAt(stage, action),
      table: table.name,
      name,
      ...(before === undefined ? {} : { from: before.type }),
      to: typeText(type),
      ...(filled === undefined ? {} : { filled }),
      ...(using === undefined ? {} : { converts: true }),
    });
  }
  const after = setColumn(stage, table, action, action);
  if (before === undefined) return;
  after.calls = before.calls;
  after.filled = emptied ? undefined : before.filled;
  rebuildIndexes(stage, before, after);
}

/** An index is built again over the new type. */
function rebuildIndexes(stage: Stage, before: ColumnState, after: ColumnState): void {
  for (const index of [...after.owner.indexes]) {
    if (!index.columns.includes(before)) continue;
    const only = index.columns.every((column) => column === before);
    const keys = index.keys.map(({ column, ...key }) => {
      const concerns = column === undefined ? only : column === before.encrypted;
      const now = concerns ? after.encrypted : column;
      return now === undefined ? key : { ...key, column: now };
    });
    const columns = index.columns.map((column) => (column === before ? after : column));
    dropIndex(stage, index);
    addIndex(stage, { ...index, keys, columns });
  }
}
