import type {
  SqlAssignment,
  SqlDelete,
  SqlInsert,
  SqlTarget,
  SqlUpdate,
} from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { type At, walkExpression } from './expression.ts';
import { readFrom } from './from.ts';
import { identifier } from './identifier.ts';
import type { Level } from './level.ts';
import { type Names, tableNamed } from './names.ts';
import { operandOf, placeOf } from './operand.ts';
import { type Outputs, type Rows, unknownRows } from './output.ts';
import { walkQuery } from './query.ts';
import { rawOf, useBase } from './reference.ts';
import { type FromShape, Scope } from './scope.ts';
import { walkTargets } from './targets.ts';

/** The table that a statement changes, under the name that it has there. */
function addTarget(
  analysis: Analysis,
  scope: Scope,
  { table, alias }: SqlInsert | SqlUpdate | SqlDelete,
): FromShape {
  const rows = tableNamed(analysis.catalog, table) ?? unknownRows;
  const names = alias === undefined ? { schema: table.schema, name: table.name } : { name: alias };
  return { kind: 'member', member: scope.add(rows, names) };
}

export function walkInsert(analysis: Analysis, insert: SqlInsert, { names, outer }: Level): Outputs {
  const table = tableNamed(analysis.catalog, insert.table) ?? unknownRows;
  if (insert.source !== undefined) {
    const { arms } = walkQuery(analysis, insert.source, { names, outer, top: false });
    for (const arm of arms) pushWritten(analysis, insert, table, arm);
  }
  if (insert.conflict !== undefined) {
    const scope = new Scope(outer);
    addTarget(analysis, scope, insert);
    for (const expression of insert.conflict) {
      const raw = rawOf(walkExpression(analysis, expression, { view: { scope, from: 0 }, names }));
      if (raw !== undefined) analysis.uses.push({ ...useBase(analysis, raw, raw.place), kind: 'conflict' });
    }
    addExcluded(scope, table);
    const at: At = { view: { scope, from: 0 }, names };
    walkAssignments(analysis, insert.set, table, at);
    if (insert.conflictWhere !== undefined) walkExpression(analysis, insert.conflictWhere, at);
  }
  const scope = new Scope(outer);
  const shape = addTarget(analysis, scope, insert);
  return walkReturning(analysis, insert.returning, [shape], scope, table, names);
}

function addExcluded(scope: Scope, table: Rows): void {
  scope.add(table, { name: 'excluded' });
}

function pushWritten(analysis: Analysis, insert: SqlInsert, table: Rows, arm: Outputs): void {
  const { file } = analysis.context;
  const listed = insert.columns.length > 0;
  if (!listed && !table.whole) return;
  const encrypted = new Map(table.columns.map((column) => [column.name, column.encrypted]));
  for (const [index, { operand }] of arm.numbered.entries()) {
    const written = insert.columns[index];
    const name = listed ? written?.name : table.columns[index]?.name;
    const column = name === undefined ? undefined : encrypted.get(name);
    if (name === undefined || column === undefined || operand === undefined) continue;
    const value = operand();
    analysis.uses.push({
      column,
      columnPlace: placeOf(file, written ?? insert.table),
      columnText: identifier(name),
      place: value.place,
      in: analysis.context.in,
      kind: 'write',
      operand: value,
    });
  }
}

function walkAssignments(
  analysis: Analysis,
  assignments: readonly SqlAssignment[],
  table: Rows,
  at: At,
): void {
  const { file, in: within } = analysis.context;
  const encrypted = new Map(table.columns.map((column) => [column.name, column.encrypted]));
  for (const { column, value } of assignments) {
    walkExpression(analysis, value, at);
    const target = encrypted.get(column.name);
    if (target === undefined || value.kind === 'default') continue;
    const operand = operandOf(file, value, at.view);
    analysis.uses.push({
      column: target,
      columnPlace: placeOf(file, column),
      columnText: identifier(column.name),
      place: operand.place,
      in: within,
      kind: 'write',
      operand,
    });
  }
}

export function walkUpdate(analysis: Analysis, update: SqlUpdate, { names, outer }: Level): Outputs {
  const table = tableNamed(analysis.catalog, update.table) ?? unknownRows;
  const scope = new Scope(outer);
  const at: At = { view: { scope, from: 0 }, names };
  const target = addTarget(analysis, scope, update);
  const shapes = [target, ...readFrom(analysis, update.from, scope, names)];
  walkAssignments(analysis, update.set, table, at);
  if (update.where !== undefined) walkExpression(analysis, update.where, at);
  return walkReturning(analysis, update.returning, shapes, scope, table, names);
}

export function walkDelete(analysis: Analysis, deletion: SqlDelete, { names, outer }: Level): Outputs {
  const table = tableNamed(analysis.catalog, deletion.table) ?? unknownRows;
  const scope = new Scope(outer);
  const target = addTarget(analysis, scope, deletion);
  const shapes = [target, ...readFrom(analysis, deletion.using, scope, names)];
  if (deletion.where !== undefined) {
    walkExpression(analysis, deletion.where, { view: { scope, from: 0 }, names });
  }
  return walkReturning(analysis, deletion.returning, shapes, scope, table, names);
}

function walkReturning(
  analysis: Analysis,
  returning: readonly SqlTarget[],
  shapes: readonly FromShape[],
  scope: Scope,
  table: Rows,
  names: Names | undefined,
): Outputs {
  // PostgreSQL 18: the row before and after.
  for (const name of ['old', 'new']) {
    if (scope.member([name], 0) === undefined) scope.add(table, { name, onlyQualified: true });
  }
  return walkTargets(analysis, returning, shapes, { view: { scope, from: 0 }, names });
}
