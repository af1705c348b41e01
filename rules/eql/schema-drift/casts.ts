/** Casts of SQL and of the client that mean one another. Source: `toEqlCastAs` of npm @cipherstash/stack 1.1.1, docs.rs cipherstash-config. */
const meaning: Readonly<Record<string, string>> = {
  text: 'text',
  string: 'text',
  number: 'double',
  double: 'double',
  float: 'double',
  real: 'double',
  bigint: 'big_int',
  big_int: 'big_int',
  boolean: 'boolean',
  date: 'date',
  json: 'jsonb',
  jsonb: 'jsonb',
  int: 'int',
  small_int: 'small_int',
  decimal: 'decimal',
  timestamp: 'timestamp',
};

/** A cast in the words of SQL, the same for all that mean it; undefined for one that is not known. */
export function sqlCast(cast: string): string | undefined {
  return Object.hasOwn(meaning, cast) ? meaning[cast] : undefined;
}
