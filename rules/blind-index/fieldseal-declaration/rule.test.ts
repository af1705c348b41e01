import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/fieldseal-declaration';
const options = { installed: { '@fieldseal/prisma': '0.1.3' } };
const file = 'prisma/schema.prisma';

const table = '/// @fieldseal(table_uuid: "0f3c9a52-71de-4b86-a5c0-94d2e7b8f163")';
const first = 'c2a7e1b4-5f90-4d38-8e6b-17f4a0d9c352';
const second = '41d8c0f7-9e2b-4a63-b5d1-6c7f0e3a9824';

function model(...lines: readonly string[]): string {
  return [table, 'model Person {', '  id Int @id', ...lines.map((line) => `  ${line}`), '}', ''].join('\n');
}

/** An encrypted field whose annotation goes on with something. */
function value(more = '', declaration = 'email Bytes'): readonly string[] {
  return [`/// @fieldseal(encrypted, column_uuid: "${first}"${more})`, declaration];
}

/** The index over it, of which one argument is another. */
function index(changes: Readonly<Record<string, string>> = {}, type = 'Bytes?'): readonly string[] {
  const all = {
    index: '"email"',
    idf: '"argon2id"',
    normalize: '"nfc-casefold-v1"',
    truncate_bits: '12',
    projected_population: '30000',
    ...changes,
  };
  const list = Object.entries(all).flatMap(([key, one]) => (one === '' ? [] : `${key}: ${one}`));
  return [`/// @fieldseal(${list.join(', ')})`, `emailBidx ${type}`];
}

const indexed = (changes: Readonly<Record<string, string>> = {}, type?: string) =>
  model(...value(), ...index(changes, type), '', '@@index([emailBidx])');

test.each<[string, string, readonly string[]]>([
  ['no table_uuid', model(...value()).replace(table, '/// a person'), ['error Person']],
  [
    'a table_uuid of other letters',
    model(...value()).replace('0f3c9a52', '0f3c9a5g'),
    ['error "0f3c9a5g-71de-4b86-a5c0-94d2e7b8f163"'],
  ],
  ['no column_uuid', model('/// @fieldseal(encrypted)', 'email Bytes'), ['error encrypted']],
  [
    'a column_uuid that is cut short',
    model(...value().map((line) => line.replace('-17f4', '-1'))),
    ['error "c2a7e1b4-5f90-4d38-8e6b-1a0d9c352"'],
  ],
  ['another type', model(...value('', 'email DateTime')), ['error DateTime']],
  ['text without base64', model(...value('', 'email String')), ['error String']],
  ['text that says binary', model(...value(', storage: "binary"', 'email String')), ['error "binary"']],
  ['bytes with base64', model(...value(', storage: "base64"')), ['error "base64"']],
  [
    'an unknown storage, of which alone is spoken',
    model(...value(', storage: "hex"', 'email String')),
    ['error "hex"'],
  ],
  ['an unknown as', model(...value(', as: "text"')), ['error "text"']],
  ['no function', indexed({ idf: '' }), ['error index: "email"']],
  ['an unknown function', indexed({ idf: '"argon2"' }), ['error "argon2"']],
  ['no normalizer', indexed({ normalize: '' }), ['error index: "email"']],
  ['an unknown normalizer', indexed({ normalize: 'nfc-casefold' }), ['error nfc-casefold']],
  [
    'no bits and no population',
    indexed({ truncate_bits: '', projected_population: '' }),
    ['error index: "email"', 'error index: "email"'],
  ],
  ['bits in quotes', indexed({ truncate_bits: '"12"' }), ['error "12"']],
  ['a required index', indexed({}, 'Bytes'), ['error Bytes']],
  ['an index of text', indexed({}, 'String?'), ['error String']],
  ['a list of indexes', indexed({}, 'Bytes[]'), ['error Bytes']],
  ['a source that is misspelt', indexed({ index: '"emial"' }), ['error "emial"']],
  ['a source that is not encrypted', indexed({ index: '"id"' }), ['error "id"']],
  ['half a cost', indexed({ argon2_memory_kib: '65536' }), ['error argon2_memory_kib']],
  ['a cost below the least', indexed({ argon2_time_cost: '2', argon2_memory_kib: '65536' }), ['error 2']],
  [
    'costs beside hmac',
    indexed({ idf: 'hmac-sha512', argon2_time_cost: '3', argon2_memory_kib: '65536' }),
    ['error argon2_time_cost'],
  ],
  ['a name of an index with capitals', indexed({ index_id: '"Exact_2"' }), ['error "Exact_2"']],
  [
    'a bucket that nothing goes into',
    indexed({ normalize: '"identity"', on_unindexable: '"bucket"' }),
    ['error "bucket"'],
  ],
  ['an unknown way out', indexed({ on_unindexable: '"skip"' }), ['error "skip"']],
  ['a population under 16', indexed({ projected_population: '15', truncate_bits: '3' }), ['error 15']],
  [
    'nothing that is declared',
    model(`/// @fieldseal(column_uuid: "${first}")`, 'email Bytes'),
    [`error column_uuid: "${first}"`],
  ],
  [
    'a bare word with a value',
    model(`/// @fieldseal(encrypted: true, column_uuid: "${first}")`, 'email Bytes'),
    ['error encrypted'],
  ],
  [
    'no closing parenthesis',
    model(`/// @fieldseal(encrypted, column_uuid: "${first}"`, 'email Bytes'),
    ['error @fieldseal('],
  ],
  ['a value with spaces', model(...value(', noun: e-mail address')), ['error e-mail address']],
  ['a flag twice', model(...value(', encrypted')), ['error encrypted']],
  ['a tenant that is not bound', model(...value(', tenant_bound: true')), ['error tenant_bound']],
  ['a skew that does not count', indexed({ skewed: '"yes"' }), ['error "yes"']],
  ['an option of the other kind', model(...value(', normalize: "identity"')), ['warning normalize']],
  [
    'a field annotation above the model',
    model(...value()).replace(')\nmodel', `)\n/// @fieldseal(encrypted, column_uuid: "${second}")\nmodel`),
    ['error encrypted'],
  ],
  ['a list of values', model(...value('', 'email Bytes[]')), ['error Bytes']],
  [
    'a default, which is stored as it is',
    model(...value(', storage: "base64"', 'email String @default("-")')),
    ['error @default("-")'],
  ],
  [
    'a composite type',
    model(...value())
      .replace(`${table}\nmodel`, 'type')
      .replace('  id Int @id\n', ''),
    ['error email'],
  ],
])('%s', async (_, text, found) => {
  expect(await ruleFindings(id, { [file]: text }, options)).toEqual(found);
});

test.each([
  [
    'everything that may be said',
    indexed({
      index_id: '"exact-2"',
      argon2_time_cost: '4',
      argon2_memory_kib: '65536',
      skewed: 'false',
      on_unindexable: '"bucket"',
    }),
  ],
  [
    'words without quotes and a UUID in capitals',
    model(
      `/// @fieldseal(encrypted, column_uuid: ${first.toUpperCase()}, as: date, noun: 'a (b)')`,
      'email Bytes?',
    ),
  ],
  ['text as base64', model(...value(', storage: base64, tenant_bound', 'email String?'))],
  ['a model that the client does not know', model('/// @fieldseal(encrypted)', 'email Int', '', '@@ignore')],
  ['a field whose type nobody has written yet', model(...value('', 'email'))],
  ['a type that is half written', model(...value('', 'email Byt'))],
  [
    'a slip that another rule speaks of',
    model(`/// @fieldseal(encrypt, column_uuid: "${first}")`, 'email Bytes'),
  ],
])('%s is taken', async (_, text) => {
  expect(await ruleFindings(id, { [file]: text }, options)).toEqual([]);
});

describe('two columns under one UUID', () => {
  const field = (name: string) => [`/// @fieldseal(encrypted, column_uuid: "${first}")`, `${name} Bytes`];

  test('share their keys', async () => {
    const text = model(...field('email'), ...field('phone'));
    expect(await ruleFindings(id, { [file]: text }, options)).toEqual([`warning "${first}"`]);
  });

  test('are refused where both have an index', async () => {
    const text = model(
      ...field('email'),
      ...index(),
      ...field('phone'),
      ...index({ index: '"phone"' }).map((line) => line.replace('emailBidx', 'phoneBidx')),
      '@@index([emailBidx])',
      '@@index([phoneBidx])',
    );
    expect(await ruleFindings(id, { [file]: text }, options)).toEqual([`error "${first}"`]);
  });

  test('have keys of their own in two tables', async () => {
    const other = model(...field('email'))
      .replace('Person', 'Ghost')
      .replace('0f3c9a52', '1f3c9a52');
    expect(await ruleFindings(id, { [file]: model(...field('email')) + other }, options)).toEqual([]);
  });
});

test.each([
  ['text', model(...value('', 'email String'))],
  ['a number', model(...value('', 'age Int?'))],
  ['base64 of bytes', model(...value(', storage: "base64", noun: "mail"'))],
  ['a synonym', indexed({ normalize: '"lowercase"', idf: 'argon2' })],
  ['digits in quotes', indexed({ truncate_bits: '"12"' })],
  ['a required index', indexed({}, 'Bytes')],
  ['half a cost', indexed({ argon2_time_cost: '4' })],
  ['a small cost', indexed({ argon2_time_cost: '1', argon2_memory_kib: '65536' })],
  ['costs of no use', indexed({ idf: 'hmac-sha512', argon2_time_cost: '4', argon2_memory_kib: '65536' })],
  ['an index_id', indexed({ index_id: '"Exact_2"' })],
  ['a bucket', indexed({ normalize: '"identity"', on_unindexable: '"bucket"' })],
  ['a source', indexed({ index: '"emial"' })],
  ['a parenthesis', model(`/// @fieldseal(encrypted, column_uuid: "${first}"`, 'email Bytes')],
  ['quotes', model(...value(', noun: e-mail address'))],
  ['a word', model(`/// @fieldseal(column_uuid: "${first}")`, 'email Bytes')],
  ['a word with a value', model(`/// @fieldseal(encrypted: true, column_uuid: "${first}")`, 'email Bytes')],
  ['a tenant', model(...value(', tenant_bound: true'))],
  ['a place', model(...value(', normalize: "identity", tenant_bound'))],
  [
    'an annotation of several lines',
    model(
      `/// @fieldseal(encrypted,`,
      `///   storage: "base64",`,
      `///   column_uuid: "${first}")`,
      'email Bytes',
    ),
  ],
])('each fix of %s takes one finding away and brings none', async (_, text) => {
  const before = (await lintFiles({ [file]: text }, options)).filter(({ rule }) => rule === id);
  const titles = before.flatMap(({ fixes }) => fixes.map(({ title }) => title));
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles) {
    const after = await afterFix({ [file]: text }, file, title, options);
    const left = await ruleFindings(id, { [file]: after ?? '' }, options);
    expect({ title, after, left: left.length }).toMatchObject({ left: before.length - 1 });
  }
});
