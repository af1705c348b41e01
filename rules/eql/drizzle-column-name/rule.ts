import type { EqlColumn } from '../../model/eql.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import type { Value } from '../../model/value.ts';
import { listed } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/drizzle-column-name',
  severity: 'error',
  title: 'v2 Drizzle: one column name in two tables with different options',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { declared } }) {
    const groups = new Map<string, EqlColumn[]>();
    for (const column of declared) {
      if (column.source !== 'drizzle-v2') continue;
      const key = JSON.stringify([column.packageFolder, column.name]);
      groups.set(key, [...(groups.get(key) ?? []), column]);
    }
    for (const columns of groups.values()) yield* checkGroup(columns);
  },
});

/** The package keeps one configuration a column name: that of the table that is made last. */
function* checkGroup(columns: readonly EqlColumn[]): Generator<Report> {
  const written = columns.map((column) => ({ column, options: optionsOf(column) }));
  if (written.some(({ options }) => options === undefined)) return;
  const ordered = [...written].sort((one, other) => one.column.place.start - other.column.place.start);
  const last = ordered.at(-1);
  if (last === undefined) return;
  const oneFile = columns.every(({ place }) => place.file === last.column.place.file);
  const losing = ordered.filter(({ options }) => options !== last.options);
  const [first] = losing;
  if (first === undefined) return;
  // The order of files is the order of imports, which nobody here knows.
  for (const { column, options } of oneFile ? losing : [first]) {
    const others = ordered.filter((one) => one.options !== options).map((one) => one.column);
    yield {
      place: column.place,
      field: column.path,
      message: `${column.name} of ${column.table} and of ${listed(tablesOf(others))} have different options, and the v2 Drizzle package keeps one set for each column name: ${oneFile ? `those of ${last.column.table}, made last, count for both` : 'those of the table made last count for all'}; give the columns different names in the database`,
      related: others.map((other) => ({
        message: `${other.name} of ${other.table} has other options`,
        place: other.place,
      })),
    };
  }
}

function tablesOf(columns: readonly EqlColumn[]): string[] {
  return [...new Set(columns.map(({ table }) => table))];
}

/** What a column is configured with, in one text; undefined where a part is not known. */
function optionsOf({ cast, searches }: EqlColumn): string | undefined {
  const parts = searches.map(({ index, options }) => {
    const written = options === undefined ? '' : textOf(options);
    return written === undefined ? undefined : `${index} ${written}`;
  });
  return parts.includes(undefined) ? undefined : JSON.stringify([cast?.value ?? 'text', parts.sort()]);
}

function textOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'string':
      return JSON.stringify(value.value);
    case 'number':
      return value.digits;
    case 'boolean':
      return String(value.value);
    case 'null':
      return 'null';
    case 'array': {
      const items = value.items.map(textOf);
      return value.open || items.includes(undefined) ? undefined : `[${items.join(',')}]`;
    }
    case 'object': {
      const entries = value.properties.map(({ key, value: own }) => {
        const text = textOf(own);
        return text === undefined ? undefined : `${JSON.stringify(key)}:${text}`;
      });
      return value.open || entries.includes(undefined) ? undefined : `{${entries.sort().join(',')}}`;
    }
    case 'binary':
    case 'date':
    case 'other':
    case 'unknown':
      return undefined;
  }
}
