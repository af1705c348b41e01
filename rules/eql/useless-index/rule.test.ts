import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'eql/useless-index';
const file = 'migrations/1_t.sql';
const table = (type: string, ...rest: string[]) => ({
  [file]: `CREATE TABLE t (id bigint PRIMARY KEY, tenant int, c ${type});\n${rest.join('\n')}\n`,
});
const found = (type: string, ...rest: string[]) => ruleFindings(id, table(type, ...rest), { eql: '3.0.5' });

describe('over the ciphertext', () => {
  test.each([
    ['an index', 'CREATE INDEX ON t (c);', ['error c']],
    ['one of two keys', 'CREATE UNIQUE INDEX ON t (tenant, c);', ['error c']],
    ['a cast', 'CREATE INDEX ON t USING gin ((c::jsonb));', ['error (c::jsonb)']],
    ['a constraint', 'ALTER TABLE t ADD CONSTRAINT u UNIQUE (c);', ['error CONSTRAINT u UNIQUE (c)']],
    ['a plain column beside it', 'CREATE INDEX ON t (tenant) WHERE c IS NOT NULL;', []],
    ['what was dropped again', 'CREATE INDEX i ON t (c);\nDROP INDEX i;', []],
  ])('%s', async (_what, statement, expected) => {
    const own = 'CREATE INDEX own ON t (eql_v3.eq_term(c));';
    const underlined = (await found('public.eql_v3_text_eq', own, statement)).map((one) =>
      one.replace(/^error \((c::jsonb)\)$/, 'error ($1)'),
    );
    expect(underlined).toEqual(expected);
  });

  test('a column for storage only has nothing to stand over instead', async () => {
    const files = table('public.eql_v3_text', 'CREATE INDEX ON t (c);');
    const [finding] = (await lintFiles(files, { eql: '3.0.5' })).filter(({ rule }) => rule === id);
    expect(finding).toMatchObject({ message: expect.stringContaining('drop it'), fixes: [] });
  });

  test('a v2 column compares by its terms', async () => {
    expect(await found('eql_v2_encrypted UNIQUE', 'CREATE INDEX ON t (c);')).toEqual([]);
  });
});

describe('its fix', () => {
  test.each([
    [
      'public.eql_v3_text_eq',
      'CREATE INDEX i ON t (c);',
      'eql_v3.eq_term(c)',
      'CREATE INDEX i ON t (eql_v3.eq_term(c));',
    ],
    [
      'public.eql_v3_json_search',
      'CREATE INDEX i ON t USING gin (c);',
      '(eql_v3.to_ste_vec_query(c)::jsonb) jsonb_path_ops',
      'CREATE INDEX i ON t USING gin ((eql_v3.to_ste_vec_query(c)::jsonb) jsonb_path_ops);',
    ],
    [
      'public.eql_v3_integer_ord',
      'CREATE INDEX i ON t (eql_v3.eq_term(c));',
      'eql_v3.ord_term(c)',
      'CREATE INDEX i ON t (eql_v3.ord_term(c));',
    ],
  ])('of %s: %s', async (type, before, expression, after) => {
    const mended = await afterFix(table(type, before), file, `index ${expression}`, { eql: '3.0.5' });
    expect(mended).toBe(table(type, after)[file]);
  });

  test('of a constraint is a unique index over the term', async () => {
    const findings = await lintFiles(table('public.eql_v3_text_eq UNIQUE'), { eql: '3.0.5' });
    const [fix] = findings.filter(({ rule }) => rule === id).flatMap(({ fixes }) => fixes);
    expect(fix).toMatchObject({
      safe: false,
      changes: [
        {
          kind: 'create-file',
          text: 'CREATE UNIQUE INDEX t_c_eq ON t USING btree (eql_v3.eq_term(c));\nALTER TABLE t DROP CONSTRAINT t_c_key;\n',
        },
      ],
    });
  });

  test('of a btree over a set is another index', async () => {
    const files = table('public.eql_v3_text_match', 'CREATE INDEX i ON t (eql_v3.match_term(c));');
    const [fix] = (await lintFiles(files, { eql: '3.0.5' })).flatMap(({ fixes }) => fixes);
    expect(fix?.changes[0]).toMatchObject({
      kind: 'create-file',
      text: 'DROP INDEX i;\nCREATE INDEX t_c_match ON t USING gin (eql_v3.match_term(c));\n',
    });
  });
});

test('a key of a Drizzle schema is judged as one of SQL', async () => {
  const schema = `import { encryptedIndexes, types } from '@cipherstash/stack-drizzle';
import { index, integer, pgTable } from 'drizzle-orm/pg-core';

export const t = pgTable('t', { id: integer('id').primaryKey(), c: types.TextEq('c') }, (t) => [
  ...encryptedIndexes(t),
  index('raw').on(t.c),
]);
`;
  expect(await ruleFindings(id, { 'src/schema.ts': schema })).toEqual(['error t.c']);
});
