import { expect, test } from 'vitest';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'eql/drizzle-column-name';
const head =
  "import { encryptedType } from '@cipherstash/stack/drizzle';\nimport { pgTable } from 'drizzle-orm/pg-core';\n";
const table = (name: string, options: string) =>
  `export const ${name} = pgTable('${name}', { c: encryptedType<string>('c', ${options}) });\n`;
const found = (...files: string[]) =>
  ruleFindings(id, Object.fromEntries(files.map((text, at) => [`src/${at}.ts`, head + text])), {});

test('the same options in another order are the same', async () => {
  expect(
    await found(
      table('a', '{ equality: true, freeTextSearch: true }') +
        table('b', '{ freeTextSearch: true, equality: true }'),
    ),
  ).toEqual([]);
});

test('in one file the table that is made last decides', async () => {
  const one = '{ equality: true }';
  const other = '{ orderAndRange: true }';
  expect(await found(table('a', one) + table('b', one) + table('c', other))).toHaveLength(2);
  expect(await found(table('a', other) + table('b', one) + table('c', one))).toHaveLength(1);
});

test('between files the order is not known, and one finding names all', async () => {
  expect(await found(table('a', '{ equality: true }'), table('b', '{ orderAndRange: true }'))).toHaveLength(
    1,
  );
});

test('options of match count too', async () => {
  const match = (size: number) =>
    `{ freeTextSearch: { tokenizer: { kind: 'ngram', token_length: ${size} } } }`;
  expect(await found(table('a', match(3)) + table('b', match(4)))).toHaveLength(1);
  expect(await found(table('a', match(3)) + table('b', match(3)))).toEqual([]);
});

test('options that are only known at run time say nothing', async () => {
  expect(
    await found(table('a', '{ freeTextSearch: options() }') + table('b', '{ freeTextSearch: true }')),
  ).toEqual([]);
});
