import { guessField } from '../../guessability/classify.ts';
import { describeGuess } from '../../guessability/describe.ts';
import type { Change } from '../../model/finding.ts';
import type { FieldList, QueryableField } from '../../model/mongodb.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { type Contention, contentionOf, defaultContention, setContention } from '../contention-of.ts';
import { ownPlace } from '../own-value.ts';

/** What the suggestion raises contention to. Ours: a tenth of what the rule on contention reports as too much. */
const raised = 100;

export const rule = defineRule({
  id: 'mongodb/low-cardinality',
  severity: 'warning',
  title: 'equality or range on a field with few values',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) for (const report of checkField(list, field)) yield report;
    }
  },
});

function checkField(list: FieldList, field: QueryableField): readonly Report[] {
  const reports: Report[] = [];
  for (const query of field.queries) {
    if (query.kind !== 'equality' && query.kind !== 'range') continue;
    const contention = contentionOf(query);
    if (contention === undefined || contention.amount > BigInt(defaultContention)) continue;
    // Contention 0 is worse, and has a finding of its own.
    if (contention.amount === 0n) continue;
    const guessed = guessField(field, list.fields);
    if (guessed?.kind !== 'gated') return reports;
    reports.push({
      place:
        contention.property === undefined
          ? (query.nameValue?.place ?? field.place)
          : ownPlace(contention.property),
      field: field.path,
      message: `${field.path} has few values, or a few that most documents share (${describeGuess(guessed)}), and at contention ${said(contention)} each is counted in ${contention.amount + 1n} places, so how often a value is found and counted gives it away: do not query it, or raise contention`,
      fixes: [
        ...withoutQueries(field),
        suggestion(
          `set contention to ${raised}: ${raised + 1} counters a value, and as many for each lookup to probe`,
          ...setContention(field, raised),
        ),
      ],
    });
    return reports;
  }
  return reports;
}

function said({ amount, property }: Contention): string {
  return property === undefined ? `${amount}, the default,` : `${amount}`;
}

function withoutQueries(field: QueryableField) {
  const { queriesProperty } = field;
  if (queriesProperty === undefined) return [];
  const change: Change = {
    kind: 'remove-property',
    object: field.encrypt ?? field.element,
    property: queriesProperty,
  };
  return [suggestion('remove queries: it stays encrypted, and nothing searches it', change)];
}
