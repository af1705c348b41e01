import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const file = 'prisma/schema.prisma';
const id = 'blind-index/unsalted-hash';
const pfe = { installed: { 'prisma-field-encryption': '1.6.0' } };

const schema = (options: string, field = 'reference') => ({
  [file]: `model Shipment {
  id String @id
  ${field} String /// @encrypted
  lookup String? @unique /// @encryption:hash(${field})${options}
}
`,
});

test.each([
  ['', [], '@encryption:hash(reference)'],
  ['', undefined, '@encryption:hash(reference)'],
  ['?algorithm=sha512', [], '@encryption:hash(reference)?algorithm=sha512'],
  ['?salt=5c1e70a9d2b84f36', [], '5c1e70a9d2b84f36'],
  ['?saltEnv=SALT', ['OTHER'], 'SALT'],
  ['?saltEnv=SALT', ['PRISMA_FIELD_ENCRYPTION_HASH_SALT'], 'SALT'],
])('%s where %j are set', async (options, variables, underlined) => {
  const more = variables === undefined ? {} : { variables };
  expect(await ruleFindings(id, schema(options), { ...pfe, ...more })).toEqual([`warning ${underlined}`]);
});

test.each([
  ['?saltEnv=SALT', ['SALT']],
  ['?saltEnv=SALT', undefined],
  ['?saltEnv=SALT', []],
  ['', ['PRISMA_FIELD_ENCRYPTION_HASH_SALT']],
])('nothing is said of %s where %j are set', async (options, variables) => {
  const more = variables === undefined ? {} : { variables };
  expect(await ruleFindings(id, schema(options), { ...pfe, ...more })).toEqual([]);
});

test.each([' ?saltEnv=SALT', '?saltEnv=MY-SALT', '?algorithm=sha3-256&saltEnv=SALT'])(
  'a salt that is lost in %s is the matter of its options',
  async (options) => {
    expect(await ruleFindings(id, schema(options), { ...pfe, variables: ['SALT'] })).toEqual([]);
  },
);

test.each(['apiKey', 'refreshToken', 'uuid'])('%s needs no salt', async (field) => {
  expect(await ruleFindings(id, schema('', field), pfe)).toEqual([]);
});

test.each([
  ['', '?saltEnv=REFERENCE_HASH_SALT'],
  ['?normalize=trim', '?normalize=trim&saltEnv=REFERENCE_HASH_SALT'],
  ['?salt=5c1e70a9d2b84f36&normalize=trim', '?saltEnv=REFERENCE_HASH_SALT&normalize=trim'],
])('the fix turns "%s" into "%s"', async (before, after) => {
  const title = 'take the salt from the variable REFERENCE_HASH_SALT: every stored hash must be made again';
  const fixed = await afterFix(schema(before), file, title, pfe);
  expect(fixed).toBe(schema(after)[file]);
  expect(await ruleFindings(id, { [file]: fixed ?? '' }, pfe)).toEqual([]);
});

test('a variable that is almost the one that is set', async () => {
  const variables = ['REFERENCE_HASH_SALT', 'DATABASE_URL'];
  const files = schema('?saltEnv=REFERENCE_HAHS_SALT');
  const [finding] = (await lintFiles(files, { ...pfe, variables })).filter((one) => one.rule === id);
  expect(finding?.message).toContain('did you mean REFERENCE_HASH_SALT?');
  expect(finding?.fixes.map(({ safe }) => safe)).toEqual([false]);
});

test('a salt in the schema is not shown', async () => {
  const findings = await lintFiles(schema('?salt=5c1e70a9d2b84f36'), pfe);
  expect(JSON.stringify(findings)).not.toContain('5c1e70a9');
});

const compose = (environment: string) =>
  `services:\n  api:\n    build: .\n    environment:\n      DATABASE_URL: postgresql://db/app\n${environment}`;

test('what may be set where nobody can read is not missing', async () => {
  const elsewhere = { ...schema(''), 'compose.yaml': compose('    env_file: secrets.env\n') };
  expect(await ruleFindings(id, elsewhere, pfe)).toEqual([]);
  const here = { ...schema(''), 'compose.yaml': compose('') };
  expect(await ruleFindings(id, here, pfe)).toEqual(['warning @encryption:hash(reference)']);
  const read = { ...elsewhere, 'secrets.env': 'HASH_PEPPER=\n' };
  expect(await ruleFindings(id, read, pfe)).toHaveLength(1);
});

test('a value that is made with random letters needs no salt', async () => {
  expect(await ruleFindings(id, schema('', 'reference'), pfe)).toHaveLength(1);
  const made = schema('', 'reference')[file]?.replace('String /// @enc', 'String @default(cuid()) /// @enc');
  expect(await ruleFindings(id, { [file]: made ?? '' }, pfe)).toEqual([]);
});

const extended = `import { PrismaClient } from '@prisma/client'
import { fieldEncryptionExtension } from 'prisma-field-encryption'
export const db = new PrismaClient().$extends(fieldEncryptionExtension())
`;

test.each([
  ['', 'process.env.PRISMA_FIELD_ENCRYPTION_HASH_SALT = await secret("salt")'],
  ['', 'process.env["PRISMA_FIELD_ENCRYPTION_HASH_SALT"] ??= readSalt()'],
  ['', 'const env = z.object({ PRISMA_FIELD_ENCRYPTION_HASH_SALT: z.string().min(32) }).parse(process.env)'],
  ['?saltEnv=REFERENCE_SALT', 'process.env.REFERENCE_SALT = await secret("salt")'],
])('nothing is said of "%s" where code says %s', async (options, line) => {
  const files = (code: string) => ({ ...schema(options), 'src/db.ts': `${code}\n${extended}` });
  const settings = { ...pfe, variables: ['DATABASE_URL'] };
  expect(await ruleFindings(id, files(''), settings)).toHaveLength(1);
  expect(await ruleFindings(id, files(line), settings)).toEqual([]);
});

test('the message names the package that hashes', async () => {
  const text = schema('?saltEnv=SALT')[file] ?? '';
  const options = { installed: { 'prisma-encryption': '2.0.0' }, variables: ['OTHER'] };
  const [finding] = await lintFiles({ [file]: text }, options);
  expect(finding?.message).toContain('and prisma-encryption then hashes');
});
