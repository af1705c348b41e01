import { expect, test } from 'vitest';
import { peopleWith, queryFile } from '../../test/support/eql-queries.ts';
import { lintFiles } from '../../test/support/lint-files.ts';

/** A condition, the rule that speaks of it, and what it underlines: nothing for what is right or not known. */
const conditions: readonly (readonly [string, string])[] = [
  ['email = $1::eql_v3.query_text_eq', ''],
  ['email = $1', ''],
  ['email = $1::jsonb', ''],
  ['email = $1::public.eql_v3_text_eq', ''],
  ['email = (SELECT login FROM people LIMIT 1)', ''],
  ['email = login', ''],
  ['email = my_own($1)', ''],
  ['email = NULL', ''],
  ['email = $1::my_type', ''],
  ['email ->> $1 IS NULL', ''],
  ["email ->> 'c' = 'x'", ''],
  ['email IN ($1::eql_v3.query_text_eq)', ''],
  ['email IN (SELECT login FROM people)', ''],
  ['email NOT IN ($1, $2)', ''],
  ['email <> ALL ($1)', ''],
  ['eql_v3.eq(email, $1::jsonb)', ''],
  ['doc @> $1', ''],
  ['(doc -> $1::text) < $2::eql_v3.query_text_ord', ''],
  ['town = $1::eql_v3.query_text_eq', ''],
  ['email = $1::eql_v3.query_text_search', 'operand-type eql_v3.query_text_search'],
  ['$1::eql_v3.query_text_ord = email', 'operand-type eql_v3.query_text_ord'],
  ['email = $1::jsonb::eql_v3.query_text_search', 'operand-type eql_v3.query_text_search'],
  ['email = CAST($1 AS eql_v3.query_date_eq)', 'operand-type eql_v3.query_date_eq'],
  ['email = name', 'operand-type name'],
  ['email = $1::public.eql_v3_text_search', 'operand-type public.eql_v3_text_search'],
  ['email = $1::json', 'operand-type json'],
  ['email IN ($1::eql_v3.query_text_search)', 'operand-type eql_v3.query_text_search'],
  ['email IS DISTINCT FROM $1::eql_v3.query_text_search', 'operand-type eql_v3.query_text_search'],
  [
    'age BETWEEN $1::eql_v3.query_bigint_ord AND $2::eql_v3.query_integer_ord',
    'operand-type eql_v3.query_bigint_ord',
  ],
  ['name @@ $1::eql_v3.query_text_match', 'operand-type eql_v3.query_text_match'],
  ['eql_v3.eq(email, $1::eql_v3.query_text_search)', 'operand-type eql_v3.query_text_search'],
  ['eql_v3.eq(email, $1)', 'operand-type $1'],
  ['(doc -> $1::text) < $2::eql_v3.query_double_eq', 'operand-type eql_v3.query_double_eq'],
  ['email > $1::eql_v3.query_text_eq', 'operator >'],
  ['email > $1', 'operator >'],
  ['email > login', 'operator >'],
  ['born BETWEEN $1::eql_v3.query_date_eq AND $2::eql_v3.query_date_eq', 'operator BETWEEN'],
  ['note = $1::eql_v3.query_text_eq', 'operator ='],
  ['motto IN ($1, $2)', 'operator motto'],
  ['email @> $1::eql_v3.query_text_eq', 'operator @>'],
  ['motto @> $1::eql_v3.query_text_match', 'operator @>'],
  ['vip = $1', 'operator ='],
  ['doc = $1::eql_v3.query_json', 'operator ='],
  ['(doc -> $1::text) = $2::eql_v3.query_text_ord', 'operator ='],
  ["raw ->> 'city' IS NULL", 'operator ->>'],
  ["doc ? 'a'::text", 'operator ?'],
  ['eql_v3.gt(email, $1::eql_v3.query_text_eq)', 'operator eql_v3.gt'],
  ["email = 'a@b.c'", "plaintext-operand 'a@b.c'"],
  ['age > 5', 'plaintext-operand 5'],
  ['age BETWEEN 5 AND $1', 'plaintext-operand 5'],
  ['vip = true', 'plaintext-operand true'],
  ['email = lower($1)', 'plaintext-operand lower($1)'],
  ['born > now()', 'plaintext-operand now()'],
  ["note = 'x'", "plaintext-operand 'x'"],
  ["email IN ($1, 'a@b.c')", "plaintext-operand 'a@b.c'"],
  ["email IN ('a@b.c', 'b@b.c')", "plaintext-operand 'a@b.c'"],
  ['email = ANY ($1::text[])', 'plaintext-operand $1::text[]'],
  ['age = ANY (ARRAY[1, 2])', 'plaintext-operand ARRAY[1, 2]'],
  ["(doc -> $1::text) = 'alice'", "plaintext-operand 'alice'"],
  ["doc ->> $1::text = 'alice'", "plaintext-operand 'alice'"],
  ["email LIKE 'a%'", 'like LIKE'],
  ['email NOT ILIKE $1', 'like NOT ILIKE'],
  ['age ~ $1', 'like ~'],
  ["doc ->> $1::text LIKE 'a%'", 'like LIKE'],
  ["lower(email::text) LIKE 'a%'", 'like email::text'],
  ["to_tsvector(email) @@ to_tsquery('x')", 'like to_tsvector'],
  [
    'email IN ($1::eql_v3.query_text_eq, $2::eql_v3.query_text_eq)',
    'in-list email IN ($1::eql_v3.query_text_eq, $2::eql_v3.query_text_eq)',
  ],
  ['email IN ($1, $2)', 'in-list email IN ($1, $2)'],
  ['email = ANY ($1)', 'in-list email = ANY ($1)'],
  ['email = ANY (ARRAY[$1::eql_v3.query_text_eq])', 'in-list email = ANY (ARRAY[$1::eql_v3.query_text_eq])'],
  ['doc -> $1 IS NULL', 'untyped-json-operand $1'],
  ['doc -> $1::varchar IS NULL', 'untyped-json-operand $1::varchar'],
  ["doc -> 'email'::text IS NULL", "untyped-json-operand 'email'::text"],
  ["doc #>> '{a,b}' = 'x'", "untyped-json-operand '{a,b}'"],
  ['doc -> $1 > $2::eql_v3.query_double_ord', 'untyped-json-operand $1'],
  ["doc ->> 'name' LIKE 'a%'", "untyped-json-operand 'name'"],
];

test.each(conditions)('%s: %s', async (condition, expected) => {
  const files = peopleWith(`SELECT id FROM people WHERE ${condition}`);
  const findings = await lintFiles(files, { eql: '3.0.5' });
  const said = findings
    .filter(({ place }) => place.file === queryFile)
    .map(
      ({ rule, place }) => `${rule.replace('eql/', '')} ${files[queryFile]?.slice(place.start, place.end)}`,
    );
  expect(said).toEqual(expected === '' ? [] : [expected]);
});

test('a column behind a proxy is nobody’s business', async () => {
  for (const [condition] of conditions) {
    const files = peopleWith(`SELECT id FROM people WHERE ${condition}`);
    const findings = await lintFiles(files, { eql: '3.0.5', eqlProxy: true });
    expect(findings.filter(({ place }) => place.file === queryFile)).toEqual([]);
  }
});

test('text match and JSON had other names in 3.0.0, and nothing is said of them there', async () => {
  const files = peopleWith('SELECT id FROM people WHERE motto @> $1::eql_v3.query_text_match');
  const findings = await lintFiles(files, { eql: '3.0.0' });
  expect(findings.filter(({ rule }) => rule === 'eql/operator')).toEqual([]);
});
