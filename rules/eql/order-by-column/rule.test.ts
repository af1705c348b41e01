import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { foundIn, peopleWith, queryFile } from '../../../test/support/eql-queries.ts';

const fixed = (query: string, term: string) =>
  afterFix(peopleWith(query), queryFile, `order by ${term}`, { eql: '3.0.5' });

test('the fix keeps the direction and takes the term that the domain has', async () => {
  expect(
    await fixed('SELECT id FROM people p ORDER BY p.age DESC NULLS LAST', 'eql_v3.ord_term(p.age)'),
  ).toBe('SELECT id FROM people p ORDER BY eql_v3.ord_term(p.age) DESC NULLS LAST;\n');
  expect(await fixed('SELECT id FROM people ORDER BY pay', 'eql_v3.ord_term_ore(pay)')).toBe(
    'SELECT id FROM people ORDER BY eql_v3.ord_term_ore(pay);\n',
  );
  expect(await fixed('SELECT name AS n FROM people ORDER BY n', 'eql_v3.ord_term(name)')).toBe(
    'SELECT name AS n FROM people ORDER BY eql_v3.ord_term(name);\n',
  );
});

test('where PostgreSQL would refuse the term, or there is none, there is no fix', async () => {
  const id = 'eql/order-by-column';
  for (const [query, term] of [
    ['SELECT DISTINCT age FROM people ORDER BY age', 'eql_v3.ord_term(age)'],
    ['SELECT id FROM people ORDER BY email', 'eql_v3.ord_term(email)'],
  ] as const) {
    expect(await foundIn(id, query)).toHaveLength(1);
    expect(await fixed(query, term)).toBeUndefined();
  }
});

test('windows and aggregates are ordered too', async () => {
  const id = 'eql/order-by-column';
  expect(await foundIn(id, 'SELECT rank() OVER (ORDER BY age) FROM people')).toEqual(['error age']);
  expect(await foundIn(id, 'SELECT array_agg(id ORDER BY age) FROM people')).toEqual(['error age']);
  expect(await foundIn(id, 'SELECT id FROM people ORDER BY eql_v3.ord_term(age), town')).toEqual([]);
});
