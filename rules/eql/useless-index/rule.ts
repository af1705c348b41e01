import type { EqlColumn, EqlDatabase, EqlIndex, EqlIndexKey } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import type { EqlDomain, EqlExtractor } from '../domains.ts';
import { type IndexRecipe, recipes } from '../index-recipe.ts';
import { sqlName, sqlTable } from '../sql-name.ts';
import { listed, postgresCode } from '../wording.ts';
import { addStatements, createIndex } from '../write-statements.ts';

/** What PostgreSQL answers to an extractor that the domain does not have: every EQL domain is jsonb to it. */
const ambiguousFunction = '42725';

export const rule = defineRule({
  id: 'eql/useless-index',
  severity: 'error',
  title: 'an index, a unique constraint or a key that no search of the encrypted column can use',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { databases, declared } }) {
    for (const database of databases) {
      for (const index of database.indexes) yield* checkIndex(index, database);
    }
    const lists = new Set(declared.flatMap(({ declaredIndexes }) => declaredIndexes ?? []));
    for (const { indexes } of lists) {
      for (const index of indexes) yield* checkIndex(index);
    }
  },
});

function* checkIndex(index: EqlIndex, database?: EqlDatabase): Generator<Report> {
  for (const key of index.keys) {
    const { column } = key;
    // A v2 column compares by its terms, so that its raw keys hold; a type that EQL does not have is another rule's.
    if (column?.domain === undefined || column.generation !== 'v3') continue;
    const found = checkKey({ index, key, column, domain: column.domain, database });
    if (found !== undefined) yield { ...found, field: column.path };
  }
}

interface Subject {
  readonly index: EqlIndex;
  readonly key: EqlIndexKey;
  readonly column: EqlColumn;
  readonly domain: EqlDomain;
  readonly database: EqlDatabase | undefined;
}

function checkKey(subject: Subject): Report | undefined {
  switch (subject.key.form) {
    case 'column':
    case 'cast':
      return overCiphertext(subject);
    case 'extractor':
      return overTerm(subject);
    case 'other':
      return undefined;
  }
}

const kinds = { index: 'an index', unique: 'UNIQUE', 'primary-key': 'a primary key' } as const;

/** Ciphertext is made anew for each value, so no two are equal and their order means nothing. */
function overCiphertext(subject: Subject): Report {
  const { index, key, column, domain } = subject;
  const unique = index.unique || index.kind !== 'index';
  const what = unique && index.kind === 'index' ? 'a unique index' : kinds[index.kind];
  const over = key.form === 'cast' ? `the ciphertext of ${column.name}` : `${column.name} itself`;
  const why = unique
    ? 'refuses nothing, since the same value is encrypted to another ciphertext each time'
    : 'serves no search: EQL compares terms, and never the ciphertext';
  const recipe = instead(domain, unique);
  const write =
    recipe === undefined
      ? `${domain.name} has no term ${unique ? 'to be unique over' : 'to search by'}, so drop it`
      : `write ${unique ? 'a unique index' : 'it'} over ${recipe.key(sqlName(column.name))}`;
  return {
    place: index.kind === 'index' ? key.place : index.place,
    message: `${what} over ${over} is accepted and ${why}; ${write}`,
    fixes: recipe === undefined ? [] : termFixes(subject, recipe, unique),
  };
}

/** The term to stand over: of several the one for equality. */
function instead({ extractors }: EqlDomain, unique: boolean): IndexRecipe | undefined {
  const fit = extractors.map((name) => recipes[name]).filter(({ method }) => !unique || method === 'btree');
  return fit[0];
}

function termFixes(subject: Subject, recipe: IndexRecipe, unique: boolean): Fix[] {
  const { index, key, column, database } = subject;
  const expression = recipe.key(sqlName(column.name));
  if (index.kind === 'index') {
    const fits = index.method === recipe.method || (index.method === 'hash' && recipe.method === 'btree');
    return fits
      ? [suggestion(`index ${expression}`, { kind: 'text', place: key.place, text: expression })]
      : replacement(subject, recipe, unique);
  }
  if (database === undefined || index.keys.length > 1) return [];
  const { name = defaultName(index, column) } = index;
  return addStatements(
    `create a unique index over ${expression} and drop the constraint ${name}`,
    database.style,
    [
      createIndex(column, recipe, namesOf(database), { unique }),
      `ALTER TABLE ${sqlTable(column)} DROP CONSTRAINT ${sqlName(name)};`,
    ],
  );
}

/** How PostgreSQL names a constraint over one column. */
function defaultName({ kind, table }: EqlIndex, column: EqlColumn): string {
  return kind === 'primary-key' ? `${table}_pkey` : `${table}_${column.name}_key`;
}

function namesOf({ indexes }: EqlDatabase): Set<string> {
  return new Set(indexes.flatMap(({ name }) => name ?? []));
}

/** Another access method is another index: the old one goes. */
function replacement({ index, column, database }: Subject, recipe: IndexRecipe, unique: boolean): Fix[] {
  if (database === undefined || index.name === undefined || index.keys.length > 1) return [];
  const schema = column.schema === undefined ? {} : { schema: column.schema };
  const drop = `DROP INDEX ${sqlTable({ ...schema, table: index.name })};`;
  const taken = namesOf(database);
  taken.delete(index.name);
  return addStatements(
    `drop ${index.name} and create a ${recipe.method} index over ${recipe.schema}.${recipe.functions[0]}`,
    database.style,
    [drop, createIndex(column, recipe, taken, { unique })],
  );
}

function overTerm(subject: Subject): Report | undefined {
  const { index, key, column, domain } = subject;
  const { extractor } = key;
  const recipe = extractor?.schema === 'eql_v3' ? recipeNamed(extractor.name) : undefined;
  if (extractor === undefined || recipe === undefined) return undefined;
  if (!has(domain, extractor.name)) return ofAnotherDomain(extractor, column, domain);
  const { method } = index;
  if (recipe.method !== 'gin' || (method !== 'btree' && method !== 'hash')) return undefined;
  return {
    place: key.place,
    message: `a ${method} index over eql_v3.${extractor.name} is accepted and serves no ${recipe.serves}, which asks whether one set holds another: write USING gin (${recipe.key(sqlName(column.name))})`,
    fixes: replacement(subject, recipe, false),
  };
}

function recipeNamed(name: string): IndexRecipe | undefined {
  return Object.hasOwn(recipes, name) ? recipes[name as EqlExtractor] : undefined;
}

function has({ extractors }: EqlDomain, name: string): boolean {
  return extractors.some((one) => one === name);
}

function ofAnotherDomain(
  extractor: { readonly name: string; readonly place: Place },
  column: EqlColumn,
  domain: EqlDomain,
): Report {
  const own = domain.extractors.map((name) => `eql_v3.${name}`);
  const [only] = domain.extractors;
  const wanted = recipes[extractor.name as EqlExtractor];
  const write =
    own.length === 0
      ? `${column.name} is for storage only, and no index over it serves a search`
      : `write ${listed(own, 'or')}`;
  // The order term of numbers and times answers equality too; a set is no order.
  const fits = domain.extractors.length === 1 && only !== undefined && recipes[only].method === wanted.method;
  return {
    place: extractor.place,
    message: `eql_v3.${extractor.name} does not take ${domain.name}, so PostgreSQL refuses the index: ${write}${postgresCode(ambiguousFunction)}`,
    fixes: fits
      ? [
          suggestion(`index eql_v3.${only}(${sqlName(column.name)})`, {
            kind: 'text',
            place: extractor.place,
            text: `eql_v3.${only}`,
          }),
        ]
      : [],
  };
}
