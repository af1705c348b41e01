import type { EqlColumn, EqlConflictUse, EqlDatabase, EqlIndex, EqlUse } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { equalityTermOf, named } from '../column-words.ts';
import type { EqlDomain, EqlExtractor } from '../domains.ts';
import { recipes } from '../index-recipe.ts';
import { postgresCode } from '../wording.ts';

import { addStatements, createIndex } from '../write-statements.ts';

export const rule = defineRule({
  id: 'eql/key-reference',
  severity: 'error',
  title: 'ON CONFLICT or a foreign key over the column itself',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { databases, uses } }) {
    for (const use of uses) {
      const { column } = use;
      if (use.kind !== 'conflict' || column.generation !== 'v3' || column.proxy) continue;
      if (column.domain !== undefined) yield conflict(use, column.domain, databases);
    }
    for (const database of databases) {
      for (const definition of database.definitions) {
        if (definition.kind !== 'foreign-key' || definition.generation !== 'v3') continue;
        const { column, place } = definition;
        const { domain } = column;
        if (domain !== undefined) yield foreignKey(column, domain, place, database);
      }
    }
  },
});

function conflict(
  use: EqlUse & EqlConflictUse,
  domain: EqlDomain,
  databases: readonly EqlDatabase[],
): Report {
  const { column } = use;
  const database = databases.find(({ columns }) => columns.some((one) => isSame(one, column)));
  const raw = database?.indexes.some((index) => isUniqueOver(index, column, 'column')) === true;
  const term = equalityTermOf(domain);
  const over = `eql_v3.${term}(${use.columnText})`;
  const write =
    term === undefined ? `${column.name} has no term to be unique over` : `write ON CONFLICT (${over})`;
  const outcome = raw
    ? 'the ciphertext differs each time, so that the conflict never happens and a second row comes in'
    : 'no unique index stands over it, and PostgreSQL refuses the statement';
  return {
    place: use.place,
    field: column.path,
    message: `ON CONFLICT names ${named(column, domain)} itself: ${outcome}; ${write}, with a unique index over that${raw ? '' : postgresCode('42P10')}`,
    fixes: term === undefined ? [] : conflictFixes(use, over, term, database),
  };
}

/** A column may have been made again since. */
function isSame(one: EqlColumn, other: EqlColumn): boolean {
  return one.name === other.name && one.table === other.table && one.container.file === other.container.file;
}

function isUniqueOver(
  { unique, kind, keys }: EqlIndex,
  column: EqlColumn,
  form: 'column' | 'extractor',
): boolean {
  return (
    (unique || kind !== 'index') &&
    keys.some((key) => key.column !== undefined && isSame(key.column, column) && key.form === form)
  );
}

function conflictFixes(
  use: EqlUse & EqlConflictUse,
  over: string,
  term: EqlExtractor,
  database: EqlDatabase | undefined,
): Fix[] {
  const { column } = use;
  const target = suggestion(`write ON CONFLICT (${over})`, { kind: 'text', place: use.place, text: over });
  if (database === undefined || database.indexes.some((index) => isUniqueOver(index, column, 'extractor'))) {
    return [target];
  }
  const recipe = recipes[term];
  const taken = new Set(database.indexes.flatMap(({ name }) => name ?? []));
  return [
    target,
    ...addStatements(`create a unique index over ${recipe.schema}.${term}`, database.style, [
      createIndex(column, recipe, taken, { unique: true }),
    ]),
  ];
}

function foreignKey(
  column: EqlColumn,
  domain: EqlDomain,
  place: Report['place'],
  { indexes }: EqlDatabase,
): Report {
  const raw = indexes.some((index) => isUniqueOver(index, column, 'column'));
  const outcome = raw
    ? 'the ciphertext differs each time, so that no row refers to another'
    : 'no unique constraint can hold over it, and PostgreSQL refuses the constraint';
  return {
    place,
    field: column.path,
    message: `a foreign key over ${named(column, domain)} compares ciphertext: ${outcome}; refer to a plain key of the row${postgresCode(raw ? '23503' : '42830')}`,
  };
}
