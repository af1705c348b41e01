import { expect, test } from 'vitest';
import { analyseFiles, type Files } from '../../../../test/support/lint-files.ts';

const schema = `
import { UUID } from 'mongodb';
export const encryptedFieldsMap = {
  'crm.contacts': {
    fields: [
      { path: 'email', bsonType: 'string', keyId: new UUID('5f6f4a8a-4a73-4ff5-9a5b-58a2b4a5b2d2'), queries: { queryType: 'equality' } },
    ],
  },
};
`;
const db = `
import { MongoClient } from 'mongodb';
import { encryptedFieldsMap } from './schema.js';
export const client = new MongoClient('mongodb://db', { autoEncryption: { kmsProviders, keyVaultNamespace, encryptedFieldsMap } });
`;

async function queriesOf(files: Files) {
  const { project } = await analyseFiles({ 'src/schema.ts': schema, 'src/db.ts': db, ...files });
  return project.mongodb.queries;
}

async function methodsIn(text: string, more: Files = {}): Promise<readonly string[]> {
  const { operations } = await queriesOf({ 'src/a.ts': text, ...more });
  return operations.filter(({ place }) => place.file === 'src/a.ts').map(({ method }) => method);
}

test.each([
  ['called on', "client.db('crm').collection('contacts').find({ email });"],
  ['a name', "const contacts = client.db('crm').collection('contacts');\ncontacts.find({ email });"],
  [
    'a typed name',
    "const contacts = client.db('crm').collection<Contact>('contacts');\ncontacts.find({ email });",
  ],
  [
    'a database by name',
    "const crm = client.db('crm');\nexport const all = () => crm.collection('contacts').find({ email });",
  ],
  ['a database that is passed', "export const all = (db: Db) => db.collection('contacts').find({ email });"],
  ['a constant', "const name = 'contacts';\nclient.db('crm').collection(name).find({ email });"],
  [
    'a function',
    "const contacts = () => client.db('crm').collection('contacts');\ncontacts().find({ email });",
  ],
  [
    'awaited',
    "const contacts = async () => (await client.connect()).db('crm').collection('contacts');\nexport const all = async () => (await contacts()).find({ email });",
  ],
  [
    'a member of an object',
    "const all = { contacts: client.db('crm').collection('contacts') };\nall.contacts.find({ email });",
  ],
  [
    'assigned once',
    "let contacts: Collection;\nexport function start(db: Db) { contacts = db.collection('contacts'); }\nexport const all = () => contacts.find({ email });",
  ],
  [
    'assigned to a member',
    "export const all: { contacts?: Collection } = {};\nall.contacts = client.db('crm').collection('contacts');\nall.contacts?.find({ email });",
  ],
  [
    'a field of a class',
    "class Contacts {\n  private readonly rows = client.db('crm').collection('contacts');\n  all() { return this.rows.find({ email }); }\n}",
  ],
  [
    'assigned in a constructor',
    "class Contacts {\n  constructor(db: Db) { this.rows = db.collection('contacts'); }\n  all() { return this.rows.find({ email }); }\n}",
  ],
  [
    'a method of a class',
    "class Contacts {\n  rows() { return client.db('crm').collection('contacts'); }\n  all() { return this.rows().find({ email }); }\n}",
  ],
  ['the shell', "db.contacts.find({ email: 'a' });"],
  ['the shell, another database', "db.getSiblingDB('crm').contacts.find({ email: 'a' });"],
  ['the shell by name', "db.getCollection('contacts').find({ email: 'a' });"],
])('a collection: %s', async (_, text) => {
  const imports = "import { client } from './db.js';\n";
  expect(await methodsIn(text.startsWith('db.') ? text : imports + text)).toEqual(['find']);
});

test.each([
  ['another collection', "client.db('crm').collection('companies').find({ email });"],
  ['another database', "client.db('shop').collection('contacts').find({ email });"],
  ['a name that is only known at run time', "client.db('crm').collection(process.env.NAME).find({ email });"],
  [
    'a client without automatic encryption',
    "import { MongoClient } from 'mongodb';\nnew MongoClient('mongodb://db').db('crm').collection('contacts').find({ email });",
  ],
  [
    'a plain client that is assigned',
    "import { MongoClient } from 'mongodb';\nlet plain: MongoClient;\nbeforeAll(async () => { plain = await new MongoClient('mongodb://db').connect(); });\nexport const all = () => plain.db('crm').collection('contacts').find({ email });",
  ],
  [
    'a database of a plain client',
    "import { MongoClient } from 'mongodb';\nconst plain = new MongoClient('mongodb://db');\nlet raw;\nraw = plain.db('crm');\nraw.collection('contacts').find({ email });",
  ],
  [
    'a client that bypasses it',
    "import { MongoClient } from 'mongodb';\nnew MongoClient('mongodb://db', { autoEncryption: { kmsProviders, keyVaultNamespace, bypassAutoEncryption: true } }).db('crm').collection('contacts').find({ email });",
  ],
  [
    'assigned twice',
    "let rows;\nrows = client.db('crm').collection('contacts');\nrows = client.db('crm').collection('companies');\nrows.find({ email });",
  ],
  ['a list', 'const contacts = [];\ncontacts.find({ email });'],
])('no collection of ours: %s', async (_, text) => {
  expect(await methodsIn(`import { client } from './db.js';\n${text}`)).toEqual([]);
});

test('two declarations for one collection leave it unknown', async () => {
  const other = schema.replace('5f6f4a8a', '6f6f4a8a');
  const text = "import { client } from './db.js';\nclient.db('crm').collection('contacts').find({ email });";
  expect(await methodsIn(text, { 'src/other.ts': other })).toEqual([]);
});

test('names grow from file to file', async () => {
  const { operations } = await queriesOf({
    'src/people.ts':
      "import { client } from './db.js';\nexport const people = client.db('crm').collection('contacts');",
    'src/asks.ts':
      "import { people } from './people.js';\nexport const all = () => people.findOne({ email: 'a' });",
    'src/store.ts':
      "import { client } from './db.js';\nexport const stores = { persons: client.db('crm').collection('contacts') };",
    'src/lists.ts':
      "import { stores } from './store.js';\nexport const all = () => stores.persons.findOne({ email: 'a' });",
  });
  expect(operations.map(({ place }) => place.file)).toEqual(['src/asks.ts', 'src/lists.ts']);
});

const model = `
import { Schema, model } from 'mongoose';
const personSchema = new Schema(
  { ssn: { type: String, encrypt: { keyId: new UUID('5f6f4a8a-4a73-4ff5-9a5b-58a2b4a5b2d2'), queries: { queryType: 'equality' } } } },
  { encryptionType: 'queryableEncryption' },
);
`;

test.each([
  [
    'exported',
    'export const Person = model("Person", personSchema);',
    'import { Person } from "./person.js";\nPerson.findOne({ ssn });',
  ],
  [
    'the default',
    'export default model("Person", personSchema);',
    'import Human from "./person.js";\nHuman.findOne({ ssn });',
  ],
  [
    'made once',
    'export const Person = mongoose.models.Person || model("Person", personSchema);',
    'import { Person } from "./person.js";\nPerson.findOne({ ssn });',
  ],
  [
    'asked for by name',
    'model("Person", personSchema);',
    'import mongoose from "mongoose";\nmongoose.model("Person").findOne({ ssn });',
  ],
])('a model: %s', async (_, made, text) => {
  const { operations } = await queriesOf({ 'src/person.ts': model + made, 'src/a.ts': text });
  expect(operations.map(({ method, through }) => [method, through])).toEqual([['findOne', 'mongoose']]);
});

test('the arguments of an operation, and what is called on its result', async () => {
  const { operations } = await queriesOf({
    'src/a.ts': `
import { client } from './db.js';
const contacts = client.db('crm').collection('contacts');
const cursor = contacts.find({ email: 'a' }, { limit: 1 });
cursor.sort({ email: 1 }).toArray();
contacts.updateOne({ email: 'a' }, { $set: { email: 'b' } }, { upsert: true });
contacts.aggregate([{ $match: { email: 'a' } }]);
contacts.distinct('email', { city: 'a' });
contacts.find(...given);
`,
  });
  expect(
    operations.map(({ kind, chained, argumentsKnown, ...given }) => [
      kind,
      argumentsKnown,
      ['filter', 'update', 'pipeline', 'options', 'key'].filter((name) => name in given),
      chained.map(({ method }) => method),
    ]),
  ).toEqual([
    ['find', true, ['filter', 'options'], ['sort', 'toArray']],
    ['update', true, ['filter', 'update', 'options'], []],
    ['aggregate', true, ['pipeline'], []],
    ['distinct', true, ['filter', 'key'], []],
    ['find', false, [], []],
  ]);
});

test('the items of bulkWrite are operations of their own', async () => {
  const { operations } = await queriesOf({
    'src/a.ts': `
import { client } from './db.js';
client.db('crm').collection('contacts').bulkWrite([
  { updateMany: { filter: { email: 'a' }, update: { $set: { city: 'b' } } } },
  { insertOne: { document: { email: 'a' } } },
]);
`,
  });
  expect(operations.map(({ method, inBulk, filter }) => [method, inBulk, filter?.kind])).toEqual([
    ['bulkWrite', false, undefined],
    ['updateMany', true, 'object'],
    ['insertOne', true, undefined],
  ]);
});

test('what is called on something unknown is kept, unless it searches a list', async () => {
  const { unknown } = await queriesOf({
    'src/a.ts': `
import { client } from './db.js';
export const one = (contacts, rows, name) => {
  contacts.find({ email: 'a' });
  rows.find((row) => row.email);
  rows.findOne();
  client.db('crm').collection(name).countDocuments({});
};
client.db('crm').collection('contacts').find({});
`,
  });
  expect(unknown.map(({ method }) => method)).toEqual(['find', 'countDocuments']);
});
