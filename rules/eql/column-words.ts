import type { EqlColumn } from '../model/eql.ts';
import { columnDomains, type EqlDomain, type EqlExtractor } from './domains.ts';
import { listed } from './wording.ts';

/** What an operator of jsonb does with payloads, in the words of every message about it. */
export const silently = 'PostgreSQL compares the raw jsonb and returns no rows or all rows, without an error';

/** `eql_v3.query_text_eq`; undefined where the domain cannot be searched. */
export function queryTypeOf({ queryType }: EqlDomain): string | undefined {
  return queryType && `eql_v3.${queryType}`;
}

/** `email (eql_v3_text_eq)`. */
export function named(column: EqlColumn, domain: EqlDomain): string {
  return `${column.name} (${domain.name})`;
}

/** `answers = and <>`, `is for storage only`. */
export function answers({ operators }: EqlDomain): string {
  return operators.length === 0 ? 'is for storage only' : `answers ${listed(operators)}`;
}

/**
 * The smallest domain of the same plaintext type that keeps what the column can and answers the operator too; the portable
 * form of an order where the column has none yet.
 */
export function domainWith(domain: EqlDomain, operator: string): EqlDomain | undefined {
  const needed = [...domain.operators, operator];
  const fit = columnDomains.filter(
    (other) => other.scalar === domain.scalar && needed.every((each) => other.operators.includes(each)),
  );
  const ore = domain.capability.endsWith('_ore');
  const preferred = fit.filter(
    ({ capability }) => capability.endsWith('_ore') === ore && capability !== 'ord_ope',
  );
  const [first, ...others] = preferred.length > 0 ? preferred : fit;
  return others.reduce(
    (best, other) =>
      other !== undefined && best !== undefined && other.terms.length < best.terms.length ? other : best,
    first,
  );
}

const equality: readonly EqlExtractor[] = ['eq_term', 'ord_term', 'ord_term_ore'];

/** The function whose value is equal where the plaintext is; the order term of numbers and times is that too. */
export function equalityTermOf({ extractors }: EqlDomain): EqlExtractor | undefined {
  return equality.find((name) => extractors.includes(name));
}

/** The function whose values stand in the order of the plaintext. */
export function orderTermOf({ extractors }: EqlDomain): EqlExtractor | undefined {
  return extractors.find((name) => name === 'ord_term' || name === 'ord_term_ore');
}
