import { guessField, isGuessable } from '../../guessability/classify.ts';
import { describeGuess } from '../../guessability/describe.ts';
import { grouped } from '../../model/grouped.ts';
import type { FieldList, QueryableField } from '../../model/mongodb.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { contentionOf, defaultContention, setContention } from '../contention-of.ts';
import { ownPlace } from '../own-value.ts';

export const rule = defineRule({
  id: 'mongodb/contention',
  severity: 'warning',
  title: 'a contention that shows how often a value occurs, or that makes every lookup long',
  since: '0.1.0',
  fix: 'suggestion',
  options: {
    contention: {
      default: 1000,
      minimum: 1,
      description:
        'The greatest contention that is not reported: each lookup probes one counter more than that.',
    },
  },
  *check(project, { options }) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) {
        for (const report of checkField(list, field, options(field.place.file).contention)) yield report;
      }
    }
  },
});

/** A prefix and a suffix have one contention, so one finding is enough for a field. */
function checkField(list: FieldList, field: QueryableField, most: number): readonly Report[] {
  const reports: Report[] = [];
  for (const query of field.queries) {
    const contention = contentionOf(query);
    if (contention?.property === undefined) continue;
    const place = ownPlace(contention.property);
    if (contention.amount === 0n) {
      const report = tooLow(list, field, place);
      if (report === undefined) continue;
      reports.push(report);
      return reports;
    }
    if (contention.amount > BigInt(most)) {
      reports.push(tooHigh(field, contention.amount, place, most));
      return reports;
    }
  }
  return reports;
}

function tooLow(list: FieldList, field: QueryableField, place: Place): Report | undefined {
  const guessed = guessField(field, list.fields);
  if (guessed === undefined || !isGuessable(guessed)) return undefined;
  return {
    place,
    field: field.path,
    message: `contention 0 keeps one counter for each value of ${field.path}, so a search or a compaction shows whoever watches the server how often that value is written, which can be matched with what is known of the values (${describeGuess(guessed)}): leave it at ${defaultContention}, or raise it`,
    fixes: [
      suggestion(
        `set contention to ${defaultContention}: ${defaultContention + 1} counters a value`,
        ...setContention(field, defaultContention),
      ),
    ],
  };
}

function tooHigh(field: QueryableField, amount: bigint, place: Place, most: number): Report {
  const count = (number: bigint) => grouped(number);
  return {
    place,
    field: field.path,
    message: `contention ${count(amount)} makes every lookup of ${field.path ?? 'this field'} probe ${count(amount + 1n)} counters: take no more than as many writers as wait for one value at once, and at most ${grouped(most)}`,
    fixes: [defaultContention, most]
      .filter((number, at, all) => number <= most && all.indexOf(number) === at)
      .map((number) =>
        suggestion(
          `set contention to ${grouped(number)}: ${grouped(number + 1)} counters a lookup`,
          ...setContention(field, number),
        ),
      ),
  };
}
