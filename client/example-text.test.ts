import { expect, test } from 'vitest';
import { lintFiles } from '../test/support/lint-files.ts';
import { exampleText } from './example-text.ts';

test('the example shows a refusal, a fix that needs no choice, a shared key and a leak', async () => {
  const findings = await lintFiles({ 'example.json': exampleText });
  const rules = findings.map(({ rule }) => rule);
  expect(rules).toEqual(
    expect.arrayContaining([
      'mongodb/query-type-combination',
      'mongodb/value-type',
      'mongodb/key-id',
      'mongodb/low-cardinality',
    ]),
  );
  expect(findings.some(({ fixes }) => fixes.some(({ safe }) => safe))).toBe(true);
});
