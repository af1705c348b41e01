/** The folder that holds a relative path; the working directory is the empty name. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins relative paths with `/`; what leaves the working directory starts with `..`. */
export function joinPaths(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** True for paths that do not stand below the working directory. */
export function isAbove(path: string): boolean {
  return path === '..' || path.startsWith('../');
}

/** True for a path that may stand for several. */
export function looksLikeGlob(path: string): boolean {
  return /[*?[\]{}]/.test(path);
}

/** Where the working directory stands, so that paths above it can be compared with paths below. */
export interface Whereabouts {
  /** The folder and every one above it, nearest first. */
  readonly upward: (folder: string) => readonly string[];
  /** True when a path is that folder, or stands in it or below. */
  readonly isWithin: (path: string, folder: string) => boolean;
  /** A path as seen from a folder that holds it; a path elsewhere stays as it is. */
  readonly relative: (path: string, folder: string) => string;
}

/** `names`: the working directory's name, then its parent's, and so on to the top. */
export function whereabouts(names: readonly string[]): Whereabouts {
  const home = names.toReversed();
  const full = (path: string): string => {
    const parts = path === '' ? [] : path.split('/');
    const climbs = parts.findIndex((part) => part !== '..');
    const up = climbs < 0 ? parts.length : climbs;
    return [...home.slice(0, Math.max(0, home.length - up)), ...parts.slice(up), ''].join('/');
  };
  return {
    upward(folder) {
      const parts = folder === '' ? [] : folder.split('/');
      const climbs = parts.filter((part) => part === '..').length;
      const below = parts.slice(climbs);
      const prefix = Array<string>(climbs).fill('..');
      return [
        ...below.map((_, index) => [...prefix, ...below.slice(0, below.length - index)].join('/')),
        ...Array.from({ length: Math.max(0, names.length - climbs) + 1 }, (_, up) =>
          Array<string>(climbs + up)
            .fill('..')
            .join('/'),
        ),
      ];
    },
    isWithin: (path, folder) => full(path).startsWith(full(folder)),
    relative(path, folder) {
      const [one, other] = [full(path), full(folder)];
      return one.startsWith(other) ? one.slice(other.length).replace(/\/$/, '') : path;
    },
  };
}
