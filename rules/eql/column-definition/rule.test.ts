import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'eql/column-definition';
const file = 'migrations/1_t.sql';
const found = (...statements: string[]) =>
  ruleFindings(id, { [file]: `${statements.join('\n')}\n` }, { eql: '3.0.5' });

describe('a default', () => {
  test.each([
    ["DEFAULT 'x'", ["error DEFAULT 'x'"]],
    ["DEFAULT '{}'::jsonb", ["error DEFAULT '{}'::jsonb"]],
    ['DEFAULT now()', ['error DEFAULT now()']],
    ['DEFAULT NULL', []],
    ['', []],
  ])('%s', async (written, expected) => {
    expect(await found(`CREATE TABLE t (id bigint PRIMARY KEY, c public.eql_v3_text ${written});`)).toEqual(
      expected,
    );
  });
});

describe('a change in place', () => {
  const table = 'CREATE TABLE t (id bigint PRIMARY KEY, c text, d jsonb, e public.eql_v3_text_eq);';
  const index = 'CREATE INDEX ON t (eql_v3.eq_term(e));';
  const rows = "INSERT INTO t (id, c) VALUES (1, 'a');";
  const alter = (column: string, type: string) =>
    `ALTER TABLE t ALTER COLUMN ${column} TYPE ${type} USING ${column}::${type};`;
  const severities = async (...statements: string[]) =>
    (await found(table, ...statements)).map((one) => one.split(' ')[0]);

  test('of a plain column is refused by its first row', async () => {
    expect(await severities(rows, alter('c', 'public.eql_v3_text'), index)).toEqual(['error']);
    expect(await severities(alter('c', 'public.eql_v3_text'), index)).toEqual(['warning']);
    expect(await severities(rows, 'DELETE FROM t;', 'TRUNCATE t;', alter('c', 'public.eql_v3_text'))).toEqual(
      ['warning'],
    );
  });

  test('of a JSON column may be right', async () => {
    expect(await severities(rows, alter('d', 'public.eql_v3_text'))).toEqual([]);
  });

  test('to a domain with more terms is refused by its first row', async () => {
    const encrypted = 'INSERT INTO t (id, e) SELECT id, e FROM staging.t;';
    expect(await severities(encrypted, alter('e', 'public.eql_v3_text_search'))).toEqual(['error']);
    expect(await severities(alter('e', 'public.eql_v3_text_search'))).toEqual([]);
    expect(await severities(encrypted, alter('e', 'public.eql_v3_text'))).toEqual([]);
  });
});

test.each([
  ['"undefined"."eql_v3_text"', '"public"."eql_v3_text"'],
  ['"public.eql_v3_text"', '"public"."eql_v3_text"'],
])('%s becomes %s', async (before, after) => {
  const files = (type: string) => ({ [file]: `CREATE TABLE t ("id" integer PRIMARY KEY, "c" ${type});\n` });
  expect(await afterFix(files(before), file, `write ${after}`, { eql: '3.0.5' })).toBe(files(after)[file]);
});

test('a value generated from a term is no ciphertext', async () => {
  expect(
    await found(
      'CREATE TABLE t (id bigint PRIMARY KEY, c public.eql_v3_text_eq, term text GENERATED ALWAYS AS (eql_v3.eq_term(c)) STORED);',
    ),
  ).toEqual([]);
});
