import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { foundIn, peopleWith, queryFile } from '../../../test/support/eql-queries.ts';

const id = 'eql/aggregate';

test('min and max of an ordered domain are those of EQL', async () => {
  const fixed = (query: string) =>
    afterFix(peopleWith(query), queryFile, 'write eql_v3.max', { eql: '3.0.5' });
  expect(await fixed('SELECT max(age) FROM people')).toBe('SELECT eql_v3.max(age) FROM people;\n');
  expect(await fixed('SELECT max(email) FROM people')).toBeUndefined();
});

test.each([
  ['sum(age)', ['error sum']],
  ['lower(email)', ['error lower']],
  ['trim(email)', ['error trim']],
  ['age::int', ['error int']],
  ['born::date', ['error date']],
  ['count(age)', []],
  ['array_agg(age)', []],
  ['coalesce(email, login)', []],
  ['email::jsonb', []],
  ['max(visits)', []],
  ['my_schema.max(age)', []],
])('%s', async (expression, expected) => {
  const found = await foundIn(id, `SELECT ${expression} FROM people`);
  expect(found).toEqual(expected);
});
