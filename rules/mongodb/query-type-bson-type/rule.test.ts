import { describe, expect, test } from 'vitest';
import { findingsOf, lines, oneField } from '../../../test/support/one-field.ts';
import { bsonTypes } from '../../model/bson.ts';

const id = 'mongodb/query-type-bson-type';
const text = (name: string) =>
  `queries: { queryType: '${name}', strMinQueryLength: 3, strMaxQueryLength: 6, ${name === 'substring' ? 'strMaxLength: 9, ' : ''}caseSensitive: true, diacriticSensitive: true }`;

const searches = [
  ['no search', '', 'unindexed', '6338406'],
  ['equality', "queries: { queryType: 'equality' }", 'equality', '6338405'],
  ['range', "queries: { queryType: 'range' }", 'range', '6775201'],
  ['prefix', text('prefix'), 'text', '9783400'],
  ['suffix', text('suffix'), 'text', '9783400'],
  ['substring', text('substring'), 'text', '9783400'],
] as const;

describe('the table of types and searches', () => {
  const cases = searches.flatMap(([name, queries, column, code]) =>
    Object.entries(bsonTypes).map(
      ([type, supports]) => [type, name, queries, supports[column], code] as const,
    ),
  );

  test.each(cases)('%s with %s', async (type, _name, queries, legal, code) => {
    const found = await findingsOf(id, oneField(`bsonType: '${type}', `, queries), { mongodb: '9.0' });
    if (legal) expect(found).toEqual([]);
    else {
      expect(found).toMatchObject([{ severity: 'error', at: `'${type}'` }]);
      expect(found[0]?.message.endsWith(`(server code ${code})`)).toBe(true);
    }
  });
});

describe('what is offered', () => {
  test('a decimal for equality becomes a range or whole numbers', async () => {
    const [found] = await findingsOf(
      id,
      oneField("bsonType: 'decimal', ", "queries: { queryType: 'equality' }"),
    );
    expect(found?.fixes.map(({ title }) => title)).toEqual([
      'search by range, which answers equality too',
      'store a whole number: bsonType long',
    ]);
    expect(found?.fixes[1]?.left).toEqual([]);
  });

  test('a string for range loses the bounds with the search', async () => {
    const files = oneField("bsonType: 'string', ", "queries: { queryType: 'range', min: 0, max: 9 }");
    const [found] = await findingsOf(id, files);
    expect(found?.fixes).toMatchObject([{ title: 'search by equality', left: [] }]);
  });

  test('an object keeps its encryption without a search', async () => {
    const [found] = await findingsOf(
      id,
      oneField("bsonType: 'object', ", "queries: { queryType: 'equality' }"),
    );
    expect(found?.fixes).toMatchObject([{ title: 'encrypt without searching: remove queries', left: [] }]);
  });

  test('a missing type follows from text search and from the type of the bounds', async () => {
    for (const [queries, title] of [
      [text('prefix'), 'add bsonType string'],
      ["queries: { queryType: 'range', min: new Long(0), max: new Long(9) }", 'add bsonType long'],
      [
        "queries: { queryType: 'range', min: new Date('2000-01-01'), max: new Date('2020-01-01') }",
        'add bsonType date',
      ],
    ] as const) {
      const [found] = await findingsOf(id, oneField('', queries), { mongodb: '9.0' });
      expect(found).toMatchObject({ at: 'queries', fixes: [{ title, left: [] }] });
    }
    const [unknown] = await findingsOf(id, oneField('', "queries: { queryType: 'equality' }"));
    expect(unknown?.fixes).toEqual([]);
  });
});

describe('names that the server does not know', () => {
  test.each([
    ['Date', 'date'],
    ['integer', 'int'],
    ['boolean', 'bool'],
    ['Int64', 'long'],
    ['UUID', 'binData'],
    ['strng', 'string'],
  ])('%s is %s', async (written, meant) => {
    const [found] = await findingsOf(
      id,
      oneField(`bsonType: '${written}', `, "queries: { queryType: 'equality' }"),
    );
    expect(found).toMatchObject({
      at: `'${written}'`,
      fixes: [{ title: `set bsonType to ${meant}`, safe: false, left: [] }],
    });
  });

  test('number is four types', async () => {
    const [found] = await findingsOf(id, oneField("bsonType: 'number', ", ''));
    expect(found?.fixes.map(({ title }) => title)).toEqual(
      ['int', 'long', 'double', 'decimal'].map((type) => `set bsonType to ${type}`),
    );
  });

  test('a list of types belongs to another kind of encryption', async () => {
    expect(lines(await findingsOf(id, oneField("bsonType: ['string', 'null'], ", '')))).toEqual([
      "error [['string', 'null']] bsonType is an array, and the server takes one name: a field of encryptedFields has a single type (server code 14)",
    ]);
  });
});

describe('silence', () => {
  test.each([
    ['', 'queries: []'],
    ['', 'queries: searches()'],
    ['bsonType: typeOf(1), ', "queries: { queryType: 'equality' }"],
    ['...more(), ', "queries: { queryType: 'equality' }"],
    ["bsontype: 'int', ", "queries: { queryType: 'equality' }"],
    ["type: 'int', ", "queries: { queryType: 'equality' }"],
    ["bsonType: 'decimal', ", "queries: { queryType: 'Equality' }"],
    ['', ''],
  ])('of %s%s', async (bsonType, queries) => {
    expect(await findingsOf(id, oneField(bsonType, queries))).toEqual([]);
  });

  test('an empty list of searches leaves the type unjudged', async () => {
    expect(await findingsOf(id, oneField("bsonType: 'object', ", 'queries: []'))).toEqual([]);
  });
});

test('Mongoose derives the type, so there is no name to write over', async () => {
  const files = {
    'src/model.ts': `import { Schema } from 'mongoose';
import { UUID } from 'mongodb';
export const schema = new Schema(
  { total: { type: Schema.Types.Decimal128, encrypt: { keyId: new UUID('4beb5181-5f27-447b-889e-274768a4cc38'), queries: { queryType: 'equality' } } } },
  { encryptionType: 'queryableEncryption' },
);
`,
  };
  const [found] = await findingsOf(id, files);
  expect(found).toMatchObject({ at: 'Schema.Types.Decimal128' });
  expect(found?.fixes.map(({ title }) => title)).toEqual(['search by range, which answers equality too']);
});
