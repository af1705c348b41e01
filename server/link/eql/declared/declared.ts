import type { EqlColumn, EqlName, EqlUse } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { Evaluator } from '../../evaluate.ts';
import type { LinkSettings } from '../../settings.ts';
import { readConfigurations } from './configuration.ts';
import { readDrizzleTables } from './drizzle-tables.ts';
import { readDrizzleUses } from './drizzle-uses.ts';
import { readEncryptedTables } from './encrypted-tables.ts';
import { readPackageNames } from './package-names.ts';
import { readPrismaNext } from './prisma-next.ts';
import { readQueryUses } from './query-uses.ts';
import { createSchemas } from './schemas.ts';
import { readSupabaseUses } from './supabase-uses.ts';

/** What TypeScript, JavaScript, JSON and Prisma Next declare about EQL, and how query builders use it. */
export interface Declared {
  /** Without `migrated`, which only the databases tell. */
  readonly columns: readonly EqlColumn[];
  /** Their columns are elements of `columns`. */
  readonly uses: readonly EqlUse[];
  readonly names: readonly EqlName[];
  readonly tables: readonly DeclaredTable[];
}

/** A table as code declares it. */
export interface DeclaredTable {
  readonly name: string;
  readonly schema?: string;
  /** The name as written. */
  readonly place: Place;
  readonly packageFolder: string;
  /** `drizzle`: it lists every column; `schema`: encrypted ones alone. */
  readonly kind: 'drizzle' | 'schema';
  readonly columns: readonly DeclaredTableColumn[];
  /** False where columns may exist that are not listed: always for `schema`. */
  readonly whole: boolean;
}

export interface DeclaredTableColumn {
  readonly name: string;
  readonly property: string;
  readonly place: Place;
  /** One of `columns`; absent for a plain column. */
  readonly encrypted?: EqlColumn;
}

export function linkDeclared(
  read: readonly FileFacts[],
  evaluator: Evaluator,
  settings: LinkSettings,
): Declared {
  const asking = { evaluator, settings };
  const names = read.flatMap((facts) => readPackageNames(facts, settings));
  const configured = read.flatMap((facts) => readConfigurations(facts, asking));
  const ofPrisma = read.flatMap((facts) => readPrismaNext(facts, settings));
  const others = [...configured, ...ofPrisma.flatMap(columnsOf)];
  // Every schema in code is made with a package of CipherStash.
  if (names.length === 0) return { columns: others, uses: [], names, tables: ofPrisma };
  const schemas = createSchemas();
  for (const facts of read) {
    readEncryptedTables(facts, asking, schemas);
    readDrizzleTables(facts, asking, schemas);
  }
  const uses = read.flatMap((facts) =>
    [
      ...readDrizzleUses(facts, asking, schemas),
      ...readSupabaseUses(facts, asking, schemas),
      ...readQueryUses(facts, asking, schemas),
    ].sort((one, other) => one.place.start - other.place.start),
  );
  const tables = schemas.all.map(({ table }) => table);
  const columns = [...tables.flatMap(columnsOf), ...others];
  return { columns, uses, names, tables: [...tables, ...ofPrisma] };
}

function columnsOf({ columns }: DeclaredTable): EqlColumn[] {
  return columns.flatMap(({ encrypted }) => encrypted ?? []);
}
