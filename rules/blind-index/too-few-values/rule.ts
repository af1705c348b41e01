import { isGuessabilityClass } from '../../guessability/classes.ts';
import type { Guessability } from '../../guessability/classify.ts';
import { describeGuess } from '../../guessability/describe.ts';
import { grouped } from '../../model/grouped.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { guessCodeIndex } from '../guess-code-index.ts';
import { guessPrismaField } from '../guess-prisma-field.ts';
import { type IndexedField, indexedFields } from '../indexed-fields.ts';

export const rule = defineRule({
  id: 'blind-index/too-few-values',
  severity: 'error',
  title: 'an index over so few values that counting its rows reads them',
  since: '0.1.0',
  fix: 'none',
  *check({ blindIndex }) {
    for (const indexed of indexedFields(blindIndex)) {
      const report = reportOf(indexed);
      if (report !== undefined) yield report;
    }
    for (const index of blindIndex.codeIndexes) {
      const guessed = guessCodeIndex(index);
      if (guessed?.kind !== 'gated') continue;
      yield {
        place: index.declaration,
        field: index.path,
        message: `${index.table}.${index.columns[0]} ${fewValues(guessed)}: leave this index out and look at the value after decryption, or index it together with a column of many values (a compound index)`,
      };
    }
  },
});

/** Distinct values under which no index hides which is which. Source: fieldseal-spec docs/02-spec-v0.1.md 7.6. */
const fewest = 1024;

function reportOf({ schema, model, field, index, source }: IndexedField): Report | undefined {
  const guessed = guessPrismaField(field, model);
  const known = source.override.class ?? field.override.class;
  // Somebody looked at it and wrote down what it is.
  if (known !== undefined && isGuessabilityClass(known) && guessed?.kind !== 'gated') return undefined;
  const { annotation, population } = index;
  const related = [{ message: 'the value that it gives away', place: source.namePlace }];
  const refused =
    'Fieldseal refuses to start without a cardinalityOverride with reason, approver and date: leave the index out, or sign for it there and say encsafe-field: class=… above the field';
  if (schema.package === 'fieldseal' && population !== undefined && population.value < fewest) {
    return {
      place: population.place,
      field: field.path,
      related,
      message: `${field.name} is an index over ${grouped(population.value)} values, and under ${grouped(fewest)} the counts of its rows tell which is which: ${refused}`,
    };
  }
  const skewed =
    schema.package === 'fieldseal'
      ? annotation.options.find(({ key, value }) => key === 'skewed' && value === 'true')
      : undefined;
  if (skewed !== undefined) {
    return {
      place: skewed.keyPlace,
      field: field.path,
      related,
      message: `${field.name} is an index over values of which a few make most rows, as it says itself, and the counts of its rows tell which those are: ${refused}`,
    };
  }
  if (guessed?.kind !== 'gated') return undefined;
  return {
    place: annotation.place,
    field: field.path,
    related,
    message: `${source.name} ${fewValues(guessed)}: leave ${field.name} out, search by something else and look at ${source.name} after decryption`,
  };
}

function fewValues(guessed: Guessability): string {
  return `has few values, or a few that most rows share (${describeGuess(guessed)}), and every row with the same one has the same term, so whoever reads the database counts how often each occurs and knows from that which it is, without any key`;
}
