import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const uuid = '0d1c5b1e-0000-4000-8000-00000000000a';
const findings = (files: Record<string, string>) => ruleFindings('mongodb/key-id', files);
const create = (...fields: readonly string[]) => ({
  'a.ts': `db.createCollection('c', { encryptedFields: { fields: [${fields.join(', ')}] } });`,
});

test.each([
  ['a UUID', `new UUID('${uuid}')`, []],
  ['a UUID that only run time knows', 'await createKey()', []],
  ['binary of the generic subtype', 'Buffer.from(id, "base64")', ['error Buffer.from(id, "base64")']],
  ['the older subtype of UUIDs', 'new Binary(bytes, 3)', ['error new Binary(bytes, 3)']],
  ['a subtype that only run time knows', 'new Binary(bytes, subType)', []],
  ['too few bytes', "Binary.createFromBase64('AAAA', 4)", ["error Binary.createFromBase64('AAAA', 4)"]],
  ['a list, as for the older encryption', '[key]', ['error [key]']],
  ['a string', "'my-key'", ["error 'my-key'"]],
  ['a number', '7', ['error 7']],
])('%s', async (_, keyId, expected) => {
  expect(await findings(create(`{ path: 'a', keyId: ${keyId} }`))).toEqual(expected);
});

describe('a key that is missing', () => {
  const file = (body: string) => ({ 'a.ts': body });
  const list = "{ fields: [{ path: 'a', keyId: null }, { path: 'b' }] }";
  test.each([
    ['in a plain create', create("{ path: 'a', keyId: null }", "{ path: 'b' }"), ['error null', "error 'b'"]],
    [
      'in the create of a data file',
      { 'a.yml': 'createOptions:\n  encryptedFields:\n    fields: [{ path: a, bsonType: string }]\n' },
      ['error a'],
    ],
    ['where nothing uses the list', file(`export const list = ${list};`), []],
    [
      'where the keys are made',
      file(
        `encryption.createEncryptedCollection(db, 'c', { createCollectionOptions: { encryptedFields: ${list} } });`,
      ),
      [],
    ],
    [
      'given later, in a loop',
      file(`const list = ${list};
for (const field of list.fields) field.keyId = await createKey();
db.createCollection('c', { encryptedFields: list });`),
      [],
    ],
    [
      'given later, in a callback',
      file(`const list = ${list};
list.fields.forEach((field) => { field.keyId = makeKey(); });
db.createCollection('c', { encryptedFields: list });`),
      [],
    ],
    ['named instead', create("{ path: 'a', keyAltName: 'c.a' }"), []],
    ['perhaps in a spread', create("{ ...keyOf('a'), path: 'a' }"), []],
  ])('%s', async (_, files: Record<string, string>, expected) => {
    expect(await findings(files)).toEqual(expected);
  });
});

describe('one key for two fields', () => {
  test.each([
    [
      'the same bytes in two spellings',
      `new UUID('${uuid}')`,
      `new UUID('${uuid.toUpperCase().replaceAll('-', '')}')`,
      1,
    ],
    ['the same name', 'key', 'key', 1],
    ['other names', 'key', 'otherKey', 0],
    ['two calls', 'await createKey()', 'await createKey()', 0],
  ])('%s', async (_, one, other, count) => {
    const files = create(`{ path: 'a', keyId: ${one} }`, `{ path: 'b', keyId: ${other} }`);
    expect(
      await findings({ 'a.ts': `const key = load(); const otherKey = load(); ${files['a.ts']}` }),
    ).toHaveLength(count);
  });

  test('a name that is read anew for each field is no shared key', async () => {
    const files = {
      'a.ts': `const fields = ['a', 'b'].map((path) => { const keyId = makeKey(); return { path, keyId }; });
db.createCollection('c', { encryptedFields: { fields } });`,
    };
    expect(await findings(files)).toEqual([]);
  });
});

test('a UUID in quotes becomes one, in the words of the file', async () => {
  const title = 'make it a UUID';
  const json = `{ "fields": [{ "path": "a", "bsonType": "string", "keyId": "${uuid}" }] }`;
  expect(await afterFix({ 'a.json': json }, 'a.json', title)).toBe(
    `{ "fields": [{ "path": "a", "bsonType": "string", "keyId": { "$uuid": "${uuid}" } }] }`,
  );
  const module = `import { Long } from 'mongodb';\nexport const list = { fields: [{ path: 'a', bsonType: 'string', keyId: '${uuid}' }] };\n`;
  expect(await afterFix({ 'a.ts': module }, 'a.ts', title)).toBe(
    module.replace('{ Long }', '{ Long, UUID }').replace(`'${uuid}'`, `new UUID('${uuid}')`),
  );
  const shell = `db.createCollection("c", { encryptedFields: { fields: [{ path: "a", keyId: "${uuid}" }] } });\n`;
  expect(await afterFix({ 'a.js': shell }, 'a.js', title)).toBe(
    shell.replace(`"${uuid}"`, `UUID("${uuid}")`),
  );
});

test('a Mongoose schema with the keys of the older encryption has its finding from another rule', async () => {
  const files = {
    'a.ts': `new Schema({ a: { type: String, encrypt: { keyId: [key], algorithm: 'x' } } }, { encryptionType: 'queryableEncryption' });`,
  };
  expect(await findings(files)).toEqual([]);
});
