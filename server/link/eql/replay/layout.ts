import { type NaturalKey, naturalKey } from './natural.ts';

/** Where a file stands among migrations, by its path alone. */
export interface Layout {
  /** The folder that holds the migrations: above the folder of one migration where each has its own. */
  readonly folder: string;
  /** The name that orders it. */
  readonly name: string;
  readonly key: NaturalKey;
  /** True when the name begins with a number or stamp, so that the files of the folder run in that order. */
  readonly numbered: boolean;
  /** Flyway's `R__`: runs again whenever it changed, after all that has a number. */
  readonly repeatable: boolean;
  /** Each migration has a folder of its own: `20260801090000_init/migration.sql`. */
  readonly ownFolder: boolean;
}

const fileOfOwnFolder = /^(?:migration|up)\.sql$|^ops\.json$/i;

const downName = /(?:^|[._-])(?:down|undo|rollback|revert)\.sql$|^U\d+(?:[._]\d+)*__/i;

const downFolder = /(?:^|\/)(?:down|undo|rollbacks?|revert)\/[^/]+$/i;

/** True for a file that takes a migration back. */
export function takesBack(file: string): boolean {
  return downName.test(nameOf(file)) || downFolder.test(file);
}

export function layoutOf(file: string): Layout {
  const folder = folderOf(file);
  const name = nameOf(file);
  const above = nameOf(folder);
  if (fileOfOwnFolder.test(name) && /^\d{3,}/.test(above)) {
    return toLayout(folderOf(folder), above, true);
  }
  return toLayout(folder, name, false);
}

function toLayout(folder: string, name: string, ownFolder: boolean): Layout {
  const repeatable = /^R__/.test(name);
  return {
    folder,
    name,
    // A version is whole before a longer one that begins alike.
    key: naturalKey(/^V(\d+(?:[._]\d+)*)__/i.exec(name)?.[1]?.replaceAll('_', '.') ?? name),
    numbered: repeatable || /^(?:V(?=\d+(?:[._]\d+)*__))?\d/i.test(name),
    repeatable,
    ownFolder,
  };
}

export function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
}

export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** `../db/tables.sql` seen from a folder; undefined where it leads out of the project. */
export function resolvePath(folder: string, path: string): string | undefined {
  if (path.startsWith('/')) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
