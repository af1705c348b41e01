import { expect, test } from 'vitest';
import { bytes, milliseconds, ratio } from './units.ts';

test('a kilobyte is 1,000 bytes, and nothing rounds up to 1,000 of a unit', () => {
  expect([0, 149, 999, 1000, 16_727, 999_949, 999_950, 35_482_000_000].map(bytes)).toEqual([
    '0 B',
    '149 B',
    '999 B',
    '1.0 KB',
    '16.7 KB',
    '999.9 KB',
    '1.0 MB',
    '35.5 GB',
  ]);
});

test('an estimate has two digits', () => {
  expect([1, 2.64, 9.96, 14.4, 1234.5].map(ratio)).toEqual(['1×', '2.6×', '10×', '14×', '1,235×']);
  expect([1.126, 16.246].map(milliseconds)).toEqual(['1.1 ms', '16 ms']);
});
