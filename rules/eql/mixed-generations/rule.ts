import { defineRule } from '../../model/rule.ts';
import { listed } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/mixed-generations',
  severity: 'warning',
  title: 'EQL v2 and v3 columns in one table',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { databases } }) {
    for (const { columns } of databases) {
      const newer = columns.filter(({ generation }) => generation === 'v3');
      const tables = new Set<string>();
      for (const old of columns.filter(({ generation }) => generation === 'v2')) {
        const beside = newer.filter(({ table, schema }) => table === old.table && schema === old.schema);
        const table = JSON.stringify([old.schema, old.table]);
        if (beside.length === 0 || tables.has(table)) continue;
        tables.add(table);
        const left = columns.filter(
          ({ generation, table: own, schema }) =>
            generation === 'v2' && own === old.table && schema === old.schema,
        );
        yield {
          place: old.typePlace,
          field: old.path,
          message: `${old.table} has EQL v2 and v3 columns, and CipherStash Proxy 3 refuses every statement on such a table: move ${listed(left.map(({ name }) => name))} to v3 and drop what is left of v2 in one release`,
          related: beside.map(({ name, typePlace }) => ({
            message: `${name} is a v3 column`,
            place: typePlace,
          })),
        };
      }
    }
  },
});
