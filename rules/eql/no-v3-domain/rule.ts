import type { EqlColumn } from '../../model/eql.ts';
import { defineRule } from '../../model/rule.ts';
import { listed } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/no-v3-domain',
  severity: 'warning',
  title: 'a combination of EQL v2 indexes that no EQL v3 type has',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { databases, declared } }) {
    const told = new Set(
      declared.flatMap(({ migrated, searches }) =>
        migrated?.kind === 'encrypted' && searches.length > 0 ? [migrated.column] : [],
      ),
    );
    for (const column of [...databases.flatMap(({ columns }) => columns), ...declared]) {
      if (column.generation !== 'v2' || told.has(column)) continue;
      const problem = problemOf(column);
      if (problem === undefined) continue;
      const last = column.searches.at(-1);
      yield {
        place:
          column.source === 'sql' || column.source === 'config-json'
            ? (last?.place ?? column.place)
            : column.place,
        field: column.path,
        message: `${column.table}.${column.name} has ${listed(column.searches.map(({ index }) => words[index] ?? index))}, and EQL v3 has no type for that: ${problem}`,
      };
    }
  },
});

const words: Readonly<Record<string, string>> = {
  unique: 'equality',
  match: 'match',
  ore: 'order',
  ope: 'order',
};

/** Source: protectjs-ffi crates/protect-ffi/src/eql_v3.rs, which turns sets of indexes into types. */
function problemOf({ cast, searches }: EqlColumn): string | undefined {
  // Other plaintext types have their own rules.
  if (cast?.value !== 'text') return undefined;
  const has = (index: string) => searches.some((search) => search.index === index);
  if (has('ste_vec')) return undefined;
  const ordered = has('ore') || has('ope');
  if (has('match') && has('unique') && !ordered) {
    return 'the nearest, eql_v3_text_search, adds an order term that nobody asked for, with its bytes and its leak; plan for that, or for eql_v3_text_match without equality';
  }
  if (has('match') && ordered && !has('unique')) {
    return 'the nearest, eql_v3_text_search, has equality too; add it now, or plan for it';
  }
  if (ordered && !has('unique') && !has('match')) {
    return 'the nearest, eql_v3_text_ord, has equality too; add it now, or plan for it';
  }
  return undefined;
}
