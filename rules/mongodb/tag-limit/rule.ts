import { type QuerySettings, readQuerySettings } from '../../costs/settings.ts';
import { worstTokens } from '../../costs/tokens.ts';
import { isBsonType } from '../../model/bson.ts';
import type { Fix } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import { type FieldList, isTextKind, type QueryableField, type QueryType } from '../../model/mongodb.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { propertyOf, valueAt } from '../../model/value.ts';
import { tagLimits } from '../tag-limits.ts';
import { isForeignPreview } from '../text-limits.ts';
import { counted } from '../wording.ts';

export const rule = defineRule({
  id: 'mongodb/tag-limit',
  severity: 'error',
  title: 'more tags in the worst case than a field or a collection may have',
  since: '0.1.0',
  fix: 'suggestion',
  dependsOn: 'mongodb',
  *check(project) {
    for (const list of project.mongodb.fieldLists) for (const report of checkList(list)) yield report;
  },
});

/** The query types of a field that can be counted: what cannot is more, never less. */
interface Counted {
  readonly field: QueryableField;
  readonly parts: readonly Part[];
  readonly tags: number;
}

interface Part {
  readonly query: QueryType;
  readonly settings: QuerySettings;
}

function checkList(list: FieldList): readonly Report[] {
  const reports: Report[] = [];
  const fields = list.fields.map(count);
  const beyond = fields.filter(({ parts, tags }) => parts.some(isText) && tags > tagLimits.field.tags);
  for (const one of beyond) reports.push(fieldBeyond(one));
  const rest = fields.filter((one) => !beyond.includes(one));
  const sum = rest.reduce((total, { tags }) => total + tags, 0);
  if (sum > tagLimits.collection.tags) reports.push(collectionBeyond(list, rest, sum));
  return reports;
}

function count(field: QueryableField): Counted {
  const type =
    field.bsonType?.kind === 'string' && isBsonType(field.bsonType.value) ? field.bsonType.value : undefined;
  const parts = field.queries.flatMap((query): Part[] => {
    // What the target does not know by this name is refused for that, whatever its lengths.
    if (isForeignPreview(query.name, field.target)) return [];
    const settings = readQuerySettings(query, type);
    return settings === undefined ? [] : [{ query, settings }];
  });
  return { field, parts, tags: worstTokens(parts.map(({ settings }) => settings)) };
}

function isText({ settings }: Part): boolean {
  return isTextKind(settings.kind);
}

function fieldBeyond({ field, parts, tags }: Counted): Report {
  const largest = largestPart(parts);
  const length = largest === undefined ? undefined : lengthOf(largest);
  const others = tags - (largest === undefined ? 0 : worstTokens([largest.settings]));
  return {
    place: length?.place ?? field.place,
    field: field.path,
    message: `the longest value would leave ${counted(tags, 'tag')}, and one text field may leave ${grouped(tagLimits.field.tags)}: lower ${length?.option ?? 'its lengths'} (server code ${tagLimits.field.code})`,
    fixes: largest === undefined ? [] : lower(largest, tagLimits.field.tags - others),
  };
}

function collectionBeyond(list: FieldList, fields: readonly Counted[], sum: number): Report {
  const [first, ...more] = fields
    .toSorted((one, other) => other.tags - one.tags)
    .filter(({ tags }) => tags > 0);
  const largest = first === undefined ? undefined : largestPart(first.parts);
  const others = sum - (largest === undefined ? 0 : worstTokens([largest.settings]));
  return {
    place: propertyOf(list.document, 'fields')?.keyPlace ?? list.uses[0]?.place ?? list.document.place,
    message: `the longest values of ${fields.length} fields would leave ${counted(sum, 'tag')} in one document, and ${grouped(tagLimits.collection.tags)} fill it: search fewer fields by text, or shorter pieces (server code ${tagLimits.collection.code})`,
    related: [...(first === undefined ? [] : [first]), ...more].slice(0, 5).map(({ field, tags }) => ({
      message: `${field.path ?? 'this field'}: ${counted(tags, 'tag')}`,
      place: field.place,
    })),
    fixes: largest === undefined ? [] : lower(largest, tagLimits.collection.tags - others),
  };
}

function largestPart(parts: readonly Part[]): Part | undefined {
  return parts
    .filter(isText)
    .toSorted((one, other) => worstTokens([other.settings]) - worstTokens([one.settings]))[0];
}

/** The number that makes the most tags: the longest search, or the longest value of a substring field. */
function lengthOf({ query, settings }: Part): { option: string; place: Place } | undefined {
  const option = settings.kind === 'substring' ? 'strMaxLength' : 'strMaxQueryLength';
  const value = valueAt(query.object, option);
  return value === undefined ? undefined : { option, place: value.place };
}

/** The greatest length that leaves no more tags than these. */
function lower({ query, settings }: Part, tags: number): Fix[] {
  if (settings.kind === 'equality' || settings.kind === 'range') return [];
  const { option } = lengthOf({ query, settings }) ?? {};
  const value = option === undefined ? undefined : valueAt(query.object, option);
  if (option === undefined || value === undefined) return [];
  const withLength = (length: number): QuerySettings =>
    settings.kind === 'substring'
      ? { ...settings, strMaxLength: length }
      : { ...settings, strMaxQueryLength: length };
  let [low, high] =
    settings.kind === 'substring'
      ? [settings.strMaxQueryLength, settings.strMaxLength]
      : [settings.strMinQueryLength, settings.strMaxQueryLength];
  if (worstTokens([withLength(low)]) > tags) return [];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (worstTokens([withLength(middle)]) <= tags) low = middle;
    else high = middle - 1;
  }
  return [
    suggestion(`set ${option} to ${low} (${counted(worstTokens([withLength(low)]), 'tag')})`, {
      kind: 'set-value',
      value,
      to: low,
    }),
  ];
}
