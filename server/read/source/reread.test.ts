import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSource } from './read-source.ts';

/** Statements that people write, which speak of each other's names. */
const statement = fc.constantFrom(
  "import { UUID, Long as L } from 'mongodb';",
  "import * as lists from './lists.ts';",
  "const { Binary } = require('mongodb');",
  "export const list = { fields: [{ path: 'a', keyId: new UUID('x'), bsonType: 'string' }] };",
  'export const map = { "app.people": list, ...lists.other };',
  'const first = list.fields[0];',
  'first.keyId = null;',
  'for (const field of list.fields) field.keyId = await create(field);',
  'async function create(field) { const key = await make(); return key; }',
  'export async function people(db) {\n  const options = { encryptedFields: list };\n  await db.createCollection("people", options);\n}',
  'list.fields.push(...lists.fields);',
  'class Lists { static readonly all = { fields: [] }; }',
  'export default { autoEncryption: { encryptedFieldsMap: map, kmsProviders: { local: { key: "0123456789" } } } };',
  'module.exports = { list, map };',
  'var x = 1, x = list;',
  'x = `a${first}b` + (x ? 1 : 2);',
  'export { list as other, map } from "./map.ts";',
  'if (x < 2) {\n  const list = 1;\n  use(list);\n} else {\n  var y = (a, b) => ({ fields: a });\n}',
  '// encsafe-disable-next-line mongodb/key-id -- they are made later',
  'let z = list as const satisfies Fields<string>;',
  '<div title={z}>{list}</div>;',
  'type Fields<T> = { fields: T[] };',
  'label: while (true) { break label }',
  '/* a note */',
  "import { eq, count as countOf } from 'drizzle-orm';\nimport { csTable } from '@cipherstash/schema';",
  "const users = csTable('users', { email: csColumn('email').equality() });",
  'const found = await db.execute(sql`select * from users where ${users.email} = ${first}`);',
  'await prisma.$queryRaw`select eql_v2.add_column(${x}, "a")`;',
  'db.select().from(users).where(eq(users.email, list), countOf(z)).orderBy(asc(users.email));',
  'const count = (eq) => eq(users);',
);

/** What clients, classes and hashes do, with the names that the others speak of. */
const act = fc.constantFrom(
  "import { PrismaClient } from '@prisma/client';\nimport { fieldEncryptionExtension } from 'prisma-field-encryption';",
  'const base = new PrismaClient();',
  'export const db = base.$extends(fieldEncryptionExtension({ encryptionKey: process.env.KEY ?? list }));',
  'base?.$extends(fieldEncryptionExtension());',
  'globalThis.prisma ??= db;\nif (!first) throw new Error(`no ${first}`); else { x = list }',
  "export const hashEmail = (list) => createHash('sha256').update(list.trim()).digest('hex');",
  "function create(field, { list, ...z } = {}, [q] = []) { return field ? createHmac('sha1', 'sixteen letters!').update(list) : null }",
  '@Injectable()\nexport class Lists extends PrismaClient {\n  static #list = create();\n  constructor(private readonly db: Lists, @Inject(first) x?: PrismaClient | null) {\n    super();\n    this.$extends(x);\n  }\n  get list() { return this.#list; }\n}',
  'for await (const list of lists.all()) {\n  try { await list.save(first, (x) => x ?? list); } catch (z) { use(z) } finally { list() }\n}',
  'switch (typeof x) {\n  case list: create(); break;\n  default: await create(), void use(this);\n}',
  'const handlers = { async list() { return yield* x }, get [first]() { return new Lists(db, y) }, map: async function* () {} };',
  'export default class extends Lists {}',
  'for (var z of list) for (const key in z) do { use(key) } while (key && create(z));',
  "const { createHash } = require('crypto');",
  'namespace first { export const x = create(list); }\nenum E { a = create() }',
);

const piece = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '=>',
    '"',
    "'",
    '`',
    '${',
    '/',
    '/*',
    '*/',
    '//',
    ';',
    ',',
    '.',
    ':',
    '=',
    '\n',
    ' ',
    'x',
    'list',
    'const q = list;',
    'function ',
    'async ',
    'await ',
    'export ',
    'else ',
    'encsafe-disable-next-line a',
    '?.',
    '$extends',
    'createHash(list)',
  ),
  statement,
  act,
);

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removes: fc.nat(12),
  adds: fc.option(piece, { nil: '' }),
});

test.each(['a.ts', 'b.js', 'c.tsx'])('%s after an edit reads as it would have from the beginning', (file) => {
  let other = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof(statement, act), { minLength: 1, maxLength: 14 }),
      fc.constantFrom('\n', '\n', '\n\n', ' '),
      fc.array(edit, { minLength: 1, maxLength: 8 }),
      (statements, between, edits) => {
        let text = statements.join(between);
        readSource(file, text);
        for (const { at, removes, adds } of edits) {
          const start = Math.floor(at * text.length);
          text = text.slice(0, start) + adds + text.slice(start + (adds === '' || removes > 6 ? removes : 0));
          const again = readSource(file, text);
          other += 1;
          const fresh = `${other}.${file}`;
          expect({ text, ...again }).toEqual({ text, ...readSource(fresh, text), file });
        }
      },
    ),
    { numRuns: 100 },
  );
});
