import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import {
  prismaFieldEncryption,
  prismaFiles,
  prismaFindings,
  schemaFile,
} from '../../../test/support/prisma-schema.ts';
import { ciphertextLength } from '../../costs/blind-index/ciphertext.ts';

const id = 'blind-index/column-too-short';
const model = (...lines: readonly string[]) => `model Person {\n  id Int @id\n  ${lines.join('\n  ')}\n}\n`;
const found = async (line: string, options = {}) =>
  (await prismaFindings(id, model(line), options)).map(
    ({ severity, underlined }) => `${severity} ${underlined}`,
  );

test.each([
  ['ssn String @db.VarChar(62) /// @encrypted', ['error 62']],
  ['anything String @db.Char(62) /// @encrypted', ['error 62']],
  ['anything String @db.VarChar(63) /// @encrypted', []],
  ['ssn String @db.VarChar(75) /// @encrypted', []],
  ['email String @db.VarChar(398) /// @encrypted', ['error 398']],
  ['email String @db.VarChar(399) /// @encrypted', []],
  // An IPv4 address fits; the longest form of an IPv6 address does not.
  ['ipAddress String @db.VarChar(100) /// @encrypted', ['warning 100']],
  ['email String @db.VarChar /// @encrypted', []],
  ['email String @db.Text /// @encrypted', []],
  ['email String /// @encrypted', []],
  ['email String @db.VarChar(40)', []],
  ['email String @db.VarChar(40) /// @encrypted?mode=readonly', []],
  // Whoever wrote the size may have had the ciphertext in mind.
  ['notes String @db.VarChar(500) /// @encrypted', []],
  ['notes String[] @db.VarChar(10) /// @encrypted', []],
])('%s', async (line, said) => {
  expect(await found(line)).toEqual(said);
});

test.each([
  ['email String /// @encrypted', ['error String']],
  ['visitNotes String? /// @encrypted', ['error String']],
  ['accessToken String /// @encrypted', ['warning String']],
  ['noteCount String /// @encrypted', []],
  ['phone String /// @encrypted', []],
  ['title String /// @encrypted', []],
  ['notes String @db.LongText /// @encrypted', []],
  ['email String @db.TinyText /// @encrypted', ['error @db.TinyText']],
  ['phone String @db.TinyText /// @encrypted', []],
])('on MySQL: %s', async (line, said) => {
  expect(await found(line, { provider: 'mysql' })).toEqual(said);
});

test('what the configuration says of a length goes before the kind', async () => {
  const line = 'title String @db.VarChar(255) /// @encrypted';
  expect(await found(line, { overrides: { title: { length: 146 } } })).toEqual([]);
  expect(await found(line, { overrides: { title: { length: 147 } } })).toEqual(['error 255']);
  const email = 'email String @db.VarChar(255) /// @encrypted';
  expect(await found(email, { overrides: { email: { length: 60 } } })).toEqual([]);
});

test('a column is too short exactly where the ciphertext of the longest value is longer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 300 }),
      async (size, length) => {
        const line = `title String @db.VarChar(${size}) /// @encrypted`;
        expect((await found(line, { overrides: { title: { length } } })).length).toBe(
          ciphertextLength(length) > size ? 1 : 0,
        );
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['sha256', '', 63, 64],
  ['sha512', '', 127, 128],
  ['sha512', '&outputEncoding=base64', 87, 88],
  ['md5', '', 31, 32],
])('a digest of %s%s in %i and %i characters', async (algorithm, more, short, enough) => {
  const lines = (size: number) =>
    model(
      'apiKey String /// @encrypted',
      `h String? @unique @db.Char(${size}) /// @encryption:hash(apiKey)?algorithm=${algorithm}${more}&saltEnv=S`,
    );
  expect((await prismaFindings(id, lines(short))).map(({ underlined }) => underlined)).toEqual([`${short}`]);
  expect(await prismaFindings(id, lines(enough))).toEqual([]);
});

test('the column becomes as long as needed, or long text', async () => {
  const short = prismaFiles(model('email String @db.VarChar(255) /// @encrypted'));
  const after = (files: Record<string, string>, title: string) =>
    afterFix(files, schemaFile, title, prismaFieldEncryption);
  expect(await after(short, 'give email 399 characters')).toContain('email String @db.VarChar(399) ///');
  expect(await after(short, 'make email Text')).toContain('email String @db.Text ///');
  const usual = prismaFiles(model('email String? /// @encrypted'), 'mysql');
  expect(await after(usual, 'make email Text')).toContain('email String? @db.Text ///');
});

test('Fieldseal adds 111 bytes, and a third in base64', async () => {
  const lines = (
    type: string,
    storage: string,
  ) => `/// @fieldseal(table_uuid: "6b0d94f2-c3e7-41a8-9f5d-2e8a7c1b0d63")
model Customer {
  id    Int @id
  /// @fieldseal(encrypted, column_uuid: "a94c7e05-8b1d-4f36-b2a0-6e5d0f9c7138", storage: "${storage}")
  phone ${type}
}
`;
  const options = { provider: 'mysql', installed: { '@fieldseal/prisma': '0.1.3' } };
  const said = async (type: string, storage: string) =>
    (await prismaFindings(id, lines(type, storage), options)).map(({ underlined }) => underlined);
  expect(await said('String @db.VarChar(168)', 'base64')).toEqual(['168']);
  expect(await said('String @db.VarChar(172)', 'base64')).toEqual([]);
  expect(await said('String', 'base64')).toEqual([]);
  expect(await said('Bytes @db.VarBinary(110)', 'binary')).toEqual(['110']);
  expect(await said('Bytes @db.VarBinary(127)', 'binary')).toEqual([]);
});

test('a native type has the name of the datasource before its dot', async () => {
  const text = (line: string) => `datasource sql {\n  provider = "sqlserver"\n}\n\n${model(line)}`;
  const files = { 'prisma/schema.prisma': text('ssn String @sql.NVarChar(20) /// @encrypted') };
  const [finding] = await lintFiles(files, prismaFieldEncryption);
  expect(finding?.message).toContain('write @sql.NVarChar(Max), or give it 75 characters');
  expect(await afterFix(files, 'prisma/schema.prisma', 'make ssn NVarChar(Max)', prismaFieldEncryption)).toBe(
    text('ssn String @sql.NVarChar(Max) /// @encrypted'),
  );
});

test('a long text is not advised for a column that MySQL indexes', async () => {
  const advice = async (line: string) =>
    (await prismaFindings(id, model(line), { provider: 'mysql' })).map(({ message }) =>
      message.replace(/^.*: /, ''),
    );
  expect(await advice('email String @unique /// @encrypted')).toEqual([
    'give it 399 characters (Prisma code P2000)',
  ]);
  expect(await advice('visitNotes String @unique /// @encrypted')).toEqual([
    'take the index off visitNotes and write @db.Text (Prisma code P2000)',
  ]);
});
