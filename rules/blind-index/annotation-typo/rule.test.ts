import { describe, expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

const id = 'blind-index/annotation-typo';
const file = (...lines: readonly string[]) => ({
  'prisma/schema.prisma': `model Client {\n  id String @id\n${lines.map((line) => `  ${line}\n`).join('')}}\n`,
});
const installed = { 'prisma-field-encryption': '1.6.0' };

test('nothing is said where nobody knows which package reads the schema', async () => {
  const files = file(
    'apiToken String /// @encrypted',
    'other String // @encrypted',
    'more String /// @encrypt',
  );
  expect(await ruleFindings(id, files, {})).toEqual([]);
  expect(await ruleFindings(id, files, { installed })).toEqual(['error @encrypted', 'error @encrypt']);
});

test('nothing is said of annotations of another tool while the package has none here', async () => {
  expect(await ruleFindings(id, file('apiToken String /// @encrypt'), {})).toEqual([]);
});

describe('the message says what comes of it', () => {
  test.each<[string, readonly string[], string]>([
    ['plain text', ['apiToken String /// @Encrypted'], 'Client.apiToken is stored as plain text'],
    [
      'no hash',
      ['apiToken String /// @encrypted', 'h String /// @encryption:hash( apiToken )'],
      'no hash is ever written to Client.h, and no lookup by apiToken finds anything',
    ],
    [
      'a second column that nobody fills',
      ['apiToken String /// @encrypted', 'h String /// @encrypted:hash(apiToken)'],
      'reads @encrypted:hash(apiToken) as @encrypted: no hash is ever written to Client.h',
    ],
    [
      'no hash, where nothing says of what',
      ['apiToken String /// @encrypted', 'stored String /// @encryption:hsh()'],
      'no hash is ever written to Client.stored, without an error',
    ],
    ['migrations', ['other Int @unique /// @encryption:Cursor'], 'migrations do not go by Client.other'],
  ])('%s', async (_, lines, expected) => {
    const found = await lintFiles(file(...lines), { installed });
    expect(found.find(({ rule }) => rule === id)?.message).toContain(expected);
  });
});

test('an annotation above a model is told, unless its fields have their own', async () => {
  const above = (doc: string, field: string) => ({
    'a.prisma': `${doc}\nmodel Client {\n  id Int @id\n  ${field}\n}\n\nmodel Other {\n  a String /// @encrypted\n}\n`,
  });
  const options = { installed };
  expect(await ruleFindings(id, above('/// @encrypted', 'note String'), options)).toEqual([
    'error @encrypted',
  ]);
  expect(await ruleFindings(id, above('/// @encrypted', 'note String /// @encrypted'), options)).toEqual([]);
  for (const doc of ['/// What is @encrypted here', '/// @encrypted fields are marked', '// @encrypted']) {
    expect(await ruleFindings(id, above(doc, 'note String'), options)).toEqual([]);
  }
});

test('a name that is half typed becomes that of the field which the hash is named for', async () => {
  const [finding] = await lintFiles(
    file('apiToken String /// @encrypted', 'apiTokenHash String? @unique /// @encryption:hash(ap'),
    { installed },
  );
  expect(finding?.fixes.map(({ title }) => title)).toEqual([
    'write @encryption:hash(apiToken) for apiTokenHash',
  ]);
});

test('no name is offered that the package cannot read', async () => {
  const found = await lintFiles(file('émail String /// @encrypted', 'h String /// @encryption:hash(émail)'), {
    installed,
  });
  expect(found.filter(({ rule }) => rule === id).map(({ fixes }) => fixes)).toEqual([[]]);
});

test('what is offered is never applied unasked', async () => {
  const [finding] = await lintFiles(file('apiToken String // @encrypted'), { installed });
  expect(finding?.fixes.map(({ title, safe }) => [title, safe])).toEqual([
    ['write @encrypted for apiToken', false],
  ]);
});
