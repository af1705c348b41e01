import { expect, test } from 'vitest';
import { isAtLeast } from './lowest-version.ts';

test.each(['^1.1.1', '1.0.0', '~1.2', '1', '1.x', '>=1.0.0', 'v2.0.0', '10.0.0'])(
  '%s is at least 1.0.0',
  (range) => {
    expect(isAtLeast(range, '1.0.0')).toBe(true);
  },
);

test.each(['^0.15.0', '0.19.0', '>=0.5', '1.0.0-rc.1', '*', 'latest', 'workspace:*', '', '0.9 || 1.1'])(
  '%s may be below 1.0.0',
  (range) => {
    expect(isAtLeast(range, '1.0.0')).toBe(false);
  },
);
