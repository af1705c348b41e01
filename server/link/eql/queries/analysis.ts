import type { EqlUse } from '../../../../rules/model/eql.ts';
import type { SqlQuery } from '../../../read/sql/statement.ts';
import type { Catalog } from '../catalog.ts';
import type { Names } from './names.ts';
import type { Rows } from './output.ts';
import type { View } from './scope.ts';

/** Where a query stands. */
export interface QueryContext {
  readonly file: string;
  readonly in: 'sql' | 'embedded';
}

/** One walk over one query. */
export interface Analysis {
  readonly catalog: Catalog;
  readonly context: QueryContext;
  readonly uses: EqlUse[];
  /** How deep the walk is, in expressions and queries. */
  depth: number;
  /** A query inside of an expression or a FROM list. */
  readonly rowsOf: (query: SqlQuery, names: Names | undefined, outer: View | undefined) => Rows;
}

/** Deeper than any person writes; the stack of a browser's worker bears it. */
export const mostDepth = 500;
