import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnDomains, domainNamed } from '../rules/eql/domains.ts';
import {
  isJsonOperator,
  isPattern,
  knownOperators,
  type OperandType,
  type Verdict,
  verdictOf,
  verdictOfArray,
  verdictOfFunction,
  verdictOfList,
} from '../rules/eql/verdict.ts';
import { type Answer, ask, type Question } from './support/eql-answers.ts';
import { type EqlEngine, openEqlEngine } from './support/eql-engine.ts';
import {
  constantOf,
  fillTables,
  operandOf,
  operandTypes,
  sourceOf,
  subjects,
} from './support/eql-operands.ts';

let engine: EqlEngine;

beforeAll(async () => {
  engine = await openEqlEngine();
  await fillTables(engine);
}, 120_000);

afterAll(() => engine.close());

interface Claim extends Question {
  readonly domain: string;
  readonly verdict: Verdict;
  /** The operator of jsonb gives the right rows. */
  readonly native?: boolean;
}

/** What a verdict says about an answer of the engine, in one word; both sides of the comparison use the same words. */
function expected(verdict: Verdict, inArray: boolean): string {
  switch (verdict.kind) {
    case 'raises':
      return verdict.code;
    case 'right':
      return inArray ? 'eql in an array' : 'eql';
    case 'silent':
      return 'postgres';
    case 'scan':
      return inArray ? 'eql in an array' : 'postgres';
  }
}

function said(answer: Answer): string {
  if (answer.kind === 'raises') return answer.code;
  return answer.inArray && answer.by === 'eql' ? 'eql in an array' : answer.by;
}

/** The claims that the engine does not bear out. */
async function refuted(claims: readonly Claim[], inArray = false): Promise<string[]> {
  const answers = await ask(engine, claims);
  return claims.flatMap(({ domain, expression, verdict, native }, at) => {
    const answer = said(answers[at] as Answer);
    const claim = native === true ? 'postgres' : expected(verdict, inArray);
    return answer === claim
      ? []
      : [`${domain}: ${expression.slice(0, 90)}: ${claim} was said, ${answer} is so`];
  });
}

function claim(
  domain: string,
  expression: string,
  verdict: Verdict | undefined,
  more: Pick<Question, 'group' | 'withoutParameter'> = {},
): Claim {
  if (verdict === undefined) throw new Error(`no verdict on ${expression} of ${domain}`);
  const { group, ...others } = more;
  const together = verdict.kind === 'raises' || group === undefined ? {} : { group };
  return { domain, expression, verdict, source: sourceOf(domain), ...others, ...together };
}

const inSql = (operator: string) => (operator === 'similar to' ? 'SIMILAR TO' : operator);

/** The operators that one of jsonb, text or an array has with it on either side. */
const eitherSide = knownOperators.filter((operator) => !isJsonOperator(operator) && !isPattern(operator));

const inArrays = eitherSide.filter((operator) => operator !== '||');

/** Whether the types of an array's items are asked: of other columns only some, an array of arrays not. */
const hasArray = (domain: string) => (type: OperandType) =>
  type.kind === 'stored'
    ? [domain, 'eql_v3_text_search', 'eql_v3_json_search', 'eql_v3_json_entry'].includes(type.domain)
    : type.kind !== 'sql' || type.type !== 'text[]';

/** What the part of a document is that an operator takes. */
function partFor(operator: string): string {
  if (operator === '@?') return "'$.a'";
  return ['->', '->>', '?', '-'].includes(operator) ? "'a'" : "'{a}'";
}

/** Those that no two domains have in common. */
const rare = ['?|', '?&', '#-', '!~~', '!~~*', '!~', '!~*', '~*', 'similar to'];

const sides = ['left', 'right'] as const;

function comparison(domain: string, operator: string, type: OperandType, side: 'left' | 'right'): Claim {
  const operand = operandOf(type, domain);
  const write = (text: string) =>
    side === 'left' ? `c ${inSql(operator)} ${text}` : `${text} ${inSql(operator)} c`;
  return claim(domain, write(operand), verdictOf(domain, operator, type, side), {
    group: `${side} ${operand}`,
    ...(type.kind === 'parameter'
      ? {
          withoutParameter: write(
            isJsonOperator(operator)
              ? partFor(operator)
              : constantOf({ kind: 'literal', holds: 'payload' }, domain),
          ),
        }
      : {}),
  });
}

let compared = 0;
afterAll(() => console.log(`${compared} answers of EQL compared with what the rules say`));

describe('what the rules say of a comparison is what PostgreSQL does', () => {
  test('with every column and every typed operand, on either side', async () => {
    const claims = subjects.flatMap((domain) =>
      operandTypes.flatMap((type) =>
        sides.flatMap((side) => {
          const own = type.kind === 'query' && type.type === domainNamed(domain)?.queryType;
          // The same as the other domain with this one.
          if (side === 'right' && type.kind === 'stored') return [];
          const operators =
            side === 'left' || own
              ? knownOperators.filter((one) => own || type.kind === 'sql' || !rare.includes(one))
              : eitherSide;
          return operators.map((operator) => comparison(domain, operator, type, side));
        }),
      ),
    );
    compared += claims.length;
    expect(await refuted(claims)).toEqual([]);
  }, 300_000);

  test('with an untyped literal or parameter', async () => {
    const payload: OperandType = { kind: 'literal', holds: 'payload' };
    const types: readonly OperandType[] = [
      payload,
      { kind: 'literal', holds: 'scalar' },
      { kind: 'literal', holds: 'text' },
      { kind: 'parameter' },
    ];
    const claims = subjects.flatMap((domain) =>
      knownOperators.flatMap((operator) =>
        sides.flatMap((side) => {
          if (!isJsonOperator(operator)) {
            return types.map((type) => comparison(domain, operator, type, side));
          }
          const part = partFor(operator);
          const expression = side === 'left' ? `c ${operator} ${part}` : `${part} ${operator} c`;
          return [
            claim(domain, expression, verdictOf(domain, operator, payload, side)),
            comparison(domain, operator, { kind: 'parameter' }, side),
          ];
        }),
      ),
    );
    compared += claims.length;
    expect(await refuted(claims)).toEqual([]);
  }, 300_000);

  test('with a list', async () => {
    const untyped: readonly OperandType[] = [
      { kind: 'literal', holds: 'payload' },
      { kind: 'literal', holds: 'text' },
      { kind: 'parameter' },
    ];
    const claims: Claim[] = [];
    const unknown: string[][] = [];
    for (const domain of subjects) {
      const queryType = domainNamed(domain)?.queryType;
      const own: readonly OperandType[] = [
        ...untyped,
        { kind: 'stored', domain },
        { kind: 'sql', type: 'jsonb' },
        { kind: 'sql', type: 'text' },
        ...(queryType === undefined ? [] : [{ kind: 'query', type: queryType } as const]),
      ];
      const lists = [
        ...[...operandTypes, ...untyped].flatMap((type) => [[type], [type, type]]),
        ...own.flatMap((first) => own.filter((other) => other !== first).map((other) => [first, other])),
      ];
      for (const operator of ['=', '<>'] as const) {
        for (const items of lists) {
          const write = (as: readonly OperandType[]) =>
            `c ${operator === '=' ? 'IN' : 'NOT IN'} (${as.map((item) => constantOf(item, domain)).join(', ')})`;
          const verdict = verdictOfList(domain, operator, items);
          if (verdict === undefined) {
            unknown.push([
              domain,
              ...items.map((item) => (item.kind === 'stored' ? item.domain : item.kind)),
            ]);
            continue;
          }
          claims.push(
            claim(domain, write(items), verdict, {
              withoutParameter: write(
                items.map((item) =>
                  item.kind === 'parameter' ? { kind: 'literal', holds: 'payload' } : item,
                ),
              ),
            }),
          );
        }
      }
    }
    // Nothing is said only of ORE blocks of another plaintext type.
    expect(unknown.filter((names) => !names.every((name) => name.endsWith('_ore')))).toEqual([]);
    const several = (one: Claim) => !/ IN \('[^']*'(?:::[\w. []+\]?)?\)$| IN \(\$1\)$/.test(one.expression);
    expect(await refuted(claims.filter(several), true)).toEqual([]);
    expect(await refuted(claims.filter((one) => !several(one)))).toEqual([]);
  }, 300_000);

  test('with columns in a list, which PostgreSQL compares one by one', async () => {
    const { rows } = await engine.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (COSTS OFF) SELECT FROM "with eql_v3_text_eq" a, "with eql_v3_text_eq" b, "with eql_v3_text_eq" d
       WHERE a.c IN (b.c, d.c)`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(' OR ');
    expect(plan).not.toContain('ANY');
  });

  test('with an array', async () => {
    const claims = subjects.flatMap((domain) =>
      operandTypes.filter(hasArray(domain)).flatMap((type) =>
        inArrays.map((operator) => ({
          ...claim(
            domain,
            `c ${operator} ANY (ARRAY[${operandOf(type, domain)}])`,
            verdictOfArray(domain, operator, type),
            { group: operandOf(type, domain) },
          ),
          native: verdictOf(domain, operator, type)?.kind === 'scan',
        })),
      ),
    );
    compared += claims.length;
    expect(await refuted(claims, true)).toEqual([]);
  }, 300_000);

  test('in the form of a function', async () => {
    const types: readonly OperandType[] = [
      ...operandTypes,
      { kind: 'literal', holds: 'payload' },
      { kind: 'literal', holds: 'text' },
      { kind: 'parameter' },
    ];
    const names = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'matches'];
    const claims = columnDomains.flatMap(({ name: domain }) =>
      types.flatMap((type) =>
        names.map((name) => {
          const operand = operandOf(type, domain);
          const verdict = verdictOfFunction(domain, name, type);
          return claim(domain, `eql_v3.${name}(c, ${operand})`, verdict, {
            group: operand,
          });
        }),
      ),
    );
    compared += claims.length;
    expect(await refuted(claims)).toEqual([]);
  }, 300_000);
});
