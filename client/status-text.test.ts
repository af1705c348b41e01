import { expect, test } from 'vitest';
import { statusOf } from './status-text.ts';

const at = new Date(2026, 11, 1, 9, 5, 7);

test('a server that runs says when it checked last, and how long that took', () => {
  const ready = { kind: 'ready', version: '0.1.0' } as const;
  expect(statusOf({ ...ready, check: undefined })).toMatchObject({ text: 'encsafe 0.1.0', detail: 'ready' });
  expect(statusOf({ ...ready, check: { at, milliseconds: 12.4 } }).detail).toBe(
    'last check at 09:05:07, 12 ms',
  );
  expect(statusOf({ ...ready, check: { at, milliseconds: 0.4 } }).detail).toBe(
    'last check at 09:05:07, under 1 ms',
  );
});

test('a server that does not run offers a restart, any other its log', () => {
  expect(statusOf({ kind: 'failed', reason: 'spawn ENOENT' })).toMatchObject({
    failed: true,
    detail: 'spawn ENOENT',
    command: { command: 'encsafe.restart' },
  });
  expect(statusOf({ kind: 'starting' })).toMatchObject({
    busy: true,
    command: { command: 'encsafe.showLog' },
  });
});

test('switched off is no failure, and leads to the setting', () => {
  expect(statusOf({ kind: 'off' })).toMatchObject({
    failed: false,
    command: { command: 'workbench.action.openSettings', arguments: ['encsafe.enable'] },
  });
});
