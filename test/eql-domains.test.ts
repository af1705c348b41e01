import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnDomains, type EqlDomain, jsonEntryDomain, queryTypes } from '../rules/eql/domains.ts';
import { quoted } from './support/eql-answers.ts';
import { codeOf, type EqlEngine, openEqlEngine } from './support/eql-engine.ts';
import { columnPayload, queryPayload } from './support/eql-payload.ts';

let engine: EqlEngine;

beforeAll(async () => {
  engine = await openEqlEngine();
}, 120_000);

afterAll(() => engine.close());

async function names(sql: string): Promise<string[]> {
  const { rows } = await engine.query<{ name: string }>(sql);
  return rows.map(({ name }) => name).sort();
}

const domainsIn = (schema: string, prefix: string) =>
  names(`SELECT typname AS name FROM pg_type
    WHERE typtype = 'd' AND typnamespace = '${schema}'::regnamespace AND starts_with(typname, '${prefix}')`);

test('the table has every type of the engine, and no other', async () => {
  const columns = [...columnDomains.map(({ name }) => name), jsonEntryDomain].sort();
  expect(await domainsIn('public', 'eql_v3_')).toEqual(columns);
  expect(await domainsIn('eql_v3', 'query_')).toEqual([...queryTypes].sort());
  expect([columns.length, queryTypes.length]).toEqual([52, 40]);
});

/** The operators that the engine has between two types and that do not raise. */
async function operatorsBetween(left: string, right: string): Promise<string[]> {
  return names(`SELECT oprname AS name FROM pg_operator JOIN pg_proc p ON p.oid = oprcode
    WHERE oprleft = '${left}'::regtype AND oprright = '${right}'::regtype
      AND p.prosrc NOT LIKE '%unsupported%' AND p.prosrc NOT LIKE '%not supported%'`);
}

const cast = (value: unknown, type: string) => `SELECT ${quoted(JSON.stringify(value))}::${type};`;

function without(value: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

test.each(columnDomains.map((domain) => [domain.name, domain] as const))(
  '%s: terms, operators, query type and extractors are those of the engine',
  async (name, domain) => {
    const column = `public.${name}`;
    await acceptsWhole(column, columnPayload(domain), keysOfColumn(domain));
    expect(await operatorsBetween(column, column)).toEqual(betweenColumns(domain));
    if (domain.queryType !== undefined) {
      const operand = `eql_v3.${domain.queryType}`;
      await acceptsWhole(operand, queryPayload(domain), keysOfOperand(domain));
      expect(await codeOf(engine, cast(columnPayload(domain), operand))).toBe('23514');
      expect(await operatorsBetween(column, operand)).toEqual(besideOperand(domain));
    }
    const ofEql = (kind: string) => `SELECT proname AS name FROM pg_proc
      WHERE pronamespace = 'eql_v3'::regnamespace AND proargtypes::text = '${column}'::regtype::oid::text
        AND prokind = '${kind}'`;
    expect((await names(ofEql('f'))).filter((one) => indexed.includes(one))).toEqual(
      [...domain.extractors].sort(),
    );
    expect((await names(ofEql('a'))).filter((one) => one === 'min' || one === 'max')).toEqual(
      domain.operators.includes('<') ? ['max', 'min'] : [],
    );
  },
);

const indexed = ['eq_term', 'ord_term', 'ord_term_ore', 'match_term', 'to_ste_vec_query'];

/** The type takes the payload, and refuses it without each of these keys. */
async function acceptsWhole(
  type: string,
  payload: Record<string, unknown>,
  keys: readonly string[],
): Promise<void> {
  expect([type, await codeOf(engine, cast(payload, type))]).toEqual([type, undefined]);
  for (const key of keys) {
    expect([type, key, await codeOf(engine, cast(without(payload, key), type))]).toEqual([
      type,
      key,
      '23514',
    ]);
  }
}

function keysOfColumn({ terms }: EqlDomain): readonly string[] {
  return terms.includes('sv') ? ['v', 'i', 'h', 'sv'] : ['v', 'i', 'c', ...terms];
}

function keysOfOperand({ terms }: EqlDomain): readonly string[] {
  return terms.includes('sv') ? ['sv'] : ['v', 'i', ...terms];
}

function betweenColumns({ operators, scalar }: EqlDomain): string[] {
  return operators.filter((operator) => scalar !== 'json' || !operator.startsWith('-')).sort();
}

function besideOperand({ operators, scalar }: EqlDomain): string[] {
  return scalar === 'json' ? ['@>'] : [...operators].sort();
}
