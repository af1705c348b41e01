/** What others measured on EQL, and what was measured for encsafe. Milliseconds belong to their machine; ratios travel. */

const comparison = 'cipherstash/benches report/V3_COMPARISON.md (b907a463)';
const ingest = 'cipherstash/benches report/v3/full/BENCHMARK_REPORT.md (4757a5b)';
const builds = 'cipherstash/benches results/ingest/index_build_times.jsonl (591dbf9)';

/** The machine of the query figures. */
export const queryMachine = 'Apple M1 Max, PostgreSQL 17, one connection, medians, 1 million rows';

export interface MeasuredQuery {
  /** Milliseconds at a million rows, through the index. */
  readonly milliseconds: number;
  /** Against the same query on a plaintext column of that size, where that was measured. */
  readonly ratioToPlaintext?: number;
  /** The same query where no index engages. */
  readonly withoutIndex?: { readonly milliseconds: number; readonly rows: number; readonly source: string };
  readonly source: string;
}

const firstForms = 'cipherstash/benches results/query (EQL 2.1): no index engaged';

export const measuredQueries = {
  equality: {
    milliseconds: 0.124,
    ratioToPlaintext: 1.3,
    withoutIndex: { milliseconds: 7_800, rows: 1_000_000, source: firstForms },
    source: comparison,
  },
  order: {
    milliseconds: 0.118,
    ratioToPlaintext: 1.2,
    withoutIndex: { milliseconds: 62_000, rows: 1_000_000, source: firstForms },
    source: comparison,
  },
  'block-ore order': {
    milliseconds: 0.5185,
    ratioToPlaintext: 5.2,
    withoutIndex: { milliseconds: 62_000, rows: 1_000_000, source: firstForms },
    source: comparison,
  },
  match: {
    milliseconds: 15.71,
    withoutIndex: { milliseconds: 55.9, rows: 10_000, source: comparison },
    source: comparison,
  },
  json: { milliseconds: 0.3959, ratioToPlaintext: 1.4, source: comparison },
  grouping: { milliseconds: 83.05, ratioToPlaintext: 2.2, source: comparison },
} as const satisfies Record<string, MeasuredQuery>;

export type MeasuredSearch = keyof typeof measuredQueries;

/** Rows a second that were encrypted and inserted, in batches of 10,000 by one thread. */
export const ingestMachine = 'batches of 10,000, one thread; the machine is not named';

export const rowsPerSecond = {
  equality: { value: 10_965, source: ingest },
  order: { value: 10_933, source: ingest },
  'block-ore order': { value: 2_076, source: ingest },
  /** Measured on the variant with block ORE. */
  'text search with block ORE': { value: 1_265, source: ingest },
  /** A small document. */
  json: { value: 4_475, source: ingest },
} as const;

/** Seconds to build an index over a million rows. */
export const buildSeconds = {
  equality: { value: 1, source: builds },
  order: { value: 1, source: builds },
  'block-ore order': { value: 44, source: builds },
  /** The three indexes of searchable text together. */
  'text search': { value: 78, source: builds },
  json: { value: 55, source: builds },
} as const;

/** A page of rows decrypted with one request to ZeroKMS, and with a request a value. */
export const zeroKms = {
  onePage: { milliseconds: 43, rows: 100, requests: 1 },
  perValue: { milliseconds: 314, rows: 100, requests: 300 },
  /** Keys that one bulk call may ask for. */
  largestBulk: 10_000,
  source: 'cipherstash/benches kms-app/REPORT.md (7b184c4): same region, 3 encrypted fields a row, p50',
} as const;

/** The machine of what was measured for encsafe itself. */
export const sizeMachine = 'PGlite 0.5.17 (PostgreSQL 18.7) with EQL 3.0.4, 5,000 rows';

/** The ciphertext of a short value, as characters of its JSON string. */
export const typicalCiphertext = {
  characters: 105,
  /** Bytes of the value that is taken to have it: the typical value of this tool. */
  of: 25,
  source:
    'encrypt-query-language 2.3.1 tests/test_helpers.sql and ste_vec.sql: 95 to 204 characters for short values',
} as const;

/**
 * Bytes a row of a GIN index over bloom filters, by the positions that a value sets of 2,048: measured with
 * {@link sizeMachine}. It depends on the rows too, since a position is listed once with all its rows.
 */
export const ginBytes = [
  { positions: 6, bytes: 55.7 },
  { positions: 30, bytes: 150.7 },
  { positions: 60, bytes: 258.9 },
  { positions: 117, bytes: 457.1 },
  { positions: 216, bytes: 675 },
  { positions: 511, bytes: 1325.5 },
  { positions: 1058, bytes: 1351.7 },
] as const;
