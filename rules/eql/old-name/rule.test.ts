import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';
import { columnDomains, queryTypes } from '../domains.ts';

const id = 'eql/old-name';
const file = 'migrations/001_t.sql';

describe('names of the alpha', () => {
  test.each([
    ['eql_v3.text_eq', 'public.eql_v3_text_eq'],
    ['eql_v3.int4_ord', 'public.eql_v3_integer_ord'],
    ['eql_v3.float8_ord_ore', 'public.eql_v3_double_ord_ore'],
    ['eql_v3.bool', 'public.eql_v3_boolean'],
    ['eql_v3.text_eq_query', 'eql_v3.query_text_eq'],
    ['eql_v3.query_int4_eq', 'eql_v3.query_integer_eq'],
    ['eql_v3.jsonb_entry', 'public.eql_v3_json_entry'],
    ['eql_v3.query_jsonb', 'eql_v3.query_json'],
  ])('%s is %s now', async (old, now) => {
    const text = (type: string) => `CREATE TABLE t (id bigint PRIMARY KEY, c ${type});\n`;
    expect(await ruleFindings(id, { [file]: text(old) }, { eql: '3.0.5' })).toEqual([`error ${old}`]);
    expect(await afterFix({ [file]: text(old) }, file, `write ${now}`, { eql: '3.0.5' })).toBe(text(now));
  });

  test('no present name is one of them', async () => {
    const operands = queryTypes.map((name) => `SELECT $1::eql_v3.${name};`);
    const columns = columnDomains.map(({ name }, at) => `c${at} public.${name}`);
    const files = { [file]: `CREATE TABLE t (${columns.join(', ')});\n${operands.join('\n')}\n` };
    expect(await ruleFindings(id, files, { eql: '3.0.5' })).toEqual([]);
  });
});

test('a name of 3.0.0 runs there, and is said to go', async () => {
  const files = { [file]: 'SELECT $1::eql_v3.query_jsonb;\n' };
  expect(await ruleFindings(id, files, { eql: '3.0.0' })).toEqual(['warning eql_v3.query_jsonb']);
  expect(await ruleFindings(id, files, { eql: '3.0.3' })).toEqual(['error eql_v3.query_jsonb']);
  const [assumed] = (await lintFiles(files)).filter(({ rule }) => rule === id);
  expect(assumed).toMatchObject({ severity: 'warning', fixes: [{ safe: false }] });
  expect(assumed?.message).toMatch(
    /; EQL 3\.0\.5 is assumed and 3\.0\.0 judge this otherwise: set targets\.eql$/,
  );
});

describe('EQL v1', () => {
  const files = {
    [file]:
      "CREATE TABLE t (id bigint PRIMARY KEY, c cs_encrypted_v1);\nSELECT cs_add_index_v1('t', 'c', 'unique', 'text');\n",
  };

  test('is said once a file', async () => {
    expect(await ruleFindings(id, files, {})).toEqual(['warning cs_encrypted_v1']);
  });

  test('is not old where it is what the project runs', async () => {
    expect(await ruleFindings(id, files, { eql: '1.0.1' })).toEqual([]);
  });
});

describe('entry points of the packages', () => {
  const files = {
    'src/db.ts': "import { encryptedType } from '@cipherstash/stack/drizzle';\nexport { encryptedType };\n",
    'src/schema.ts':
      "import { encryptedColumn, encryptedTable } from '@cipherstash/stack/schema';\nexport const t = encryptedTable('t', { c: encryptedColumn('c') });\n",
  };
  const found = async (version: string) =>
    (await lintFiles(files, { installed: { '@cipherstash/stack': version } }))
      .filter(({ rule }) => rule === id)
      .map(({ place }) => place.file);

  test.each(['^1.1.1', '1.0.0'])('are gone in %s', async (version) => {
    expect(new Set(await found(version))).toEqual(new Set(['src/db.ts', 'src/schema.ts']));
  });

  test.each(['0.15.0', '^0.19.0', 'latest', '1.0.0-rc.1'])('may be there in %s', async (version) => {
    expect(await found(version)).toEqual([]);
  });
});
