import { describe, expect, test } from 'vitest';
import { blobBytes, ecocBytes, escBytes, overheadBytes, plainBytes, safeContentBytes } from './bytes.ts';

/** A string of 25 bytes takes 30 in BSON and 32 padded. */
const plain = plainBytes('string', 25) ?? 0;

describe('the documents of the measurement', () => {
  // Everything but the e-mail address and __safeContent__; the third run had smaller documents.
  const element = (blob: number) => 1 + 'email'.length + 1 + 5 + blob;

  test('equality: 489 bytes', () => {
    expect(189 + element(blobBytes('equality', plain, 1)) + safeContentBytes(1)).toBe(489);
  });

  test('substring: 24,129 bytes', () => {
    expect(189 + element(blobBytes('text', plain, 173)) + safeContentBytes(173)).toBe(24_129);
  });

  test('prefix and suffix: 2,526 bytes', () => {
    expect(31 + element(blobBytes('text', plain, 17)) + safeContentBytes(17)).toBe(2526);
  });

  test('ESC 23.5 KB and 4.07 MB, ECOC 51.5 KB and 9.17 MB for 500 documents', () => {
    expect(500 * escBytes(1)).toBe(23_500);
    expect(500 * escBytes(173)).toBe(4_065_500);
    expect(500 * ecocBytes('equality', 5, 1)).toBe(51_500);
    expect(500 * ecocBytes('text', 5, 173)).toBe(9_169_000);
  });
});

test('MongoDB documents an unqueried value as 71 bytes and its padded length', () => {
  for (let length = 0; length < 40; length += 1) {
    const value = plainBytes('string', length) ?? 0;
    expect(blobBytes('unindexed', value, 0) + 5).toBe(71 + Math.ceil((length + 6) / 16) * 16);
  }
});

test('a document without tokens has no __safeContent__', () => {
  expect(safeContentBytes(0)).toBe(0);
  expect(safeContentBytes(1)).toBe(22 + 40);
  expect(safeContentBytes(99)).toBe(22 + 10 * 40 + 89 * 41);
  expect(safeContentBytes(1001)).toBe(22 + 10 * 40 + 90 * 41 + 900 * 42 + 43);
});

test('encryption pads by at least one byte', () => {
  expect(overheadBytes('equality', 15, 1) - overheadBytes('equality', 16, 1)).toBe(1 - 16);
});

test('no size is made up for what has none', () => {
  expect(plainBytes('object', 25)).toBeUndefined();
  expect(plainBytes('decimal', 25)).toBe(16);
  expect(plainBytes('binData', 25)).toBe(30);
});
