import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'eql/ore-and-ope',
  severity: 'warning',
  title: 'both order indexes on one column',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { databases, declared } }) {
    for (const column of [...databases.flatMap(({ columns }) => columns), ...declared]) {
      const found = column.searches.filter(({ index }) => index === 'ore' || index === 'ope');
      const [first, second] = found;
      if (first === undefined || second === undefined || first.index === second.index) continue;
      yield {
        place: second.place,
        field: column.path,
        message: `${column.table}.${column.name} has ${first.index} and ${second.index}, which answer the same searches: each value carries both terms, twice the bytes and twice the leak, and EQL v3 takes one of them; keep ope, which compares faster and needs no operator class, or ore`,
        related: [{ message: first.index, place: first.place }],
      };
    }
  },
});
