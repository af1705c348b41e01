/**
 * Words that PostgreSQL takes as a table's or a column's name only in quotes. Source: PostgreSQL 17, appendix C,
 * "reserved" and "reserved (can be function or type)".
 */
const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column ' +
    'concurrently constraint create cross current_catalog current_date current_role current_schema current_time ' +
    'current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from ' +
    'full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit ' +
    'localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references ' +
    'returning right select session_user similar some symmetric system_user table tablesample then to trailing true union ' +
    'unique user using variadic verbose when where window with'
  ).split(' '),
);

/** A name as SQL writes it: in quotes only where it needs them. */
export function sqlName(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A table's name as SQL writes it, with its schema where one is known. */
export function sqlTable({ schema, table }: { readonly schema?: string; readonly table: string }): string {
  return schema === undefined ? sqlName(table) : `${sqlName(schema)}.${sqlName(table)}`;
}

/** The longest name of an index, in bytes: PostgreSQL cuts what is longer. */
const longestName = 63;

/** A name that no index of the database has, in the style `<table>_<column>_<suffix>`. */
export function indexName(
  { table, name }: { readonly table: string; readonly name: string },
  suffix: string,
  taken: ReadonlySet<string>,
): string {
  const base = (ending: string) => `${`${table}_${name}`.slice(0, longestName - ending.length)}${ending}`;
  for (let number = 1; ; number += 1) {
    const candidate = base(number === 1 ? `_${suffix}` : `_${suffix}_${number}`);
    if (!taken.has(candidate)) return candidate;
  }
}
