import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { foundIn, peopleWith, queryFile } from '../../../test/support/eql-queries.ts';
import type { EqlVersion } from '../../model/target.ts';

const fixed = (query: string, title: string, eql: EqlVersion = '3.0.5') =>
  afterFix(peopleWith(query), queryFile, title, { eql });

test('a count is fixed in place', async () => {
  expect(await fixed('SELECT count(DISTINCT email) FROM people', 'compare eql_v3.eq_term(email)')).toBe(
    'SELECT count(DISTINCT eql_v3.eq_term(email)) FROM people;\n',
  );
  expect(await fixed('SELECT count(*) FROM people GROUP BY age', 'compare eql_v3.ord_term(age)')).toBe(
    'SELECT count(*) FROM people GROUP BY eql_v3.ord_term(age);\n',
  );
});

test('what is selected keeps its name, from the release on that can give it', async () => {
  const title = 'group by eql_v3.eq_term(p.email) and select eql_v3.grouped_value(p.email)';
  const query = 'SELECT p.email, count(*) FROM people p GROUP BY p.email';
  expect(await fixed(query, title)).toBe(
    'SELECT eql_v3.grouped_value(p.email) AS email, count(*) FROM people p GROUP BY eql_v3.eq_term(p.email);\n',
  );
  expect(await fixed('SELECT p.email AS e FROM people p GROUP BY p.email', title)).toBe(
    'SELECT eql_v3.grouped_value(p.email) AS e FROM people p GROUP BY eql_v3.eq_term(p.email);\n',
  );
  expect(await fixed(query, title, '3.0.2')).toBeUndefined();
});

test('terms, UNION ALL and counts of rows are right', async () => {
  const id = 'eql/group-by-column';
  expect(await foundIn(id, 'SELECT count(email) FROM people GROUP BY town')).toEqual([]);
  expect(await foundIn(id, 'SELECT email FROM people UNION ALL SELECT email FROM people')).toEqual([]);
  expect(await foundIn(id, 'SELECT DISTINCT email FROM people')).toEqual(['warning email']);
});

test('copies of one row are told apart by nothing, so a key beside the column makes the statement right', async () => {
  for (const query of [
    'SELECT p.id, p.email, count(*) FROM people p JOIN people q ON q.id < p.id GROUP BY p.id, p.email',
    'SELECT DISTINCT p.id, p.email FROM people p JOIN people q ON q.id < p.id',
    'SELECT DISTINCT p.* FROM people p JOIN people q ON q.id < p.id',
    'SELECT id, email FROM people WHERE id < 5 UNION SELECT id, email FROM people WHERE id > 3',
    'SELECT email FROM people EXCEPT SELECT email FROM people WHERE id < 5',
    'SELECT email FROM people INTERSECT SELECT email FROM people WHERE id < 5',
  ]) {
    expect(await foundIn('eql/group-by-column', query), query).toEqual([]);
  }
});

test('no fix makes an aggregate sort by what it does not list', async () => {
  const query = 'SELECT count(DISTINCT email ORDER BY email) FROM people';
  expect(await fixed(query, 'compare eql_v3.eq_term(email)')).toBeUndefined();
});
