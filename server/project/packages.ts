import { folderOf } from './folders.ts';

/** The packages of a project, asked by file. */
export interface Packages {
  /** The folder of the nearest package.json; the working directory's where there is none. */
  readonly of: (file: string) => string;
  readonly isPackage: (folder: string) => boolean;
}

/** `folders`: those that hold a package.json. `upward`: a folder and all above it, nearest first. */
export function createPackages(
  folders: ReadonlySet<string>,
  upward: (folder: string) => readonly string[],
): Packages {
  const known = new Map<string, string>();
  return {
    isPackage: (folder) => folders.has(folder),
    of(file) {
      const folder = folderOf(file);
      const found = known.get(folder) ?? upward(folder).find((one) => folders.has(one)) ?? '';
      known.set(folder, found);
      return found;
    },
  };
}
