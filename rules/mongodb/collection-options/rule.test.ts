import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const rule = 'mongodb/collection-options';
const map = `new MongoClient(uri, { autoEncryption: { kmsProviders, keyVaultNamespace: 'k.v', encryptedFieldsMap: {
  'shop.orders': { fields: [
    { path: 'card.number', bsonType: 'string', keyId: key1 },
    { path: 'note', bsonType: 'string', keyId: key2 },
  ] },
} } });
`;
const findings = (text: string) => ruleFindings(rule, { 'a.ts': map + text });

describe('creating', () => {
  test.each([
    ['{ capped: true, size: 1024 }', ['error capped: true']],
    ['{ capped: false }', []],
    ["{ viewOn: 'all', pipeline: [] }", ["error viewOn: 'all'"]],
    ["{ timeseries: { timeField: 'at' } }", ["error timeseries: { timeField: 'at' }"]],
    ["{ validationLevel: 'moderate' }", ["error validationLevel: 'moderate'"]],
    ["{ validationLevel: 'strict', validationAction: 'error' }", []],
    ['{ validationLevel: level, capped }', []],
    ['{ collation: { locale: "de" }, storageEngine: {} }', []],
  ])('%s', async (options, expected) => {
    expect(await findings(`client.db('shop').createCollection('orders', ${options});`)).toEqual(expected);
  });

  test('another collection may be anything', async () => {
    expect(await findings("client.db('shop').createCollection('logs', { capped: true, size: 1 });")).toEqual(
      [],
    );
    expect(await findings("client.db('old').createCollection('orders', { capped: true, size: 1 });")).toEqual(
      [],
    );
  });

  test('a size without capped means nothing, and goes with it', async () => {
    const text = `${map}client.db('shop').createCollection('orders', { capped: true, size: 1024, comment: 'x' });\n`;
    expect(await afterFix({ 'a.ts': text }, 'a.ts', 'remove capped, size')).toBe(
      text.replace('capped: true, size: 1024, ', ''),
    );
  });
});

test('changing the validation of the collection is refused alike', async () => {
  const command = "client.db('shop').command({ collMod: 'orders', validationAction: 'warn' });";
  expect(await findings(command)).toEqual(["error validationAction: 'warn'"]);
});

describe('a validator', () => {
  test.each([
    ["{ note: 'x' }", ['error note']],
    ["{ 'card.number.digits': 1 }", ["error 'card.number.digits'"]],
    ["{ $or: [{ total: 1 }, { note: { $gt: '' } }] }", ['error note']],
    ['{ note: { $exists: true } }', []],
    ['{ note: { $not: { $in: [1] } } }', ['error note']],
    ['{ notes: 1, card: { $exists: true } }', []],
    ["{ $expr: { $ne: ['$note', '$other'] } }", ["error '$note'"]],
    ["{ $expr: { $ne: [{ $literal: '$note' }, '$$NOW'] } }", []],
    ["{ $jsonSchema: { required: ['note'], properties: { total: { bsonType: 'decimal' } } } }", []],
    ["{ $jsonSchema: { properties: { note: { bsonType: 'string' } } } }", ["error 'string'"]],
    ["{ $jsonSchema: { properties: { note: { bsonType: ['binData', 'null'] } } } }", []],
    [
      "{ $jsonSchema: { properties: { card: { properties: { number: { type: 'string' } } } } } }",
      ["error 'string'"],
    ],
    [
      "{ $jsonSchema: { properties: { pin: { encrypt: { keyId: [key], algorithm: 'x' } } } } }",
      ['error encrypt'],
    ],
    ["{ $jsonSchema: { properties: { encrypt: { bsonType: 'bool' } } } }", []],
    ['{ note: filter() }', []],
  ])('%s', async (validator, expected) => {
    expect(
      await findings(`client.db('shop').createCollection('orders', { validator: ${validator} });`),
    ).toEqual(expected);
  });
});

describe('an index', () => {
  test.each([
    ['{ note: 1 }', '', ['error note']],
    ['{ card: 1 }', '', ['error card']],
    ["{ 'card.number.digits': 1 }", '', ["error 'card.number.digits'"]],
    ["{ 'card.$**': 1 }", '', ["error 'card.$**'"]],
    ["{ note: 'text' }", '', ['error note']],
    ["{ 'card.kind': 1, notes: 1 }", '', []],
    ["{ '$**': 1 }", '', []],
    ['{ at: 1 }', ', { expireAfterSeconds: 60 }', ['error expireAfterSeconds: 60']],
    ['{ at: 1 }', ', { unique: true }', []],
    ['{ at: 1 }', ", { partialFilterExpression: { note: 'x' } }", ['error note']],
    ['{ at: 1 }', ', { partialFilterExpression: { total: { $gt: 0 } } }', []],
  ])('%s%s', async (keys, options, expected) => {
    expect(await findings(`client.db('shop').collection('orders').createIndex(${keys}${options});`)).toEqual(
      expected,
    );
  });

  test('each of several is looked at', async () => {
    const text =
      "client.db('shop').collection('orders').createIndexes([{ key: { at: 1 } }, { key: { at: 1, note: 1 } }]);";
    expect(await findings(text)).toEqual(['error note']);
    expect(await afterFix({ 'a.ts': map + text }, 'a.ts', 'index without note')).toBe(
      map + text.replace(', note: 1', ''),
    );
  });
});

describe('a Mongoose schema', () => {
  const schema = (options: string, more = '', after = '') => ({
    'a.ts': `const s = new Schema({ a: { type: String, ${options} encrypt: { keyId: key } }, b: { type: Date, unique: true } }, { encryptionType: 'queryableEncryption'${more} });\n${after}`,
  });
  test.each([
    ['unique: true,', '', '', ['error unique: true']],
    ['index: false, unique: false,', '', '', []],
    ['index: { expires: 60 },', '', '', ['error index: { expires: 60 }']],
    ['unique: true,', ', autoIndex: false', '', []],
    ['', '', 's.index({ a: 1 }, { unique: true });', ['error a']],
    ['', '', 's.index({ b: 1 });', []],
    ['', '', 'other.index({ a: 1 });', []],
  ])('%s %s %s', async (options, more, after, expected) => {
    expect(await ruleFindings(rule, schema(options, more, after))).toEqual(expected);
  });
});

test('the collections of the tokens have one name each, where the collection is known', async () => {
  const list = (name: string) => `{ escCollection: '${name}', fields: [{ path: 'a', keyId: key }] }`;
  const create = (name: string) =>
    ruleFindings(rule, { 'a.ts': `db.createCollection('c', { encryptedFields: ${list(name)} });` });
  expect(await create('enxcol_.c.esc')).toEqual([]);
  expect(await create('c.esc')).toEqual(["error 'c.esc'"]);
  expect(await ruleFindings(rule, { 'a.ts': `export const encryptedFields = ${list('c.esc')};` })).toEqual(
    [],
  );
});

test.each([
  ['fixture.orders.createIndex({ a: 1 });', ['error a']],
  ["db.getSiblingDB('shop').orders.createIndexes([{ b: 1 }, { a: 1 }]);", ['error a']],
  ["db.getSiblingDB('other').orders.createIndex({ a: 1 });", []],
  ['fixture.orders.createIndex({ b: 1 });', []],
  ['fixture.carts.createIndex({ a: 1 });', []],
])('the shell names a collection by a member of its database: %s', async (call, expected) => {
  const text = `const fixture = db.getMongo().getDB('shop');
fixture.createCollection('orders', { encryptedFields: { fields: [{ path: 'a', keyId: key }] } });
${call}
`;
  expect(await ruleFindings(rule, { 'a.js': text })).toEqual(expected);
});
