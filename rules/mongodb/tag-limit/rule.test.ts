import { describe, expect, test } from 'vitest';
import { findingsOf, oneField } from '../../../test/support/one-field.ts';

const id = 'mongodb/tag-limit';
const sensitive = 'caseSensitive: true, diacriticSensitive: true';
const affix = (kind: string, shortest: number, longest: number) =>
  `{ queryType: '${kind}', strMinQueryLength: ${shortest}, strMaxQueryLength: ${longest}, ${sensitive} }`;

const text = (queries: string) => oneField("bsonType: 'string', ", `queries: ${queries}`);

function list(fields: readonly string[]) {
  const elements = fields.map(
    (queries, index) =>
      `{ path: 'part${index}', keyId: new UUID('8d8fef41-eff1-4e86-8234-${String(index).padStart(12, '0')}'), bsonType: 'string', queries: ${queries} },`,
  );
  return {
    'src/schema.ts': `import { UUID } from 'mongodb';\nexport const encryptedFields = {\n  fields: [\n    ${elements.join('\n    ')}\n  ],\n};\n`,
  };
}

describe('one field', () => {
  test.each(['prefix', 'suffix'])('%s: one tag a length, and one for the whole value', async (kind) => {
    expect(await findingsOf(id, text(affix(kind, 2, 84_000)))).toEqual([]);
    const [found] = await findingsOf(id, text(affix(kind, 2, 84_001)));
    expect(found).toMatchObject({
      severity: 'error',
      at: '84001',
      fixes: [{ title: 'set strMaxQueryLength to 84000 (84,000 tags)', safe: false }],
    });
    expect(found?.message).toMatch(/would leave 84,001 tags.*\(server code 10384602\)$/);
  });

  test('a pair shares the tag of the whole value, and the larger half is lowered', async () => {
    const pair = (longest: number) => text(`[${affix('prefix', 1, 1000)}, ${affix('suffix', 1, longest)}]`);
    expect(await findingsOf(id, pair(82_999))).toEqual([]);
    const [found] = await findingsOf(id, pair(83_000));
    expect(found).toMatchObject({
      at: '83000',
      fixes: [{ title: 'set strMaxQueryLength to 82999 (83,000 tags)' }],
    });
  });

  test('substring breaks it with the limits of its preview switched off', async () => {
    const substring = (whole: number) =>
      text(
        `{ queryType: 'substringPreview', strMinQueryLength: 2, strMaxQueryLength: 10, strMaxLength: ${whole}, ${sensitive} }`,
      );
    expect(await findingsOf(id, substring(9_338), { mongodb: '8.2' })).toEqual([]);
    const [found] = await findingsOf(id, substring(9_339), { mongodb: '8.2' });
    expect(found).toMatchObject({ at: '9339' });
    expect(found?.fixes[0]?.title).toMatch(/^set strMaxLength to 9338 /);
  });

  test.each(['8.1', '9.0'] as const)(
    'a preview that %s refuses by its name is counted by none',
    async (mongodb) => {
      const preview = text(affix('prefixPreview', 2, 84_001));
      expect(await findingsOf(id, preview, { mongodb })).toEqual([]);
      expect(await findingsOf(id, preview, { mongodb: '8.3' })).toHaveLength(1);
    },
  );

  test.each([
    "{ ...lengths(), queryType: 'prefix' }",
    `{ queryType: 'prefix', strMinQueryLength: 1, strMaxQueryLength: longest(1), ${sensitive} }`,
  ])('nothing is certain of %s', async (queries) => {
    expect(await findingsOf(id, text(queries))).toEqual([]);
  });
});

describe('the whole collection', () => {
  test('is counted over all fields, and the largest is lowered', async () => {
    expect(await findingsOf(id, list([affix('prefix', 1, 65_535), affix('suffix', 1, 65_535)]))).toEqual([]);
    const [found, ...more] = await findingsOf(
      id,
      list([affix('prefix', 1, 60_000), affix('suffix', 1, 80_000), "{ queryType: 'equality' }"]),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: 'error', at: 'fields' });
    expect(found?.message).toMatch(/would leave 140,003 tags.*\(server code 10431800\)$/);
    expect(found?.fixes[0]?.left.filter((line) => line.startsWith(id))).toEqual([]);
  });

  test('a field that is too large by itself is said once', async () => {
    const found = await findingsOf(id, list([affix('prefix', 1, 200_000), affix('suffix', 1, 5)]));
    expect(found.map(({ at }) => at)).toEqual(['200000']);
  });
});
