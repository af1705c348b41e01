import { expect, test } from 'vitest';
import { rates, timeToTry } from './time-to-try.ts';

test.each([
  [29.73, 'fastOneGpu', '89 ms'],
  [29.73, 'slowOneGpu', '2.1 d'],
  [33, 'fastOneGpu', '859 ms'],
  [33, 'slowOneGpu', '20 d'],
  [32, 'slowOneGpu', '9.9 d'],
  [15.4, 'fastOneGpu', 'under 1 ms'],
  [15.4, 'slowOneGpu', '8.6 s'],
  [48.4, 'fastTenGpus', '1 h'],
  [122, 'fastTenGpus', 'over 10,000 years'],
  [1, 'slowOneCore', '222 ms'],
] as const)('%d bits at %s: %s', (bits, rate, time) => {
  expect(timeToTry(bits, rates[rate].perSecond)).toBe(time);
});

test('a range of bits gives a range of times', () => {
  expect(timeToTry([27, 36.8], rates.fastOneGpu.perSecond)).toBe('13 ms to 12 s');
  expect(timeToTry([1, 6], rates.fastOneGpu.perSecond)).toBe('under 1 ms');
});
