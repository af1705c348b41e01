import { describe, expect, test } from 'vitest';
import { lintFiles } from '../../../test/support/lint-files.ts';

const prefix = (strMaxQueryLength: number) => ({
  queryType: 'prefix',
  strMinQueryLength: 1,
  strMaxQueryLength,
  caseSensitive: true,
  diacriticSensitive: true,
});

async function findingsOf(lengths: readonly number[]) {
  const fields = lengths.map((length, at) => ({
    path: `reference${'abcdef'[at]}`,
    keyId: { $uuid: `2c1c1e76-7a35-4a5c-8d4c-5b7a0b7e3d3${at}` },
    bsonType: 'string',
    queries: prefix(length),
  }));
  const findings = await lintFiles({ 'a.json': JSON.stringify({ fields }) }, { mongodb: '9.0' });
  return findings.map(({ rule, severity }) => `${severity} ${rule}`);
}

describe('mongodb/document-growth', () => {
  test('counts the fields of a document together', async () => {
    expect(await findingsOf([60])).toEqual([]);
    expect(await findingsOf([60, 60])).toEqual(['warning mongodb/document-growth']);
  });

  test('is an error where a legal document would be longer than MongoDB stores', async () => {
    expect(await findingsOf([60_000, 62_000])).toContain('error mongodb/document-growth');
  });

  test('names one number where every document grows by as much', async () => {
    const field = {
      path: 'total',
      keyId: { $uuid: '2c1c1e76-7a35-4a5c-8d4c-5b7a0b7e3d31' },
      bsonType: 'decimal',
    };
    const list = { fields: [{ ...field, queries: { queryType: 'range', sparsity: 1 } }] };
    const findings = await lintFiles({ 'a.json': JSON.stringify(list) }, { mongodb: '9.0' });
    const { message } = findings.find(({ rule }) => rule === 'mongodb/document-growth') ?? {};
    expect(message).toMatch(/^encryption adds 17 KB to a document of a.json, more than 16 KB, by total: /);
  });

  test('leaves what the server refuses to the rule that says so', async () => {
    expect(await findingsOf([90_000])).toEqual(['error mongodb/tag-limit']);
    expect(await findingsOf([70_000, 70_000])).toEqual(['error mongodb/tag-limit']);
  });
});
