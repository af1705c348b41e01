import { expect, test } from 'vitest';
import { measured } from './sources.ts';
import { insertBasis, insertEstimate, insertMilliseconds } from './time.ts';

const error = (measuredMs: number, tokens: number) =>
  Math.abs(insertMilliseconds(tokens) - measuredMs) / measuredMs;

test('the line meets both ends of the measurement and misses the middle by what the basis says', () => {
  expect(error(measured.equalityInsert.value, 1)).toBeLessThan(0.03);
  expect(error(measured.substringInsert.value, 173)).toBeLessThan(0.01);
  expect(error(measured.prefixAndSuffixInsert.value, 17)).toBeCloseTo(measured.insertModelError.value, 1);
  expect(insertBasis).toContain('26 %');
});

test('substring search costs 20 times more per insert than equality', () => {
  const estimate = insertEstimate(173);
  expect(estimate.ratioToEquality).toBeCloseTo(20.2, 1);
  expect(estimate.milliseconds).toBeCloseTo(22.8, 1);
  expect(estimate.ratioToPlaintext).toBeCloseTo(760, 0);
  expect(insertEstimate(1).ratioToEquality).toBe(1);
});
