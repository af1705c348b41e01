import { expect, test } from 'vitest';
import { emptyProject } from '../../../test/support/empty-project.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';
import type { CodeIndex } from '../../model/code-index.ts';
import { eqlTargetFor } from '../../model/target.ts';
import { rule } from './rule.ts';

const file = 'prisma/schema.prisma';
const id = 'blind-index/correlated-indexes';
const pfe = { installed: { 'prisma-field-encryption': '1.6.0' } };

/** A model with a hash over each of the fields. */
const schema = (fields: readonly string[], above = '') => ({
  [file]: `model Recipient {
  id String @id
${fields
  .map(
    (field) =>
      `  ${above}\n  ${field} String /// @encrypted\n  ${field}Hash String? /// @encryption:hash(${field})?saltEnv=SALT\n`,
  )
  .join('')}}
`,
});

test.each([
  ['city', 'zipCode'],
  ['postcode', 'city'],
  ['town', 'postalCode'],
  ['billingCity', 'billingZip'],
  ['zip', 'street'],
  ['zip', 'state'],
  ['street', 'city'],
  ['firstName', 'dateOfBirth'],
  ['dob', 'fullName'],
  ['fullName', 'lastName'],
  ['iban', 'bic'],
])('%s and %s', async (one, other) => {
  expect(await ruleFindings(id, schema([one, other]), pfe)).toEqual([
    `warning @encryption:hash(${other})?saltEnv=SALT`,
  ]);
});

test('each further index is one finding', async () => {
  expect(await ruleFindings(id, schema(['firstName', 'lastName', 'dateOfBirth']), pfe)).toHaveLength(1);
  expect(await ruleFindings(id, schema(['city', 'zip', 'street']), pfe)).toHaveLength(2);
});

test.each([
  [['email', 'phone']],
  [['firstName', 'lastName']],
  [['billingCity', 'shippingZip']],
  [['city', 'email']],
  [['capacity', 'zip']],
  [['session_state', 'zip']],
  [['trackingToken', 'zip']],
  [['dateOfBirth', 'zip']],
  [['city']],
])('%j say nothing of each other', async (fields) => {
  expect(await ruleFindings(id, schema(fields), pfe)).toEqual([]);
});

test('an index over one of the two is enough', async () => {
  const files = {
    [file]: `model Recipient {
  id String @id
  city String /// @encrypted
  zip String /// @encrypted
  zipHash String? /// @encryption:hash(zip)?saltEnv=SALT
}
model Branch {
  id String @id
  city String /// @encrypted
  cityHash String? /// @encryption:hash(city)?saltEnv=SALT
}
`,
  };
  expect(await ruleFindings(id, files, pfe)).toEqual([]);
});

test('who knows better says so', async () => {
  const files = schema(['city', 'zip'], '// encsafe-field: class=random-id');
  expect(await ruleFindings(id, files, pfe)).toEqual([]);
});

const place = { file: 'src/fields.ts', start: 0, end: 10 };
const codeIndex: CodeIndex = {
  system: 'ciphersweet',
  container: { system: 'ciphersweet', file: place.file, collection: 'patients' },
  path: 'ssn',
  place,
  assumptions: {},
  override: {},
  budgets: {},
  table: 'patients',
  columns: ['ssn'],
  transforms: [],
  speed: 'slow',
  declaration: place,
};

interface Kept {
  readonly bits?: number;
  readonly transforms?: readonly string[];
  readonly column?: string;
}

function ofCode(rows: number | undefined, ...kept: readonly Kept[]) {
  const codeIndexes = kept.map(
    ({ bits, transforms = [], column = 'ssn' }): CodeIndex => ({
      ...codeIndex,
      columns: [column],
      assumptions: rows === undefined ? {} : { rows },
      transforms,
      ...(bits === undefined ? {} : { bits: { value: bits } }),
    }),
  );
  const project = { ...emptyProject, blindIndex: { ...emptyProject.blindIndex, codeIndexes } };
  return [
    ...rule.check(project, {
      options: () => ({}),
      eql: (_, generation) => eqlTargetFor(generation, { version: '3.0.5', assumed: true }),
    }),
  ].map(({ message }) => message);
}

test('two indexes over one column keep too much together', () => {
  const [message, ...others] = ofCode(65_536, { bits: 10 }, { bits: 10 });
  expect(others).toEqual([]);
  expect(message).toContain('keep 20 bits');
  expect(message).toContain('leaves 0.063 of 65,536 rows');
});

test.each<[string, number | undefined, readonly Kept[]]>([
  ['few bits of each', 65_536, [{ bits: 8 }, { bits: 7 }]],
  ['an extract that has no more bits', 2 ** 24, [{ bits: 9 }, { bits: 16, transforms: ['LastFourDigits'] }]],
  ['one index', 65_536, [{ bits: 20 }]],
  ['one that is too long by itself', 65_536, [{ bits: 20 }, { bits: 4 }]],
  ['different columns', 65_536, [{ bits: 10 }, { bits: 10, column: 'phone' }]],
  ['nobody knows how many rows', undefined, [{ bits: 10 }, { bits: 10 }]],
  ['nobody knows how many bits', 65_536, [{ bits: 10 }, {}]],
])('nothing is said: %s', (_, rows, kept) => {
  expect(ofCode(rows, ...kept)).toEqual([]);
});
