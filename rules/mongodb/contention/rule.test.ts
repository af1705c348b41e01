import { describe, expect, test } from 'vitest';
import { type LintOptions, lintFiles } from '../../../test/support/lint-files.ts';

async function findingsOf(path: string, queries: unknown, options: LintOptions = {}, bsonType = 'string') {
  const fields = [{ path, keyId: { $uuid: '2c1c1e76-7a35-4a5c-8d4c-5b7a0b7e3d31' }, bsonType, queries }];
  return lintFiles({ 'a.json': JSON.stringify({ fields }) }, { mongodb: '9.0', ...options });
}

const rules = async (...all: Parameters<typeof findingsOf>) =>
  (await findingsOf(...all)).map(({ rule }) => rule);
const equality = (contention?: number) => ({ queryType: 'equality', contention });
const affix = (queryType: string, contention: number) => ({
  queryType,
  contention,
  strMinQueryLength: 3,
  strMaxQueryLength: 5,
  caseSensitive: false,
  diacriticSensitive: false,
});

describe('contention', () => {
  test('of few values: the sharper of two rules speaks, and only that one', async () => {
    expect(await rules('gender', equality(0))).toEqual(['mongodb/contention']);
    expect(await rules('gender', equality(1))).toEqual(['mongodb/low-cardinality']);
    expect(await rules('gender', equality())).toEqual(['mongodb/low-cardinality']);
    expect(await rules('gender', equality(9))).toEqual([]);
    expect(await rules('gender', undefined)).toEqual([]);
  });

  test('of guessable values: only 0 shows how often one occurs', async () => {
    expect(await rules('lastName', equality(0))).toEqual(['mongodb/contention']);
    expect(await rules('lastName', equality(1))).toEqual([]);
    expect(await rules('sessionToken', equality(0))).toEqual([]);
  });

  test('follows what a person knows better', async () => {
    expect(await rules('gender', equality(0), { overrides: { gender: { class: 'random-id' } } })).toEqual([]);
    expect(
      await rules('sessionToken', equality(0), { overrides: { sessionToken: { class: 'email' } } }),
    ).toEqual(['mongodb/contention']);
  });

  test('is long beyond the bound, and not at it', async () => {
    expect(await rules('sessionToken', equality(1000))).toEqual([]);
    expect(await rules('sessionToken', equality(1001))).toEqual(['mongodb/contention']);
  });

  test('of a pair is one finding, and its suggestion keeps the pair alike', async () => {
    const [finding, ...others] = await findingsOf('lastName', [affix('prefix', 0), affix('suffix', 0)]);
    expect(others).toEqual([]);
    expect(finding?.fixes[0]?.changes).toHaveLength(2);
  });
});
