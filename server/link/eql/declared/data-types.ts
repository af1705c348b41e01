/**
 * The plaintext types of the v2 packages in the words of the SQL configuration. Source: `toEqlCastAs` of
 * packages/stack/src/schema/index.ts in cipherstash/protectjs at 2c0583d.
 */
const castOfDataType = {
  string: 'text',
  text: 'text',
  number: 'double',
  bigint: 'big_int',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  json: 'jsonb',
} as const satisfies Record<string, string>;

/** What a column is where nothing says. */
export const usualDataType = 'string';

/** Itself for a word that the packages do not have. */
export function castOf(dataType: string): string {
  return Object.hasOwn(castOfDataType, dataType)
    ? castOfDataType[dataType as keyof typeof castOfDataType]
    : dataType;
}
