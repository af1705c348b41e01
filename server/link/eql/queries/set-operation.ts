import type { SqlSetOperation, SqlSortItem } from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { identifier } from './identifier.ts';
import { bareName, positionOf } from './item.ts';
import type { Level, Result } from './level.ts';
import { placeOf } from './operand.ts';
import type { Rows } from './output.ts';
import { walkQuery } from './query.ts';
import { pushEach } from './targets.ts';

export function walkSetOperation(
  analysis: Analysis,
  query: SqlSetOperation,
  level: Level,
  afterLeft?: (rows: Rows) => void,
): Result {
  const arm = { ...level, top: false };
  const left = walkQuery(analysis, query.left, arm);
  afterLeft?.(left.rows);
  const right = walkQuery(analysis, query.right, arm);
  for (const outputs of right.arms) left.arms.push(outputs);
  for (const outputs of right.uncompared) left.uncompared.push(outputs);
  if (!query.all) {
    for (const outputs of left.uncompared) pushEach(analysis, outputs, query.operation);
    left.uncompared.length = 0;
  }
  const rows = rowsOfBoth(left.rows, right.rows);
  orderByRows(analysis, query.orderBy, rows);
  return { ...left, rows };
}

/** A column stays encrypted where both arms give the same type; else PostgreSQL falls back to jsonb. */
function rowsOfBoth(left: Rows, right: Rows): Rows {
  const columns = left.columns.map(({ name, encrypted }, index) => {
    const other = left.whole && right.whole ? right.columns[index]?.encrypted : undefined;
    const same =
      encrypted !== undefined &&
      other !== undefined &&
      encrypted.generation === other.generation &&
      encrypted.domain?.name === other.domain?.name;
    return same ? { name, encrypted } : { name };
  });
  return { columns, whole: left.whole };
}

/** Only names and positions of the outcome may stand in the ORDER BY of a set operation. */
function orderByRows(analysis: Analysis, items: readonly SqlSortItem[], { columns, whole }: Rows): void {
  const { file, in: within } = analysis.context;
  for (const { expression } of items) {
    const position = positionOf(expression);
    const name = bareName(expression);
    const named = name === undefined ? [] : columns.filter((column) => column.name === name);
    const column = position === undefined ? (named.length === 1 ? named[0] : undefined) : columns[position];
    if (!whole || column?.encrypted === undefined) continue;
    const place = placeOf(file, expression);
    analysis.uses.push({
      column: column.encrypted,
      columnPlace: place,
      columnText: identifier(column.name),
      place,
      in: within,
      kind: 'order',
      clause: 'query',
      through: position === undefined ? (name === column.encrypted.name ? 'column' : 'alias') : 'position',
      replaceable: false,
    });
  }
}
