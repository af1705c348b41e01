import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, coincidences, leastPopulation } from './truncation-band.ts';

test.each([
  [16, 3, 3],
  [100, 4, 5],
  [1_000, 5, 8],
  [1_024, 6, 9],
  [5_000, 7, 11],
  [10_000, 7, 12],
  [65_536, 9, 15],
  [100_000, 9, 15],
  [1_000_000, 10, 18],
  [10_000_000, 12, 22],
  [100_000_000, 14, 25],
  [1_000_000_000, 15, 28],
])('for %i values an index keeps %i to %i bits', (population, from, to) => {
  expect(bandOf(population)).toEqual({ from, to });
});

test('the band is what Fieldseal checks: 2 <= P / 2^b < sqrt(P)', () => {
  const population = fc.oneof(
    fc.integer({ min: leastPopulation, max: 100_000 }),
    fc.maxSafeInteger().filter((value) => value >= leastPopulation),
    fc
      .tuple(fc.integer({ min: 5, max: 52 }), fc.integer({ min: -2, max: 2 }))
      .map(([bits, more]) => 2 ** bits + more),
  );
  fc.assert(
    fc.property(population, fc.integer({ min: 1, max: 60 }), (values, bits) => {
      const { from, to } = bandOf(values);
      const shared = coincidences(values, bits);
      expect(bits >= from && bits <= to).toBe(shared >= 2 && shared < Math.sqrt(values));
    }),
    { numRuns: 1_000 },
  );
});

test('no index keeps more bits than its function gives', () => {
  expect(bandOf(1e200).to).toBe(512);
});
