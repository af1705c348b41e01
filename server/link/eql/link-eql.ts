import type { EqlColumn, EqlMigrated, EqlName, EqlProject } from '../../../rules/model/eql.ts';
import type { FileFacts } from '../../read/facts.ts';
import type { Evaluator } from '../evaluate.ts';
import { askedOnce, type LinkSettings } from '../settings.ts';
import { type DeclaredTable, linkDeclared } from './declared/declared.ts';
import { usesOf } from './queries/uses.ts';
import { type Catalogs, createCatalogs } from './replay/catalogs.ts';
import { digestOf } from './replay/digest.ts';
import { type Group, groupFiles } from './replay/groups.ts';
import { eqlNames } from './replay/names.ts';
import { replayAll } from './replay/replays.ts';
import { styleOf } from './replay/style.ts';

export interface LinkedEql {
  readonly project: EqlProject;
  /** Names of tables, views, indexes and types by which further files may speak of what is encrypted. */
  readonly names: ReadonlySet<string>;
}

/** All that the files say about EQL. `siblings` are the names of all files, read or not. */
export function linkEql(
  read: readonly FileFacts[],
  evaluator: Evaluator,
  asked: LinkSettings,
  siblings: readonly string[] | undefined = [],
): LinkedEql {
  const settings = askedOnce(asked);
  const grouped = groupFiles(read, settings.packageOf);
  const { databases, namesOfInterest } = replayAll(grouped, settings, asked);
  const declared = linkDeclared(read, evaluator, settings);
  const migrated = withMigrated(declared.columns, createCatalogs(databases, []));
  const columnOf = (column: EqlColumn) => migrated.get(column) ?? column;
  const tables = declared.tables.map((table) => withColumns(table, columnOf));
  const catalogs = createCatalogs(databases, tables);
  const uses = databases.flatMap(({ replayed }) => replayed.uses);
  for (const digest of grouped.queries) {
    const catalog = catalogs.of(digest.file, settings.packageOf(digest.file));
    for (const { statement } of digest.steps) {
      if (statement.kind !== 'query' && statement.kind !== 'create-view') continue;
      for (const use of usesOf(statement.query, catalog, { file: digest.file, in: digest.in }))
        uses.push(use);
    }
  }
  for (const use of declared.uses) uses.push({ ...use, column: columnOf(use.column) });
  return {
    project: {
      databases: databases.flatMap(({ group, database }) =>
        database === undefined ? [] : { ...database, style: styleOf(filesOf(group), siblings) },
      ),
      declared: declared.columns.map(columnOf),
      uses,
      names: [...namesIn(read, settings), ...declared.names],
    },
    names: new Set([...namesOfInterest, ...declared.columns.map(({ table }) => table)]),
  };
}

function filesOf({ runs }: Group): string[] {
  return runs.map(({ digest }) => digest.file);
}

/** Each declared column with what the migrations say about it. */
function withMigrated(columns: readonly EqlColumn[], catalogs: Catalogs): ReadonlyMap<EqlColumn, EqlColumn> {
  return new Map(
    columns.map((column) => {
      const migrated = migratedOf(column, catalogs);
      return [column, migrated === undefined ? column : { ...column, migrated }];
    }),
  );
}

function migratedOf(column: EqlColumn, catalogs: Catalogs): EqlMigrated | undefined {
  const { schema, table: name, packageFolder, place } = column;
  const wanted = { ...(schema === undefined ? {} : { schema }), name };
  const table = catalogs.table(place.file, packageFolder, wanted);
  if (table === undefined || table.kind === 'view') return undefined;
  const found = table.columns.get(column.name);
  if (found?.encrypted !== undefined) return { kind: 'encrypted', column: found.encrypted };
  // A copy of a query has columns whose type nobody wrote.
  if (found !== undefined)
    return found.type === '' ? undefined : { kind: 'plain', type: found.type, place: found.place };
  return table.whole ? { kind: 'missing', table: table.place } : undefined;
}

function withColumns(table: DeclaredTable, columnOf: (column: EqlColumn) => EqlColumn): DeclaredTable {
  return {
    ...table,
    columns: table.columns.map((column) =>
      column.encrypted === undefined ? column : { ...column, encrypted: columnOf(column.encrypted) },
    ),
  };
}

function namesIn(read: readonly FileFacts[], settings: LinkSettings): EqlName[] {
  return read.flatMap((facts) => {
    if (facts.sql === undefined) return [];
    const digest = digestOf(facts);
    return digest.names.length === 0 ? [] : eqlNames(digest, settings.packageOf(digest.file));
  });
}
