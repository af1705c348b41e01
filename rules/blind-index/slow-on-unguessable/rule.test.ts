import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/slow-on-unguessable';
const file = 'prisma/schema.prisma';
const options = { installed: { '@fieldseal/prisma': '0.1.3' } };

function schema(name: string, more = ''): string {
  return `/// @fieldseal(table_uuid: "3e9f60b7-28cd-4f15-a1d4-5b7c8e02f936")
model Session {
  id   Int    @id
  /// @fieldseal(encrypted, column_uuid: "95a2d7e4-0c6b-4183-9f5e-d1b38c7a6042")
  ${name} Bytes
  /// @fieldseal(index: "${name}", idf: "argon2id"${more}, normalize: "identity", truncate_bits: 18, projected_population: 1000000)
  bidx Bytes?

  @@index([bidx])
}
`;
}

test.each([
  ['apiKey', ['info "argon2id"']],
  ['deviceUuid', ['info "argon2id"']],
  ['email', []],
  ['note', []],
  // Part of it is a time and a counter.
  ['snowflakeId', []],
])('%s', async (name, found) => {
  expect(await ruleFindings(id, { [file]: schema(name) }, options)).toEqual(found);
});

test('a person knows better what a field holds', async () => {
  const overrides = { apiKey: { class: 'email' } };
  expect(await ruleFindings(id, { [file]: schema('apiKey') }, { ...options, overrides })).toEqual([]);
});

const costly = schema('apiKey', ', argon2_time_cost: 3, argon2_memory_kib: 65536');

test('the time is that of the costs that are declared', async () => {
  const [finding] = await lintFiles({ [file]: costly }, options);
  expect(finding?.message).toMatch(/81 to 129 ms a search/);
});

test('the fix takes the costs with it', async () => {
  const [finding] = await lintFiles({ [file]: costly }, options);
  const after = await afterFix({ [file]: costly }, file, finding?.fixes[0]?.title ?? '', options);
  expect(after).toContain('idf: "hmac-sha512", normalize');
  expect(await lintFiles({ [file]: after ?? '' }, options)).toEqual([]);
});

test.each([
  ["new BlindIndex('t', [], 18)", ["info new BlindIndex('t', [], 18)"]],
  ["new BlindIndex('t', [], 18, false)", ['info false']],
  ["new BlindIndex('t', [], 18, true)", []],
])('CipherSweet: %s', async (index, found) => {
  const code = `import { BlindIndex, CipherSweet, EncryptedField, ModernCrypto, StringProvider } from 'ciphersweet-js';
const engine = new CipherSweet(new StringProvider(process.env.KEY!), new ModernCrypto());
export const field = new EncryptedField(engine, 'sessions', 'accessToken').addBlindIndex(${index});
`;
  expect(await ruleFindings(id, { 'src/fields.ts': code })).toEqual(found);
});
