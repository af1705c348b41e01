import type { EqlDatabase, EqlTable } from '../../../../rules/model/eql.ts';
import type { Describe } from './describe.ts';
import type { Group } from './groups.ts';
import { toIndex } from './indexes.ts';
import type { Picture, TableState } from './picture.ts';
import type { Replayed } from './replay.ts';

/** The outcome of a replay as rules see it; undefined where it says nothing at all. The style depends on other files. */
export function toDatabase(
  group: Group,
  replayed: Replayed,
  describe: Describe,
): Omit<EqlDatabase, 'style'> | undefined {
  const { picture, configCalls, definitions, installs, usedBeforeInstall } = replayed;
  const tables = [...picture.tables.values()].filter(({ kind }) => kind === 'table');
  const whole = tables.filter((table) => table.whole);
  const columns = tables.flatMap((table) =>
    [...table.columns.values()].flatMap(({ owner, encrypted }) =>
      encrypted === undefined || owner !== table ? [] : [encrypted],
    ),
  );
  if ([whole, columns, configCalls, definitions, installs].every(({ length }) => length === 0))
    return undefined;
  const { proxy, platform } = describe.around(group.runs[0]?.digest.file ?? group.folder);
  return {
    folder: group.folder,
    tables: whole.map(toTable),
    columns,
    indexes: [...picture.indexes.values()].filter(({ table }) => encrypts(table)).map(toIndex),
    configCalls,
    definitions,
    installs,
    ...(usedBeforeInstall === undefined ? {} : { usedBeforeInstall }),
    proxy,
    ...(platform === undefined ? {} : { platform }),
  };
}

function encrypts({ columns }: TableState): boolean {
  for (const { encrypted } of columns.values()) if (encrypted !== undefined) return true;
  return false;
}

function toTable({ schema, name, place, columns }: TableState): EqlTable {
  const listed = [...columns.values()].map((column) => ({
    name: column.name,
    type: column.type,
    place: column.place,
  }));
  return schema === undefined ? { name, place, columns: listed } : { schema, name, place, columns: listed };
}

/** Names by which further files may speak of what is encrypted: tables, views, their indexes, types. */
export function* namesOfInterest({ tables, indexes, types }: Picture): Generator<string> {
  for (const table of tables.values()) if (encrypts(table)) yield table.name;
  for (const { table, name } of indexes.values()) if (name !== undefined && encrypts(table)) yield name;
  yield* types.keys();
}
