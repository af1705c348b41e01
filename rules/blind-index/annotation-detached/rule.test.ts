import { expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';

const installed = { 'prisma-field-encryption': '1.6.0' };

test.each<[string, string, string]>([
  ['model Move { /// @encrypted\n  id String @id\n}\n', 'behind a brace', 'behind the field'],
  ['model Move {\n  id String @id\n  /// @encrypted\n}\n', 'at its end', 'behind the field'],
  [
    'model Move {\n  id String @id\n  /// @encrypted\n\n  // As written.\n  note String\n}\n',
    'between it and note stand a blank line and a further comment',
    'right above note',
  ],
])('%j', async (text, cause, instead) => {
  const found = await lintFiles({ 'schema.prisma': text }, { installed });
  expect(found.map(({ rule }) => rule)).toEqual(['blind-index/annotation-detached']);
  expect(found[0]?.message).toContain(cause);
  expect(found[0]?.message).toContain(instead);
});

test('a field that is annotated again, or another tool, is nothing to speak of', async () => {
  const twice = 'model Move {\n  id String @id\n  /// @encrypted\n\n  /// @encrypted\n  note String\n}\n';
  expect(await lintFiles({ 'schema.prisma': twice }, { installed })).toEqual([]);
  const lost = 'model Move {\n  id String @id\n  /// @encrypted\n\n  // As written.\n  note String\n}\n';
  expect(await lintFiles({ 'schema.prisma': lost })).toEqual([]);
});
