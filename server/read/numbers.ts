import type { NumericType } from '../../rules/model/value.ts';

const int32 = { lowest: -2_147_483_648, highest: 2_147_483_647 };

/**
 * What a plain number of a data file becomes: whole and small an int32 in every driver; with a point that changes
 * nothing (`0.0`) it depends on who reads it; whole and large a double in JavaScript and a long elsewhere.
 */
export function numberTypesOf(digits: string): readonly NumericType[] {
  const value = Number(digits);
  if (!Number.isInteger(value)) return ['double'];
  const written = /^[+-]?\d+$/.test(digits);
  if (value < int32.lowest || value > int32.highest) return written ? ['double', 'long'] : ['double'];
  return written ? ['int'] : ['int', 'double'];
}

/** What the JavaScript driver sends for a number: whole and within 32 bits an int, everything else a double. */
export function driverTypesOf(value: number): readonly NumericType[] {
  const whole = Number.isInteger(value) && value >= int32.lowest && value <= int32.highest;
  return whole && !Object.is(value, -0) ? ['int'] : ['double'];
}
