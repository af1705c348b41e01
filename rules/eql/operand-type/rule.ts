import type { EqlOperand } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import { named, queryTypeOf, silently } from '../column-words.ts';
import { jsonEntryDomain } from '../domains.ts';
import { type Fault, faultsOf } from '../faults.ts';
import type { OperandType } from '../verdict.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/operand-type',
  severity: 'error',
  title: "an operand cast to another type than the column's own query type",
  since: '0.1.0',
  fix: 'safe',
  dependsOn: 'eql',
  *check({ eql: { uses } }, { eql }) {
    for (const fault of faultsOf('operand-type', uses, eql)) yield toReport(fault);
  },
});

function toReport(fault: Fault): Report {
  const { use, domain, operand, type } = fault;
  const own = queryTypeOf(domain);
  const place = placeOf(operand);
  return {
    place,
    field: use.column.path,
    message: `${said(fault)}: ${outcome(fault)}${advice(fault, own)}`,
    related: [{ message: `${use.column.name} is ${domain.name}`, place: use.column.typePlace }],
    fixes: own === undefined || fault.subject === jsonEntryDomain ? [] : fixes(operand, type, place, own),
  };
}

/** The type of the last cast, or the operand. */
function placeOf(operand: EqlOperand): Place {
  return operand.kind === 'cast' ? (operand.types.at(-1)?.place ?? operand.place) : operand.place;
}

function said({ use, domain, operand, type, subject }: Fault): string {
  const column = named(use.column, domain);
  if (operand.kind === 'column' && type.kind === 'stored') {
    return `${column} is compared with ${operand.name} (${type.domain}), whose terms are of another kind`;
  }
  if (type.kind === 'parameter' || type.kind === 'literal') {
    return `the operand of ${use.column.name} has no type, and the function has several forms`;
  }
  const of = subject === jsonEntryDomain ? `what -> gives of ${use.column.name}` : column;
  return `${describeType(type)} is not a query type for ${of}`;
}

function describeType(type: OperandType): string {
  switch (type.kind) {
    case 'query':
      return `eql_v3.${type.type}`;
    case 'stored':
      return `public.${type.domain}`;
    case 'sql':
      return type.type;
    case 'literal':
    case 'parameter':
      return 'an operand without a type';
  }
}

function outcome({ verdict, operator, use }: Fault): string {
  if (verdict.kind !== 'raises') return silently;
  return use.kind === 'call'
    ? `no eql_v3.${use.name} fits, and PostgreSQL refuses the query`
    : `no operator ${operator} fits, and PostgreSQL refuses the query`;
}

function advice({ operand, verdict, subject }: Fault, own: string | undefined): string {
  const code = verdict.kind === 'raises' ? postgresCode(verdict.code) : '';
  if (operand.kind === 'column') return `; give both columns one domain${code}`;
  if (subject === jsonEntryDomain) {
    return `; write the _ord type of the value, such as eql_v3.query_double_ord${code}`;
  }
  return own === undefined ? code : `; write ${own}${code}`;
}

function fixes(operand: EqlOperand, type: OperandType, place: Place, own: string): Fix[] {
  const title = `cast the operand to ${own}`;
  if (operand.kind === 'cast') {
    const isJson = type.kind === 'sql' && type.type === 'json';
    return [safeFix(title, { kind: 'text', place, text: isJson ? `jsonb::${own}` : own })];
  }
  if (operand.kind !== 'parameter') return [];
  const end = { ...operand.place, start: operand.place.end };
  return [safeFix(title, { kind: 'text', place: end, text: `::jsonb::${own}` })];
}
