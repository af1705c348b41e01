import type { EqlColumn, MigrationStyle } from '../model/eql.ts';
import type { Fix } from '../model/finding.ts';
import { suggestion } from '../model/rule.ts';
import type { IndexRecipe } from './index-recipe.ts';
import { indexName, sqlName, sqlTable } from './sql-name.ts';

/** What an index has besides its key. */
interface IndexOptions {
  readonly unique?: boolean;
  /** Of the recipe where nothing is said. */
  readonly method?: string;
  /** `<table>_<column>_eq` and the like where nothing is said. */
  readonly name?: string;
}

/** `CREATE INDEX …;` for one search of a column. `taken` holds the names of all indexes, and gets the new one. */
export function createIndex(
  column: EqlColumn,
  recipe: IndexRecipe,
  taken: Set<string>,
  {
    unique = false,
    method = recipe.method,
    name = indexName(column, recipe.suffix, taken),
  }: IndexOptions = {},
): string {
  taken.add(name);
  const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
  return `CREATE ${kind} ${sqlName(name)} ON ${sqlTable(column)} USING ${method} (${recipe.key(sqlName(column.name))});`;
}

/** An index over an expression has no statistics before this. */
export function analyze(column: EqlColumn): string {
  return `ANALYZE ${sqlTable(column)};`;
}

/** Adds statements where the project puts its next ones: a new migration, or the end of its script; nothing where no file of SQL would run. */
export function addStatements(title: string, style: MigrationStyle, statements: readonly string[]): Fix[] {
  const text = `${statements.join('\n')}\n`;
  switch (style.kind) {
    case 'code':
      return [];
    case 'script': {
      const { file } = style;
      return [suggestion(`${title} at the end of ${file}`, { kind: 'append', file, text: `\n${text}` })];
    }
    case 'drizzle': {
      const file = style.nextFile;
      return [
        suggestion(`${title} in ${file}, which needs its entry in meta/_journal.json`, {
          kind: 'create-file',
          file,
          text: `${statements.join('--> statement-breakpoint\n')}\n`,
        }),
      ];
    }
    case 'numbered':
    case 'supabase':
    case 'prisma':
    case 'node-pg-migrate': {
      const file = style.nextFile;
      return [suggestion(`${title} in ${file}`, { kind: 'create-file', file, text })];
    }
  }
}
