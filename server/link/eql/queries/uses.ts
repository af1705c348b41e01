import type { EqlUse } from '../../../../rules/model/eql.ts';
import type { SqlQuery } from '../../../read/sql/statement.ts';
import type { Catalog, RelationColumn } from '../catalog.ts';
import type { Analysis, QueryContext } from './analysis.ts';
import type { Result } from './level.ts';
import { relationColumn } from './output.ts';
import { walkQuery } from './query.ts';

/** Every place where a query uses an encrypted column. Names mean what they mean to PostgreSQL; an unknown one nothing. */
export function usesOf(query: SqlQuery, catalog: Catalog, context: QueryContext): EqlUse[] {
  return analyse(query, catalog, context).uses;
}

/** The columns that a query gives, as a view over it has them; undefined where not all are known. */
export function outputColumns(query: SqlQuery, catalog: Catalog): readonly RelationColumn[] | undefined {
  const { columns, whole } = analyse(query, catalog, { file: '', in: 'sql' }).result.rows;
  return whole ? columns.map(relationColumn) : undefined;
}

function analyse(
  query: SqlQuery,
  catalog: Catalog,
  context: QueryContext,
): { readonly uses: EqlUse[]; readonly result: Result } {
  const uses: EqlUse[] = [];
  const analysis: Analysis = {
    catalog,
    context,
    uses,
    depth: 0,
    rowsOf: (inner, names, outer) => walkQuery(analysis, inner, { names, outer, top: false }).rows,
  };
  const result = walkQuery(analysis, query, { names: undefined, outer: undefined, top: true });
  return { uses, result };
}
