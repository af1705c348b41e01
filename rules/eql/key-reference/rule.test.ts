import { expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';

const insert = 'INSERT INTO t (id, c) VALUES ($1, $2) ON CONFLICT (c) DO NOTHING;';

async function found(...statements: string[]) {
  const files = { 'migrations/001_t.sql': `${statements.join('\n')}\n`, 'q.sql': `${insert}\n` };
  const findings = await lintFiles(files, { eql: '3.0.5' });
  return findings.filter(({ rule }) => rule === 'eql/key-reference');
}

const table = (type: string) => `CREATE TABLE t (id bigint PRIMARY KEY, c ${type});`;

test('offers the term, and the unique index that it needs', async () => {
  const [finding] = await found(table('public.eql_v3_text_eq'), 'CREATE INDEX ON t (eql_v3.eq_term(c));');
  expect(finding?.fixes.map(({ title }) => title)).toEqual(
    [
      'write ON CONFLICT (eql_v3.eq_term(c))',
      'create a unique index over eql_v3.eq_term in migrations/002_t_c_eq.sql',
    ].map((title) => expect.stringContaining(title.split(' in ')[0] ?? '')),
  );
  expect(finding?.message).toContain('42P10');
});

test('a unique index over the column itself lets every row in', async () => {
  const [finding] = await found(table('public.eql_v3_text_eq UNIQUE'));
  expect(finding?.message).toContain('never happens');
  expect(finding?.message).not.toContain('42P10');
});

test('a plain column and a v2 column are keys', async () => {
  expect(await found(table('text UNIQUE'))).toEqual([]);
  expect(await found(table('eql_v2_encrypted UNIQUE'))).toEqual([]);
});
