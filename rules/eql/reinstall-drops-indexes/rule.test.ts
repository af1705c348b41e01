import { expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';

const id = 'eql/reinstall-drops-indexes';
const install = 'DROP SCHEMA IF EXISTS eql_v3 CASCADE;\nCREATE SCHEMA eql_v3;\n';
const table = 'CREATE TABLE t (id bigint PRIMARY KEY, c public.eql_v3_text_eq, d public.eql_v3_date_ord);\n';
const found = async (indexes: string, ...later: string[]) => {
  const files = Object.fromEntries(
    [install, table + indexes, ...later].map((text, at) => [`migrations/${at}.sql`, text]),
  );
  return (await lintFiles(files, { eql: '3.0.5' })).filter(({ rule }) => rule === id);
};
const both =
  'CREATE UNIQUE INDEX t_c_key ON t (eql_v3.eq_term(c));\nCREATE INDEX t_d ON t (eql_v3.ord_term(d));\n';

test('the fix makes the same indexes again', async () => {
  const [finding] = await found(both, install);
  expect(finding?.message).toContain('t_c_key and t_d');
  expect(finding?.related).toHaveLength(2);
  expect(finding?.fixes).toMatchObject([
    {
      safe: false,
      changes: [
        {
          kind: 'create-file',
          text: [
            'CREATE UNIQUE INDEX t_c_key ON t USING btree (eql_v3.eq_term(c));',
            'CREATE INDEX t_d ON t USING btree (eql_v3.ord_term(d));',
            'ANALYZE t;',
            '',
          ].join('\n'),
        },
      ],
    },
  ]);
});

test('what is built again in the same file or later is not lost', async () => {
  expect(await found(both, install + both)).toEqual([]);
  expect(await found(both, install, both)).toEqual([]);
});

test('an index whose whole statement is not known is not offered', async () => {
  const [finding] = await found(
    'CREATE INDEX t_c ON t (eql_v3.eq_term(c)) WHERE c IS NOT NULL;\nCREATE INDEX t_d ON t (eql_v3.ord_term(d));\n',
    install,
  );
  expect(finding?.fixes).toEqual([]);
});

test('who takes EQL away wants its indexes gone', async () => {
  expect(await found(both, 'DROP SCHEMA eql_v3 CASCADE;\n')).toEqual([]);
});
