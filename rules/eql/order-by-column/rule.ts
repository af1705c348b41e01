import type { EqlBuilderUse, EqlOrderUse, EqlUse } from '../../model/eql.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import { domainWith, named, orderTermOf } from '../column-words.ts';
import type { EqlDomain } from '../domains.ts';

export const rule = defineRule({
  id: 'eql/order-by-column',
  severity: 'error',
  title: 'ORDER BY over the column itself, which sorts ciphertext',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { uses } }) {
    for (const use of uses) {
      const { column } = use;
      if (column.generation !== 'v3' || column.proxy || column.domain === undefined) continue;
      if (use.kind === 'order') yield ordered(use, column.domain);
      if (use.kind === 'builder' && isOrder(use)) yield built(use, column.domain);
    }
  },
});

const clauses = {
  query: 'ORDER BY',
  window: 'ORDER BY of a window',
  aggregate: 'ORDER BY within an aggregate',
} as const;

function ordered(use: EqlUse & EqlOrderUse, domain: EqlDomain): Report {
  const term = orderTermOf(domain);
  const written = `eql_v3.${term}(${use.columnText})`;
  const replaceable = term !== undefined && use.replaceable !== false;
  return {
    place: use.place,
    field: use.column.path,
    message: `${clauses[use.clause]} sorts the ciphertext of ${named(use.column, domain)}, whose order means nothing, without an error; ${advice(domain, written)}`,
    fixes: replaceable
      ? [safeFix(`order by ${written}`, { kind: 'text', place: use.place, text: written })]
      : [],
  };
}

function advice(domain: EqlDomain, written: string): string {
  if (orderTermOf(domain) !== undefined) return `write ${written}`;
  const better = domainWith(domain, '<');
  return better === undefined
    ? 'it has no order: sort after decryption'
    : `its domain has no order: sort after decryption, or make it ${better.name}`;
}

/** Functions of drizzle-orm that write the column into ORDER BY. */
const orders: ReadonlySet<string> = new Set(['asc', 'desc', 'orderBy']);

function isOrder({ from, function: name }: EqlBuilderUse): boolean {
  return from === 'drizzle-orm' && orders.has(name);
}

function built(use: EqlUse & EqlBuilderUse, domain: EqlDomain): Report {
  const what =
    use.function === 'orderBy' ? 'orderBy with the column itself' : `${use.function} of drizzle-orm`;
  const write =
    orderTermOf(domain) === undefined
      ? advice(domain, '')
      : `write ${use.function === 'desc' ? 'desc' : 'asc'} of createEncryptionOperators, which orders by the term`;
  return {
    place: use.place,
    field: use.column.path,
    message: `${what} sorts the ciphertext of ${named(use.column, domain)}, whose order means nothing, without an error; ${write}`,
  };
}
