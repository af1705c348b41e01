import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { peopleWith, queryFile } from '../../../test/support/eql-queries.ts';

const fixed = (condition: string, own: string) =>
  afterFix(
    peopleWith(`SELECT id FROM people WHERE ${condition}`),
    queryFile,
    `cast the operand to eql_v3.${own}`,
    { eql: '3.0.5' },
  );

test('the fix writes the query type of the column', async () => {
  expect(await fixed('email = $1::jsonb::eql_v3.query_text_search', 'query_text_eq')).toBe(
    'SELECT id FROM people WHERE email = $1::jsonb::eql_v3.query_text_eq;\n',
  );
  expect(await fixed('email = CAST($1 AS eql_v3.query_text_search)', 'query_text_eq')).toBe(
    'SELECT id FROM people WHERE email = CAST($1 AS eql_v3.query_text_eq);\n',
  );
  expect(await fixed('eql_v3.eq(email, $1)', 'query_text_eq')).toBe(
    'SELECT id FROM people WHERE eql_v3.eq(email, $1::jsonb::eql_v3.query_text_eq);\n',
  );
});

test('two columns have no cast to change', async () => {
  expect(await fixed('email = name', 'query_text_eq')).toBeUndefined();
});

test('the fix reaches into a string of code', async () => {
  const files = {
    ...peopleWith('SELECT 1'),
    'src/find.ts':
      "import type { Pool } from 'pg'\nexport const find = (pool: Pool, term: object) =>\n  pool.query('SELECT id FROM people WHERE email = $1::eql_v3.query_text_ord', [term])\n",
  };
  const after = await afterFix(files, 'src/find.ts', 'cast the operand to eql_v3.query_text_eq', {
    eql: '3.0.5',
  });
  expect(after).toBe(files['src/find.ts'].replace('query_text_ord', 'query_text_eq'));
});
