import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const keyId = '{ "$uuid": "0d1c5b1e-0000-4000-8000-00000000000a" }';
const findings = (text: string) => ruleFindings('mongodb/value-type', { 'a.json': text });
const query = (type: string, more: string) =>
  `{ "fields": [{ "path": "a", "keyId": ${keyId}, "bsonType": "string", "queries": { "queryType": "${type}"${more} } }] }`;

describe('numbers and booleans', () => {
  test.each([
    ['equality', ', "contention": 0', []],
    ['equality', ', "contention": 8.0', []],
    ['equality', ', "contention": null', []],
    ['equality', ', "contention": { "$numberDecimal": "8" }', []],
    ['equality', ', "contention": "eight"', ['error "eight"']],
    ['equality', ', "contention": -1', ['error -1']],
    ['equality', ', "contention": 1.5', ['error 1.5']],
    ['range', ', "precision": 1.5', ['warning 1.5']],
    ['range', ', "precision": -1', ['error -1']],
    ['range', ', "sparsity": true', ['error true']],
    ['substring', ', "strMaxLength": 0', ['error 0']],
    ['suffix', ', "strMinQueryLength": [3]', ['error [3]']],
    ['suffix', ', "caseSensitive": 1', ['error 1']],
    // The query type does not take it, which another rule says.
    ['equality', ', "strMaxLength": "x", "caseSensitive": 0', []],
  ])('%s%s', async (type, more, expected) => {
    expect(await findings(query(type, more))).toEqual(expected);
  });

  test('a value that only run time knows is none of ours', async () => {
    const text = `db.createCollection('c', { encryptedFields: { fields: [{ path, keyId, bsonType: 'string', queries: { queryType, contention: limit() } }] } });`;
    expect(await ruleFindings('mongodb/value-type', { 'a.ts': text })).toEqual([]);
  });
});

describe('lists and objects', () => {
  const create = (encryptedFields: string) =>
    ruleFindings('mongodb/value-type', {
      'a.ts': `db.createCollection('c', { encryptedFields: ${encryptedFields} });`,
    });
  test.each([
    ["{ fields: { email: { bsonType: 'string' } } }", ["error { email: { bsonType: 'string' } }"]],
    ["{ fields: ['email'] }", ["error 'email'"]],
    ['{ fields: [] }', []],
    ['{ fields: load() }', []],
    ['{ fields: [{ path: 7, keyId }] }', ['error 7']],
    ["{ fields: [{ path: 'a', keyId, queries: 'equality' }] }", ["error 'equality'"]],
    ["{ fields: [{ path: 'a', keyId, queries: ['equality'] }] }", ["error 'equality'"]],
    ["{ fields: [{ path: 'a', keyId, queries: undefined }] }", []],
    ['{ fields: [], strEncodeVersion: 1 }', []],
    ['{ fields: [], strEncodeVersion: 1n }', ['error 1n']],
    ['{ fields: [], strEncodeVersion: 2 }', ['error 2']],
  ])('%s', async (encryptedFields, expected) => {
    expect(await create(encryptedFields)).toEqual(expected);
  });
});

test('a string that can mean only one thing loses its quotes', async () => {
  const number = query('equality', ', "contention": "8"');
  expect(await afterFix({ 'a.json': number }, 'a.json', 'write 8, without quotes')).toBe(
    number.replace('"8"', '8'),
  );
  const flag = query('suffix', ', "caseSensitive": "false"');
  expect(await afterFix({ 'a.json': flag }, 'a.json', 'write false, without quotes')).toBe(
    flag.replace('"false"', 'false'),
  );
});
