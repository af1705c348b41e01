import { expect, test } from 'vitest';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const file = 'prisma/schema.prisma';
const id = 'blind-index/too-few-values';
const pfe = { installed: { 'prisma-field-encryption': '1.6.0' } };
const fieldseal = { installed: { '@fieldseal/prisma': '0.1.3' } };

const hashed = (field: string, above = '') => ({
  [file]: `model Donor {
  id String @id
  ${above}
  ${field} String /// @encrypted
  lookup String? /// @encryption:hash(${field})?saltEnv=SALT

  @@index([lookup])
}
`,
});

test.each([
  'gender',
  'bloodType',
  'maritalStatus',
  'country',
  'nationality',
  'isSmoker',
  'status',
  'diagnosis',
])('a hash over %s', async (field) => {
  expect(await ruleFindings(id, hashed(field), pfe)).toEqual([
    `error @encryption:hash(${field})?saltEnv=SALT`,
  ]);
});

test.each(['email', 'ssn', 'session_state', 'explanation', 'privateKey', 'password', 'reference'])(
  'a hash over %s has values enough, or values of which nobody knows',
  async (field) => {
    expect(await ruleFindings(id, hashed(field), pfe)).toEqual([]);
  },
);

test('a field without an index may have few values', async () => {
  const files = { [file]: 'model Donor {\n  id String @id\n  gender String /// @encrypted\n}\n' };
  expect(await ruleFindings(id, files, pfe)).toEqual([]);
});

test('who knows better says so', async () => {
  expect(await ruleFindings(id, hashed('status', '/* encsafe-field: class=record-number */'), pfe)).toEqual(
    [],
  );
  const overrides = { status: { class: 'record-number' } };
  expect(await ruleFindings(id, hashed('status'), { ...pfe, overrides })).toEqual([]);
  expect(await ruleFindings(id, hashed('reference', '// encsafe-field: class=gender'), pfe)).toHaveLength(1);
});

const blind = (field: string, more: string, above = '') => ({
  [file]: `/// @fieldseal(table_uuid: "0d9b7c51-4e28-4f06-a3c9-82f1e6b0d574")
model Sample {
  id Int @id
  ${above}
  /// @fieldseal(encrypted, column_uuid: "8c51e2d7-6f30-4b9a-8e14-d7a0c3b5f926")
  ${field} Bytes
  /// @fieldseal(index: "${field}", idf: "argon2id", normalize: "identity", truncate_bits: 8, ${more})
  lookup Bytes?

  @@index([lookup])
}
`,
});

test.each([
  ['clinic', 'projected_population: 1023', ['error 1023']],
  ['clinic', 'projected_population: 1024', []],
  ['clinic', 'projected_population: 4000, skewed: true', ['error skewed']],
  ['clinic', 'projected_population: 4000, skewed: false', []],
  ['clinic', 'projected_population: 900, skewed: true', ['error 900']],
])('Fieldseal: %s, %s', async (field, more, expected) => {
  expect(await ruleFindings(id, blind(field, more), fieldseal)).toEqual(expected);
});

test('Fieldseal: a population does not make a gender many', async () => {
  const [found] = await ruleFindings(id, blind('gender', 'projected_population: 5000'), fieldseal);
  expect(found).toMatch(/^error @fieldseal\(index: "gender"/);
});

test('Fieldseal: somebody signed for it', async () => {
  const above = '// encsafe-field: class=record-number -- signed by the privacy officer';
  expect(await ruleFindings(id, blind('clinic', 'projected_population: 900', above), fieldseal)).toEqual([]);
  expect(
    await ruleFindings(id, blind('clinic', 'projected_population: 4000, skewed: true', above), fieldseal),
  ).toEqual([]);
});
