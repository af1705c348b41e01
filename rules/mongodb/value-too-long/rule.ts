import { classOf, type LongestValue } from '../../guessability/classes.ts';
import { guessField } from '../../guessability/classify.ts';
import type { Fix } from '../../model/finding.ts';
import type { FieldList, QueryableField, QueryType } from '../../model/mongodb.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { propertyOf } from '../../model/value.ts';
import { ends } from '../cheaper.ts';
import { describeWorst } from '../cost-wording.ts';
import { costOf, supposing } from '../field-cost.ts';
import { ownPlace, setOwn } from '../own-value.ts';
import { readLength, substringLimits } from '../text-limits.ts';

export const rule = defineRule({
  id: 'mongodb/value-too-long',
  severity: 'warning',
  title: 'a substring field that is too short for what its values may be',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) {
        for (const query of field.queries) for (const report of checkQuery(list, field, query)) yield report;
      }
    }
  },
});

function checkQuery(list: FieldList, field: QueryableField, query: QueryType): readonly Report[] {
  const reports: Report[] = [];
  if (query.kind !== 'substring') return reports;
  const written = readLength(query, 'strMaxLength');
  const property = propertyOf(query.object, 'strMaxLength');
  const guessed = guessField(field, list.fields);
  if (written === undefined || property === undefined || guessed === undefined) return reports;
  const longest: LongestValue | undefined = classOf(guessed.class).longest;
  // Values may be stored without their separators.
  if (longest === undefined || written.length >= (longest.compact ?? longest.characters)) return reports;
  const most =
    longest.compact === undefined
      ? `${longest.characters} characters`
      : `${longest.characters} characters, ${longest.compact} without separators`;
  reports.push({
    place: ownPlace(property),
    field: field.path,
    message: `${field.path ?? 'this field'} looks like ${withArticle(guessed.label)}, which may have ${most} (${longest.source}), and the client refuses to insert a value longer than strMaxLength ${written.length}: ${adviceFor(query, longest)}`,
    fixes: fixesFor(field, query, longest),
  });
  return reports;
}

function limitOf({ name }: QueryType): number {
  const limits = name === 'substringPreview' ? substringLimits.substringPreview : substringLimits.substring;
  return limits.find(({ option }) => option === 'strMaxLength')?.length ?? 0;
}

function adviceFor(query: QueryType, { characters }: LongestValue): string {
  const limit = limitOf(query);
  return characters <= limit
    ? `set it to ${characters}`
    : `substring takes ${limit} at most, so check the length before an insert, or search by prefix and suffix, whose values may be of any length`;
}

function fixesFor(field: QueryableField, query: QueryType, { characters }: LongestValue): Fix[] {
  const cost = costOf(field);
  const settings = cost?.estimate.settings.queries[0];
  const property = propertyOf(query.object, 'strMaxLength');
  if (cost === undefined || settings?.kind !== 'substring' || property === undefined) return [];
  const limit = limitOf(query);
  if (characters > limit) return ends(cost, query, settings);
  const longer = supposing(cost, [{ ...settings, strMaxLength: characters }]);
  return [
    suggestion(
      `set strMaxLength to ${characters}: ${describeWorst(longer)}`,
      ...setOwn(query.object, property, characters),
    ),
  ];
}

function withArticle(label: string): string {
  return `${/^[aeio]/i.test(label) ? 'an' : 'a'} ${label}`;
}
