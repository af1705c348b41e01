import type { GuessabilityClass } from '../../guessability/classes.ts';
import { describeGuess } from '../../guessability/describe.ts';
import { defineRule } from '../../model/rule.ts';
import { guessColumn } from '../guess-column.ts';
import { searchableColumns } from '../searchable.ts';

export const rule = defineRule({
  id: 'eql/order-leak',
  severity: 'warning',
  title: 'order on a column whose order is the secret, or whose values are an enumerable format',
  since: '0.1.0',
  fix: 'none',
  *check({ eql }) {
    for (const { column, order, placeOf, siblings } of searchableColumns(eql)) {
      if (!order) continue;
      const guessed = guessColumn(column, siblings);
      const form = guessed === undefined ? undefined : forms[guessed.class];
      if (guessed === undefined || form === undefined || isAnyAmount(column.name)) continue;
      yield {
        place: column.domain === undefined ? placeOf('order') : column.place,
        severity: form === 'format' ? 'warning' : 'info',
        field: column.path,
        message:
          form === 'format'
            ? `${column.table}.${column.name} is a format whose values can be listed (${describeGuess(guessed)}), and its order term sorts all rows for whoever reads the database, who then finds values by their place among them: equality is what such a column is searched by, so take order away`
            : `whoever reads the database can sort all rows by ${column.table}.${column.name} (${describeGuess(guessed)}), since the order term stands in every row, and then knows the highest, the lowest and what lies between two known ones: take order away and sort after decryption where that will do`,
      };
    }
  },
});

/** `amount` alone may be of anything. */
function isAnyAmount(name: string): boolean {
  return /amount/i.test(name) && !/salary|income|wage|balance|credit/i.test(name);
}

/** `order`: to know who is above whom is the secret. `format`: all values can be listed, and nobody needs a range of them. */
const forms: Readonly<Partial<Record<GuessabilityClass, 'order' | 'format'>>> = {
  age: 'order',
  amount: 'order',
  'birth-date': 'order',
  'test-result': 'order',
  ssn: 'format',
  'tax-number': 'format',
  nino: 'format',
  'national-number': 'format',
  'short-national-number': 'format',
  'birth-date-number': 'format',
  'card-number': 'format',
  iban: 'format',
  'bank-account': 'format',
  phone: 'format',
  passport: 'format',
  'driver-licence': 'format',
  postcode: 'format',
  pin: 'format',
};
