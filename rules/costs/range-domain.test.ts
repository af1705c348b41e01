import { describe, expect, test } from 'vitest';
import { boundFitsPrecision, preciseDomain, wholeDomain } from './range-domain.ts';

describe('bounds and precision', () => {
  test.each([
    ['0.57', 2, false],
    ['0.29', 2, false],
    ['0.5', 1, true],
    ['0.1', 1, true],
    ['9999', 0, true],
    ['1e3', 0, true],
    ['-0.05', 1, false],
  ])('a double of %s with %i decimals: %s', (digits, precision, fits) => {
    expect(boundFitsPrecision('double', digits, precision)).toBe(fits);
  });

  test.each([
    ['0.57', 2, true],
    ['0.570', 2, true],
    ['0.571', 2, false],
    ['-1.5E-3', 4, true],
    ['-1.5E-3', 3, false],
    ['1E+40', 0, true],
  ])('a decimal of %s with %i decimals: %s', (digits, precision, fits) => {
    expect(boundFitsPrecision('decimal', digits, precision)).toBe(fits);
  });

  test.each(['NaN', 'Infinity', '', 'abc', '1e999999999', '.'])('%j is no decimal', (digits) => {
    expect(boundFitsPrecision('decimal', digits, 2)).toBeUndefined();
  });

  test.each(['NaN', '', 'abc'])('%j is no double', (digits) => {
    expect(boundFitsPrecision('double', digits, 2)).toBeUndefined();
  });
});

describe('what libmongocrypt takes', () => {
  test.each([
    ['0', '2251799813685.248', 3, 52],
    ['0', '4503600000000', 3, undefined],
    ['0', '1000000', 9, 50],
    ['0', '10', 15, undefined],
    ['0', '1', 0, 1],
    ['0', '0.57', 2, undefined],
    ['5', '5', 0, undefined],
    ['-Infinity', '1', 0, undefined],
  ])('a double from %s to %s with %i decimals: %s bits', (minimum, maximum, precision, bits) => {
    expect(preciseDomain('double', minimum, maximum, precision)?.bits).toBe(bits);
  });

  test.each([
    ['0', '200', 2, 15],
    ['0', '1E+38', 0, 127],
    ['-1E+38', '1E+38', 0, undefined],
    ['0', '2E+38', 0, undefined],
    ['0', '1', 38, undefined],
    ['0', '0.571', 2, undefined],
  ])('a decimal from %s to %s with %i decimals: %s bits', (minimum, maximum, precision, bits) => {
    expect(preciseDomain('decimal', minimum, maximum, precision)?.bits).toBe(bits);
  });

  test('whole numbers need the bits of their difference', () => {
    expect(wholeDomain(0n, 200n)).toEqual({ bits: 8, values: 201n });
    expect(wholeDomain(0n, 2n ** 31n - 1n)?.bits).toBe(31);
    expect(wholeDomain(-(2n ** 63n), 2n ** 63n - 1n)?.bits).toBe(64);
    expect(wholeDomain(1n, 1n)).toBeUndefined();
  });
});
