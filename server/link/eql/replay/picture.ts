import type { EqlColumn, EqlConfigCall, EqlIndexKey } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { Relation } from '../catalog.ts';
import type { EncryptedType } from './encrypted-type.ts';

/** A database while its files are replayed: what stands at this moment, changed in place. */
export interface Picture {
  /** Tables and views by lookup name. */
  readonly tables: Map<string, TableState>;
  /** The same by bare name, for those outside of `public`. */
  readonly elsewhere: Map<string, Set<TableState>>;
  readonly indexes: Map<string, IndexState>;
  /** Domains and types that the files make over encrypted ones. */
  readonly types: Map<string, EncryptedType>;
}

export interface TableState {
  readonly kind: 'table' | 'view';
  schema: string | undefined;
  name: string;
  readonly place: Place;
  columns: Map<string, ColumnState>;
  /** False where it has columns that no file lists. */
  whole: boolean;
  /** Which run of files made it: what runs in no known order to it changes nothing that is certain. */
  readonly part: number;
  readonly indexes: Set<IndexState>;
  /** As queries see it, until something changes. */
  relation: Relation | undefined;
}

/** What stays of a column through its changes. Encrypted columns keep one object, which indexes, calls and uses share. */
export interface ColumnState {
  name: string;
  type: string;
  place: Place;
  encrypted: ColumnDraft | undefined;
  /** The table that made it: a view, a partition or a copy shows another's. */
  owner: TableState;
  /** The first statement that writes values to it. */
  filled: { readonly place: Place; readonly part: number } | undefined;
  /** The calls that configure it, in order. */
  calls: ConfigCalls | undefined;
}

export type ConfigCalls = { readonly call: EqlConfigCall; readonly part: number }[];

/** Changed in place, by whoever replays. */
export type ColumnDraft = { -readonly [Key in keyof EqlColumn]: EqlColumn[Key] };

export interface IndexState {
  readonly kind: 'index' | 'unique' | 'primary-key';
  /** Absent where PostgreSQL chooses it. */
  readonly name: string | undefined;
  /** What it is called in the database; what PostgreSQL would choose until it is added. */
  key: string;
  readonly table: TableState;
  readonly unique: boolean;
  readonly method: string;
  readonly partial: boolean;
  readonly keys: readonly EqlIndexKey[];
  /** Every column that a key or its condition speaks of. */
  readonly columns: readonly ColumnState[];
  /** Schemas of the functions of EQL in it: dropping one drops the index. */
  readonly schemas: readonly string[];
  /** The same for two indexes that serve the same searches of the same column. */
  readonly shape: string;
  readonly place: Place;
  readonly part: number;
}

export function emptyPicture(): Picture {
  return { tables: new Map(), elsewhere: new Map(), indexes: new Map(), types: new Map() };
}

export function keyOf(schema: string | undefined, name: string): string {
  return schema === undefined || schema === 'public' ? name : `${schema}.${name}`;
}

/** The table that a name means: a schema that is named decides, else the search path, else the only one of that name. */
export function findTable(
  { tables, elsewhere }: Picture,
  { schema, name }: { readonly schema?: string; readonly name: string },
  path: readonly string[],
): TableState | undefined {
  if (schema !== undefined) return tables.get(keyOf(schema, name));
  for (const one of path) {
    const found = tables.get(keyOf(one, name));
    if (found !== undefined) return found;
  }
  const plain = tables.get(name);
  if (plain !== undefined) return plain;
  const others = elsewhere.get(name);
  return others?.size === 1 ? [...others][0] : undefined;
}

export function putTable({ tables, elsewhere }: Picture, table: TableState): void {
  const key = keyOf(table.schema, table.name);
  tables.set(key, table);
  if (key === table.name) return;
  const others = elsewhere.get(table.name);
  if (others === undefined) elsewhere.set(table.name, new Set([table]));
  else others.add(table);
}

export function removeTable({ tables, elsewhere }: Picture, table: TableState): void {
  tables.delete(keyOf(table.schema, table.name));
  elsewhere.get(table.name)?.delete(table);
}

export function relationOf(table: TableState): Relation {
  table.relation ??= {
    kind: table.kind,
    ...(table.schema === undefined ? {} : { schema: table.schema }),
    name: table.name,
    columns: [...table.columns.values()].map(({ name, encrypted }) =>
      encrypted === undefined ? { name } : { name, encrypted },
    ),
    whole: table.whole,
  };
  return table.relation;
}
