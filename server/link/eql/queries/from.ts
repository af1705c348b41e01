import type { SqlExpression, SqlFrom } from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { walkExpression } from './expression.ts';
import { columnsOfFunction } from './functions.ts';
import { type Names, rowsNamed } from './names.ts';
import { bounded, type Rows, relationColumn, renamed, unknownRows } from './output.ts';
import { type FromShape, type MemberNames, type Scope, starOf } from './scope.ts';

/** Brings the relations of a FROM list into the scope, in order, and reports the uses inside of it. */
export function readFrom(
  analysis: Analysis,
  items: readonly SqlFrom[],
  scope: Scope,
  names: Names | undefined,
): readonly FromShape[] {
  return items.map((item) => readItem(analysis, item, scope, names));
}

function readItem(analysis: Analysis, item: SqlFrom, scope: Scope, names: Names | undefined): FromShape {
  switch (item.kind) {
    case 'table': {
      const rows = rowsNamed(names, analysis.catalog, item.table) ?? unknownRows;
      const { schema, name } = item.table;
      const own: MemberNames = item.alias === undefined ? { schema, name } : { name: item.alias };
      return member(scope, renamed(rows, item.columns), own);
    }
    case 'subquery': {
      const outer = item.lateral ? { scope, from: 0 } : scope.outer;
      const rows = analysis.rowsOf(item.query, names, outer);
      return member(scope, renamed(rows, item.columns), { name: item.alias });
    }
    case 'function': {
      // Functions see what stands before them without LATERAL.
      for (const call of item.calls) {
        walkExpression(analysis, call, { view: { scope, from: 0 }, names });
      }
      return member(scope, rowsOfFunctions(item), { name: item.alias ?? functionName(item.calls[0]) });
    }
    case 'join':
      return readJoin(analysis, item, scope, names);
  }
}

function member(scope: Scope, rows: Rows, names: MemberNames): FromShape {
  return { kind: 'member', member: scope.add(rows, names) };
}

function functionName(call: SqlExpression | undefined): string | undefined {
  return call?.kind === 'call' ? call.function.name : undefined;
}

function rowsOfFunctions({ calls, alias, columns }: Extract<SqlFrom, { readonly kind: 'function' }>): Rows {
  const own = calls.map((call) =>
    call.kind === 'call' ? columnsOfFunction(call.function, call.arguments.length, alias) : undefined,
  );
  if (own.some((names) => names === undefined))
    return { columns: columns.map((name) => ({ name })), whole: false };
  const rows = { columns: own.flatMap((names) => names ?? []).map((name) => ({ name })), whole: true };
  // WITH ORDINALITY adds a column, and a name in the list for it.
  const added = columns.slice(rows.columns.length).map((name) => ({ name }));
  return renamed({ ...rows, columns: [...rows.columns, ...added] }, columns);
}

function readJoin(
  analysis: Analysis,
  join: Extract<SqlFrom, { readonly kind: 'join' }>,
  scope: Scope,
  names: Names | undefined,
): FromShape {
  const from = scope.next;
  const left = readItem(analysis, join.left, scope, names);
  const middle = scope.next;
  const right = readItem(analysis, join.right, scope, names);
  const merged = join.natural ? scope.common(from, middle) : join.using;
  for (const name of merged) scope.merge(name, middle);
  if (join.on !== undefined) walkExpression(analysis, join.on, { view: { scope, from }, names });

  const shape: FromShape = { kind: 'join', left, right, merged };
  if (join.alias === undefined) return shape;
  const star = starOf([shape]);
  scope.hide(from);
  const columns = star.columns.map(({ column }) => relationColumn(column));
  const rows = renamed(bounded({ columns, whole: star.whole }), join.columns ?? []);
  return member(scope, rows, { name: join.alias });
}
