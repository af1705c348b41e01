import { describe, expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const rule = 'mongodb/client-options';
const client = (options: string, before = '', uri = 'uri') => ({
  'a.ts': `${before}export const client = new MongoClient(${uri}, { autoEncryption: ${options} });\n`,
});
const whole = "keyVaultNamespace: 'keys.vault', kmsProviders";
const findings = (options: string, before?: string, uri?: string) =>
  ruleFindings(rule, client(options, before, uri));

describe('names', () => {
  test.each([
    [`{ ${whole} }`, []],
    ["{ keyVaultNamespace: 'keys.vault', kmsProvider: kms }", ['error kmsProvider']],
    ["{ keyVaultNameSpace: 'keys.vault', kmsProviders }", ['error keyVaultNameSpace']],
    [`{ ${whole}, encryptedFieldMap: {} }`, ['error encryptedFieldMap']],
    [`{ ${whole}, mongocryptdURI: address }`, ['error mongocryptdURI']],
    [`{ ${whole}, extraOptions: { cryptSharedLibpath: path } }`, ['error cryptSharedLibpath']],
    [`{ ${whole}, extraOptions: { cryptSharedLibPath: path, mongocryptdBypassSpawn: true } }`, []],
    [
      `{ ${whole}, bypassAutoEncryption: true, bypassQueryAnalysis: true, keyVaultClient, tlsOptions, proxyOptions, credentialProviders, keyExpirationMS: 0, kmsConnectCallback, options: {}, schemaMap, encryptedFieldsMap }`,
      [],
    ],
    [`{ ${whole}, something: 1, key_vault_client: other }`, []],
  ])('%s', async (options, expected) => {
    expect(await findings(options)).toEqual(expected);
  });

  test('one near name is put right unasked', async () => {
    const files = client("{ keyVaultNamespace: 'keys.vault', kmsProvider: kms }");
    const fixes = (await lintFiles(files)).filter((one) => one.rule === rule).flatMap((one) => one.fixes);
    expect(fixes.map(({ safe }) => safe)).toEqual([true]);
    expect(await afterFix(files, 'a.ts', 'rename kmsProvider to kmsProviders')).toContain(
      'kmsProviders: kms',
    );
  });

  test('an option moves to where the client reads it', async () => {
    const files = client(`{ ${whole}, mongocryptdURI: address }`);
    expect(await afterFix(files, 'a.ts', 'move mongocryptdURI into extraOptions')).toContain(
      `{ ${whole}, extraOptions: { mongocryptdURI: address } }`,
    );
  });
});

describe('what is missing', () => {
  test.each([
    ['{ kmsProviders }', ['warning MongoClient']],
    ["{ keyVaultNamespace: 'keys.vault' }", ['error MongoClient']],
    ["{ ...options, keyVaultNamespace: 'keys.vault' }", []],
    ['options', []],
  ])('%s', async (options, expected) => {
    expect(await findings(options)).toEqual(expected);
  });

  test('of a literal on its way to a client nothing is', async () => {
    const files = {
      'a.ts': 'MongooseModule.forRoot(uri, { autoEncryption: { kmsProvider: kms, schemaMap } });',
    };
    expect(await ruleFindings(rule, files)).toEqual(['error kmsProvider']);
  });
});

describe('the shell', () => {
  test.each([
    ["Mongo(uri, { keyVaultNamespace: 'keys.vault', kmsProviders, explicitEncryptionOnly: true })", []],
    ["Mongo(uri, { keyVaultNamespace: 'keys.vault', kmsProvider: kms })", ['error kmsProvider']],
    ["Mongo(uri, undefined, { api: { version: '1' } })", []],
    ["Mongo(uri, { api: { version: '1' } })", []],
  ])('%s', async (text, expected) => {
    expect(await ruleFindings(rule, { 'a.js': `const keyAltName = 1;\n${text};\n` })).toEqual(expected);
  });
});

describe('the address of mongocryptd', () => {
  const options = (uri: string) => `{ ${whole}, extraOptions: { mongocryptdURI: ${uri} } }`;
  test.each([
    ["'mongodb://db.example.com'", "'mongodb://user:secret@DB.example.com:27017/shop?w=1'", 1],
    ["'mongodb://localhost:27020'", "'mongodb://localhost:27017'", 0],
    ['process.env.MONGODB_URI', 'process.env.MONGODB_URI', 1],
    ['process.env.CRYPTD_URI', 'process.env.MONGODB_URI', 0],
  ])('%s beside %s', async (own, uri, count) => {
    const found = await findings(options(own), '', uri);
    expect(found).toEqual(count === 0 ? [] : [`error ${own}`]);
  });
});

describe('the local master key', () => {
  const options = (key: string) =>
    `{ keyVaultNamespace: 'keys.vault', kmsProviders: { local: { key: ${key} } } }`;
  test.each([
    ['', 'crypto.randomBytes(96)', ['error crypto.randomBytes(96)']],
    ['', "randomBytes(96).toString('base64')", ["error randomBytes(96).toString('base64')"]],
    ['const key = crypto.randomBytes(96);\n', 'key', ['warning key']],
    ["const key = readFileSync('key.bin');\n", 'key', []],
    ['', 'Buffer.from(process.env.KEY, "base64")', []],
  ])('%s%s', async (before, key, expected) => {
    expect(await findings(options(key), before)).toEqual(expected);
  });
});

describe('the key vault', () => {
  const map = (database: string) =>
    `encryptedFieldsMap: { '${database}.orders': { fields: [{ path: 'a', bsonType: 'string', keyId: key }] } }`;
  test.each([
    ["{ keyVaultNamespace: 'shop.__keyVault', kmsProviders, MAP }", 'uri', ["warning 'shop.__keyVault'"]],
    [
      "{ keyVaultNamespace: 'keys.__keyVault', kmsProviders, MAP }",
      "'mongodb://db.example.com/keys'",
      ["warning 'keys.__keyVault'"],
    ],
    ["{ keyVaultNamespace: 'admin.datakeys', kmsProviders, MAP }", "'mongodb://db.example.com/admin'", []],
    ["{ keyVaultNamespace: 'keys.__keyVault', kmsProviders, MAP }", 'uri', []],
    ["{ keyVaultNamespace: '__keyVault', kmsProviders, MAP }", 'uri', ["error '__keyVault'"]],
  ])('%s at %s', async (options, uri, expected) => {
    expect(await findings(options.replace('MAP', map('shop')), '', uri)).toEqual(expected);
  });
});

describe('fields without keys in the map', () => {
  const options = `{ ${whole}, encryptedFieldsMap: { 'shop.orders': list } }`;
  test.each([
    [
      "const list = { fields: [{ path: 'a', keyId: null }, { path: 'b', bsonType: 'string' }] };\n",
      ["warning 'shop.orders'"],
    ],
    ["const list = { fields: [{ path: 'a', keyId: key }] };\n", []],
    ["const list = { fields: [{ path: 'a', keyAltName: 'shop.a' }] };\n", []],
    [
      "const list = { fields: [{ path: 'a', keyId: null }] };\nfor (const field of list.fields) field.keyId = await key();\n",
      [],
    ],
  ])('%s', async (before, expected) => {
    expect(await findings(options, before)).toEqual(expected);
  });

  test('where a plain create takes the list, the missing key is one finding', async () => {
    const before =
      "const list = { fields: [{ path: 'a', keyId: null }] };\ndb.createCollection('orders', { encryptedFields: list });\n";
    const rules = (await lintFiles(client(options, before), { mongodb: '9.0' })).map((one) => one.rule);
    expect(rules).toEqual(['mongodb/key-id']);
  });
});
