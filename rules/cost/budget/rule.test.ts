import { describe, expect, test } from 'vitest';
import { lintFiles, shown } from '../../../test/support/lint-files.ts';

const field = (path: string, queries: object) => ({
  path,
  keyId: {
    $uuid:
      path === 'reference' ? '2c1c1e76-7a35-4a5c-8d4c-5b7a0b7e3d31' : '0b8a7e0a-5d6f-4d39-8f0e-7a9d9a0c5b42',
  },
  bsonType: 'string',
  queries,
});

const substring = {
  queryType: 'substring',
  strMinQueryLength: 2,
  strMaxQueryLength: 6,
  strMaxLength: 20,
  caseSensitive: false,
  diacriticSensitive: false,
};

const files = { 'a.json': JSON.stringify({ fields: [field('reference', substring)] }) };

describe('cost/budget', () => {
  test('says nothing where the project sets none', async () => {
    expect(await lintFiles(files, { mongodb: '9.0' })).toEqual([]);
  });

  test('compares the worst value with each budget', async () => {
    const findings = await lintFiles(files, {
      mongodb: '9.0',
      budgets: { tokens: 40, documentBytes: 8000, insertRatio: 5 },
    });
    expect(shown(files, findings)).toEqual([
      'cost/budget "fields"',
      'cost/budget "substring"',
      'cost/budget "substring"',
    ]);
    expect(findings.every(({ severity }) => severity === 'error')).toBe(true);
    expect(findings.map(({ message }) => message).join('\n')).toMatch(/up to 86 tokens/);
  });

  test('is kept at its very number, and not one below', async () => {
    expect(await lintFiles(files, { mongodb: '9.0', budgets: { tokens: 86 } })).toEqual([]);
    expect(await lintFiles(files, { mongodb: '9.0', budgets: { tokens: 85 } })).toHaveLength(1);
  });

  test('stands in place of the number of encsafe', async () => {
    const wide = {
      'a.json': JSON.stringify({ fields: [field('reference', { ...substring, strMaxLength: 50 })] }),
    };
    const findings = await lintFiles(wide, {
      mongodb: '9.0',
      budgets: { tokens: 300, documentBytes: 40_000 },
    });
    expect(findings).toEqual([]);
  });
});
