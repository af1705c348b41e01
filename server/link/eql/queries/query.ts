import type { SqlCte, SqlExpression, SqlQuery, SqlSetOperation } from '../../../read/sql/statement.ts';
import { type Analysis, mostDepth } from './analysis.ts';
import { type At, walkExpression } from './expression.ts';
import type { Level, Result } from './level.ts';
import type { Names } from './names.ts';
import { operandOf } from './operand.ts';
import { type Output, type Outputs, type Rows, renamed, rowsOf, unknownRows } from './output.ts';
import { Scope } from './scope.ts';
import { walkSelect } from './select.ts';
import { walkSetOperation } from './set-operation.ts';
import { walkDelete, walkInsert, walkUpdate } from './writes.ts';

export function walkQuery(analysis: Analysis, query: SqlQuery, level: Level): Result {
  if (analysis.depth >= mostDepth) return { rows: unknownRows, arms: [], uncompared: [] };
  analysis.depth += 1;
  const inner = { ...level, names: namesOf(analysis, query.with, level) };
  const result = walkBody(analysis, query, inner);
  analysis.depth -= 1;
  return result;
}

function walkBody(analysis: Analysis, query: SqlQuery, level: Level): Result {
  switch (query.kind) {
    case 'select':
      return ofOneList(walkSelect(analysis, query, level));
    case 'set-operation':
      return walkSetOperation(analysis, query, level);
    case 'values':
      return walkValues(analysis, query.rows, level);
    case 'insert':
      return ofOneList(walkInsert(analysis, query, level));
    case 'update':
      return ofOneList(walkUpdate(analysis, query, level));
    case 'delete':
      return ofOneList(walkDelete(analysis, query, level));
  }
}

function ofOneList(outputs: Outputs): Result {
  return { rows: rowsOf(outputs), arms: [outputs], uncompared: [outputs] };
}

function namesOf(analysis: Analysis, ctes: readonly SqlCte[], { names, outer }: Level): Names | undefined {
  if (ctes.length === 0) return names;
  const own = new Map<string, Rows>();
  const inner: Names = { own, outer: names };
  const level: Level = { names: inner, outer, top: false };
  // In WITH RECURSIVE a name means the CTE before it is read, too: its columns are not known then.
  for (const cte of ctes) if (cte.recursive === true) own.set(cte.name, unknownRows);
  for (const { name, columns, query, recursive } of ctes) {
    if (recursive === true && query.kind === 'set-operation') {
      const bind = (rows: Rows) => own.set(name, renamed(rows, columns));
      bind(walkRecursive(analysis, query, level, bind));
    } else {
      own.set(name, renamed(walkQuery(analysis, query, level).rows, columns));
    }
  }
  return inner;
}

/** The left arm says what the name means in the right one. */
function walkRecursive(
  analysis: Analysis,
  query: SqlSetOperation,
  level: Level,
  bind: (rows: Rows) => void,
): Rows {
  const inner = { ...level, names: namesOf(analysis, query.with, level) };
  return walkSetOperation(analysis, query, inner, bind).rows;
}

function walkValues(analysis: Analysis, rows: readonly (readonly SqlExpression[])[], level: Level): Result {
  const scope = new Scope(level.outer);
  const at: At = { view: { scope, from: 0 }, names: level.names };
  const arms = rows.map((row): Outputs => {
    const outputs = row.map((expression, index): Output => {
      walkExpression(analysis, expression, at);
      return {
        name: `column${index + 1}`,
        ...(expression.kind === 'default'
          ? {}
          : { operand: () => operandOf(analysis.context.file, expression, at.view) }),
      };
    });
    return { all: outputs, numbered: outputs, whole: true };
  });
  const [first] = arms;
  return { rows: first === undefined ? unknownRows : rowsOf(first), arms, uncompared: [] };
}
