import { expect, test } from 'vitest';
import { prismaFindings } from '../../../test/support/prisma-schema.ts';

const found = async (models: string, options = {}) =>
  (await prismaFindings('blind-index/unsupported-field', models, options)).map(
    ({ underlined, message }) => `${underlined}: ${message.split(/, (?:and|so) /)[0]}`,
  );
const inModel = (line: string, more = '') => `model A {\n  key Int @id\n  ${line}\n${more}}\n`;
const fork = { installed: { 'prisma-encryption': '2.0.0' } };

test.each([
  ['a Int /// @encrypted', 'Int: a is Int'],
  ['a Bytes? /// @encrypted', 'Bytes: a is Bytes'],
  ['a Int[] /// @encrypted', 'Int: a is Int'],
  ['a String[] /// @encrypted', 'String: a is a list'],
  [
    'a String @default("x") /// @encrypted',
    '@default("x"): the default of a is filled in behind the extension',
  ],
  [
    'a String @default(uuid()) /// @encrypted',
    '@default(uuid()): the default of a is filled in behind the extension',
  ],
  ['a String @db.Uuid /// @encrypted', '@db.Uuid: a is stored as Uuid, which takes no ciphertext'],
  ['a String /// @encrypted\n  h Bytes? @unique /// @encryption:hash(a)?saltEnv=S', 'Bytes: h is Bytes'],
])('%s', async (line, said) => {
  expect(await found(inModel(line))).toEqual([said]);
  // The fork walks the same way.
  expect(await found(inModel(line), fork)).toEqual([said]);
});

test.each([
  'a String /// @encrypted',
  'a String? @db.Text /// @encrypted?mode=strict',
  'a String @default("") /// @encrypted',
  'a String @default("x") /// @encrypted?mode=readonly',
  'a Int @ignore /// @encrypted',
  'a Unsupported("point")? /// @encrypted',
  'a Int // @encrypted',
  'a Int /// encrypted at rest',
  'a String /// @encrypted:hash(b)',
])('nothing of %s', async (line) => {
  expect(await found(inModel(line))).toEqual([]);
});

test('keys: alone, compound, and those that refer to another row', async () => {
  expect(await found('model A {\n  a String @id /// @encrypted\n}\n')).toEqual([
    '@id: a is the key of A and is encrypted to another ciphertext each time',
  ]);
  expect(
    await found(
      'model A {\n  a String @id /// @encrypted\n  h String? @unique /// @encryption:hash(a)?saltEnv=S\n}\n',
    ),
  ).toEqual([]);
  expect(await found('model A {\n  a String /// @encrypted\n  b Int\n\n  @@id([a, b])\n}\n')).toEqual([
    '@@id([a, b]): a is part of the key of A and is encrypted to another ciphertext each time',
  ]);
  const two = `model A {
  id   Int    @id
  b    B      @relation(fields: [bKey], references: [id])
  bKey String /// @encrypted
}

model B {
  id String @id
  as A[]
}
`;
  expect(await found(two)).toEqual([
    'bKey: bKey refers to another row and is encrypted to another ciphertext each time',
  ]);
});

test('composite types; views only for the package that does not look into them', async () => {
  const type =
    'type T {\n  a String // @encrypted\n  /// @encrypted\n  b String\n}\n\nmodel A {\n  id String @id\n  t T\n}\n';
  expect(await found(type, { provider: 'mongodb' })).toEqual([
    'b: prisma-field-encryption does not look into composite types',
  ]);
  const view =
    'view V {\n  id String @unique\n  a String /// @encrypted\n}\n\nmodel A {\n  id String @id\n  c String /// @encrypted\n}\n';
  expect(await found(view)).toEqual([]);
  expect(await found(view, fork)).toEqual(['a: prisma-encryption does not look into views']);
});

test('a relation that is marked instead of its fields', async () => {
  const models =
    'model A {\n  id Int @id\n  b B? /// @encrypted\n}\n\nmodel B {\n  id Int @id\n  a A @relation(fields: [aId], references: [id])\n  aId Int @unique\n}\n';
  expect(await prismaFindings('blind-index/unsupported-field', models)).toMatchObject([
    { severity: 'error', underlined: 'B', message: expect.stringContaining('mark the fields of B instead') },
  ]);
});

test('nothing is said of a type that is half written', async () => {
  const typed = (type: string) =>
    `enum Sort {\n  A\n}\n\nmodel A {\n  id Int @id\n  /// @encrypted\n  email ${type}\n}\n`;
  for (const type of ['', 'S', 'Strin', 'String']) expect(await found(typed(type))).toEqual([]);
  for (const type of ['Int', 'Sort', 'A']) expect(await found(typed(type))).toHaveLength(1);
});
