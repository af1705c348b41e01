import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { emptyProject } from '../../../test/support/empty-project.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';
import type { CodeIndex } from '../../model/code-index.ts';
import { eqlTargetFor } from '../../model/target.ts';
import { rule } from './rule.ts';

const file = 'prisma/schema.prisma';
const id = 'blind-index/guessable-fast-index';
const pfe = { installed: { 'prisma-field-encryption': '1.6.0' } };
const fieldseal = { installed: { '@fieldseal/prisma': '0.1.3' } };

const model = (field: string, hash: string, type = 'String') => ({
  [file]: `model Patient {
  id String @id
  ${field} ${type} /// @encrypted
  lookup String? @unique /// ${hash}
}
`,
});

test.each([
  ['no salt', '', [], 'error'],
  ['a salt in the schema', '?salt=5c1e70a9d2b84f36', [], 'error'],
  ['a variable that nothing sets', '?saltEnv=SALT', ['OTHER'], 'error'],
  ['a variable that something sets', '?saltEnv=SALT', ['SALT'], 'warning'],
  ['a variable of which nothing is known', '?saltEnv=SALT', undefined, 'warning'],
  ['a global salt', '', ['PRISMA_FIELD_ENCRYPTION_HASH_SALT'], 'warning'],
])('%s', async (_, options, variables, severity) => {
  const annotation = `@encryption:hash(ssn)${options}`;
  const found = await ruleFindings(id, model('ssn', annotation), {
    ...pfe,
    ...(variables === undefined ? {} : { variables }),
  });
  expect(found).toEqual([`${severity} ${annotation}`]);
});

test.each([
  'apiKey',
  'refreshToken',
  'uuid',
  'gender',
  'password',
  'otp',
  'reference',
  'ipv6',
  'session_state',
])('%s is left to other rules, or to nobody', async (field) => {
  expect(await ruleFindings(id, model(field, `@encryption:hash(${field})`), pfe)).toEqual([]);
});

test('it names class, bits, both times and the attacker', async () => {
  const findings = await lintFiles(model('ssn', '@encryption:hash(ssn)'), pfe);
  const message = findings.find((one) => one.rule === id)?.message;
  for (const part of [
    'US social security number',
    '29.7 bits',
    'named "ssn"',
    'one GPU',
    '89 ms',
    '10 billion',
    '2.1 d',
    '5,000 Argon2id',
  ])
    expect(message).toContain(part);
  expect(message).not.toMatch(/\bsafe\b/);
});

test('a class without a number of values has no time', async () => {
  const findings = await lintFiles(model('walletAddress', '@encryption:hash(walletAddress)'), pfe);
  expect(findings.find((one) => one.rule === id)?.message).toContain('lists of them are public');
});

test('of two hashes over one field only the one that is filled counts', async () => {
  const files = {
    [file]: `model Patient {
  id String @id
  ssn String /// @encrypted
  first String? @unique /// @encryption:hash(ssn)?saltEnv=A
  last String? @unique /// @encryption:hash(ssn)?saltEnv=B
}
`,
  };
  expect(await ruleFindings(id, files, pfe)).toEqual(['warning @encryption:hash(ssn)?saltEnv=B']);
});

test('the configuration quiets it', async () => {
  const files = model('phone', '@encryption:hash(phone)');
  expect(await ruleFindings(id, files, { ...pfe, overrides: { phone: { class: 'random-id' } } })).toEqual([]);
});

const withFunction = (idf: string) => `/// @fieldseal(table_uuid: "0d9b7c51-4e28-4f06-a3c9-82f1e6b0d574")
model Person {
  id Int @id
  /// @fieldseal(encrypted, column_uuid: "8c51e2d7-6f30-4b9a-8e14-d7a0c3b5f926")
  email Bytes
  /// @fieldseal(index: "email", idf: ${idf}, normalize: "nfc-casefold-v1", truncate_bits: 14, projected_population: 50000)
  emailIdx Bytes?

  @@index([emailIdx])
}
`;

test.each(['"hmac-sha512"', "'hmac-sha512'", 'hmac-sha512'])(
  'Fieldseal’s fix for %s ends it',
  async (idf) => {
    const before = { [file]: withFunction(idf) };
    const [finding] = (await lintFiles(before, fieldseal)).filter((one) => one.rule === id);
    expect(finding?.severity).toBe('warning');
    expect(finding?.message).toContain('one value in 16,384');
    const [fix] = finding?.fixes ?? [];
    expect(fix?.safe).toBe(false);
    expect(fix?.title).toContain('44 to 70 ms');
    const after = await afterFix(before, file, fix?.title ?? '', fieldseal);
    expect(after).toBe(withFunction('"argon2id"'));
    expect(await lintFiles({ [file]: after ?? '' }, fieldseal)).toEqual([]);
  },
);

const place = { file: 'src/fields.ts', start: 0, end: 10 };
const unknown = {
  system: 'ciphersweet',
  container: { system: 'ciphersweet', file: place.file, collection: 'patients' },
  path: 'ssn',
  place,
  assumptions: {},
  override: {},
  budgets: {},
  table: 'patients',
  columns: ['ssn'],
  speed: 'fast',
  declaration: place,
} satisfies CodeIndex;
const codeIndex: CodeIndex = { ...unknown, transforms: [] };

const ofCode = (index: CodeIndex) =>
  [
    ...rule.check(
      {
        ...emptyProject,
        blindIndex: { ...emptyProject.blindIndex, codeIndexes: [index] },
      },
      {
        options: () => ({}),
        eql: (_, generation) => eqlTargetFor(generation, { version: '3.0.5', assumed: true }),
      },
    ),
  ].map(({ severity, message }) => `${severity} ${/\d[\d.]* bits/.exec(message)?.[0]}`);

test.each<[string, Partial<CodeIndex>, readonly string[]]>([
  ['the whole number', {}, ['warning 29.7 bits']],
  ['its end', { transforms: ['LastFourDigits'] }, ['warning 13.3 bits']],
  ['its beginning', { transforms: ['DigitsOnly', 'FirstCharacter'] }, ['warning 4.7 bits']],
  ['digits alone', { transforms: ['DigitsOnly'] }, ['warning 29.7 bits']],
  ['a slow function', { speed: 'slow' }, []],
  ['a function that nobody knows', { speed: 'unknown' }, []],
  ['several columns', { columns: ['ssn', 'zip'] }, []],
  ['a token', { columns: ['portalToken'] }, []],
  ['the end of a token', { columns: ['portalToken'], transforms: ['LastFourDigits'] }, []],
  ['a gender', { columns: ['gender'] }, []],
])('an index in code over %s', (_, more, expected) => {
  expect(ofCode({ ...codeIndex, ...more })).toEqual(expected);
});

test('an index in code over what nobody knows', () => {
  expect(ofCode(unknown)).toEqual([]);
});
