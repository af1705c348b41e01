import { describe, expect, test } from 'vitest';
import { analyseFiles } from '../../test/support/lint-files.ts';
import type { Fix } from '../model/finding.ts';
import type { FieldList } from '../model/mongodb.ts';
import { cheaper } from './cheaper.ts';
import { costOf, type FieldCost } from './field-cost.ts';

async function costOfQueries(queries: unknown, bsonType = 'string'): Promise<FieldCost> {
  const document = {
    fields: [
      { path: 'reference', keyId: { $uuid: '2c1c1e76-7a35-4a5c-8d4c-5b7a0b7e3d31' }, bsonType, queries },
    ],
  };
  const { project } = await analyseFiles({ 'a.json': JSON.stringify(document) }, { mongodb: '9.0' });
  const [list]: readonly FieldList[] = project.mongodb.fieldLists;
  const cost = list?.fields[0] === undefined ? undefined : costOf(list.fields[0]);
  if (cost === undefined) throw new Error('the field costs nothing that is known');
  return cost;
}

const text = (queryType: string, lengths: object) => ({
  queryType,
  caseSensitive: false,
  diacriticSensitive: false,
  ...lengths,
});

function tokensIn({ title }: Fix): number {
  return Number(/([\d,]+) tokens at most/.exec(title)?.[1]?.replace(',', ''));
}

describe('cheaper', () => {
  const substrings = [10, 20, 30, 40, 50].flatMap((strMaxLength) =>
    [2, 3, 4].flatMap((strMinQueryLength) =>
      [4, 5, 6].map((strMaxQueryLength) => ({ strMinQueryLength, strMaxQueryLength, strMaxLength })),
    ),
  );

  test.each(substrings)(
    'every way for $strMaxLength / $strMinQueryLength / $strMaxQueryLength stays within',
    async (lengths) => {
      const cost = await costOfQueries(text('substring', lengths));
      for (const budget of [20, 60, 100]) {
        if (cost.estimate.tokens.worst <= budget) continue;
        const ways = cheaper(cost, budget);
        expect(ways.length).toBeGreaterThan(0);
        for (const way of ways) {
          expect(way.safe).toBe(false);
          expect(way.changes.length).toBeGreaterThan(0);
          expect(tokensIn(way)).toBeLessThanOrEqual(budget);
        }
      }
    },
  );

  test('takes the greatest length that stays within, and no smaller one', async () => {
    const cost = await costOfQueries(
      text('substring', { strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength: 50 }),
    );
    expect(cheaper(cost, 100).map(({ title }) => title.slice(0, title.indexOf(':')))).toEqual([
      'take values of 22 characters and no longer',
      'search for 2 to 3 characters instead of 2 to 6 characters',
      'search for 5 to 6 characters instead of 2 to 6 characters',
      'search only how values begin and end',
    ]);
  });

  test('shortens both ends of a pair by the same measure', async () => {
    const lengths = { strMinQueryLength: 1, strMaxQueryLength: 100 };
    const cost = await costOfQueries([text('prefix', lengths), text('suffix', lengths)]);
    const [way, ...others] = cheaper(cost, 100);
    expect(others).toEqual([]);
    expect(way?.title).toMatch(/^end searches at 49 characters: 99 tokens at most/);
    expect(way?.changes).toHaveLength(2);
  });

  test('makes a range sparser', async () => {
    const cost = await costOfQueries({ queryType: 'range', sparsity: 1 }, 'decimal');
    expect(cost.estimate.tokens.worst).toBe(123);
    expect(cheaper(cost, 100).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^set sparsity to 2: 62 tokens at most/),
    ]);
  });
});
