import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingsOf, oneField } from '../../../test/support/one-field.ts';
import { type MongodbVersion, mongodbVersions } from '../../model/target.ts';

const id = 'mongodb/text-length';

const text = (name: string, shortest: number, longest: number, whole?: number) =>
  oneField(
    "bsonType: 'string', ",
    `queries: { queryType: '${name}', strMinQueryLength: ${shortest}, strMaxQueryLength: ${longest}, ${whole === undefined ? '' : `strMaxLength: ${whole}, `}caseSensitive: true, diacriticSensitive: true }`,
  );

const codesOf = async (files: ReturnType<typeof text>, mongodb: MongodbVersion) =>
  (await findingsOf(id, files, { mongodb })).map(({ message }) => /server code (\d+)\)$/.exec(message)?.[1]);

describe('the limits of substring', () => {
  test.each(mongodbVersions)('belong to its name, and %s changes nothing', async (mongodb) => {
    expect(await codesOf(text('substring', 2, 6, 50), mongodb)).toEqual([]);
    expect(await codesOf(text('substring', 1, 6, 50), mongodb)).toEqual(['12860001']);
    expect(await codesOf(text('substring', 2, 7, 50), mongodb)).toEqual(['12860002']);
    expect(await codesOf(text('substring', 2, 6, 51), mongodb)).toEqual(['12860003']);
  });

  test('are an error even where the version is assumed', async () => {
    expect(await findingsOf(id, text('substring', 2, 7, 50))).toMatchObject([{ severity: 'error', at: '7' }]);
  });

  test.each(['8.2', '8.3'] as const)('of the preview hold on %s', async (mongodb) => {
    expect(await codesOf(text('substringPreview', 2, 10, 60), mongodb)).toEqual([]);
    expect(await codesOf(text('substringPreview', 1, 11, 61), mongodb)).toEqual([
      '10453200',
      '10453201',
      '10453202',
    ]);
  });

  test('of the preview are silent on 9.0, where its name is the finding', async () => {
    expect(await codesOf(text('substringPreview', 1, 11, 61), '9.0')).toEqual([]);
    expect(await codesOf(text('suffixPreview', 8, 4), '9.0')).toEqual([]);
  });

  test.each(['8.0', '8.1'] as const)(
    'of the preview are silent on %s, which has no text search',
    async (mongodb) => {
      expect(await codesOf(text('substringPreview', 1, 11, 61), mongodb)).toEqual([]);
    },
  );

  test.each(['prefix', 'suffix'])('are not those of %s', async (name) => {
    expect(await codesOf(text(name, 1, 500), '9.0')).toEqual([]);
  });
});

describe('lengths that contradict each other', () => {
  test.each(['prefix', 'suffix', 'substring'])('%s', async (name) => {
    const [found] = await findingsOf(id, text(name, 5, 4, name === 'substring' ? 20 : undefined), {
      mongodb: '9.0',
    });
    expect(found).toMatchObject({
      severity: 'error',
      at: '5',
      fixes: [
        { title: 'swap them: 4 to 5', left: [] },
        { title: 'set strMinQueryLength to 4', left: [] },
      ],
    });
    expect(found?.message.endsWith('(server code 9783406)')).toBe(true);
  });

  test('a search longer than every value', async () => {
    const [found] = await findingsOf(id, text('substring', 2, 6, 5), { mongodb: '9.0' });
    expect(found).toMatchObject({
      at: '6',
      fixes: [
        { title: 'set strMaxQueryLength to 5', left: [] },
        { title: 'set strMaxLength to 6', left: [] },
      ],
    });
    expect(found?.message.endsWith('(server code 9783408)')).toBe(true);
  });

  test('the default order of keys and constants elsewhere do not matter', async () => {
    const files = oneField(
      "bsonType: 'string', ",
      "queries: { queryType: 'prefix', ...lengths, caseSensitive: true, diacriticSensitive: true }",
      'const lengths = { strMaxQueryLength: 4, strMinQueryLength: 9 };\n',
    );
    expect(await findingsOf(id, files, { mongodb: '9.0' })).toMatchObject([{ at: '9' }]);
  });

  test.each([
    ['0', '6'],
    ['-1', '6'],
    ["'9'", '6'],
    ['9', 'longest(1)'],
    ['2.5', '2'],
  ])('%s and %s are no lengths to compare', async (shortest, longest) => {
    const queries = `queries: { queryType: 'prefix', strMinQueryLength: ${shortest}, strMaxQueryLength: ${longest}, caseSensitive: true, diacriticSensitive: true }`;
    expect(await findingsOf(id, oneField("bsonType: 'string', ", queries), { mongodb: '9.0' })).toEqual([]);
  });
});

test('whatever is wrong with three lengths, taking the first fix again and again ends with nothing', async () => {
  const length = fc.integer({ min: 1, max: 70 });
  await fc.assert(
    fc.asyncProperty(
      length,
      length,
      length,
      fc.constantFrom('substring', 'substringPreview'),
      async (a, b, c, name) => {
        const mongodb = name === 'substring' ? '9.0' : '8.2';
        let files = text(name, a, b, c);
        for (let round = 0; round < 6; round += 1) {
          const [found] = await findingsOf(id, files, { mongodb });
          if (found === undefined) return;
          files = { 'src/schema.ts': found.fixes[0]?.text ?? '' };
        }
        expect(files).toBe('legal after six rounds');
      },
    ),
    { numRuns: 60 },
  );
});
