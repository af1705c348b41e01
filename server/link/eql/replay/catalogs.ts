import type { EqlColumn } from '../../../../rules/model/eql.ts';
import type { Catalog, Relation, RelationColumn } from '../catalog.ts';
import type { DeclaredTable } from '../declared/declared.ts';
import { lookupName } from './digest.ts';
import type { Group } from './groups.ts';
import { folderOf } from './layout.ts';
import { nearestPackages } from './nearest.ts';
import { findTable, type Picture, relationOf, type TableState } from './picture.ts';

/** A group of files and the picture that it leaves. */
export interface Database {
  readonly group: Group;
  readonly picture: Picture;
}

type TableName = { readonly schema?: string; readonly name: string };

/** What a file outside of every sequence sees: the databases of the nearest package that has one. */
export interface Catalogs {
  /** Undefined where no file makes the table, or two that differ do. */
  readonly table: (file: string, packageFolder: string, name: TableName) => TableState | undefined;
  readonly of: (file: string, packageFolder: string) => Catalog;
}

export function createCatalogs(databases: readonly Database[], declared: readonly DeclaredTable[]): Catalogs {
  const withTables = databases.filter(({ picture }) => picture.tables.size > 0);
  const homes = [
    ...new Set([
      ...withTables.map(({ group }) => group.packageFolder),
      ...declared.map(({ packageFolder }) => packageFolder),
    ]),
  ];
  const seen = new Map<
    string,
    { readonly databases: readonly Database[]; readonly declared: readonly DeclaredTable[] }
  >();
  const seenFrom = (packageFolder: string) => {
    let found = seen.get(packageFolder);
    if (found === undefined) {
      const near = new Set(nearestPackages(packageFolder, homes)[0] ?? []);
      found = {
        databases: withTables.filter(({ group }) => near.has(group.packageFolder)),
        declared: declared.filter((table) => near.has(table.packageFolder)),
      };
      seen.set(packageFolder, found);
    }
    return found;
  };

  const table = (file: string, packageFolder: string, name: TableName): TableState | undefined => {
    const found = seenFrom(packageFolder).databases.flatMap((database) => {
      const state = findTable(database.picture, name, []);
      return state === undefined ? [] : [{ database, state }];
    });
    const [first, ...others] = found;
    if (first === undefined || others.length === 0) return first?.state;
    const inside = found
      .filter(({ database }) => isInside(file, database.group.folder))
      .sort((one, other) => other.database.group.folder.length - one.database.group.folder.length);
    const [nearest, next] = inside;
    if (nearest !== undefined && nearest.database.group.folder !== next?.database.group.folder)
      return nearest.state;
    return others.every(({ state }) => agree(state, first.state)) ? first.state : undefined;
  };

  const catalogs = new Map<string, Catalog>();
  const of = (file: string, packageFolder: string): Catalog => {
    const key = `${packageFolder}\n${folderOf(file)}`;
    let catalog = catalogs.get(key);
    if (catalog === undefined) {
      catalog = remembering((name) => {
        const state = table(file, packageFolder, name);
        if (state !== undefined) return relationOf(state);
        const { databases: near, declared: tables } = seenFrom(packageFolder);
        // Two that differ make it: then code does not decide either.
        if (near.some(({ picture }) => findTable(picture, name, []) !== undefined)) return undefined;
        return declaredRelation(tables.filter((one) => means(name, one)));
      });
      catalogs.set(key, catalog);
    }
    return catalog;
  };
  return { table, of };
}

function remembering(relation: Catalog['relation']): Catalog {
  const known = new Map<string, Relation | undefined>();
  return {
    relation: (name) => {
      const key = lookupName(name);
      if (!known.has(key)) known.set(key, relation(name));
      return known.get(key);
    },
  };
}

function isInside(file: string, folder: string): boolean {
  return folderOf(file) === folder || (folder !== '' && file.startsWith(`${folder}/`));
}

/** True when it is the same to a query which of the two is meant. */
function agree(one: TableState, other: TableState): boolean {
  if (one.columns.size !== other.columns.size || one.kind !== other.kind) return false;
  return [...one.columns].every(([name, column]) => {
    const twin = other.columns.get(name);
    return twin !== undefined && sameEncryption(column.encrypted, twin.encrypted);
  });
}

function sameEncryption(one: EqlColumn | undefined, other: EqlColumn | undefined): boolean {
  return one?.generation === other?.generation && one?.domain === other?.domain;
}

function means({ schema, name }: TableName, table: DeclaredTable): boolean {
  if (table.name !== name) return false;
  return schema === undefined || table.schema === undefined || schema === table.schema;
}

/** A table as code declares it; a column that two declare in different ways is not known. */
function declaredRelation(tables: readonly DeclaredTable[]): Relation | undefined {
  const [first] = tables;
  if (first === undefined) return undefined;
  if (new Set(tables.flatMap(({ schema }) => schema ?? [])).size > 1) return undefined;
  const columns = new Map<string, RelationColumn>();
  const unclear = new Set<string>();
  for (const { columns: listed } of tables) {
    for (const { name, encrypted } of listed) {
      const before = columns.get(name);
      if (before === undefined) columns.set(name, encrypted === undefined ? { name } : { name, encrypted });
      else if (!sameEncryption(before.encrypted, encrypted)) unclear.add(name);
    }
  }
  for (const name of unclear) columns.delete(name);
  return {
    kind: 'table',
    ...(first.schema === undefined ? {} : { schema: first.schema }),
    name: first.name,
    columns: [...columns.values()],
    whole: unclear.size === 0 && tables.some(({ whole }) => whole),
  };
}
