import type { BsonType } from '../model/bson.ts';
import { layout } from './sources.ts';

/** What decides how a value is stored. */
export type StoredAs = 'unindexed' | 'equality' | 'range' | 'text';

/** Bytes of a BSON value; the others have a length of their own. Source: bsonspec.org. */
const fixedSizes: Partial<Record<BsonType, number>> = {
  bool: 1,
  int: 4,
  long: 8,
  date: 8,
  double: 8,
  timestamp: 8,
  objectId: 12,
  decimal: 16,
};

const stringLike: readonly BsonType[] = ['string', 'javascript', 'symbol', 'binData'];

export function hasLength(bsonType: BsonType): boolean {
  return stringLike.includes(bsonType);
}

/** Bytes of the plaintext value; undefined for types whose size no length says (object, array, regex, …). */
export function plainBytes(bsonType: BsonType, length: number): number | undefined {
  return hasLength(bsonType) ? length + 5 : fixedSizes[bsonType];
}

/** Bytes of the plaintext after padding: always at least one more. */
export function encryptedLength(plain: number): number {
  const block = layout.cipherBlock.bytes;
  return block * (Math.floor(plain / block) + 1);
}

/** Bytes of the binary value that stands in the document in place of the plaintext. */
export function blobBytes(storedAs: StoredAs, plain: number, tokens: number): number {
  return blobHeader(storedAs) + encryptedLength(plain) + layout.blobPerToken.bytes * tokens;
}

/** What the encrypted value takes beyond the plaintext value, without `__safeContent__`. */
export function overheadBytes(storedAs: StoredAs, plain: number, tokens: number): number {
  return blobBytes(storedAs, plain, tokens) + layout.binaryHeader.bytes - plain;
}

/** The same for the length that pads worst, which every kind of value without a longest one reaches. */
export function largestOverheadBytes(storedAs: StoredAs, tokens: number): number {
  return overheadBytes(storedAs, 0, tokens);
}

/** Bytes of `__safeContent__` in a document with so many tokens; a document without tokens has none. */
export function safeContentBytes(tokens: number): number {
  if (tokens === 0) return 0;
  return layout.safeContentHeader.bytes + layout.safeContentPerToken.bytes * tokens + digitsBelow(tokens);
}

/** Bytes that one write appends to the ESC collection, before compaction. */
export function escBytes(tokens: number): number {
  return layout.escDocument.bytes * tokens;
}

/** Bytes that one write appends to the ECOC collection, before compaction. */
export function ecocBytes(storedAs: StoredAs, pathBytes: number, tokens: number): number {
  return (layout.ecocDocument.bytes + pathBytes + ecocValue(storedAs)) * tokens;
}

/** Decimal digits of 0, 1, … tokens - 1 together: the names of an array's elements. */
function digitsBelow(tokens: number): number {
  let digits = tokens;
  for (let power = 10; power < tokens; power *= 10) digits += tokens - power;
  return digits;
}

function blobHeader(storedAs: StoredAs): number {
  switch (storedAs) {
    case 'unindexed':
      return layout.unindexedBlob.bytes;
    case 'equality':
      return layout.equalityBlob.bytes;
    case 'range':
      return layout.rangeBlob.bytes;
    case 'text':
      return layout.textBlob.bytes;
  }
}

function ecocValue(storedAs: StoredAs): number {
  switch (storedAs) {
    case 'unindexed':
      return 0;
    case 'equality':
      return layout.ecocEqualityValue.bytes;
    case 'range':
      return layout.ecocRangeValue.bytes;
    case 'text':
      return layout.ecocTextValue.bytes;
  }
}
