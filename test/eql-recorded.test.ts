import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { domainNamed } from '../rules/eql/domains.ts';
import { type OperandType, type Verdict, verdictOf } from '../rules/eql/verdict.ts';

type Answers = Readonly<Record<string, string>>;

/** What EQL 3.0.5 in PostgreSQL 18 answered on each domain: `ok`, or the code and the message. */
interface Recorded {
  readonly hasq: boolean;
  /** By operator, with an operand of the domain's own query type, of the domain, of jsonb, and with `'alice'`. */
  readonly typed: Answers;
  readonly self: Answers;
  readonly jsonb: Answers;
  readonly lit: Answers;
  readonly v3min: string;
}

const recorded: Readonly<Record<string, Recorded>> = JSON.parse(
  readFileSync(new URL('../fixtures/oracles/eql-v3-operators.json', import.meta.url), 'utf8'),
);

const patterns: Readonly<Record<string, string>> = { LIKE: '~~', ILIKE: '~~*' };

const said = (verdict: Verdict | undefined) => (verdict?.kind === 'raises' ? verdict.code : verdict && 'ok');

test('what the rules say of a comparison is what the engine of the next release answered', () => {
  let compared = 0;
  for (const [name, answers] of Object.entries(recorded)) {
    const domain = domainNamed(name);
    expect(answers.hasq, name).toBe(domain?.queryType !== undefined);
    const operands: readonly (readonly [Answers, OperandType])[] = [
      [answers.typed, { kind: 'query', type: domain?.queryType ?? '' }],
      [answers.self, { kind: 'stored', domain: name }],
      [answers.jsonb, { kind: 'sql', type: 'jsonb' }],
      [answers.lit, { kind: 'literal', holds: 'text' }],
    ];
    for (const [byOperator, operand] of operands) {
      for (const [operator, answer] of Object.entries(byOperator)) {
        const verdict = verdictOf(name, patterns[operator] ?? operator, operand);
        expect([name, operator, operand, said(verdict)]).toEqual([
          name,
          operator,
          operand,
          answer.split(' ')[0],
        ]);
        compared += 1;
      }
    }
  }
  expect(Object.keys(recorded)).toHaveLength(49);
  expect(compared).toBe(2_232);
});

test('the least value is asked of EQL where the domain has an order', () => {
  for (const [name, { v3min }] of Object.entries(recorded)) {
    const ordered = domainNamed(name)?.operators.includes('<') === true;
    expect([name, v3min.split(' ')[0]]).toEqual([name, ordered ? 'ok' : '42725']);
  }
});
