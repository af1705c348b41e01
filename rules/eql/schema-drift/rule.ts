import type { EqlColumn, EqlMigrated, EqlProject } from '../../model/eql.ts';
import { nearest } from '../../model/nearest.ts';
import { samePlace } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { redeclare } from '../factories.ts';
import { listed, postgresCode } from '../wording.ts';
import { sqlCast } from './casts.ts';

export const rule = defineRule({
  id: 'eql/schema-drift',
  severity: 'error',
  title: 'a schema in code and the migrations that disagree on an encrypted column',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql }) {
    for (const column of eql.declared) {
      const { migrated } = column;
      const found = migrated === undefined ? undefined : checkColumn(column, migrated, eql);
      if (found !== undefined) yield { ...found, field: column.path };
    }
  },
});

function checkColumn(column: EqlColumn, migrated: EqlMigrated, project: EqlProject): Report | undefined {
  switch (migrated.kind) {
    case 'missing':
      return missing(column, migrated, project);
    case 'plain':
      return plain(column, migrated);
    case 'encrypted':
      return other(column, migrated.column);
  }
}

function missing(
  column: EqlColumn,
  { table }: Extract<EqlMigrated, { kind: 'missing' }>,
  { databases }: EqlProject,
): Report {
  const made = databases.flatMap(({ tables }) => tables).find(({ place }) => samePlace(place, table));
  const near = nearest(
    column.name,
    (made?.columns ?? []).map(({ name }) => name),
  );
  const meant = near === undefined ? 'add it in a migration' : `did you mean ${near}?`;
  return {
    place: column.place,
    message: `${column.table} has no column ${column.name} in the migrations, so every statement that names it is refused: ${meant}${postgresCode('42703')}`,
    related: [{ message: `${column.table} is made here`, place: table }],
  };
}

function plain(
  column: EqlColumn,
  { type, place }: Extract<EqlMigrated, { kind: 'plain' }>,
): Report | undefined {
  const searched = column.searches.length > 0 || (column.domain?.terms.length ?? 0) > 0;
  // What is only kept may lie in any JSON column.
  if (/^jsonb?$/i.test(type) && !searched) return undefined;
  return {
    place: column.typePlace,
    message: `${column.name} is encrypted in the schema and ${type} in the migrations, and no search of EQL works on a plain column: add an encrypted column in a migration, and encrypt the values into it`,
    related: [{ message: `it is ${type} here`, place }],
  };
}

const generations = { v1: 'EQL v1', v2: 'EQL v2', v3: 'EQL v3' } as const;

function other(column: EqlColumn, inDatabase: EqlColumn): Report | undefined {
  const related = [{ message: 'the migrations make it here', place: inDatabase.typePlace }];
  if (column.generation !== inDatabase.generation) {
    return {
      place: column.typePlace,
      message: `${column.name} is ${generations[column.generation]} in the schema and ${generations[inDatabase.generation]} in the migrations, and neither reads what the other writes: declare it in the generation that the database has`,
      related,
    };
  }
  if (column.generation === 'v3') {
    if (column.domain === undefined || inDatabase.domain === undefined) return undefined;
    if (column.domain.name === inDatabase.domain.name) return undefined;
    const change = redeclare(column, inDatabase.domain);
    const lacking = inDatabase.domain.terms.filter((term) => !column.domain?.terms.includes(term));
    const what =
      lacking.length > 0
        ? `every insert is refused, since its values lack ${listed(lacking)}${postgresCode('23514')}`
        : 'its searches compare raw jsonb and find no row or every row, without an error';
    return {
      place: column.typePlace,
      message: `${column.name} is ${column.domain.name} in the schema and ${inDatabase.domain.name} in the migrations: ${what}`,
      related,
      fixes:
        change === undefined
          ? []
          : [suggestion(`declare it as ${inDatabase.domain.name}, as the migrations have it`, change)],
    };
  }
  return otherV2(column, inDatabase, related);
}

/** The configuration that SQL makes counts for CipherStash Proxy, that of code for the application: both write the same column. */
function otherV2(column: EqlColumn, inDatabase: EqlColumn, related: Report['related']): Report | undefined {
  const configured = inDatabase.searches.filter(({ call }) => call !== undefined);
  if (configured.length === 0) return undefined;
  const declared = column.cast === undefined ? undefined : sqlCast(column.cast.value);
  const cast = inDatabase.cast?.value;
  if (declared !== undefined && cast !== undefined && declared !== sqlCast(cast)) {
    return {
      place: column.cast?.place ?? column.typePlace,
      message: `${column.name} is cast as ${column.cast?.written} in the schema and as ${cast} in the migrations, so one writes what the other cannot read: use one of them in both`,
      ...(related === undefined ? {} : { related }),
    };
  }
  const [here, there] = [namesOf(column), namesOf(inDatabase)];
  const only = (one: readonly string[], two: readonly string[]) => one.filter((name) => !two.includes(name));
  const differing = [...only(here, there), ...only(there, here)];
  if (differing.length === 0) return undefined;
  return {
    place: column.typePlace,
    severity: 'warning',
    message: `${column.name} has ${here.length === 0 ? 'no index' : listed(here)} in the schema and ${listed(there)} in the migrations, so rows lack ${listed(differing)} by who wrote them: give it the same in both`,
    ...(related === undefined ? {} : { related }),
  };
}

function namesOf({ searches }: EqlColumn): string[] {
  return [...new Set(searches.map(({ index }) => index))].sort();
}
