import type { EqlInUse, EqlOperand, EqlUse } from '../../model/eql.ts';
import type { Change, Fix } from '../../model/finding.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import { equalityTermOf, named } from '../column-words.ts';
import { type Fault, faultsOf } from '../faults.ts';
import { operandTypeOf } from '../operand-type-of.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/in-list',
  severity: 'error',
  title: 'IN or ANY over several operands: an error when it runs, or a sequential scan',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { uses } }, { eql }) {
    for (const fault of faultsOf('in-list', uses, eql)) yield toReport(fault);
  },
});

function toReport(fault: Fault): Report {
  const { use, domain, verdict } = fault;
  const term = equalityTermOf(domain);
  const own = `eql_v3.${term}(${use.columnText})`;
  const word = use.kind === 'in' && use.negated ? 'NOT IN' : 'IN';
  const form = use.kind === 'any' ? `${own} = ANY (the terms)` : `${own} ${word} (eql_v3.${term}(…), …)`;
  // No index serves inequality.
  const faster = word === 'NOT IN' ? '' : ', which uses the index';
  const write = term === undefined ? '' : `; write ${form}${faster}`;
  const at = {
    place: use.place,
    field: use.column.path,
    fixes: term === undefined ? [] : fixes(fault, term),
  };
  if (verdict.kind === 'raises') {
    return {
      ...at,
      message: `${word} makes one array of its operands, whose items become ${domain.name}, and a query operand has no ciphertext: PostgreSQL refuses the query when it runs${write}${postgresCode(verdict.code)}`,
    };
  }
  const what = use.kind === 'any' ? '= ANY' : word;
  return {
    ...at,
    severity: 'warning',
    message: `${what} over ${named(use.column, domain)} compares within an array, where PostgreSQL does not see the term, so it reads every row${write}`,
  };
}

function fixes(fault: Fault, term: string): Fix[] {
  const { use, domain, verdict } = fault;
  if (use.kind !== 'in' || verdict.kind !== 'raises') return [];
  const own = use.items.every((item) => {
    const type = operandTypeOf(item);
    return type?.kind === 'query' && type.type === domain.queryType;
  });
  if (!own) return [];
  return [safeFix(`compare eql_v3.${term}`, ...termForm(use, term))];
}

function termForm(use: EqlUse & EqlInUse, term: string): Change[] {
  return [
    { kind: 'text', place: use.columnPlace, text: `eql_v3.${term}(${use.columnText})` },
    ...use.items.flatMap((item) => wrapped(item, `eql_v3.${term}(`)),
  ];
}

function wrapped({ place }: EqlOperand, before: string): Change[] {
  return [
    { kind: 'text', place: { ...place, end: place.start }, text: before },
    { kind: 'text', place: { ...place, start: place.end }, text: ')' },
  ];
}
