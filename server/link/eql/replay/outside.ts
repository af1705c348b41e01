import type { Catalog } from '../catalog.ts';
import type { Database } from './catalogs.ts';
import { lookupName } from './digest.ts';
import type { Group } from './groups.ts';
import { findTable, relationOf } from './picture.ts';

/** Tables of the package that other files make, as they leave them: for a script that makes none of its own. */
export function outsideCatalog(
  group: Group,
  groups: readonly Group[],
  replayed: readonly Database[],
): Catalog {
  const ofPackage = groups.filter((one) => one !== group && one.packageFolder === group.packageFolder);
  return {
    relation: (name) => {
      const makers = ofPackage.filter(({ creates }) => creates.has(lookupName(name)));
      const [maker] = makers;
      const database = makers.length === 1 ? replayed.find((one) => one.group === maker) : undefined;
      const table = database === undefined ? undefined : findTable(database.picture, name, []);
      return table === undefined ? undefined : relationOf(table);
    },
  };
}
