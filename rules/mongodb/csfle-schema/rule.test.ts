import { describe, expect, test } from 'vitest';
import { lintFiles, shown } from '../../../test/support/lint-files.ts';

const id = 'mongodb/csfle-schema';
const random = 'AEAD_AES_256_CBC_HMAC_SHA_512-Random';
const deterministic = 'AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic';
const keyId = [{ $uuid: 'c0b4b6b4-6f0e-4f1c-9b8e-2f4f7b0f6d11' }];

async function findingsIn(files: Readonly<Record<string, string>>) {
  const findings = (await lintFiles(files, { mongodb: '9.0' })).filter(({ rule }) => rule === id);
  return { findings, places: shown(files, findings).map((line) => line.slice(id.length + 1)) };
}

const findingsOf = (schema: unknown) => findingsIn({ 'map.json': JSON.stringify({ 'shop.orders': schema }) });

const root = (properties: unknown, more: object = {}) => ({ bsonType: 'object', properties, ...more });

const encrypted = (more: object = {}) => ({
  encrypt: { bsonType: 'string', algorithm: random, keyId, ...more },
});

describe('what may stand above encrypt', () => {
  test.each([
    ['the root without a type', { properties: { a: encrypted() } }, ['"properties"'], '51077'],
    [
      'a root that may be an array',
      root({ a: encrypted() }, { bsonType: ['object', 'array'] }),
      ['["object","array"]'],
      '51077',
    ],
    [
      'a condition',
      root({ x: { bsonType: 'string' } }, { allOf: [root({ a: encrypted() })] }),
      ['"allOf"'],
      '51077',
    ],
    [
      'additional items',
      root({ l: { bsonType: 'array', additionalItems: encrypted() } }),
      ['"additionalItems"'],
      '51077',
    ],
    ['a dotted name', root({ 'a.b': encrypted() }), ['"a.b"'], '51077'],
    [
      'definitions',
      root({ x: { bsonType: 'string' } }, { definitions: { a: encrypted() } }),
      ['"definitions"'],
      '9',
    ],
  ])('not %s', async (_what, schema, expected, code) => {
    const { findings, places } = await findingsOf(schema);
    expect(places).toEqual(expected);
    expect(findings[0]?.message).toMatch(new RegExp(`server code ${code}\\)$`));
  });

  test('one finding for many fields below one mistake', async () => {
    const { findings, places } = await findingsOf(
      root({ contact: { properties: { a: encrypted(), b: encrypted(), c: encrypted() } } }),
    );
    expect(places).toEqual(['"contact"']);
    expect(findings[0]?.related).toHaveLength(3);
  });

  test.each([
    root({ a: encrypted() }, { bsonType: ['object'] }),
    { type: 'object', properties: { a: encrypted() } },
    root({ x: { bsonType: 'string' } }, { patternProperties: { _secret$: encrypted() } }),
    root({ _id: { bsonType: 'objectId' } }, { additionalProperties: encrypted() }),
  ])('legal: %j', async (schema) => {
    expect((await findingsOf(schema)).places).toEqual([]);
  });
});

describe('encrypt itself', () => {
  test.each([
    [encrypted({ algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Determinstic' }), '2'],
    [encrypted({ algorithm: 'Random' }), '2'],
    [encrypted({ bsonType: 'strng' }), '2'],
    [encrypted({ bsonType: 'null' }), '31122'],
    [encrypted({ bsonType: ['string', 'undefined'] }), '31122'],
    [encrypted({ keyID: 1 }), '40415'],
    [encrypted({ queries: { queryType: 'equality' } }), '40415'],
    [encrypted({ keyId: '/name', algorithm: deterministic }), '31169'],
    [encrypted({ keyId: 'name' }), '51065'],
    [encrypted({ keyId: { $binary: { base64: 'wLS2tG8OTxybji9Pew9tEQ==', subType: '04' } } }), '51085'],
    [encrypted({ keyId: [7] }), '51088'],
    [encrypted({ bsonType: ['int', 'string'], algorithm: deterministic }), '31051'],
    [encrypted({ bsonType: 'number', algorithm: deterministic }), '31051'],
    [encrypted({ bsonType: 'bool', algorithm: deterministic }), '31122'],
    [{ ...encrypted(), description: 'kept secret' }, '51078'],
    [{ ...encrypted(), bsonType: 'string' }, '9'],
    [{ encrypt: { bsonType: 'string', keyId } }, '51099'],
    [{ encrypt: { bsonType: 'string', algorithm: random } }, '51097'],
  ])('%j is refused with %s', async (field, code) => {
    const { findings } = await findingsOf(root({ a: field }));
    expect(findings.map(({ message }) => /server code (\d+)\)$/.exec(message)?.[1])).toEqual([code]);
  });

  test.each([
    encrypted({ bsonType: ['string'], algorithm: deterministic }),
    encrypted({ bsonType: 'number' }),
    encrypted({ bsonType: undefined }),
    encrypted({ keyId: '/name' }),
  ])('%j is legal', async (field) => {
    expect((await findingsOf(root({ a: field }))).places).toEqual([]);
  });

  test('keyId lists exactly one key', async () => {
    for (const list of [[], [...keyId, ...keyId]]) {
      expect((await findingsOf(root({ a: encrypted({ keyId: list }) }))).findings).toHaveLength(1);
    }
  });
});

describe('encryptMetadata', () => {
  test('gives what a field leaves out, and the field goes before it', async () => {
    const { places } = await findingsOf(
      root(
        {
          a: { encrypt: { bsonType: 'string' } },
          b: { encrypt: { bsonType: 'int', algorithm: deterministic } },
        },
        { encryptMetadata: { keyId, algorithm: random } },
      ),
    );
    expect(places).toEqual([]);
  });

  test('a mistake in it is one finding, however many fields inherit it', async () => {
    const { places } = await findingsOf(
      root(
        { a: { encrypt: { bsonType: 'string' } }, b: { encrypt: { bsonType: 'int' } } },
        { encryptMetadata: { keyId: ['none'], algorithm: random, bsonType: 'string' } },
      ),
    );
    expect(places).toEqual(['"none"', '"bsonType"']);
  });
});

describe('_id', () => {
  test('takes Deterministic and not Random, below it too', async () => {
    expect((await findingsOf(root({ _id: encrypted({ algorithm: deterministic }) }))).places).toEqual([]);
    for (const id of [encrypted(), root({ tenant: encrypted() })]) {
      const { findings } = await findingsOf(root({ _id: id }));
      expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('51194')]);
    }
    expect((await findingsOf(root({ other: root({ _id: encrypted() }) }))).places).toEqual([]);
  });

  test('may be any additional property of the root that is not declared', async () => {
    expect((await findingsOf(root({}, { additionalProperties: encrypted() }))).findings).toHaveLength(1);
  });
});

describe('validators', () => {
  const code = (client: string) => ({
    'src/make.ts': `import { MongoClient } from 'mongodb';
${client}
export const make = (db, key) => db.createCollection('orders', { validator: { $jsonSchema: {
  bsonType: 'object', required: ['remarks'], properties: {
    remarks: { description: 'secret', encrypt: { bsonType: 'string', algorithm: '${random}', keyId: [key] } },
    notes: { encrypt: {} },
  } } } });
`,
  });

  test('may serve explicit encryption: what only a client refuses is a warning', async () => {
    const { findings, places } = await findingsIn(code(''));
    expect(places).toEqual(['description']);
    expect(findings[0]?.severity).toBe('warning');
  });

  test('is an error where a client encrypts on its own', async () => {
    const { findings } = await findingsIn(
      code(
        "export const client = new MongoClient('mongodb://db', { autoEncryption: { keyVaultNamespace: 'encryption.__keyVault', kmsProviders: { aws: {} } } });",
      ),
    );
    expect(findings.map(({ severity }) => severity)).toEqual(['error']);
  });
});

test('validation does not belong into a schemaMap', async () => {
  const { places } = await findingsIn({
    'src/client.ts': `import { MongoClient } from 'mongodb';
export const connect = (uri, key) => new MongoClient(uri, { autoEncryption: {
  keyVaultNamespace: 'encryption.__keyVault', kmsProviders: { aws: {} },
  schemaMap: { 'shop.orders': { bsonType: 'object', required: ['remarks'], properties: {
    count: { bsonType: 'int', minimum: 0, description: 'shown' },
    remarks: { encrypt: { bsonType: 'string', algorithm: '${random}', keyId: [key] } },
  } } } } });
`,
  });
  expect(places.toSorted()).toEqual(['minimum', 'required']);
});

test('a shared constant is left alone by a suggestion', async () => {
  const { findings } = await findingsIn({
    'src/map.ts': `const DETERMINISTIC = '${deterministic}';
export const options = { schemaMap: { 'shop.orders': { bsonType: 'object', properties: {
  a: { encrypt: { bsonType: 'bool', algorithm: DETERMINISTIC, keyId: '/name' } },
  b: { encrypt: { bsonType: 'string', algorithm: DETERMINISTIC, keyId: [key] } },
} } } };
`,
  });
  const [fix] = findings.find(({ message }) => message.includes('31122'))?.fixes ?? [];
  expect(fix?.changes.map(({ kind }) => kind)).toEqual(['remove-property', 'add-property']);
});

test.each([
  ['type', 'bsonType', 'it is called bsonType'],
  ['bsontype', 'bsonType', 'did you mean bsonType?'],
  ['algoritm', 'algorithm', 'did you mean algorithm?'],
  ['keyID', 'keyId', 'did you mean keyId?'],
])(
  '%s for %s is one mistake: what is called by another name is not missing too',
  async (wrong, right, advice) => {
    const { [right]: value, ...rest } = { bsonType: 'string', algorithm: deterministic, keyId } as Record<
      string,
      unknown
    >;
    const { findings, places } = await findingsOf(root({ a: { encrypt: { ...rest, [wrong]: value } } }));
    expect(places).toEqual([`"${wrong}"`]);
    expect(findings[0]?.message).toContain(advice);
    expect(findings[0]?.fixes.map(({ title }) => title)).toEqual([`rename ${wrong} to ${right}`]);
  },
);
