import { expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';

const id = 'blind-index/annotation-option';
const installed = { 'prisma-field-encryption': '1.6.0' };

async function findings(options: string, on = '') {
  const text = `model Client {
  id String @id
  apiToken String /// @encrypted${on}
  apiTokenHash String? @unique /// @encryption:hash(apiToken)${options}
}
`;
  const found = await lintFiles({ 'schema.prisma': text }, { installed });
  return found
    .filter(({ rule }) => rule === id)
    .map(({ place, message, fixes }) => ({
      at: text.slice(place.start, place.end),
      message,
      offered: fixes.map(({ title }) => title),
    }));
}

test.each<[string, string, string, readonly string[]]>([
  [
    '?algorithm=sha512-256',
    'algorithm=sha512-256',
    'is read as algorithm=sha512; ',
    ['hash with sha256', 'hash with sha512'],
  ],
  ['?algorithm=sha265', 'sha265', 'did you mean sha256? (Digest method not supported)', ['hash with sha256']],
  [
    '?salt=ab+/cd==&normalize=trim',
    'salt=ab+/cd==',
    'the rest of this salt is left out, and nothing behind it',
    [],
  ],
  [
    '?saltEnv=A&inputEncoding=utf-8',
    'inputEncoding=utf-8',
    'did you mean utf8?',
    ['write inputEncoding=utf8'],
  ],
  [
    '?saltEnv=A&outputEncoding=Base64',
    'Base64',
    'the first write fails: did you mean base64?',
    ['write outputEncoding=base64'],
  ],
  ['?salt_env=A', 'salt_env', 'has no option salt_env', ['rename salt_env to saltEnv']],
  ['?saltEnv=A&mode=strict', 'mode', 'it is an option of @encrypted', []],
  ['?saltEnv=A&saltEnv=B', 'saltEnv', 'a second time', []],
  ['?saltEnv=A &normalize=trim', 'normalize=trim', 'normalize is passed over', []],
])('%s', async (options, at, message, offered) => {
  expect(await findings(options)).toEqual([{ at, message: expect.stringContaining(message), offered }]);
});

test.each([
  '',
  '?saltEnv=A',
  '?saltEnv=A&normalize=trim&normalize=lowercase',
  '?algorithm=SHA512&saltEnv=A',
  '?algorithm=md4&saltEnv=A',
  '?saltEnv=A.',
])('nothing is said of %j', async (options) => {
  expect(await findings(options)).toEqual([]);
});

test.each(['?mode=readonly', '?strict', ' with a mode of its own', '?mode=default'])(
  'nor of %j',
  async (on) => {
    expect(await findings('?saltEnv=A', on)).toEqual([]);
  },
);

test('a flag of Fieldseal that nobody reads', async () => {
  const text = `/// @fieldseal(table_uuid: "5f1d7a84-60a2-4f0e-9c37-8b2d64f1e0a9")
model Client {
  id Int @id
  /// @fieldseal(encrypted, column_uuid: "0a9c5be1-4b7d-4d5b-8f2e-6c1f0d3e7a52", tenantbound)
  note Bytes
}
`;
  const found = await lintFiles({ 'schema.prisma': text });
  expect(found.map(({ rule, place }) => [rule, text.slice(place.start, place.end)])).toEqual([
    [id, 'tenantbound'],
  ]);
});
