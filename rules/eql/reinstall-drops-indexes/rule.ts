import type { EqlDatabase, EqlIndex, EqlInstall } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule } from '../../model/rule.ts';
import { recipes } from '../index-recipe.ts';
import { counted, listed } from '../wording.ts';
import { addStatements, analyze, createIndex } from '../write-statements.ts';

const schemas = { v1: 'its functions', v2: 'eql_v2', v3: 'eql_v3' } as const;

export const rule = defineRule({
  id: 'eql/reinstall-drops-indexes',
  severity: 'warning',
  title: 'EQL is installed again, which drops every index over its functions, and nothing builds them again',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { databases } }) {
    for (const database of databases) {
      for (const install of database.installs) {
        if (install.lost.length === 0 || !isReinstall(install, database)) continue;
        const { lost } = install;
        const names = lost.map(nameOf);
        const few =
          names.length > 4 ? [...names.slice(0, 3), counted(names.length - 3, 'more', 'more')] : names;
        yield {
          place: install.place,
          message: `installing EQL again drops the schema ${schemas[install.generation]} with everything that stands over it, and nothing builds ${listed(few)} again, so ${lost.length === 1 ? 'its searches read' : 'their searches read'} the whole table: create ${lost.length === 1 ? 'it' : 'them'} again after the install`,
          related: lost.map((index) => ({ message: `${nameOf(index)} is dropped`, place: index.place })),
          fixes: buildAgain(lost, database),
        };
      }
    }
  },
});

function nameOf({ name, table }: EqlIndex): string {
  return name ?? `an index of ${table}`;
}

/** Who drops EQL for good wants its indexes gone. */
function isReinstall(install: EqlInstall, { installs, usedBeforeInstall }: EqlDatabase): boolean {
  // Where the first install comes too late, that is what is wrong.
  if (usedBeforeInstall?.install.file === install.place.file) return false;
  if (install.kind === 'install') return true;
  const later = installs.slice(installs.indexOf(install) + 1);
  return later.some(({ kind, generation }) => kind === 'install' && generation === install.generation);
}

function buildAgain(lost: readonly EqlIndex[], { style }: EqlDatabase): Fix[] {
  const statements = lost.map(statementOf);
  const whole = statements.filter((statement) => statement !== undefined);
  // Half of them would look like all of them.
  if (whole.length < lost.length) return [];
  const tables = lost.flatMap(({ keys: [key] }) => (key?.column === undefined ? [] : [analyze(key.column)]));
  const [only] = lost;
  const what =
    lost.length === 1 && only !== undefined ? nameOf(only) : counted(lost.length, 'index', 'indexes');
  return addStatements(`create ${what} again`, style, [...whole, ...new Set(tables)]);
}

/** The statement of an index over one term; undefined for what is not known whole. */
function statementOf({ keys, partial, unique, method, name }: EqlIndex): string | undefined {
  const [key] = keys;
  const { column, extractor } = key ?? {};
  if (keys.length !== 1 || partial === true || column === undefined || extractor === undefined)
    return undefined;
  const recipe = Object.values(recipes).find(
    ({ functions, schema }) => schema === extractor.schema && functions.includes(extractor.name),
  );
  if (recipe === undefined) return undefined;
  return createIndex(column, recipe, new Set(), { unique, method, ...(name === undefined ? {} : { name }) });
}
