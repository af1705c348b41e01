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
    ['migrations', ['other Int @unique /// @encryption:Cursor'], 'migrations do not go by Client.other'],
  ])('%s', async (_, lines, expected) => {
    const found = await lintFiles(file(...lines), { installed });
    expect(found.find(({ rule }) => rule === id)?.message).toContain(expected);
  });
});

test('what is offered is never applied unasked', async () => {
  const [finding] = await lintFiles(file('apiToken String // @encrypted'), { installed });
  expect(finding?.fixes.map(({ title, safe }) => [title, safe])).toEqual([
    ['write @encrypted for apiToken', false],
  ]);
});
