import type { SqlName } from '../../../read/sql/statement.ts';
import type { Catalog } from '../catalog.ts';
import type { Rows } from './output.ts';

/** The names that WITH gives, inner ones before outer ones. */
export interface Names {
  readonly own: ReadonlyMap<string, Rows>;
  readonly outer: Names | undefined;
}

/** What a name in FROM means: a CTE before a table; undefined where nothing says. */
export function rowsNamed(
  names: Names | undefined,
  catalog: Catalog,
  name: Pick<SqlName, 'schema' | 'name'>,
): Rows | undefined {
  if (name.schema === undefined) {
    for (let at = names; at !== undefined; at = at.outer) {
      const rows = at.own.get(name.name);
      if (rows !== undefined) return rows;
    }
  }
  return tableNamed(catalog, name);
}

/** What INSERT, UPDATE and DELETE change is never a CTE. */
export function tableNamed(
  catalog: Catalog,
  { schema, name }: Pick<SqlName, 'schema' | 'name'>,
): Rows | undefined {
  return catalog.relation(schema === undefined ? { name } : { schema, name });
}
