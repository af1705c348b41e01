import type { EqlOperand, EqlUse, EqlWriteUse } from '../../model/eql.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { named, queryTypeOf } from '../column-words.ts';
import type { EqlDomain } from '../domains.ts';
import { type Fault, faultsOf } from '../faults.ts';
import { describePlaintext, isPlaintext, operandTypeOf } from '../operand-type-of.ts';
import type { OperandType } from '../verdict.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/plaintext-operand',
  severity: 'error',
  title: 'plaintext that is compared with, or written into, an encrypted column',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { uses } }, { eql }) {
    for (const fault of faultsOf('plaintext-operand', uses, eql)) yield compared(fault);
    for (const use of uses) {
      const { column } = use;
      if (use.kind !== 'write' || column.generation !== 'v3' || column.proxy) continue;
      if (column.domain !== undefined) yield* written(use, column.domain);
    }
  },
});

function compared({ use, domain, operand, type, verdict }: Fault): Report {
  const own = queryTypeOf(domain);
  const how =
    verdict.kind === 'raises'
      ? 'PostgreSQL refuses it, and the value stands in its log'
      : 'it never equals the text of a payload, and the value stands in the query';
  const write =
    own === undefined
      ? 'the column is for storage only, so filter after decryption'
      : `encrypt the value in the client and bind it as ${own}`;
  const code = verdict.kind === 'raises' ? postgresCode(verdict.code) : '';
  return {
    place: operand.place,
    field: use.column.path,
    message: `${describePlaintext(operand, type)} is compared with ${named(use.column, domain)}: ${how}; ${write}${code}`,
  };
}

function* written({ column, operand }: EqlUse & EqlWriteUse, domain: EqlDomain): Generator<Report> {
  const type = operandTypeOf(operand);
  if (type === undefined || !isPlaintext(type)) return;
  yield {
    place: operand.place,
    field: column.path,
    message: `${describePlaintext(operand, type)} is written into ${named(column, domain)}: PostgreSQL refuses it, and the value stands in its log; encrypt it in the client and bind the payload${postgresCode(codeOfWrite(operand, type))}`,
  };
}

/** Asked of EQL 3.0.4: no JSON, no payload, and an expression of another type than the column's. */
function codeOfWrite(operand: EqlOperand, type: OperandType): string {
  if (type.kind !== 'literal') return '42804';
  return operand.kind === 'string' && operand.jsonScalar === true ? '23514' : '22P02';
}
