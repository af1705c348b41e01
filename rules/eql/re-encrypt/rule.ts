import { defineRule } from '../../model/rule.ts';

/** Calls that give a column another term. Source: src/config/functions.sql of EQL 2.3.1, sql/021-config-functions.sql of 1.0.1. */
const changing: ReadonlySet<string> = new Set([
  'add_search_config',
  'modify_search_config',
  'cs_add_index_v1',
  'cs_modify_index_v1',
]);

export const rule = defineRule({
  id: 'eql/re-encrypt',
  severity: 'info',
  title: 'an index for a column that holds rows, which lack its term',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { databases } }) {
    for (const { configCalls } of databases) {
      for (const {
        function: name,
        rowsBefore,
        table,
        column,
        index,
        migrating,
        target,
        place,
      } of configCalls) {
        if (!changing.has(name) || rowsBefore === undefined || migrating === true) continue;
        const what =
          column === undefined ? 'the column' : [table?.value, column.value].filter(Boolean).join('.');
        const term = index === undefined ? 'the new term' : `the term of ${index.value}`;
        yield {
          place: index?.place ?? place,
          field: target.kind === 'encrypted' ? target.column.path : undefined,
          message: `rows of ${what} that are there already lack ${term}, and a search finds none of them, without an error, until the application encrypts them again`,
          related: [{ message: 'rows are written here, before', place: rowsBefore }],
        };
      }
    }
  },
});
