import type { Fix } from '../../model/finding.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { answers, domainWith, named, queryTypeOf, silently } from '../column-words.ts';
import { jsonEntryDomain } from '../domains.ts';
import { type Fault, faultsOf } from '../faults.ts';
import { isJsonOperator } from '../verdict.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/operator',
  severity: 'error',
  title: "an operator that the column's domain does not have",
  since: '0.1.0',
  fix: 'suggestion',
  dependsOn: 'eql',
  *check({ eql: { uses } }, { eql }) {
    for (const fault of faultsOf('operator', uses, eql)) yield toReport(fault);
  },
});

function toReport(fault: Fault): Report {
  const { use, domain, subject } = fault;
  const written = use.kind === 'operator' ? use.written : fault.operator;
  const of =
    subject === jsonEntryDomain
      ? `what -> gives of ${use.column.name} has an order and no ${written}`
      : `${named(use.column, domain)} ${answers(domain)}${domain.operators.length === 0 ? '' : `, and no ${written}`}`;
  return {
    place: placeOf(fault),
    field: use.column.path,
    message: `${of}: ${outcome(fault)}; ${advice(fault)}${code(fault)}`,
    related: [{ message: `${use.column.name} is ${domain.name}`, place: use.column.typePlace }],
    fixes: matchInstead(fault),
  };
}

function placeOf({ use }: Fault) {
  switch (use.kind) {
    case 'operator':
      return use.operatorPlace;
    case 'call':
      return use.namePlace;
    case 'in':
    case 'any':
      return use.columnPlace;
  }
}

function outcome({ verdict, operator }: Fault): string {
  if (verdict.kind === 'raises') return 'PostgreSQL refuses the query';
  if (verdict.kind === 'scan') return 'PostgreSQL compares the raw jsonb of every row';
  return isJsonOperator(operator) ? 'PostgreSQL reads a key of the payload, which is NULL' : silently;
}

function code({ verdict }: Fault): string {
  return verdict.kind === 'raises' ? postgresCode(verdict.code) : '';
}

function advice(fault: Fault): string {
  const { domain, operator, subject, use } = fault;
  if (subject === jsonEntryDomain) return `ask with ${use.column.name} @> a term of eql_v3.query_json`;
  if (isMatch(fault)) return `write ${use.columnText} @@ a term of ${queryTypeOf(domain)}`;
  if (isJsonOperator(operator)) {
    return domain.scalar === 'json'
      ? 'search with @>, and take a part with -> and a selector of type text'
      : 'decrypt the value in the application';
  }
  const better = domainWith(domain, operator);
  if (better !== undefined) return `the domain that answers it is ${better.name}`;
  if (domain.scalar === 'json' && domain.capability === 'search')
    return 'search with @> and a term of eql_v3.query_json';
  if (domain.scalar === 'json') return 'the domain that is searched, with @>, is eql_v3_json_search';
  return domain.scalar === 'boolean'
    ? 'EQL has no searchable boolean: filter after decryption'
    : `no domain for ${domain.scalar} answers it`;
}

/** Containment was how 3.0.0 searched text. */
function isMatch({ domain, operator }: Fault): boolean {
  return operator === '@>' && domain.operators.includes('@@');
}

function matchInstead(fault: Fault): Fix[] {
  const { use } = fault;
  if (use.kind !== 'operator' || use.side !== 'left' || !isMatch(fault)) return [];
  return [suggestion('search with @@', { kind: 'text', place: use.operatorPlace, text: '@@' })];
}
