import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const keyId = '{ "$uuid": "0d1c5b1e-0000-4000-8000-00000000000a" }';
const list = (more: { top?: string; field?: string; query?: string }) =>
  `{ "fields": [{ "path": "a", "keyId": ${keyId}, "bsonType": "string"${more.field ?? ''}${more.query === undefined ? '' : `, "queries": { "queryType": "equality"${more.query} }`} }]${more.top ?? ''} }`;

const findings = (text: string) => ruleFindings('mongodb/unknown-key', { 'a.json': text });

describe('at the top of a file that nothing uses, only what is clearly meant counts', () => {
  test.each([
    [', "queryPatterns": []', ['error "queryPatterns"']],
    [', "strEncodeVersoin": 1', ['error "strEncodeVersoin"']],
    [', "$schema": "x", "collection": "c", "note": "mine"', []],
    [', "escCollection": "enxcol_.c.esc", "eccCollection": "x", "strEncodeVersion": 1', []],
  ])('%s', async (top, expected) => {
    expect(await findings(list({ top }))).toEqual(expected);
  });

  test('where it is handed to the driver, every key does', async () => {
    const text = `db.createCollection('c', { encryptedFields: { fields: [], note: 'mine' } });`;
    expect(await ruleFindings('mongodb/unknown-key', { 'a.ts': text })).toEqual(['error note']);
  });
});

test.each<[string, { field?: string; query?: string }, readonly string[]]>([
  ['a further key of a field', { field: ', "description": "x"' }, ['error "description"']],
  ['the name of the key', { field: ', "keyAltName": "x"' }, []],
  ['an option that stands in the field', { field: ', "contention": 8' }, ['error "contention"']],
  ['an option that the query type does not take is known', { query: ', "sparsity": 2' }, []],
  [
    'a key of the field that stands in the query type',
    { query: ', "bsonType": "string"' },
    ['error "bsonType"'],
  ],
])('%s', async (_, more, expected) => {
  expect(await findings(list(more))).toEqual(expected);
});

describe('what was meant', () => {
  test.each([
    ['contenton', 'contention', true],
    ['CONTENTION', 'contention', true],
    ['contentionFactor', 'contention', false],
    ['maxQueryLength', 'strMaxQueryLength', false],
  ])('%s is %s', async (written, meant, safe) => {
    const text = list({ query: `, "${written}": 8` });
    const fixes = (await lintFiles({ 'a.json': text }, { mongodb: '9.0' }))
      .filter(({ rule }) => rule === 'mongodb/unknown-key')
      .flatMap(({ fixes }) => fixes);
    expect(fixes.map(({ title, safe }) => ({ title, safe }))).toEqual([
      { title: `rename ${written} to ${meant}`, safe },
    ]);
    expect(await afterFix({ 'a.json': text }, 'a.json', `rename ${written} to ${meant}`)).toBe(
      text.replace(written, meant),
    );
  });

  test('nothing is renamed over a key that is there, and of two misspellings none is renamed unasked', async () => {
    const fixes = async (query: string) =>
      (await lintFiles({ 'a.json': list({ query }) }))
        .filter(({ rule }) => rule === 'mongodb/unknown-key')
        .flatMap((one) => one.fixes);
    expect(await fixes(', "contention": 8, "contenton": 4')).toEqual([]);
    expect((await fixes(', "contenton": 8, "contentoin": 4')).map(({ safe }) => safe)).toEqual([
      false,
      false,
    ]);
  });
});

test('in a Mongoose schema, algorithm is left to the rule about such schemas', async () => {
  const schema = (encrypt: string) => ({
    'a.ts': `new Schema({ a: { type: String, encrypt: ${encrypt} } }, { encryptionType: 'queryableEncryption' });`,
  });
  expect(await ruleFindings('mongodb/unknown-key', schema("{ keyId, algorithm: 'x' }"))).toEqual([]);
  expect(await ruleFindings('mongodb/unknown-key', schema('{ keyId, contention: 8 }'))).toEqual([
    'error contention',
  ]);
});

test('what is misspelt is not missing as well', async () => {
  const create = `db.createCollection('c', { encryptedFields: { fields: [{ pth: 'a', keyID: key, bsonType: 'string' }] } });`;
  const rules = (await lintFiles({ 'a.ts': create }, { mongodb: '9.0' })).map(({ rule }) => rule);
  expect(rules).toEqual(['mongodb/unknown-key', 'mongodb/unknown-key']);
});
