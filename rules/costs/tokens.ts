import type { AffixSettings, QuerySettings, RangeSettings, SubstringSettings } from './settings.ts';

/**
 * How libmongocrypt pads a string before it cuts it into tokens. Before 1.19.0 (MONGOCRYPT-917) it forgot PKCS#7's
 * extra block, which shows at lengths of 11, 27, 43 … bytes.
 */
export type Padding = 'current' | 'before 1.19.0';

/** Bytes that a string counts as. Source: libmongocrypt src/mc-text-search-str-encode.c. */
export function paddedLength(bytes: number, padding: Padding = 'current'): number {
  const blocks = padding === 'current' ? Math.floor((bytes + 5) / 16) + 1 : Math.ceil((bytes + 5) / 16);
  return 16 * blocks - 5;
}

/** Tokens that one value leaves. `bytes` is its length in UTF-8 before folding; only text search asks for it. */
export function tokens(
  queries: readonly QuerySettings[],
  bytes: number,
  padding: Padding = 'current',
): number {
  const padded = paddedLength(bytes, padding);
  return withExactMatch(queries, (query) => {
    switch (query.kind) {
      case 'equality':
        return 1;
      case 'range':
        return rangeTokens(query);
      case 'prefix':
      case 'suffix':
        return affixTokens(query, padded);
      case 'substring':
        return substringTokens(query, padded);
    }
  });
}

/** Tokens of the legal value that leaves the most, as the server's own limits count them. */
export function worstTokens(queries: readonly QuerySettings[]): number {
  return withExactMatch(queries, (query) => {
    switch (query.kind) {
      case 'equality':
        return 1;
      case 'range':
        return rangeTokens(query);
      case 'prefix':
      case 'suffix':
        return query.strMaxQueryLength - query.strMinQueryLength + 1;
      case 'substring':
        return substringTokens(query, query.strMaxLength);
    }
  });
}

/** Edges of one value: they do not depend on it. Source: libmongocrypt src/mc-range-edge-generation.c. */
export function rangeTokens({ bits, sparsity, trimFactor }: Omit<RangeSettings, 'kind'>): number {
  const root = trimFactor === 0 ? 1 : 0;
  const leaf = bits % sparsity === 0 ? 0 : 1;
  return root + Math.floor(bits / sparsity) - Math.floor(Math.max(trimFactor - 1, 0) / sparsity) + leaf;
}

function affixTokens({ strMinQueryLength, strMaxQueryLength }: AffixSettings, padded: number): number {
  if (padded < strMinQueryLength) return 0;
  return Math.min(padded, strMaxQueryLength) - strMinQueryLength + 1;
}

/** Repeated pieces do not lower the count: the client fills up to the same number for every value of a length. */
function substringTokens(settings: SubstringSettings, padded: number): number {
  const { strMinQueryLength: shortest, strMaxQueryLength, strMaxLength } = settings;
  if (padded < shortest) return 0;
  const length = Math.min(strMaxLength, padded);
  const longest = Math.min(length, strMaxQueryLength);
  return ((longest - shortest + 1) * (2 * length + 2 - shortest - longest)) / 2;
}

/** Text search adds one token for the whole string, which a prefix and a suffix share. */
function withExactMatch(queries: readonly QuerySettings[], count: (query: QuerySettings) => number): number {
  const text = queries.some((query) => query.kind !== 'equality' && query.kind !== 'range');
  return queries.reduce((sum, query) => sum + count(query), text ? 1 : 0);
}
