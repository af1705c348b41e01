import type { EqlCallUse, EqlUse } from '../../model/eql.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { equalityTermOf, named, orderTermOf } from '../column-words.ts';
import type { EqlDomain } from '../domains.ts';
import { listed, postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/wrong-extractor',
  severity: 'error',
  title: "a function that takes a term which the column's domain does not have",
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { uses } }) {
    for (const use of uses) {
      const { domain, generation, proxy } = use.column;
      if (use.kind !== 'call' || use.schema !== 'eql_v3' || use.argument !== 0) continue;
      if (generation === 'v3' && !proxy && domain !== undefined) yield* checkCall(use, domain);
    }
  },
});

const extractors = ['eq_term', 'ord_term', 'ord_term_ore', 'match_term', 'to_ste_vec_query'] as const;

function* checkCall(use: EqlUse & EqlCallUse, domain: EqlDomain): Generator<Report> {
  const { name, namePlace, column } = use;
  const extractor = extractors.find((one) => one === name);
  const isAggregate = name === 'min' || name === 'max';
  if (extractor === undefined && !isAggregate) return;
  const has =
    extractor === undefined ? orderTermOf(domain) !== undefined : domain.extractors.includes(extractor);
  if (has) return;
  // What it is compared with is another term as well.
  const alone = !isAggregate && use.then?.kind !== 'operator';
  const fits = alone ? counterpart(name, domain) : undefined;
  const own = domain.extractors.map((one) => `eql_v3.${one}`);
  const write = isAggregate
    ? 'its domain has no order: find it after decryption'
    : own.length === 0
      ? 'the column is for storage only'
      : `${column.name} has ${listed(own)}`;
  yield {
    place: namePlace,
    field: column.path,
    message: `eql_v3.${name} does not take ${named(column, domain)}, so PostgreSQL refuses the query; ${write}${postgresCode('42725')}`,
    fixes:
      fits === undefined
        ? []
        : [suggestion(`write eql_v3.${fits}`, { kind: 'text', place: namePlace, text: `eql_v3.${fits}` })],
  };
}

/** The term of the domain that serves the same search. */
function counterpart(name: string, domain: EqlDomain): string | undefined {
  if (name === 'eq_term') return equalityTermOf(domain);
  return name.startsWith('ord_term') ? orderTermOf(domain) : undefined;
}
