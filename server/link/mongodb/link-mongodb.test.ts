import { describe, expect, test } from 'vitest';
import { containerName } from '../../../rules/model/field.ts';
import { analyseFiles, type Files } from '../../../test/support/lint-files.ts';

/** What a project declares, in one line a list: container, uses, and each field with its query types. */
async function declared(files: Files): Promise<string[]> {
  const { project } = await analyseFiles(files);
  return project.mongodb.fieldLists.map(({ container, uses, fields }) => {
    const list = fields.map(({ path, bsonType, queries }) => {
      const type = bsonType?.kind === 'string' ? `:${bsonType.value}` : '';
      const names = queries.map(({ name }) => name ?? '?').join('+');
      return `${path ?? '?'}${type}${names === '' ? '' : `=${names}`}`;
    });
    return `${containerName(container)} [${uses.map(({ kind }) => kind).join(',')}] ${list.join(' ')}`;
  });
}

const field = `{ path: 'ssn', bsonType: 'string', keyId: key, queries: { queryType: 'equality' } }`;
const list = `{ fields: [${field}] }`;

describe('a list is found where it is handed to the driver', () => {
  test.each<[string, Files, string[]]>([
    [
      'createCollection',
      { 'a.ts': `client.db('clinic').createCollection('patients', { encryptedFields: ${list} });` },
      ['clinic.patients [createCollection] ssn:string=equality'],
    ],
    [
      'createEncryptedCollection',
      {
        'a.ts': `await encryption.createEncryptedCollection(client.db('clinic'), 'patients', { provider: 'aws', createCollectionOptions: { encryptedFields: ${list} } });`,
      },
      ['clinic.patients [createEncryptedCollection] ssn:string=equality'],
    ],
    [
      'encryptedFieldsMap of a client',
      {
        'a.ts': `new MongoClient(uri, { autoEncryption: { encryptedFieldsMap: { 'clinic.patients': ${list} } } });`,
      },
      ['clinic.patients [encryptedFieldsMap] ssn:string=equality'],
    ],
    [
      'the shell',
      {
        'a.js': `db.getSiblingDB("clinic").createCollection("patients", { encryptedFields: { fields: [{ path: "ssn", bsonType: "string", keyId: UUID("8d8fef41-eff1-4e86-8234-39983d648d43"), queries: { queryType: "equality" } }] } })`,
      },
      ['clinic.patients [createCollection] ssn:string=equality'],
    ],
    [
      'a database of the shell',
      {
        'a.js': `db.getSiblingDB('clinic').createEncryptedCollection('patients', { provider: 'local', createCollectionOptions: { encryptedFields: ${list} } });`,
      },
      ['clinic.patients [createEncryptedCollection] ssn:string=equality'],
    ],
    [
      "the shell's encryption, which takes the database by name",
      {
        'a.js': `db.getMongo().getClientEncryption().createEncryptedCollection('clinic', 'patients', { provider: 'local', createCollectionOptions: { encryptedFields: ${list} } });`,
      },
      ['clinic.patients [createEncryptedCollection] ssn:string=equality'],
    ],
    [
      "the shell's client",
      {
        'a.js': `Mongo("mongodb://x", { keyVaultNamespace: "e.k", kmsProviders, encryptedFieldsMap: { "clinic.patients": ${list} } })`,
      },
      ['clinic.patients [encryptedFieldsMap] ssn:string=equality'],
    ],
    [
      'a command',
      { 'a.ts': `client.db('clinic').command({ create: 'patients', encryptedFields: ${list} });` },
      ['clinic.patients [createCollection] ssn:string=equality'],
    ],
    [
      'Mongoose connections',
      {
        'a.ts': `mongoose.connect(uri, { autoEncryption: { encryptedFieldsMap: { 'clinic.patients': ${list} } } });`,
      },
      ['clinic.patients [encryptedFieldsMap] ssn:string=equality'],
    ],
    [
      'a Mongoose schema',
      {
        'a.ts': `new Schema({ ssn: { type: String, encrypt: { keyId: key, queries: { queryType: 'equality' } } } }, { encryptionType: 'queryableEncryption', collection: 'patients' });`,
      },
      ['patients [mongoose] ssn:string=equality'],
    ],
  ])('%s', async (_where, files, expected) => {
    expect(await declared(files)).toEqual(expected);
  });
});

describe('a list is found by its shape in data files', () => {
  const json = `{ "fields": [{ "path": "ssn", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string", "queries": { "queryType": "equality" } }] }`;

  test.each<[string, Files, string[]]>([
    ['by itself', { 'any-name.json': json }, ['any-name.json [] ssn:string=equality']],
    [
      'as a map of namespaces',
      { 'a.json': `{ "encryptedFieldsMap": { "clinic.patients": ${json} } }` },
      ['clinic.patients [encryptedFieldsMap] ssn:string=equality'],
    ],
    [
      'under its namespace',
      { 'a.json': `{ "clinic.patients": ${json} }` },
      ['clinic.patients [] ssn:string=equality'],
    ],
    [
      'in YAML',
      {
        'a.yml':
          'encryptedFieldsMap:\n  clinic.patients:\n    fields:\n      - path: ssn\n        bsonType: string\n        queries: { queryType: equality }\n',
      },
      ['clinic.patients [encryptedFieldsMap] ssn:string=equality'],
    ],
    [
      'in the output of db.getCollectionInfos()',
      {
        'infos.json': `[{ "name": "patients", "type": "collection", "options": { "encryptedFields": ${json} }, "info": { "readOnly": false } }]`,
      },
      ['patients [collectionInfo] ssn:string=equality'],
    ],
    [
      "in a driver's test file",
      {
        'spec.yml': `initialData:\n  - databaseName: clinic\n    collectionName: patients\n    createOptions:\n      encryptedFields: ${json}\n`,
      },
      ['clinic.patients [createOptions] ssn:string=equality'],
    ],
    [
      "as Compass's text",
      {
        'fields.js': `{\n  fields: [\n    { path: 'ssn', bsonType: 'string', keyId: UUID('8d8fef41-eff1-4e86-8234-39983d648d43'), queries: [{ queryType: 'equality' }] }\n  ]\n}\n`,
      },
      ['fields.js [] ssn:string=equality'],
    ],
    [
      "as the shell's text in a .json file",
      {
        'fields.json': `{\n  "fields": [\n    { "path": "ssn", "bsonType": "string", "keyId": UUID("8d8fef41-eff1-4e86-8234-39983d648d43"), "queries": [{ "queryType": "equality" }] }\n  ]\n}\n`,
      },
      ['fields.json [] ssn:string=equality'],
    ],
    [
      'through anchors and merges of YAML',
      {
        'a.yaml':
          'text: &text { bsonType: string, queries: { queryType: equality } }\nencryptedFields:\n  fields:\n    - { path: ssn, keyAltName: a, <<: *text }\n',
      },
      ['a.yaml [] ssn:string=equality'],
    ],
  ])('%s', async (_where, files, expected) => {
    expect(await declared(files)).toEqual(expected);
  });
});

describe('other lists of paths are none', () => {
  test.each([
    ['a schema browser', `{ path: 'ssn', bsonType: 'string', probability: 1 }`],
    ['a form', `{ path: 'ssn', bsonType: 'string', label: 'Number' }`],
    ['a dashboard', `{ path: 'ssn', queries: [{ queryType: 'instant' }] }`],
  ])('%s', async (_what, item) => {
    expect(await declared({ 'a.ts': `export const view = { bsonType: 1, fields: [${item}] };` })).toEqual([]);
  });

  test.each([
    [`{ path: 'ssn', bsonType: 'string' }`, 'ssn:string'],
    [`{ path: 'ssn', keyId: null, bsonType: 'string', note: 'x' }`, 'ssn:string'],
    [`{ path: 'ssn', bsonType: 'string', queries: [] }`, 'ssn:string'],
    [`{ path: 'ssn', queries: { queryType: 'Equality' } }`, 'ssn=Equality'],
    [`{ path: 'ssn', queries: { queryType } }`, 'ssn=?'],
  ])('%s is one', async (item, expected) => {
    expect(await declared({ 'a.ts': `export const x = { fields: [${item}] };` })).toEqual([
      `a.ts [] ${expected}`,
    ]);
  });
});

describe('references are followed', () => {
  const create = (expression: string) => `db.createCollection('c', { encryptedFields: ${expression} });`;

  test.each<[string, Files, string[]]>([
    [
      'constants',
      { 'a.ts': `const fields = [${field}];\nconst config = { fields } as const;\n${create('config')}` },
      ['c [createCollection] ssn:string=equality'],
    ],
    [
      'spreads',
      {
        'a.ts': `const text = { bsonType: 'string', keyId: key };\nconst more = [{ path: 'b', ...text }];\n${create("{ fields: [{ path: 'a', ...text }, ...more] }")}`,
      },
      ['c [createCollection] a:string b:string'],
    ],
    [
      'imports',
      {
        'a.ts': `import { config as other } from './b.js';\n${create('other')}`,
        'b.ts': `export const config = ${list} satisfies Document;`,
      },
      ['c [createCollection] ssn:string=equality'],
    ],
    [
      're-exports',
      {
        'a.ts': `import * as schemas from './b';\n${create('schemas.patients.fields')}`,
        'b/index.ts': `export * as patients from './c.js';`,
        'b/c.ts': `export const fields = ${list};`,
      },
      ['c [createCollection] ssn:string=equality'],
    ],
    [
      'default exports',
      { 'a.mjs': `import config from './b.mjs';\n${create('config')}`, 'b.mjs': `export default ${list};` },
      ['c [createCollection] ssn:string=equality'],
    ],
    [
      'CommonJS',
      {
        'a.cjs': `const { config } = require('./b');\n${create('config')}`,
        'b.js': `module.exports = { config: ${list} };`,
      },
      ['c [createCollection] ssn:string=equality'],
    ],
    [
      'CommonJS by name',
      { 'a.js': `const b = require('./b');\n${create('b.config')}`, 'b.js': `exports.config = ${list};` },
      ['c [createCollection] ssn:string=equality'],
    ],
    [
      'JSON modules',
      {
        'a.ts': `import config from './fields.json';\n${create('config')}`,
        'fields.json': `{ "fields": [{ "path": "ssn", "bsonType": "string", "keyAltName": "k" }] }`,
      },
      ['c [createCollection] ssn:string'],
    ],
    [
      'functions with their arguments',
      {
        'a.ts': `const equality = (path: string, keyId: UUID) => ({ path, keyId, bsonType: 'string', queries: { queryType: 'equality' } });\nfunction config(keys) { return { fields: [equality('a', keys.a), equality('b', keys.b)] }; }\n${create('config(keys)')}`,
      },
      ['c [createCollection] a:string=equality b:string=equality'],
    ],
    [
      'map over a written list',
      { 'a.ts': create(`{ fields: ['a', 'b'].map((path) => ({ path, bsonType: 'string', keyId: null })) }`) },
      ['c [createCollection] a:string b:string'],
    ],
    [
      'a condition whose one list holds the other',
      {
        'a.ts': `const some = [${field}];\nconst all = [...some, { path: 'b', bsonType: 'int', keyId: null }];\n${create('{ fields: preview ? all : some }')}`,
      },
      ['c [createCollection] ssn:string=equality b:int'],
    ],
    [
      'a spread under a condition',
      {
        'a.ts': create(
          `{ fields: [${field}, ...(more ? [{ path: 'b', bsonType: 'int', keyId: null }] : [])] }`,
        ),
      },
      ['c [createCollection] ssn:string=equality b:int'],
    ],
    [
      'static members of classes',
      {
        'a.ts': `import { Config } from './b';\nclass Service { static readonly fields = [${field}]; open() { ${create("{ fields: Service.fields.map((one) => ({ ...one, path: 'x' })) }")}\n${create('{ fields: Config.list }').replace("'c'", "'d'")} } }`,
        'b.ts': `export class Config { static readonly list = [${field}] as const; }`,
      },
      ['c [createCollection] x:string=equality', 'd [createCollection] ssn:string=equality'],
    ],
    [
      'computed names',
      {
        'a.ts': `const DB = 'clinic';\nnew MongoClient(uri, { autoEncryption: { encryptedFieldsMap: { [\`\${DB}.patients\`]: ${list}, [DB + '.vets']: ${list} } } });`,
      },
      [
        'clinic.patients [encryptedFieldsMap] ssn:string=equality',
        'clinic.vets [encryptedFieldsMap] ssn:string=equality',
      ],
    ],
    [
      'frozen objects',
      { 'a.ts': `const config = Object.freeze(${list});\n${create('config')}` },
      ['c [createCollection] ssn:string=equality'],
    ],
  ])('%s', async (_what, files, expected) => {
    expect(await declared(files)).toEqual(expected);
  });

  test('a cycle of imports ends', async () => {
    const files: Files = {
      'a.ts': `import { b } from './b';\nexport const a = { ...b, fields: [${field}, ...b.fields] };\n${create('a')}`,
      'b.ts': `import { a } from './a';\nexport const b = { ...a, ...b, fields: a.fields };`,
    };
    expect((await declared(files))[0]).toMatch(/^c \[createCollection\] /);
  });

  test('a map of namespaces names its collections, even where no client takes it', async () => {
    expect(await declared({ 'a.ts': `export const lists = { 'clinic.patients': ${list} };` })).toEqual([
      'clinic.patients [] ssn:string=equality',
    ]);
  });

  test('a list that nothing uses is found once, one that is used counts at its use', async () => {
    const files: Files = {
      'a.ts': `export const used = ${list};\nexport const unused = ${list};`,
      'b.ts': `import { used } from './a';\n${create('used')}`,
    };
    expect(await declared(files)).toEqual([
      'c [createCollection] ssn:string=equality',
      'a.ts [] ssn:string=equality',
    ]);
  });
});

describe('what cannot be known stays unknown', () => {
  test.each<[string, string, string]>([
    [
      'a name that is bound again',
      `let fields = [${field}];\nfields = other();\ndb.createCollection('c', { encryptedFields: { fields } });`,
      'c [createCollection] ',
    ],
    [
      'what is assigned later',
      `const config = ${list};\nconfig.fields[0].path = name();\ndb.createCollection('c', { encryptedFields: config });`,
      'c [createCollection] ?:string=equality',
    ],
    [
      'one list or another',
      `db.createCollection('c', { encryptedFields: { fields: ok ? [${field}] : [{ path: 'b', keyId: key }] } });`,
      'c [createCollection] ',
    ],
    [
      'two conditions, which may exclude each other',
      `const other = ok ? [] : [{ path: 'ssn', keyId: key }];\ndb.createCollection('c', { encryptedFields: { fields: [{ path: 'b', bsonType: 'int', keyId: null }, ...(ok ? [${field}] : []), ...other] } });`,
      'c [createCollection] b:int',
    ],
    [
      'a static member that may be assigned',
      `class Service { static fields = [${field}]; }\nService.fields = other();\ndb.createCollection('c', { encryptedFields: { fields: Service.fields } });`,
      'c [createCollection] ',
    ],
    [
      'a condition',
      `db.createCollection('c', { encryptedFields: { fields: [{ path: 'a', keyId: key, bsonType: ok ? 'int' : 'string' }] } });`,
      'c [createCollection] a',
    ],
  ])('%s', async (_what, text, expected) => {
    expect((await declared({ 'a.ts': text }))[0]).toBe(expected);
  });

  test('an object that a spread may change is open', async () => {
    const text = `db.createCollection('c', { encryptedFields: { fields: [{ path: 'a', keyId: key, ...more() }] } });`;
    const { project } = await analyseFiles({ 'a.ts': text });
    const element = project.mongodb.fieldLists[0]?.fields[0]?.element;
    expect(element?.open).toBe(true);
    expect(element?.properties.map(({ value }) => value.kind)).toEqual(['unknown', 'unknown']);
  });

  test('a package, and a file outside of what is read, are not followed', async () => {
    const text = `import { a } from 'schemas';\nimport { b } from '../../elsewhere';\ndb.createCollection('c', { encryptedFields: a });\ndb.createCollection('d', { encryptedFields: { fields: [b, ${field}] } });`;
    expect(await declared({ 'a.ts': text })).toEqual(['d [createCollection] ssn:string=equality']);
  });
});

describe('typed values', () => {
  const bounds = async (file: string, min: string) => {
    const text = file.endsWith('.json')
      ? `{ "fields": [{ "path": "a", "bsonType": "long", "keyId": null, "queries": { "queryType": "range", "min": ${min} } }] }`
      : `export const x = { fields: [{ path: 'a', bsonType: 'long', keyId: null, queries: { queryType: 'range', min: ${min} } }] };`;
    const { project } = await analyseFiles({ [file]: text });
    const value = project.mongodb.fieldLists[0]?.fields[0]?.queries[0]?.object.properties.find(
      ({ key }) => key === 'min',
    )?.value;
    if (value?.kind === 'number') return `${value.digits} ${value.types.join('|')}`;
    if (value?.kind === 'date') return `date ${value.milliseconds}`;
    return value?.kind;
  };

  test.each([
    ['a.json', '{ "$numberInt": "1" }', '1 int'],
    ['a.json', '{ "$numberLong": "9007199254740993" }', '9007199254740993 long'],
    ['a.json', '{ "$numberDouble": "0.5" }', '0.5 double'],
    ['a.json', '{ "$numberDecimal": "0.10" }', '0.10 decimal'],
    ['a.json', '{ "$date": { "$numberLong": "5" } }', 'date 5'],
    ['a.json', '{ "$date": "1970-01-01T00:00:00Z" }', 'date 0'],
    ['a.json', '7', '7 int'],
    ['a.json', '7.0', '7.0 int|double'],
    ['a.json', '7.5', '7.5 double'],
    ['a.json', '3000000000', '3000000000 double|long'],
    ['a.ts', '7', '7 int'],
    ['a.ts', '7.0', '7 int'],
    ['a.ts', '-0', '0 double'],
    ['a.ts', '3_000_000_000', '3000000000 double'],
    ['a.ts', '64 * 1024', '65536 int'],
    ['a.ts', '7n', '7 long'],
    ['a.ts', '-7n', '-7 long'],
    ['a.ts', 'Long.fromNumber(7)', '7 long'],
    ['a.ts', "Long.fromString('7')", '7 long'],
    ['a.ts', 'mongodb.Long.fromBigInt(7n)', '7 long'],
    ['a.ts', 'new Double(7)', '7 double'],
    ['a.ts', 'new bson.Int32(7)', '7 int'],
    ['a.ts', "Decimal128.fromString('7.1')", '7.1 decimal'],
    ['a.ts', 'NumberLong("7")', '7 long'],
    ['a.ts', 'NumberInt(7)', '7 int'],
    ['a.ts', "new Date('1970-01-02')", 'date 86400000'],
    ['a.ts', 'new Date(0)', 'date 0'],
    ['a.ts', "new Date('1970-01-01T00:00:00')", 'date undefined'],
    ['a.ts', "new Date('1970-01-01T01:00:00+01:00')", 'date 0'],
    ['a.ts', 'ISODate("1970-01-01T00:00:00Z")', 'date 0'],
    ['a.ts', 'new Date()', 'date undefined'],
    ['a.ts', 'limit()', 'unknown'],
  ])('%s %s is %s', async (file, written, expected) => {
    expect(await bounds(file, written)).toBe(expected);
  });
});

test('the same key by name is the same key, a new one at each call is not', async () => {
  const text = `
const key = await encryption.createDataKey('local');
const keys = load();
db.createCollection('c', { encryptedFields: { fields: [
  { path: 'a', keyId: key }, { path: 'b', keyId: key }, { path: 'c', keyId: keys.c }, { path: 'd', keyId: keys['c'] },
  { path: 'e', keyId: keys.e }, { path: 'f', keyId: await encryption.createDataKey('local') },
] } });`;
  const { project } = await analyseFiles({ 'a.ts': text });
  const identities = project.mongodb.fieldLists[0]?.fields.map(({ element }) => {
    const value = element.properties.find(({ key }) => key === 'keyId')?.value;
    return value?.kind === 'unknown' ? value.identity : value?.kind;
  });
  const [a, b, c, d, e, f] = identities ?? [];
  expect(a).toBeDefined();
  expect(a).toBe(b);
  expect(c).toBe(d);
  expect(new Set([a, c, e]).size).toBe(3);
  expect(f).toBeUndefined();
});
