import { grouped } from '../model/grouped.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `640 B`, `16.7 KB`, `1.2 GB`: 1 KB is 1,000 bytes. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  // What would round to 1,000 belongs to the next unit.
  while (Math.abs(value) >= (unit === 0 ? 1000 : 999.95) && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** `14×`, `2.8×`: two digits, since an estimate has no more. */
export function ratio(value: number): string {
  return `${value < 9.95 ? Number(value.toFixed(1)) : grouped(Math.round(value))}×`;
}

export function milliseconds(value: number): string {
  return `${value < 9.95 ? Number(value.toFixed(1)) : grouped(Math.round(value))} ms`;
}
