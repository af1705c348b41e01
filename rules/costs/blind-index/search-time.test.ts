import { expect, test } from 'vitest';
import { leastDerivation, sameMachine } from './measured.ts';
import { fastTermTime, slowTermTime } from './search-time.ts';

test('the least that Fieldseal takes is what its authors measured', () => {
  const time = slowTermTime({ passes: 3, memoryKib: 32_768 }, true);
  expect(time.milliseconds).toEqual([44, 70]);
  expect(time.perSecondPerCore.map(Math.round)).toEqual([14, 23]);
  expect(time).toMatchObject({ blocks: true });
  expect(time.basis).not.toContain('times');
});

test.each([
  [4, 32_768, 1.26, 'times 1.26, measured'],
  [3, 65_536, 1.85, 'times 1.85, measured'],
  [1, 8_192, 0.06, 'times 0.06, measured'],
  [4, 65_536, 2.67, 'times 2.67, estimated'],
])('%i passes over %i KiB take %d times as long', (passes, memoryKib, factor, basis) => {
  const time = slowTermTime({ passes, memoryKib }, false);
  expect(time.milliseconds[0] / 44).toBeCloseTo(factor, 2);
  expect(time.milliseconds[1] / 70).toBeCloseTo(factor, 2);
  expect(time.basis).toContain(basis);
  expect(time.blocks).toBe(false);
});

test('the estimate lies within the error that it names, where more than the least was measured', () => {
  const more = sameMachine.otherDerivations.filter(
    ({ passes, memoryKib }) => passes >= leastDerivation.passes && memoryKib >= leastDerivation.memoryKib,
  );
  expect(more).toHaveLength(2);
  for (const { passes, memoryKib, milliseconds } of more) {
    const proportion = (passes * memoryKib) / (leastDerivation.passes * leastDerivation.memoryKib);
    const error = proportion / (milliseconds / sameMachine.leastDerivation) - 1;
    expect(Math.abs(error)).toBeLessThan(0.09);
  }
});

test('a fast term takes microseconds', () => {
  expect(fastTermTime(true)).toMatchObject({ milliseconds: [0.0028, 0.0028], ratioToFast: 1, blocks: false });
  expect(fastTermTime(false).ratioToFast).toBeCloseTo(1.75, 2);
});
