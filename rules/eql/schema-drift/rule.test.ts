import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';

const id = 'eql/schema-drift';
const code = 'src/schema.ts';
const files = (factory: string, sql: string) => ({
  [code]: `import { encryptedTable, types } from '@cipherstash/stack/v3';

export const vehicles = encryptedTable('vehicles', { c: types.${factory}('c') });
`,
  'migrations/1_t.sql': `${sql}\n`,
});
const messages = async (factory: string, sql: string) =>
  (await lintFiles(files(factory, sql), { eql: '3.0.5' }))
    .filter(({ rule }) => rule === id)
    .map(({ message }) => message);
const table = (columns: string) => `CREATE TABLE vehicles (id bigint PRIMARY KEY, ${columns});`;

test.each([
  ['the domain of both', 'TextEq', table('c public.eql_v3_text_eq'), []],
  ['a column that wants more', 'TextEq', table('c public.eql_v3_text_search'), ['23514']],
  ['a column that wants less', 'TextSearch', table('c public.eql_v3_text_eq'), ['raw jsonb']],
  ['a twin', 'IntegerOrd', table('c public.eql_v3_integer_ord_ope'), ['raw jsonb']],
  ['plain text', 'Text', table('c text'), ['text in the migrations']],
  ['JSON for what is only kept', 'Text', table('c jsonb'), []],
  ['JSON for what is searched', 'TextEq', table('c jsonb'), ['no search of EQL works']],
  ['another generation', 'Text', table('c eql_v2_encrypted'), ['EQL v3 in the schema and EQL v2']],
  ['no column', 'Text', table('d text'), ['no column c']],
  ['no table', 'Text', 'CREATE TABLE other (id bigint PRIMARY KEY, c text);', []],
  [
    'a column that came later',
    'Text',
    `${table('d text')}\nALTER TABLE vehicles ADD COLUMN c public.eql_v3_text;`,
    [],
  ],
])('%s', async (_what, factory, sql, parts) => {
  expect(await messages(factory, sql)).toEqual(parts.map((part) => expect.stringContaining(part)));
});

test('a column that is not there may be one that is near', async () => {
  const near = await lintFiles({
    [code]:
      "import { encryptedTable, types } from '@cipherstash/stack/v3';\nexport const vehicles = encryptedTable('vehicles', { c: types.Text('reference') });\n",
    'migrations/1_t.sql': `${table('referense public.eql_v3_text')}\n`,
  });
  expect(near.filter(({ rule }) => rule === id)).toMatchObject([
    { message: expect.stringContaining('did you mean referense?') },
  ]);
});

describe('its fix', () => {
  test('declares what the migrations have', async () => {
    const before = files('TextEq', table('c public.eql_v3_text_search'));
    const title = 'declare it as eql_v3_text_search, as the migrations have it';
    expect(await afterFix(before, code, title, { eql: '3.0.5' })).toBe(files('TextSearch', '')[code]);
  });

  test('is not there for a domain that code cannot declare', async () => {
    const found = await lintFiles(files('TextSearch', table('c public.eql_v3_text_search_ore')), {
      eql: '3.0.5',
    });
    expect(found.filter(({ rule }) => rule === id).map(({ fixes }) => fixes)).toEqual([[]]);
  });
});
