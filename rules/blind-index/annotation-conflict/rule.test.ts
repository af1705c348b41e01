import { expect, test } from 'vitest';
import { afterFix } from '../../../test/support/apply-fix.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';

const id = 'blind-index/annotation-conflict';
const installed = { 'prisma-field-encryption': '1.6.0' };

async function messages(lines: readonly string[], options = { installed }): Promise<string[]> {
  const text = `model Client {\n  id String @id\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
  const found = await lintFiles({ 'schema.prisma': text }, options);
  return found.filter(({ rule }) => rule === id).map(({ message }) => message);
}

test.each<[string, readonly string[], readonly string[]]>([
  [
    'a hash of another field on a field that is encrypted',
    ['a String /// @encrypted', 'b String /// @encrypted @encryption:hash(a)'],
    ['the ciphertext of b and the hash of a into the one column'],
  ],
  [
    'a name that is nearly right',
    ['apiToken String /// @encrypted', 'h String /// @encryption:hash(apiTokn)'],
    ['did you mean apiToken?'],
  ],
  [
    'a field that is not encrypted',
    ['a String', 'h String /// @encryption:hash(a)'],
    ['annotate a with @encrypted'],
  ],
  [
    'a field that nobody has',
    ['a String /// @encrypted', 'h String /// @encryption:hash(zzz)'],
    ['name a field that'],
  ],
  [
    'a cursor that is encrypted',
    ['a String @unique /// @encrypted @encryption:cursor'],
    ['cannot be used as a cursor'],
  ],
  [
    'three hashes: two of them stay empty',
    ['a String /// @encrypted', ...['h', 'i', 'j'].map((name) => `${name} String /// @encryption:hash(a)`)],
    ['j: h stays empty', 'j: i stays empty'],
  ],
  ['a field that Prisma ignores', ['a String', 'h String @ignore /// @encryption:hash(a)'], []],
  ['one hash for each', ['a String /// @encrypted', 'h String /// @encryption:hash(a)'], []],
])('%s', async (_, lines, expected) => {
  expect(await messages(lines)).toEqual(expected.map((part) => expect.stringContaining(part)));
});

test('what is hashed can be encrypted too, by either package, whatever stands behind it', async () => {
  const text = (comment: string) =>
    `model A {\n  id Int @id\n  key String @map("k")${comment}\n  keyHash String? @unique /// @encryption:hash(key)?saltEnv=S\n  z String? /// @encrypted\n}\n`;
  const title = 'encrypt key: rows that are there stay in plaintext until they are written again';
  for (const name of ['prisma-field-encryption', 'prisma-encryption']) {
    for (const comment of ['', ' // of the door', ' /// of the door']) {
      const options = { installed: { [name]: '2.0.0' } };
      const fixed = await afterFix({ 'a.prisma': text(comment) }, 'a.prisma', title, options);
      expect(fixed).toBe(text(` /// @encrypted${comment}`));
      expect(await lintFiles({ 'a.prisma': fixed ?? '' }, options)).toEqual([]);
    }
  }
});

test('of two models with one name nobody knows which one is meant', async () => {
  const text = `model A {\n  id Int @id\n  a String /// @encrypted\n}\n\nmodel A {\n  id Int @id\n  h String /// @encryption:hash(a)\n}\n`;
  const found = await lintFiles({ 'schema.prisma': text }, { installed });
  expect(found.filter(({ rule }) => rule === id)).toEqual([]);
});

test('a hash of nothing is told only where the package is known, since the fork reads other comments', async () => {
  const lines = ['a String // @encrypted', 'h String /// @encryption:hash(a)'];
  expect(await messages(lines, { installed: { 'prisma-field-encryption': '' } })).toHaveLength(1);
  expect(await messages(lines, {} as { installed: typeof installed })).toEqual([]);
});
