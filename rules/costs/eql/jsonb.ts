/** A JSON value of which only what its size depends on is known. */
export type JsonShape =
  | { readonly kind: 'string'; readonly bytes: number }
  /** A whole number that is not negative. */
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'array'; readonly items: readonly JsonShape[] }
  /** So many numbers, each of the same size: the positions of a bloom filter. */
  | { readonly kind: 'numbers'; readonly count: number; readonly each: number }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, JsonShape>> };

/**
 * Bytes of a JSON value as PostgreSQL holds it, before it compresses or moves it out of the row: `pg_column_size` of a
 * value that stands in no table. Source: PostgreSQL 18 src/include/utils/jsonb.h (a header of four bytes, an entry of
 * four bytes for each key and value, the data with numbers and containers at multiples of four) and numeric.c (base
 * 10,000 digits of two bytes behind a header).
 */
export function jsonbBytes(shape: JsonShape): number {
  return datumHeader + Math.ceil(containerBytes(shape));
}

const datumHeader = 4;
const containerHeader = 4;
const entry = 4;

function containerBytes(shape: JsonShape): number {
  switch (shape.kind) {
    case 'object': {
      // Shorter keys stand first, then by their bytes; all keys before all values.
      const keys = Object.keys(shape.members).sort(
        (one, other) => one.length - other.length || (one < other ? -1 : 1),
      );
      const start =
        containerHeader + 2 * entry * keys.length + keys.reduce((sum, key) => sum + key.length, 0);
      return keys.reduce((at, key) => added(at, shape.members[key]), start);
    }
    case 'array':
      return shape.items.reduce(added, containerHeader + entry * shape.items.length);
    case 'numbers':
      return containerHeader + shape.count * (entry + aligned(numericBytes(shape.each)));
    case 'string':
    case 'number':
      // A scalar stands in an array of one.
      return added(containerHeader + entry, shape);
  }
}

function added(at: number, shape: JsonShape | undefined): number {
  if (shape === undefined) return at;
  switch (shape.kind) {
    case 'string':
      return at + shape.bytes;
    case 'number':
      return aligned(at) + numericBytes(shape.value);
    default:
      return aligned(at) + containerBytes(shape);
  }
}

function aligned(at: number): number {
  return Math.ceil(at / 4) * 4;
}

const numericHeader = 4 + 2;

/** Digits of base 10,000; zeros at the end are not stored. */
function numericBytes(value: number): number {
  let digits = 0;
  let rest = value;
  while (rest >= 1 && rest % 10_000 === 0) rest /= 10_000;
  for (; rest >= 1; rest = Math.floor(rest / 10_000)) digits += 1;
  return numericHeader + 2 * digits;
}
