import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const rule = 'mongodb/namespace-map';
const client = (maps: string, after = '') => ({
  'a.ts': `const client = new MongoClient(uri, { autoEncryption: { keyVaultNamespace: 'keys.vault', kmsProviders, ${maps} } });\n${after}`,
});
const list = "{ fields: [{ path: 'a', bsonType: 'string', keyId: key }] }";
const schema =
  "{ bsonType: 'object', properties: { a: { encrypt: { bsonType: 'string', algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Random', keyId: [key] } } } }";

test.each([
  ['a full name', `encryptedFieldsMap: { 'shop.orders': ${list} }`, []],
  ['a collection with dots', `encryptedFieldsMap: { 'shop.orders.2026': ${list} }`, []],
  ['an empty list', "encryptedFieldsMap: { 'shop.orders': { fields: [] } }", []],
  ['a name without its database', `encryptedFieldsMap: { orders: ${list} }`, ['error orders']],
  ['a name without its collection', `schemaMap: { 'shop.': ${schema} }`, ["error 'shop.'"]],
  ['a list in place of the map', `encryptedFieldsMap: ${list}`, ['error fields']],
  ['a list of lists', `encryptedFieldsMap: [${list}]`, [`error [${list}]`]],
  ['a list without fields', `encryptedFieldsMap: { 'shop.orders': [] }`, ['error []']],
  [
    'a list in its wrapper',
    `encryptedFieldsMap: { 'shop.orders': { encryptedFields: ${list} } }`,
    ['error encryptedFields'],
  ],
  [
    'a schema in its wrapper',
    `schemaMap: { 'shop.orders': { $jsonSchema: ${schema} } }`,
    ['error $jsonSchema'],
  ],
  ['a schema in the wrong map', `encryptedFieldsMap: { 'shop.orders': ${schema} }`, ['error properties']],
  ['a list in the wrong map', `schemaMap: { 'shop.orders': ${list} }`, ['error fields']],
  ['what only run time knows', 'encryptedFieldsMap: load(), schemaMap: { [name]: schema, ...more }', []],
  [
    'one collection in both',
    `schemaMap: { 'shop.orders': ${schema} }, encryptedFieldsMap: { 'shop.orders': ${list} }`,
    ["error 'shop.orders'"],
  ],
])('%s', async (_, maps, expected) => {
  expect(await ruleFindings(rule, client(maps))).toEqual(expected);
});

describe('an object that no client gets may still become a map', () => {
  test.each([
    `module.exports = { encryptedFieldsMap: { encryptedFields: ${list} } };`,
    `export const maps = { encryptedFieldsMap: { orders: ${list} } };`,
    `export const shape = { schemaMap: { type: 'object' }, encryptedFieldsMap: { type: 'object' } };`,
    `export const forms = { schemaMap: { login: { properties: {} }, profile: 'x' } };`,
  ])('%s', async (text) => {
    expect(await ruleFindings(rule, { 'a.ts': text })).toEqual([]);
  });
});

test('the database is offered where the code uses only one', async () => {
  const one = client(`encryptedFieldsMap: { orders: ${list} }`, "client.db('shop'); client.db('keys');\n");
  expect(await afterFix(one, 'a.ts', 'name it "shop.orders"')).toContain(`{ 'shop.orders': { fields`);
  const two = client(`encryptedFieldsMap: { orders: ${list} }`, "client.db('shop'); client.db('crm');\n");
  expect(await afterFix(two, 'a.ts', 'name it "shop.orders"')).toBeUndefined();
});

test('a wrapper can be taken off', async () => {
  const files = client(`schemaMap: { 'shop.orders': { $jsonSchema: ${schema} } }`);
  expect(await afterFix(files, 'a.ts', 'take out of $jsonSchema')).toContain(`{ 'shop.orders': ${schema} }`);
});
