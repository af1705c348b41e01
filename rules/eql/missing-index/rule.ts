import type { EqlColumn, EqlDatabase, EqlDeclaredIndexes, EqlIndex } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, type EqlTargetOf, type Report, suggestion } from '../../model/rule.ts';
import { gives, type IndexRecipe, recipes, recipesOfV2 } from '../index-recipe.ts';
import { indexName, sqlName } from '../sql-name.ts';
import { counted, listed } from '../wording.ts';
import { addStatements, analyze, createIndex } from '../write-statements.ts';

/** Below that many rows PostgreSQL reads the table anyway. Source: docs/reference/query-performance.md of EQL. */
const fewRows = 1000;

export const rule = defineRule({
  id: 'eql/missing-index',
  severity: 'warning',
  title: 'a searchable column without the index that its searches need',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { databases, declared } }, { eql }) {
    for (const database of databases) {
      const lacking = database.columns.flatMap((column) =>
        lacks(column, missingIn(database, column, declared, eql)),
      );
      for (const one of lacking) yield report(one, fixesIn(database, one, lacking, declared));
    }
    const unmigrated = declared.filter(({ migrated }) => migrated === undefined);
    for (const column of unmigrated) {
      for (const one of lacks(column, missingAsDeclared(column))) {
        const { declaredIndexes } = column;
        yield report(
          one,
          declaredIndexes === undefined ? [] : fixesInSchema(one, declaredIndexes, unmigrated),
        );
      }
    }
  },
});

interface Lacking {
  readonly column: EqlColumn;
  readonly missing: readonly IndexRecipe[];
}

function lacks(column: EqlColumn, missing: readonly IndexRecipe[]): Lacking[] {
  const rows = column.override.rows ?? column.assumptions.rows;
  return missing.length === 0 || (rows !== undefined && rows < fewRows) ? [] : [{ column, missing }];
}

function missingIn(
  database: EqlDatabase,
  column: EqlColumn,
  declared: readonly EqlColumn[],
  targetOf: EqlTargetOf,
): readonly IndexRecipe[] {
  const lost = database.installs.flatMap((install) => install.lost);
  const known = [...database.indexes, ...lost];
  return needsOf(database, column, declared, targetOf).filter((need) => !isGiven(known, need, column));
}

function isGiven(indexes: readonly EqlIndex[], need: IndexRecipe, column: EqlColumn): boolean {
  return indexes.some((index) => gives(index, need, column));
}

function needsOf(
  database: EqlDatabase,
  column: EqlColumn,
  declared: readonly EqlColumn[],
  targetOf: EqlTargetOf,
): readonly IndexRecipe[] {
  if (column.generation === 'v3') {
    // A statement that PostgreSQL cannot read was meant for some column.
    const broken = database.definitions.some(({ kind }) => kind === 'json-index-syntax');
    const extractors = column.domain?.extractors ?? [];
    return (
      extractors
        .filter((name) => !broken || name !== 'to_ste_vec_query')
        // The column cannot hold a value there, and another rule says so.
        .filter((name) => name !== 'ord_term_ore' || database.platform === undefined)
        .map((name) => recipes[name])
    );
  }
  if (column.generation === 'v1') return [];
  const sources = [column, ...declared.filter((one) => isMigratedTo(one, column))];
  const wanted = [...new Set(sources.flatMap(({ searches }) => searches.map(({ index }) => index)))];
  const { version } = targetOf(column.place.file, 'v2');
  return wanted.flatMap((index) => {
    // Its operator class is a superuser's to make.
    if (index === 'ore' && database.platform !== undefined) return [];
    const recipe = recipesOfV2[index];
    if (recipe === undefined) return [];
    // The form that the release documents.
    return index === 'ste_vec' && version !== '2.2.1'
      ? [{ ...recipe, key: (name: string) => `eql_v2.jsonb_array(${name})` }]
      : [recipe];
  });
}

function isMigratedTo({ migrated }: EqlColumn, column: EqlColumn): boolean {
  return migrated?.kind === 'encrypted' && migrated.column === column;
}

function missingAsDeclared(column: EqlColumn): readonly IndexRecipe[] {
  const { declaredIndexes, domain } = column;
  if (declaredIndexes === undefined || declaredIndexes.all || declaredIndexes.unknown) return [];
  return (domain?.extractors ?? [])
    .map((name) => recipes[name])
    .filter((need) => !isGiven(declaredIndexes.indexes, need, column));
}

function report({ column, missing }: Lacking, fixes: readonly Fix[]): Report {
  const keys = missing.map(({ schema, functions }) => `${schema}.${functions[0]}(${sqlName(column.name)})`);
  const serves = listed(missing.map((need) => servesOf(need, column)));
  const times = [...new Set(missing.flatMap(({ saves }) => saves ?? []))].join('; ');
  const searches = missing.length === 1 ? 'that search reads' : 'those searches read';
  return {
    place: column.place,
    field: column.path,
    message: `${column.name} can be searched by ${serves} and no index stands over ${listed(keys)}, so ${searches} the whole table${times === '' ? '' : `: ${times}`}; create ${missing.length === 1 ? 'it' : 'them'} and run ANALYZE`,
    fixes,
  };
}

/** The order term of numbers and times answers equality too. */
function servesOf({ serves, suffix }: IndexRecipe, { domain }: EqlColumn): string {
  const alone = domain !== undefined && !domain.extractors.includes('eq_term');
  return alone && suffix.startsWith('ord') ? 'equality and order' : serves;
}

function fixesIn(
  database: EqlDatabase,
  one: Lacking,
  lacking: readonly Lacking[],
  declared: readonly EqlColumn[],
): Fix[] {
  const { style } = database;
  const table = lacking.filter(({ column }) => isSameTable(column, one.column));
  const write = (columns: readonly Lacking[]) => {
    const taken = new Set(database.indexes.flatMap(({ name }) => name ?? []));
    return [
      ...columns.flatMap(({ column, missing }) => missing.map((need) => createIndex(column, need, taken))),
      analyze(one.column),
    ];
  };
  const inSchema = declared.flatMap((column) => {
    const { declaredIndexes } = column;
    if (declaredIndexes === undefined || declaredIndexes.all || !isMigratedTo(column, one.column)) return [];
    return fixesInSchema({ column, missing: one.missing }, declaredIndexes, []);
  });
  return [
    ...inSchema,
    ...addStatements(`create ${named(one)}`, style, write([one])),
    ...(table.length < 2
      ? []
      : addStatements(
          `create ${counted(countOf(table), 'index', 'indexes')}, all that ${one.column.table} lacks,`,
          style,
          write(table),
        )),
  ];
}

function isSameTable(one: EqlColumn, other: EqlColumn): boolean {
  return one.table === other.table && one.schema === other.schema;
}

function named({ column, missing }: Lacking): string {
  const what = missing.map(({ method, functions, schema }) => `${method} over ${schema}.${functions[0]}`);
  return `${missing.length === 1 ? 'the index' : 'the indexes'} of ${column.name} (${listed(what)})`;
}

function countOf(lacking: readonly Lacking[]): number {
  return lacking.reduce((sum, { missing }) => sum + missing.length, 0);
}

function fixesInSchema(
  one: Lacking,
  { insert, indexes }: EqlDeclaredIndexes,
  columns: readonly EqlColumn[],
): Fix[] {
  if (insert === undefined) return [];
  const add = (title: string, lines: readonly string[]) =>
    suggestion(title, { kind: 'text', place: insert.place, text: insert.text(lines) });
  switch (one.column.source) {
    case 'drizzle-v3':
      return [
        add(`add ...encryptedIndexes(t), every index that ${one.column.table} needs`, [
          '...encryptedIndexes(t)',
        ]),
      ];
    case 'prisma-next-v3': {
      const table = columns
        .filter((column) => isSameTable(column, one.column))
        .flatMap((column) => lacks(column, missingAsDeclared(column)));
      return [
        add(`add @@index for ${named(one)}`, entries([one], indexes)),
        ...(table.length < 2
          ? []
          : [
              add(
                `add ${counted(countOf(table), '@@index entry', '@@index entries')}, all that ${one.column.table} lacks`,
                entries(table, indexes),
              ),
            ]),
      ];
    }
    default:
      return [];
  }
}

/** `@@index(expression: "eql_v3.eq_term(email)", name: "members_email_eq", type: "btree")` for each. */
function entries(lacking: readonly Lacking[], indexes: readonly EqlIndex[]): string[] {
  const taken = new Set(indexes.flatMap(({ name }) => name ?? []));
  return lacking.flatMap(({ column, missing }) =>
    missing.map((need) => {
      const name = indexName(column, need.suffix, taken);
      taken.add(name);
      const expression = JSON.stringify(need.key(sqlName(column.name)));
      return `@@index(expression: ${expression}, name: ${JSON.stringify(name)}, type: "${need.method}")`;
    }),
  );
}
