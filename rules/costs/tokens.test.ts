import { describe, expect, test } from 'vitest';
import type { QuerySettings } from './settings.ts';
import { trimFactorDefault } from './settings.ts';
import { paddedLength, rangeTokens, tokens, worstTokens } from './tokens.ts';

const substring = (
  strMaxLength: number,
  strMinQueryLength: number,
  strMaxQueryLength: number,
): QuerySettings[] => [{ kind: 'substring', strMinQueryLength, strMaxQueryLength, strMaxLength }];
const affix = (
  kind: 'prefix' | 'suffix',
  strMinQueryLength: number,
  strMaxQueryLength: number,
): QuerySettings => ({
  kind,
  strMinQueryLength,
  strMaxQueryLength,
});

describe('padding', () => {
  test.each([
    [0, 11],
    [10, 11],
    [11, 27],
    [26, 27],
    [27, 43],
    [43, 59],
  ])('%i bytes count as %i', (bytes, padded) => expect(paddedLength(bytes)).toBe(padded));

  test('the block that was forgotten before 1.19.0', () => {
    expect([paddedLength(10, 'before 1.19.0'), paddedLength(11, 'before 1.19.0')]).toEqual([11, 11]);
  });
});

describe('text', () => {
  test('any e-mail address of 11 to 26 bytes gives the 173 tokens of the measurement', () => {
    for (let bytes = 11; bytes <= 26; bytes += 1) expect(tokens(substring(40, 3, 10), bytes)).toBe(173);
    expect(500 * tokens(substring(40, 3, 10), 25)).toBe(86_500);
  });

  test('a prefix and a suffix share the token of the whole string', () => {
    const pair = [affix('prefix', 3, 10), affix('suffix', 3, 10)];
    expect([tokens(pair, 25), worstTokens(pair)]).toEqual([17, 17]);
    expect(tokens([affix('prefix', 3, 10)], 25)).toBe(9);
  });

  test('results recorded in mongodb/specifications', () => {
    expect(tokens([affix('prefix', 3, 30)], 6)).toBe(10);
    expect(tokens(substring(20, 3, 6), 6)).toBe(31);
  });

  test('a value that even padded is shorter than the shortest query keeps the token of the whole', () => {
    expect(tokens([affix('suffix', 12, 20)], 4)).toBe(1);
    expect(tokens(substring(40, 12, 20), 4)).toBe(1);
  });

  test.each([
    [10, 2, 6, 36],
    [20, 2, 6, 86],
    [30, 2, 6, 136],
    [50, 2, 6, 236],
    [50, 3, 6, 187],
    [30, 3, 10, 197],
    [40, 3, 10, 277],
    [60, 2, 10, 496],
    [200, 2, 10, 1756],
    [100, 1, 100, 5051],
  ])('the worst value of at most %i characters, %i to %i searched: %i', (longest, min, max, most) => {
    expect(worstTokens(substring(longest, min, max))).toBe(most);
    expect(tokens(substring(longest, min, max), longest)).toBe(most);
  });

  test('the smallest strMaxLength past the limit of 84,000 tags', () => {
    expect(worstTokens(substring(9338, 2, 10))).toBeLessThanOrEqual(84_000);
    expect(worstTokens(substring(9339, 2, 10))).toBeGreaterThan(84_000);
  });
});

describe('range', () => {
  test.each([
    [7, 2],
    [8, 2],
    [10, 3],
    [11, 4],
    [16, 6],
    [20, 8],
    [24, 10],
    [31, 14],
    [32, 14],
    [42, 19],
    [52, 24],
    [64, 30],
    [127, 62],
    [128, 62],
  ])('%i bits by default: %i', (bits, edges) => {
    expect(rangeTokens({ bits, sparsity: 2, trimFactor: trimFactorDefault(bits) })).toBe(edges);
  });

  test.each([
    [8, 1, 1, 8],
    [15, 1, 1, 15],
    [64, 1, 1, 64],
    [128, 1, 1, 128],
    [64, 4, 6, 15],
    [32, 2, 0, 17],
    [64, 2, 0, 33],
    [128, 2, 0, 65],
  ])('%i bits, sparsity %i, trimFactor %i: %i', (bits, sparsity, trimFactor, edges) => {
    expect(rangeTokens({ bits, sparsity, trimFactor })).toBe(edges);
  });
});

test('equality is one token, no query none', () => {
  expect([tokens([{ kind: 'equality' }], 25), worstTokens([{ kind: 'equality' }]), tokens([], 25)]).toEqual([
    1, 1, 0,
  ]);
});
