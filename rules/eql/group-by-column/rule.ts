import type { EqlBuilderUse, EqlGroupUse, EqlUse } from '../../model/eql.ts';
import type { Change, Fix } from '../../model/finding.ts';
import { defineRule, type Report, safeFix, suggestion } from '../../model/rule.ts';
import { type EqlVersion, eqlVersions } from '../../model/target.ts';
import { equalityTermOf, named } from '../column-words.ts';
import type { EqlDomain } from '../domains.ts';

export const rule = defineRule({
  id: 'eql/group-by-column',
  severity: 'warning',
  title: 'GROUP BY, DISTINCT or UNION over the column itself, where every row is its own group',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { uses } }, { eql }) {
    for (const use of uses) {
      const { column } = use;
      if (column.generation !== 'v3' || column.proxy || column.domain === undefined) continue;
      if (use.kind === 'group' && compares(use)) yield grouped(use, column.domain, eql(use.place.file, 'v3'));
      if (use.kind === 'builder') yield* built(use, column.domain);
    }
  },
});

/**
 * Copies of one row hold the same ciphertext: where a key may stand beside the column, and between queries that give the
 * same rows, PostgreSQL does what is meant.
 */
function compares({ clause, accompanied }: EqlGroupUse): boolean {
  return accompanied !== true && clause !== 'intersect' && clause !== 'except';
}

const words = {
  'group-by': 'GROUP BY',
  distinct: 'DISTINCT',
  'distinct-on': 'DISTINCT ON',
  'count-distinct': 'count(DISTINCT …)',
  union: 'UNION',
  intersect: 'INTERSECT',
  except: 'EXCEPT',
  'partition-by': 'PARTITION BY',
} as const;

type Release = { readonly version: EqlVersion; readonly assumed: boolean };

function grouped(use: EqlUse & EqlGroupUse, domain: EqlDomain, release: Release): Report {
  return {
    place: use.place,
    field: use.column.path,
    message: `${words[use.clause]} compares the ciphertext of ${named(use.column, domain)}, which differs even where the value is the same, so that every row stands alone, without an error; ${advice(use, domain)}`,
    fixes: fixes(use, domain, release),
  };
}

function advice(use: EqlUse, domain: EqlDomain): string {
  const term = equalityTermOf(domain);
  if (term === undefined) return 'its domain has no term for equality: group after decryption';
  const over = `eql_v3.${term}(${use.columnText})`;
  if (use.kind !== 'group' || use.clause === 'group-by') {
    return `group by ${over}, and select eql_v3.grouped_value(${use.columnText})`;
  }
  if (use.clause === 'distinct') return `write DISTINCT ON (${over})`;
  return use.clause === 'union' ? `keep all rows with UNION ALL, and group them by ${over}` : `write ${over}`;
}

function fixes(use: EqlUse & EqlGroupUse, domain: EqlDomain, release: Release): Fix[] {
  const term = equalityTermOf(domain);
  // Groups over an ORE term need its operator class, which not every installation has.
  if (!use.replaceable || term === undefined || term === 'ord_term_ore') return [];
  const over = `eql_v3.${term}(${use.columnText})`;
  const change: Change = { kind: 'text', place: use.place, text: over };
  if (use.selected.length === 0) return [safeFix(`compare ${over}`, change)];
  // The first release with grouped_value.
  if (eqlVersions.indexOf(release.version) < eqlVersions.indexOf('3.0.3')) return [];
  const value = `eql_v3.grouped_value(${use.columnText})`;
  const name = use.columnText.split('.').at(-1) ?? use.column.name;
  const selected = use.selected.map(
    ({ aliased, ...place }): Change => ({
      kind: 'text',
      place,
      text: aliased === true ? value : `${value} AS ${name}`,
    }),
  );
  // The client gets another type for it.
  return [suggestion(`group by ${over} and select ${value}`, change, ...selected)];
}

const builders: Readonly<Record<string, string>> = {
  groupBy: 'groupBy',
  selectDistinct: 'selectDistinct',
  selectDistinctOn: 'selectDistinctOn',
  countDistinct: 'countDistinct',
};

function* built(use: EqlUse & EqlBuilderUse, domain: EqlDomain): Generator<Report> {
  if (use.from !== 'drizzle-orm' || !Object.hasOwn(builders, use.function)) return;
  const term = equalityTermOf(domain);
  const write =
    term === undefined
      ? 'its domain has no term for equality: group after decryption'
      : `group by sql\`eql_v3.${term}(\${${use.columnText}})\``;
  yield {
    place: use.place,
    field: use.column.path,
    message: `${builders[use.function]} compares the ciphertext of ${named(use.column, domain)}, which differs even where the value is the same, so that every row stands alone, without an error; ${write}`,
  };
}
