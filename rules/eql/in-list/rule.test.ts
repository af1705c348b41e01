import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { foundIn, peopleWith, queryFile } from '../../../test/support/eql-queries.ts';

const fixed = (condition: string, term: string) =>
  afterFix(peopleWith(`SELECT id FROM people p WHERE ${condition}`), queryFile, `compare eql_v3.${term}`, {
    eql: '3.0.5',
  });

test('the fix compares terms', async () => {
  const one = '$1::eql_v3.query_text_eq';
  const two = '$2::eql_v3.query_text_eq';
  expect(await fixed(`p.email IN (${one}, ${two})`, 'eq_term')).toBe(
    `SELECT id FROM people p WHERE eql_v3.eq_term(p.email) IN (eql_v3.eq_term(${one}), eql_v3.eq_term(${two}));\n`,
  );
  expect(
    await fixed('age NOT IN ($1::eql_v3.query_integer_ord, $2::eql_v3.query_integer_ord)', 'ord_term'),
  ).toBe(
    'SELECT id FROM people p WHERE eql_v3.ord_term(age) NOT IN (eql_v3.ord_term($1::eql_v3.query_integer_ord), eql_v3.ord_term($2::eql_v3.query_integer_ord));\n',
  );
});

test('whole payloads and operands of another type stay as they are', async () => {
  expect(await fixed('email IN ($1, $2)', 'eq_term')).toBeUndefined();
  expect(
    await fixed('email IN ($1::eql_v3.query_text_ord, $2::eql_v3.query_text_ord)', 'eq_term'),
  ).toBeUndefined();
});

test('columns of a list are compared one by one', async () => {
  expect(await foundIn('eql/in-list', 'SELECT id FROM people WHERE email IN (login, $1)')).toEqual([]);
  expect(await foundIn('eql/in-list', 'SELECT id FROM people WHERE email IN ($1, $2)')).toHaveLength(1);
});
