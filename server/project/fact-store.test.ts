import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../test/support/lint-files.ts';
import { FactStore } from './fact-store.ts';

type Texts = Record<string, string>;

const settings = settingsOf({});

/** A store over a table of texts that may change, and what it read so far. */
function storeOf(texts: Texts) {
  const reads: string[] = [];
  const store = new FactStore(async (file) => {
    reads.push(file);
    const text = texts[file];
    if (text === undefined) throw new Error('gone');
    return text;
  });
  const link = () => store.link(Object.keys(texts).sort(), (file) => file in texts, settings);
  const says = () => store.facts.map(({ file, sql }) => `${file} ${sql?.statements.length ?? '-'}`);
  return { store, reads, link, says };
}

const table = 'CREATE TABLE people (id int, email eql_v3_text_eq);';

test('SQL that says nothing of EQL counts once it names a table with an encrypted column', async () => {
  const { link, says } = storeOf({
    'db/001.sql': table,
    'db/002.sql': 'INSERT INTO People (id) VALUES (1); SELECT 1;',
    'db/003.sql': 'SELECT id FROM peoples;',
    'db/004.sql': 'CREATE TABLE other (id int);',
  });
  await link();
  expect(says()).toEqual(['db/001.sql 1', 'db/002.sql 2']);
});

test('names grow outward, through views', async () => {
  const { link, says } = storeOf({
    'db/001.sql': table,
    'db/002.sql': 'CREATE VIEW emails AS SELECT email FROM people;',
    'db/003.sql': 'CREATE VIEW short AS SELECT email FROM emails;',
    'db/004.sql': 'SELECT * FROM short;',
  });
  await link();
  expect(says()).toEqual(['db/001.sql 1', 'db/002.sql 1', 'db/003.sql 1', 'db/004.sql 1']);
});

test('SQL in code is read where it names such a table', async () => {
  const code = (name: string) =>
    `export const q = (db, x) => db.query(\`SELECT 1 FROM ${name} WHERE email = $1\`, [x]);
     export const r = (db) => db.query('SELECT 2 FROM nothing_of_interest');`;
  const { link, says } = storeOf({
    'db/001.sql': table,
    'src/one.ts': code('people'),
    'src/two.ts': code('pets'),
    'src/three.ts': 'export const people = 1;',
  });
  await link();
  expect(says()).toEqual(['db/001.sql 1', 'src/one.ts 1']);
});

describe('code that only deals with clients, hashes and writes', () => {
  const others = {
    'src/client.ts': "import { PrismaClient } from '@prisma/client'; export const db = new PrismaClient();",
    'src/digest.ts': "export const digest = (text) => createHash('sha256').update(text).digest('hex');",
    'src/index.ts': 'people.createIndex({ name: 1 });',
    'src/write.ts': "import { db } from './client'; db.contact.create({ data: { name } });",
    'src/other.ts': 'export const other = make();',
  };
  const read = async (declaring: Texts) => {
    const { link, store } = storeOf({ ...declaring, ...others });
    await link();
    return store.facts.map(({ file }) => file).filter((file) => !(file in declaring));
  };

  test('is read beside a schema of Prisma with encrypted fields', async () => {
    expect(await read({ 'schema.prisma': 'model Contact {\n  email String /// @encrypted\n}\n' })).toEqual([
      'src/client.ts',
      'src/digest.ts',
      'src/index.ts',
      'src/write.ts',
    ]);
  });

  test('is read beside code that encrypts, but for what writes through a client', async () => {
    expect(await read({ 'src/cipher.ts': "createCipheriv('aes-256-gcm', key, iv);" })).toEqual([
      'src/client.ts',
      'src/digest.ts',
    ]);
  });

  test('costs nothing beside lists of encrypted fields, and where nothing is encrypted', async () => {
    expect(await read({ 'src/fields.ts': 'export const encryptedFields = { fields: [] };' })).toEqual([
      'src/index.ts',
    ]);
    expect(await read({})).toEqual([]);
  });
});

test('what code does stands in the facts where a word of it matters', async () => {
  const { link, store } = storeOf({
    'src/fields.ts': 'export const encryptedFields = { fields: [make()] };',
    'src/cipher.ts': "createCipheriv('aes-256-gcm', key, iv);",
  });
  await link();
  expect(store.facts.map(({ file, source }) => [file, source?.code?.length])).toEqual([
    ['src/cipher.ts', 1],
    ['src/fields.ts', undefined],
  ]);
});

test('linking again reads and parses nothing twice', async () => {
  const texts: Texts = {
    'db/001.sql': table,
    'db/002.sql': 'SELECT id FROM people;',
    'db/003.sql': 'SELECT id FROM pets;',
    'src/one.ts': 'export const q = (db) => db.query("SELECT 1 FROM people");',
  };
  const { store, reads, link } = storeOf(texts);
  await link();
  const before = store.facts;
  const count = reads.length;
  expect(new Set(reads).size).toBe(count);
  await link();
  expect(reads).toHaveLength(count);
  expect(store.facts.every((facts, index) => facts === before[index])).toBe(true);
  texts['db/003.sql'] = 'SELECT email FROM people;';
  store.forget('db/003.sql');
  await link();
  expect(reads.slice(count)).toEqual(['db/003.sql']);
  expect(store.facts.filter((facts) => before.includes(facts))).toHaveLength(before.length);
});

test('after any row of changes the store says what a fresh one says', async () => {
  const sql = fc.constantFrom(
    ...[
      table,
      'CREATE TABLE people (id int);',
      'DROP TABLE people;',
      'SELECT id FROM people;',
      'SELECT id FROM v;',
    ],
    ...[
      'CREATE VIEW v AS SELECT email FROM people;',
      'CREATE VIEW w AS SELECT * FROM v;',
      'SELECT * FROM w; broken (',
    ],
  );
  const source = fc.constantFrom(
    ...[
      'db.query("SELECT 1 FROM people");',
      'db.query("SELECT 1 FROM v"); db.query("SELECT 2 FROM w");',
      'x();',
    ],
    ...[
      "import { db } from './f'; db.people.create({ data: { email } });",
      "export const db = new PrismaClient(); db.query('SELECT 1 FROM people');",
      "import 'prisma-field-encryption'; createIndex();",
    ],
  );
  const prisma = fc.constantFrom(
    'model people {\n  email String /// @encrypted\n}\n',
    'model people {\n  email String\n}\n',
  );
  const change = fc.oneof(
    fc.record({
      file: fc.constantFrom('a.sql', 'b.sql', 'c.sql', 'd.sql'),
      text: fc.option(sql, { nil: undefined }),
    }),
    fc.record({ file: fc.constantFrom('e.ts', 'f.ts'), text: fc.option(source, { nil: undefined }) }),
    fc.record({ file: fc.constant('g.prisma'), text: fc.option(prisma, { nil: undefined }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const texts: Texts = {};
      let { store, link } = storeOf(texts);
      for (const [index, { file, text }] of changes.entries()) {
        if (text === undefined) delete texts[file];
        else texts[file] = text;
        store.forget(file);
        const linked = await link();
        const fresh = storeOf(texts);
        expect(linked).toEqual(await fresh.link());
        expect(store.facts).toEqual(fresh.store.facts);
        if (index % 4 !== 3) continue;
        store = store.fork(async (name) => texts[name] ?? '');
        const fork = store;
        link = () => fork.link(Object.keys(texts).sort(), (name) => name in texts, settings);
      }
    }),
    { numRuns: 150 },
  );
});
