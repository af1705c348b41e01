import path from 'node:path';
import { diskReader, diskSources, findFiles, levelsAbove, namesAbove } from '../../project/disk.ts';
import type { SessionHost } from '../../session/session.ts';

/** The files of a folder on disk. */
export function diskHost(folder: string): SessionHost {
  return {
    find: async () => {
      try {
        const { files, walked } = await findFiles(folder, ['.']);
        return { files, walked };
      } catch {
        // The folder is gone, or may not be opened: what is open in the editor can still be checked.
        return { files: [], walked: [] };
      }
    },
    ...readersOf(folder),
  };
}

/** Only what is open, and what decides about it above. */
export function looseDiskHost(folder: string): SessionHost {
  return { find: async () => ({ files: [], walked: [] }), ...readersOf(folder) };
}

function readersOf(folder: string): Omit<SessionHost, 'find'> {
  const root = path.resolve(folder);
  return {
    read: (file) => diskSources(root, [file]).read(file),
    readAbove: diskReader(root),
    levelsAbove: levelsAbove(root),
    namesAbove: namesAbove(root),
    today: () => new Date().toISOString().slice(0, 10),
  };
}
