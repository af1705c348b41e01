import { expect, test } from 'vitest';
import { analyseFiles, type LintOptions } from '../../test/support/lint-files.ts';
import type { GuessabilityClass } from '../guessability/classes.ts';
import type { Guessability } from '../guessability/classify.ts';
import { guessPrismaField } from './guess-prisma-field.ts';

/** What is guessed of each field of the model `Patient`. */
async function guesses(lines: readonly string[], options: LintOptions = {}) {
  const text = `model Patient {\n${lines.map((line) => `  ${line}\n`).join('')}}

model Doctor {
  id       String    @id
  patients Patient[]
}

enum Ward {
  NORTH
  SOUTH
}
`;
  const { project } = await analyseFiles(
    { 'prisma/schema.prisma': text },
    { installed: { 'prisma-field-encryption': '1.6.0' }, ...options },
  );
  const model = project.blindIndex.schemas[0]?.models.find(({ name }) => name === 'Patient');
  if (model === undefined) throw new Error('no model');
  return Object.fromEntries(
    model.fields.map((field): [string, Guessability | undefined] => [
      field.name,
      guessPrismaField(field, model),
    ]),
  );
}

const anchor = 'anchor String /// @encrypted';

test.each<[string, GuessabilityClass | undefined]>([
  ['ssn String /// @encrypted', 'ssn'],
  ['name String', 'full-name'],
  ['ssn String @db.Uuid', 'random-id'],
  ['ssn String @db.UniqueIdentifier', 'random-id'],
  ['ssn String @default(uuid())', 'random-id'],
  ['ssn String @default(uuid(7))', 'random-id'],
  ['ssn String @default(ulid())', 'random-id'],
  ['ssn String @default(nanoid())', 'random-id'],
  ['ssn String @default(nanoid(6))', 'ssn'],
  ['ssn String @default(cuid(2))', 'random-id'],
  ['ssn String @default(cuid())', 'structured-id'],
  ['ssn String @default(dbgenerated("gen_random_uuid()"))', 'random-id'],
  ['ssn String @default(dbgenerated("next_number()"))', 'ssn'],
  ['ssn String @default("000-00-0000")', 'ssn'],
  ['id String @default(auto()) @db.ObjectId', 'structured-id'],
  ['number Int @default(autoincrement())', 'sequential-id'],
  ['ward Ward', 'enumeration'],
  ['smoker Boolean', 'boolean'],
  ['origin String @db.Char(2)', 'enumeration'],
  ['origin String @db.Char(40)', undefined],
  ['seen String @db.Inet', 'ip'],
  ['dateOfBirth DateTime', 'birth-date'],
  ['email DateTime', undefined],
  ['email Json', undefined],
  ['email String[]', undefined],
  ['doctor Doctor? @relation(fields: [ssn], references: [id])', undefined],
  ['emailAccountId String', undefined],
])('%s', async (line, expected) => {
  const name = line.slice(0, line.indexOf(' '));
  const found = await guesses([anchor, line]);
  expect(found[name]?.class).toBe(expected);
});

test('what a relation goes by is no value of its own', async () => {
  const found = await guesses([
    anchor,
    'doctor Doctor? @relation(fields: [ssn], references: [id])',
    'ssn String?',
  ]);
  expect(found.ssn).toBeUndefined();
});

test('a hash is as guessable as its source, whatever it is called', async () => {
  const found = await guesses([
    'ssn String /// @encrypted',
    'token String /// @encryption:hash(ssn)',
    'key String /// @encryption:hash(nothing)',
  ]);
  expect(found.token).toEqual(found.ssn);
  expect(found.key).toBeUndefined();
});

test('a comment and the configuration know better, and say so', async () => {
  const lines = [
    '// encsafe-field: class=random-id',
    'ssn String /// @encrypted',
    'ssnHash String /// @encryption:hash(ssn)',
    'email String /// @encrypted',
  ];
  const found = await guesses(lines, { overrides: { email: { class: 'token' }, ssn: { class: 'email' } } });
  expect(found.ssn).toMatchObject({ class: 'random-id', reason: 'its comment says so' });
  expect(found.ssnHash).toEqual(found.ssn);
  expect(found.email).toMatchObject({ class: 'token', reason: 'the configuration says so' });
});

test('Fieldseal says what its bytes hold', async () => {
  const field = (name: string, as: string) =>
    `/// @fieldseal(encrypted, column_uuid: "8c51e2d7-6f30-4b9a-8e14-d7a0c3b5f926"${as})\n  ${name} Bytes`;
  const found = await guesses(
    [
      field('email', ''),
      field('phone', ', as: "string"'),
      field('dateOfBirth', ', as: "date"'),
      field('smoker', ', as: "boolean"'),
      field('ssn', ', as: "int"'),
      field('iban', ', as: "datetime"'),
    ],
    { installed: { '@fieldseal/prisma': '0.1.3' } },
  );
  expect(Object.entries(found).map(([name, guessed]) => [name, guessed?.class])).toEqual([
    ['email', 'email'],
    ['phone', 'phone'],
    ['dateOfBirth', 'birth-date'],
    ['smoker', 'boolean'],
    ['ssn', 'ssn'],
    ['iban', undefined],
  ]);
});
