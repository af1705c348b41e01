import { expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/truncation';

function schema(bits: string, population: string): Record<string, string> {
  return {
    'prisma/schema.prisma': `/// @fieldseal(table_uuid: "7b1e5d90-c34a-4f62-8d07-e9a6b2f1c845")
model Member {
  id        Int    @id
  /// @fieldseal(encrypted, column_uuid: "41d8c0f7-9e2b-4a63-b5d1-6c7f0e3a9824")
  email     Bytes
  /// @fieldseal(index: "email", idf: "argon2id", normalize: "identity", truncate_bits: ${bits}, projected_population: ${population})
  emailBidx Bytes?

  @@index([emailBidx])
}
`,
  };
}

test.each([
  ['6', '5000', ['error 6']],
  ['7', '5000', []],
  ['11', '5000', []],
  ['12', '5000', ['error 12']],
  ['256', '1000000', ['error 256']],
  ['0', '1000000', ['error 0']],
  // Another rule speaks of these.
  ['"12"', '5000', []],
  ['3', '15', []],
])('%s bits for %s values', async (bits, population, found) => {
  expect(
    await ruleFindings(id, schema(bits, population), { installed: { '@fieldseal/prisma': '0.1.3' } }),
  ).toEqual(found);
});

function code(index: string): Record<string, string> {
  return {
    'src/fields.ts': `import { BlindIndex, CipherSweet, EncryptedField, ModernCrypto, StringProvider } from 'ciphersweet-js';
const engine = new CipherSweet(new StringProvider(process.env.KEY!), new ModernCrypto());
export const field = new EncryptedField(engine, 'patients', 'email').addBlindIndex(${index});
`,
  };
}

test.each([
  ["new BlindIndex('e', [])", ["info new BlindIndex('e', [])"]],
  ["new BlindIndex('e', [], 256)", ['info 256']],
  ["new BlindIndex('e', [], 32)", []],
])('CipherSweet, of which nothing says how many rows there are: %s', async (index, found) => {
  expect(await ruleFindings(id, code(index))).toEqual(found);
});

test.each([
  ["new BlindIndex('e', [])", ["warning new BlindIndex('e', [])"]],
  ["new BlindIndex('e', [], 15)", []],
  ["new BlindIndex('e', [], 16)", ['warning 16']],
  ["new BlindIndex('e', [], 8)", ['warning 8']],
])('CipherSweet with 100,000 rows: %s', async (index, found) => {
  expect(await ruleFindings(id, code(index), { overrides: { email: { rows: 100_000 } } })).toEqual(found);
});

test('the message names the band, C, and what it means', async () => {
  const [finding] = await lintFiles(schema('16', '65536'), { installed: { '@fieldseal/prisma': '0.1.3' } });
  expect(finding?.message).toMatch(/takes 9 to 15: C, .*, is 1, and below 2 .* can prove/);
});
