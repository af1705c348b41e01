/** The same search with its index and without, at the same number of rows. */
export interface SavedByIndex {
  readonly rows: string;
  /** Milliseconds through the index. */
  readonly through: number;
  /** Milliseconds where no index engages; absent where nobody measured it. */
  readonly without?: number;
  /** What it was measured on, in short. */
  readonly setup: string;
  readonly source: string;
}

const v3Setup = 'EQL v3, PostgreSQL 17, M1 Max';
const comparison = 'cipherstash/benches report/V3_COMPARISON.md (b907a463), one connection, medians';
/** The machine is not named. */
const v2Setup = 'EQL 2.1';

export const savedByIndex = {
  equality: {
    rows: '10,000 rows',
    through: 0.4,
    without: 120,
    setup: v2Setup,
    source: 'cipherstash/benches results/query: a form that engages no index; 7.8 s at a million rows',
  },
  order: {
    rows: '100,000 rows',
    through: 1.4,
    without: 885,
    setup: v2Setup,
    source: 'cipherstash/encrypt-query-language#211: ordered by the column and by its term',
  },
  match: { rows: '10,000 rows', through: 0.477, without: 55.9, setup: v3Setup, source: comparison },
  json: { rows: 'a million rows', through: 0.3959, setup: v3Setup, source: comparison },
} as const satisfies Record<string, SavedByIndex>;
