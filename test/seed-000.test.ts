import { describe, expect, test } from 'vitest';
import { estimateField } from '../rules/costs/estimate.ts';
import type { MongodbVersion } from '../rules/model/target.ts';
import { analyseFiles, lintFiles } from './support/lint-files.ts';

/** The configurations that were measured on MongoDB 8.2.12, and the two attempts that it refused. */
const text = { strMinQueryLength: 3, strMaxQueryLength: 10, caseSensitive: false, diacriticSensitive: false };
const substring = { queryType: 'substringPreview', contention: 0, strMaxLength: 40, ...text };
const prefix = { queryType: 'prefixPreview', contention: 0, ...text };
const suffix = { queryType: 'suffixPreview', contention: 0, ...text };

const filesOf = (...queries: readonly object[]) => ({
  'encryptedFields.json': JSON.stringify(
    {
      fields: [
        {
          path: 'email',
          keyId: { $uuid: '8d8fef41-eff1-4e86-8234-39983d648d43' },
          bsonType: 'string',
          queries,
        },
      ],
    },
    null,
    2,
  ),
});

async function estimate(...queries: readonly object[]) {
  const { project } = await analyseFiles(filesOf(...queries), { mongodb: '8.2', length: 25 });
  const [field] = project.mongodb.fieldLists[0]?.fields ?? [];
  const found = field === undefined ? undefined : estimateField(field);
  if (found === undefined) throw new Error('no estimate');
  return found;
}

async function findings(mongodb: MongodbVersion, ...queries: readonly object[]) {
  const found = await lintFiles(filesOf(...queries), { mongodb, length: 25 });
  return found.filter(({ rule }) => rule.startsWith('mongodb/query-type') || rule === 'mongodb/text-length');
}

describe('what was measured comes out', () => {
  test('173 tokens a value, 86,500 ECOC entries for 500 documents', async () => {
    const { tokens } = await estimate(substring);
    expect(tokens.typical).toBe(173);
    expect(tokens.typical * 500).toBe(86_500);
  });

  test('a document is 23,640 bytes larger than with equality: 24,129 - 489', async () => {
    const [wide, equality] = await Promise.all([estimate(substring), estimate({ queryType: 'equality' })]);
    expect((wide.documentBytes?.typical ?? 0) - (equality.documentBytes?.typical ?? 0)).toBe(24_129 - 489);
  });

  test('prefix and suffix together are 17 tokens', async () => {
    expect((await estimate(prefix, suffix)).tokens.typical).toBe(17);
  });

  test('an insert takes about 20 times equality; the model says so within its error', async () => {
    const { insert } = await estimate(substring);
    expect(insert.ratioToEquality).toBeGreaterThan((22.9 / 1.16) * 0.95);
    expect(insert.ratioToEquality).toBeLessThan((22.9 / 1.16) * 1.05);
    expect(insert.basis).toMatch(/8\.2\.12/);
  });
});

describe('what was refused is refused, in the words of the server', () => {
  test('three query types', async () => {
    const found = await findings('8.2', substring, prefix, suffix);
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringMatching(/at most two.*9783413/));
  });

  test('substring and prefix', async () => {
    const found = await findings('8.2', substring, prefix);
    expect(found.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/only as prefix(?:Preview)? \+ suffix(?:Preview)?.*9783414/),
    );
  });

  test('what 8.2 took is legal there, and only not for production', async () => {
    expect((await findings('8.2', substring)).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'mongodb/query-type-name warning',
    ]);
  });

  test('9.0 refuses it with one finding: the new name, and the limit that the settings exceed under it', async () => {
    const found = await findings('9.0', substring);
    expect(found.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'mongodb/query-type-name error',
    ]);
    expect(found[0]?.message).toMatch(/became substring|substring/);
    expect(found[0]?.message).toMatch(/strMaxQueryLength.*\b6\b/);
  });
});
