/**
 * The bloom filter of a match index. EQL v3 fixes k = 6, m = 2048 and trigrams; v2 lets the options choose. Source:
 * encrypt-query-language docs/reference/index-config.md at 2.3.1; the formulas are the textbook's, for a hash function
 * that spreads evenly.
 */
export interface BloomFilter {
  /** Positions that one token sets. */
  readonly k: number;
  /** Positions that there are. */
  readonly m: number;
  /** Characters of a token. */
  readonly tokenLength: number;
}

export const usualBloomFilter: BloomFilter = { k: 6, m: 2_048, tokenLength: 3 };

/** The tokens of a value of so many characters, when all of them differ: the worst case. */
export function tokensOf(length: number, { tokenLength }: BloomFilter): number {
  return Math.max(0, length - tokenLength + 1);
}

/** The positions that a value of so many characters is expected to set. */
export function positionsSet(length: number, filter: BloomFilter = usualBloomFilter): number {
  const { k, m } = filter;
  return m * (1 - (1 - 1 / m) ** (k * tokensOf(length, filter)));
}

/** The part of the rows that match a needle of so many characters without holding it, when all values have that length. */
export function falsePositives(
  valueLength: number,
  needleLength: number,
  filter: BloomFilter = usualBloomFilter,
): number {
  const needle = tokensOf(needleLength, filter);
  return needle === 0 ? 1 : (positionsSet(valueLength, filter) / filter.m) ** (filter.k * needle);
}
