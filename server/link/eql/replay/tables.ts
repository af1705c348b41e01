import type { SqlName, SqlStatement, SqlTableAction } from '../../../read/sql/statement.ts';
import { outputColumns } from '../queries/uses.ts';
import { alterColumnType, checkTypeName, defineColumns, showColumns } from './columns.ts';
import { addConstraint, checkCiphertext, checkDefault } from './constraints.ts';
import { addIndex, dropIndex } from './indexes.ts';
import { keyOf, putTable, removeTable, type TableState } from './picture.ts';
import { fillColumns } from './rows.ts';
import { ask, happensAfter, placeAt, type Stage, schemaOf, tableNamed } from './stage.ts';

export function createTable(stage: Stage, statement: SqlStatement & { readonly kind: 'create-table' }): void {
  const { table: name, as: query } = statement;
  const before = stage.picture.tables.get(keyOf(schemaOf(stage, name), name.name));
  const keeps = statement.ifNotExists || (before !== undefined && !happensAfter(stage, before));
  if (before?.whole === true && keeps) return;
  const copied = query === undefined ? undefined : outputColumns(query, stage.catalog);
  if (query !== undefined) ask(stage, query);
  const parents = (statement.parents ?? []).map((parent) => tableNamed(stage, parent));
  const listed = query === undefined ? statement.columns.length + parents.length > 0 : copied !== undefined;
  const table = newTable(stage, 'table', name, listed && parents.every((parent) => parent?.whole === true));
  for (const parent of parents) {
    for (const [key, column] of parent?.columns ?? []) {
      table.columns.set(key, { ...column, filled: undefined, calls: undefined });
    }
  }
  if (copied !== undefined) showColumns(stage, table, copied, []);
  defineColumns(stage, table, statement.columns);
  for (const constraint of statement.constraints) addConstraint(stage, table, constraint);
  for (const expression of statement.partitionBy) {
    checkCiphertext(stage, 'partition-key', expression, table, expression);
  }
  if (query !== undefined) fillColumns(stage, table, [], placeAt(stage, statement));
}

export function createView(stage: Stage, statement: SqlStatement & { readonly kind: 'create-view' }): void {
  const columns = outputColumns(statement.query, stage.catalog);
  ask(stage, statement.query);
  const view = newTable(stage, 'view', statement.view, columns !== undefined);
  if (columns !== undefined) showColumns(stage, view, columns, statement.columns);
}

/** In the place of one that has the name. */
function newTable(stage: Stage, kind: TableState['kind'], name: SqlName, whole: boolean): TableState {
  const schema = schemaOf(stage, name);
  const before = stage.picture.tables.get(keyOf(schema, name.name));
  if (before !== undefined) dropTable(stage, before);
  const table: TableState = {
    kind,
    schema,
    name: name.name,
    place: placeAt(stage, name.nameSpan),
    columns: new Map(),
    whole,
    part: stage.now.part,
    indexes: new Set(),
    relation: undefined,
  };
  putTable(stage.picture, table);
  return table;
}

export function dropTable(stage: Stage, table: TableState): void {
  removeTable(stage.picture, table);
  for (const index of [...table.indexes]) dropIndex(stage, index);
}

export function alterTable(stage: Stage, name: SqlName, actions: readonly SqlTableAction[]): void {
  let table = tableNamed(stage, name);
  for (const action of actions) {
    // A file that was not read makes it; what is added to it is known all the same.
    if (table === undefined && action.kind === 'add-column') table = newTable(stage, 'table', name, false);
    if (table !== undefined) alter(stage, table, action);
    else if (action.kind === 'alter-type') checkTypeName(stage, action.type);
  }
}

function alter(stage: Stage, table: TableState, action: SqlTableAction): void {
  table.relation = undefined;
  switch (action.kind) {
    case 'add-column': {
      const { column, ifNotExists } = action;
      if ((ifNotExists || stage.now.buildsOnly) && table.columns.has(column.name)) return;
      defineColumns(stage, table, [column]);
      return;
    }
    case 'drop-column': {
      const column = table.columns.get(action.name);
      if (column === undefined || !happensAfter(stage, table)) return;
      table.columns.delete(action.name);
      for (const index of [...table.indexes]) if (index.columns.includes(column)) dropIndex(stage, index);
      return;
    }
    case 'alter-type':
      if (!stage.now.buildsOnly) alterColumnType(stage, table, action);
      return;
    case 'set-default': {
      const column = table.columns.get(action.name);
      if (column !== undefined) checkDefault(stage, column, action.expression, action);
      return;
    }
    case 'add-constraint':
      addConstraint(stage, table, action.constraint);
      return;
    case 'drop-constraint': {
      const index = stage.picture.indexes.get(action.name);
      if (index?.table === table && happensAfter(stage, index)) dropIndex(stage, index);
      return;
    }
    case 'drop-default':
    case 'other':
      return;
  }
}

export function rename(stage: Stage, statement: SqlStatement & { readonly kind: 'rename' }): void {
  const { what, of, to, column } = statement;
  switch (what) {
    case 'index': {
      const index = stage.picture.indexes.get(of.name);
      if (index === undefined || !happensAfter(stage, index)) return;
      dropIndex(stage, index);
      addIndex(stage, { ...index, name: to, key: to });
      return;
    }
    case 'schema':
      for (const table of tablesIn(stage, of.name)) moveTable(stage, table, to, table.name);
      return;
    case 'table':
    case 'view':
    case 'column': {
      const table = tableNamed(stage, of);
      if (table === undefined || !happensAfter(stage, table)) return;
      if (what !== 'column') moveTable(stage, table, table.schema, to);
      else if (column !== undefined) renameColumn(stage, table, column, to);
    }
  }
}

/** Tables of a schema that were certainly made before. */
export function tablesIn(stage: Stage, schema: string): readonly TableState[] {
  return [...stage.picture.tables.values()].filter(
    (table) => table.schema === schema && happensAfter(stage, table),
  );
}

function renameColumn({ describe }: Stage, table: TableState, from: string, to: string): void {
  const column = table.columns.get(from);
  if (column === undefined) return;
  column.name = to;
  table.columns = new Map([...table.columns].map(([name, one]) => [one === column ? to : name, one]));
  table.relation = undefined;
  if (column.owner === table) describe.renamed(column);
}

export function moveTable(
  { picture, describe }: Stage,
  table: TableState,
  schema: string | undefined,
  name: string,
): void {
  removeTable(picture, table);
  table.schema = schema;
  table.name = name;
  table.relation = undefined;
  putTable(picture, table);
  for (const column of table.columns.values()) if (column.owner === table) describe.renamed(column);
}
