import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import {
  prismaFieldEncryption,
  prismaFiles,
  prismaFindings,
  schemaFile,
} from '../../../test/support/prisma-schema.ts';

const id = 'blind-index/missing-database-index';
const value = 'apiKey String /// @encrypted';
const hash = (more = '') => `apiKeyHash String? ${more}/// @encryption:hash(apiKey)?saltEnv=S`;
const model = (...lines: readonly string[]) => `model Device {\n  id Int @id\n  ${lines.join('\n  ')}\n}\n`;
const found = async (models: string, options = {}) =>
  (await prismaFindings(id, models, options)).map(({ underlined }) => underlined);

test.each([
  [[hash()], ['apiKeyHash']],
  [[hash('@unique ')], []],
  [[hash(), '@@index([apiKeyHash])'], []],
  [[hash(), '@@index(fields: [apiKeyHash(sort: Desc), id], map: "x")'], []],
  [[hash(), '@@unique([apiKeyHash, id])'], []],
  [[hash(), '@@index([id, apiKeyHash])'], ['apiKeyHash']],
  // A search within a tenant.
  [['tenantId Int', hash(), '@@unique([tenantId, apiKeyHash])'], []],
  [['serial Int @unique', hash(), '@@index([serial, apiKeyHash])'], ['apiKeyHash']],
  [[hash(), '@@fulltext([apiKeyHash])'], ['apiKeyHash']],
  // Of two hashes only the last is filled, and searched.
  [[hash(), 'other String? /// @encryption:hash(apiKey)?saltEnv=S', '@@index([other])'], []],
  [['other String? /// @encryption:hash(nothing)'], []],
] as const)('%j', async (lines, said) => {
  expect(await found(model(value, ...lines))).toEqual(said);
});

test('a small table is read whole anyway', async () => {
  const small = { overrides: { apiKeyHash: { rows: 999 } } };
  expect(await found(model(value, hash()), small)).toEqual([]);
  expect(await found(model(value, hash()), { overrides: { apiKeyHash: { rows: 1_000 } } })).toEqual([
    'apiKeyHash',
  ]);
});

test('the index is added as the last line, and the finding goes', async () => {
  const files = prismaFiles(model(value, hash()));
  const after = await afterFix(files, schemaFile, 'add @@index([apiKeyHash])', prismaFieldEncryption);
  expect(after).toContain('?saltEnv=S\n\n  @@index([apiKeyHash])\n}\n');
  expect(await found(after?.slice(after.indexOf('model')) ?? '')).toEqual([]);
});

test('a file keeps its line breaks', async () => {
  const crlf = Object.fromEntries(
    Object.entries(prismaFiles(model(value, hash()))).map(([name, text]) => [
      name,
      text.replaceAll('\n', '\r\n'),
    ]),
  );
  const after = await afterFix(crlf, schemaFile, 'add @@index([apiKeyHash])', prismaFieldEncryption);
  expect(after).toContain('?saltEnv=S\r\n\r\n  @@index([apiKeyHash])\r\n}\r\n');
  expect(after).not.toMatch(/[^\r]\n/);
});

test('MySQL is told how much of a long column to index', async () => {
  const text = async (line: string) =>
    (await prismaFindings(id, model(value, line), { provider: 'mysql' })).map(({ message }) =>
      message.replace(/^.*: add/, 'add'),
    );
  expect(await text(hash())).toEqual(['add @@index([apiKeyHash])']);
  expect(await text(hash('@db.Text '))).toEqual(['add @@index([apiKeyHash(length: 64)])']);
  const fieldseal = `/// @fieldseal(table_uuid: "6b0d94f2-c3e7-41a8-9f5d-2e8a7c1b0d63")
model Customer {
  id        Int    @id
  /// @fieldseal(encrypted, column_uuid: "a94c7e05-8b1d-4f36-b2a0-6e5d0f9c7138")
  email     Bytes
  /// @fieldseal(index: "email", idf: "argon2id", normalize: "nfc-casefold-v1", truncate_bits: 15, projected_population: 80000)
  emailBidx Bytes?
}
`;
  const options = { provider: 'mysql', installed: { '@fieldseal/prisma': '0.1.3' } };
  expect(
    (await prismaFindings(id, fieldseal, options)).map(({ message }) => message.replace(/^.*: add/, 'add')),
  ).toEqual(['add @@index([emailBidx(length: 2)])']);
});
