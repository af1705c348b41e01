import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';
import { columnDomains, queryTypes } from '../domains.ts';

const id = 'eql/unknown-domain';
const file = 'migrations/001_t.sql';
const column = (type: string) => ({ [file]: `CREATE TABLE t (id bigint PRIMARY KEY, c ${type});\n` });
const messages = async (files: Record<string, string>) =>
  (await lintFiles(files)).filter(({ rule }) => rule === id).map(({ message }) => message);

test.each([
  ['public.eql_v3_text_like', 'eql_v3_text_match'],
  ['public.eql_v3_int_ord', 'eql_v3_integer_ord'],
  ['eql_v3_varchar_eq', 'eql_v3_text_eq'],
  ['public.eql_v3_timestamptz_ord', 'eql_v3_timestamp_ord'],
  ['public.eql_v3_text_ore', 'eql_v3_text_ord_ore'],
  ['public.eql_v3_boolean_eq', 'as eql_v3_boolean'],
  ['public.eql_v3_interger_eq', 'eql_v3_integer_eq'],
  ['eql_v3.eql_v3_text_eq', 'public.eql_v3_text_eq'],
])('%s is said to be %s', async (type, meant) => {
  expect(await messages(column(type))).toEqual([expect.stringContaining(meant)]);
});

test('what was never near any name has no advice that could be wrong', async () => {
  const [message] = await messages(column('public.eql_v3_polygon'));
  expect(message).toContain('none is near it');
});

describe('its fix', () => {
  test.each([
    ['eql_v3_interger_eq', 'public.eql_v3_integer_eq'],
    ['public.eql_v3_text_eqq[]', 'public.eql_v3_text_eq[]'],
    ['"public"."eql_v3_txt_eq"', 'public.eql_v3_text_eq'],
  ])('mends %s', async (written, meant) => {
    const title = `write ${meant.replace('[]', '')}`;
    expect(await afterFix(column(written), file, title)).toBe(column(meant)[file]);
  });

  test('is safe for a slip of the pen, and a question for another word', async () => {
    const safe = async (type: string) =>
      (await lintFiles(column(type), { eql: '3.0.5' }))
        .filter(({ rule }) => rule === id)
        .flatMap(({ fixes }) => fixes.map((fix) => fix.safe));
    expect(await safe('public.eql_v3_interger_eq')).toEqual([true]);
    expect(await safe('public.eql_v3_text_like')).toEqual([false]);
  });
});

test('every type of EQL is known, as column and as operand', async () => {
  const columns = columnDomains.map(({ name }, at) => `c${at} public.${name}`).join(', ');
  const operands = queryTypes.map((name) => `SELECT $1::eql_v3.${name};`).join('\n');
  const files = { [file]: `CREATE TABLE t (${columns});\n${operands}\n` };
  expect(await ruleFindings(id, files, { eql: '3.0.5' })).toEqual([]);
});

test.each(['undefined.eql_v3_texts', 'app.eql_v3_texts', '"public.eql_v3_text"', 'eql_v3_internal.anything'])(
  'a name elsewhere is nobody here: %s',
  async (type) => {
    expect(await messages(column(type))).toEqual([]);
  },
);

test('what 3.0.1 renamed has its old name on 3.0.0', async () => {
  expect(await ruleFindings(id, column('public.eql_v3_json_search'), { eql: '3.0.0' })).toEqual([
    'error public.eql_v3_json_search',
  ]);
  expect(await ruleFindings(id, column('public.eql_v3_json_search'), { eql: '3.0.1' })).toEqual([]);
});
