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
  ),
  statement,
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
      fc.array(statement, { minLength: 1, maxLength: 14 }),
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
