import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import {
  prismaFieldEncryption,
  prismaFiles,
  prismaFindings,
  schemaFile,
} from '../../../test/support/prisma-schema.ts';

const id = 'blind-index/vacuous-unique';
const found = async (models: string) =>
  (await prismaFindings(id, models)).map(({ severity, underlined }) => `${severity} ${underlined}`);
const model = (...lines: readonly string[]) => `model A {\n  id Int @id\n  ${lines.join('\n  ')}\n}\n`;
const hash = (more = '') => `h String? ${more}/// @encryption:hash(a)?saltEnv=S`;

test.each([
  [['a String @unique /// @encrypted'], ['warning @unique']],
  [['a String @unique /// @encrypted', hash()], ['warning @unique']],
  [['a String @unique /// @encrypted', hash('@unique ')], []],
  [['a String @unique /// @encrypted', hash(), '@@unique([h])'], []],
  [['a String /// @encrypted', 't Int', '@@unique([t, a])'], ['warning @@unique([t, a])']],
  [['a String /// @encrypted', 't Int', hash(), '@@unique([t, a])', '@@unique([h, t])'], []],
  [['a String /// @encrypted', 't Int', hash(), '@@unique([t, a])', '@@unique([h])'], []],
  [['a String /// @encrypted', 't Int', hash('@unique '), '@@unique([t, a])'], []],
  // That of the hash and a further field allows what was to be refused.
  [
    ['a String /// @encrypted', 't Int', hash(), '@@unique([a])', '@@unique([h, t])'],
    ['warning @@unique([a])'],
  ],
  [['a String /// @encrypted', 'b String /// @encrypted', '@@unique([a, b])'], ['warning @@unique([a, b])']],
  [['a String @unique /// @encrypted?mode=readonly'], []],
  [['a String @unique /// @encrypted:hash(b)'], []],
  [['a String @unique', 'b String /// @encrypted', '@@index([b])'], []],
] as const)('%j', async (lines, said) => {
  expect(await found(model(...lines))).toEqual(said);
});

test('the hash becomes unique, alone or with the others, and the finding goes', async () => {
  const single = prismaFiles(model('a String @unique /// @encrypted', hash()));
  const title = 'make h unique: rows whose hashes agree must go first';
  const after = await afterFix(single, schemaFile, title, prismaFieldEncryption);
  expect(after).toContain('  h String? @unique /// @encryption:hash(a)');
  expect(await found(after?.slice(after.indexOf('model')) ?? '')).toEqual([]);

  const compound = prismaFiles(model('a String /// @encrypted', 't Int', hash(), '@@unique([t, a])'));
  const added = 'add @@unique([t, h]) for a: rows whose hashes agree must go first';
  const changed = await afterFix(compound, schemaFile, added, prismaFieldEncryption);
  expect(changed).toContain('  @@unique([t, a])\n  @@unique([t, h])\n}\n');
  expect(await found(changed?.slice(changed.indexOf('model')) ?? '')).toEqual([]);
});

test('an index of Fieldseal is indexed without being unique; a value of it is no error to the others', async () => {
  const fieldseal = (
    value: string,
    index: string,
    more = '',
  ) => `/// @fieldseal(table_uuid: "6b0d94f2-c3e7-41a8-9f5d-2e8a7c1b0d63")
model Customer {
  id        Int    @id
  /// @fieldseal(encrypted, column_uuid: "a94c7e05-8b1d-4f36-b2a0-6e5d0f9c7138")
  email     Bytes${value}
  /// @fieldseal(index: "email", idf: "argon2id", normalize: "nfc-casefold-v1", truncate_bits: 15, projected_population: 80000)
  emailBidx Bytes?${index}
${more}}
`;
  const options = { installed: { '@fieldseal/prisma': '0.1.3' } };
  const severities = async (models: string) =>
    (await prismaFindings(id, models, options)).map(
      ({ severity, underlined }) => `${severity} ${underlined}`,
    );
  expect(await severities(fieldseal(' @unique', ''))).toEqual(['error @unique']);
  expect(await severities(fieldseal('', '', '\n  @@unique([emailBidx, id])\n'))).toEqual([
    'error @@unique([emailBidx, id])',
  ]);
  const after = await afterFix(
    prismaFiles(fieldseal('', ' @unique')),
    schemaFile,
    'index emailBidx without @unique',
    options,
  );
  expect(after).toContain('  emailBidx Bytes?\n\n  @@index([emailBidx])\n}\n');
});
