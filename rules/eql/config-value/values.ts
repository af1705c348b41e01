import type { EqlVersion } from '../../model/target.ts';

/** Source: encrypt-query-language src/config/functions_private.sql at 2.2.1; calls that were run there. */
const casts = ['text', 'int', 'small_int', 'big_int', 'real', 'double', 'boolean', 'date', 'jsonb'] as const;

/** Source: the same at 2.3.1. */
const laterCasts = ['json', 'float', 'decimal', 'timestamp'] as const;

const indexes = ['match', 'ore', 'unique', 'ste_vec'] as const;
const laterIndexes = ['ope'] as const;

/** The casts that a release of EQL v2 takes. */
export function castsOf(version: EqlVersion): readonly string[] {
  return version === '2.3.1' ? [...casts, ...laterCasts] : casts;
}

/** The indexes that a release of EQL v2 takes. */
export function indexesOf(version: EqlVersion): readonly string[] {
  return version === '2.3.1' ? [...indexes, ...laterIndexes] : indexes;
}

/** Words of the TypeScript packages and of SQL, and the cast that they mean. Source: protectjs packages/stack/src/schema/index.ts, toEqlCastAs. */
export const sdkCasts = {
  string: 'text',
  number: 'double',
  bigint: 'big_int',
  json: 'jsonb',
  varchar: 'text',
  integer: 'int',
  int4: 'int',
  smallint: 'small_int',
  int2: 'small_int',
  int8: 'big_int',
  bool: 'boolean',
  float8: 'double',
  float: 'double',
  numeric: 'decimal',
} as const;

/** Source: encrypt-query-language docs/reference/index-config.md at 2.3.1. */
export const bloomHashes = { least: 3, most: 16, what: 'a whole number from 3 to 16' } as const;
export const bloomBits = { least: 32, most: 65_536, what: 'a power of two from 32 to 65536' } as const;

/** Source: docs.rs cipherstash-config, column/index. */
export const tokenizers = ['standard', 'ngram', 'edge-ngram'] as const;
export const tokenFilters = ['downcase', 'upcase', 'stemmer', 'stop'] as const;
