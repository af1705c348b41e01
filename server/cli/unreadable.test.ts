import { expect, test, vi } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';

vi.mock('../project/disk.ts', async (original) => {
  const disk = await original<typeof import('../project/disk.ts')>();
  return {
    ...disk,
    diskSources(cwd: string, files: readonly string[]) {
      const sources = disk.diskSources(cwd, files);
      return {
        ...sources,
        async read(file: string) {
          if (file === 'locked.json') throw Object.assign(new Error('locked'), { code: 'EACCES' });
          return sources.read(file);
        },
      };
    },
  };
});

test('a file that cannot be read is named, and one that was asked for is no success', async () => {
  const folder = folderOf({ 'a.json': '{}', 'locked.json': '{}' });
  const all = await runIn(folder, ['lint']);
  expect(all.code).toBe(0);
  expect(all.stderr).toBe('encsafe: 1 file could not be read: locked.json (EACCES)\n');
  expect((await runIn(folder, ['lint', 'locked.json'])).code).toBe(2);
  expect((await runIn(folder, ['cost', 'locked.json'])).code).toBe(2);
});
