import { describeGuess } from '../../guessability/describe.ts';
import { defineRule } from '../../model/rule.ts';
import { guessColumn } from '../guess-column.ts';
import { searchableColumns } from '../searchable.ts';

export const rule = defineRule({
  id: 'eql/low-cardinality',
  severity: 'warning',
  title: 'equality or order on a column with few values',
  since: '0.1.0',
  fix: 'none',
  *check({ eql }) {
    for (const { column, equality, order, placeOf, siblings } of searchableColumns(eql)) {
      if (!equality && !order) continue;
      const guessed = guessColumn(column, siblings);
      // Booleans have a rule of their own.
      if (guessed?.kind !== 'gated' || guessed.class === 'boolean') continue;
      yield {
        place: column.domain === undefined ? placeOf(equality ? 'equality' : 'order') : column.place,
        field: column.path,
        message: `${column.table}.${column.name} has few values, or a few that most rows share (${describeGuess(guessed)}), and every row with the same one has the same ${order ? 'order' : 'equality'} term: whoever reads the database counts how often each occurs, and knows from that which it is; store it without a search, or search by something else`,
      };
    }
  },
});
