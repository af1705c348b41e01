import { bsonTypes, isBsonType } from '../../model/bson.ts';
import type { Change, Fix } from '../../model/finding.ts';
import { isTextKind, type QueryableField, type QueryKind, type QueryType } from '../../model/mongodb.ts';
import { holds } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { atLeast, type MongodbTarget, type MongodbVersion } from '../../model/target.ts';
import { lookup, type Property } from '../../model/value.ts';
import { missingOptions } from '../missing-options.ts';
import { optionsOf, type QueryOption, takesOption, writtenOptions } from '../query-options.ts';
import { usualValue } from '../usual-value.ts';
import { listed, serverCode } from '../wording.ts';

interface Code {
  readonly code: string;
  /** Older releases answer with a code that is not known. */
  readonly since?: MongodbVersion;
}

/** Source: mongo 11c4e446 encryption_fields_validation.cpp, validateEncryptedField. */
const refusedByEquality = {
  sparsity: { code: '6775205' },
  min: { code: '6775206' },
  max: { code: '6775207' },
  trimFactor: { code: '8574104' },
  precision: { code: '10774900', since: '8.2' },
  strMaxLength: { code: '10774901', since: '8.2' },
  strMinQueryLength: { code: '10774902', since: '8.2' },
  strMaxQueryLength: { code: '10774903', since: '8.2' },
  caseSensitive: { code: '10774904', since: '8.2' },
  diacriticSensitive: { code: '10774905', since: '8.2' },
} as const satisfies Partial<Record<QueryOption, Code>>;

/** Source: as above, validateRangeIndex. */
const refusedByRange = {
  strMaxLength: { code: '10774906', since: '8.2' },
  strMinQueryLength: { code: '10774907', since: '8.2' },
  strMaxQueryLength: { code: '10774908', since: '8.2' },
  caseSensitive: { code: '10774909', since: '8.2' },
  diacriticSensitive: { code: '10774910', since: '8.2' },
} as const satisfies Partial<Record<QueryOption, Code>>;

/** Source: as above, validateTextSearchIndex. */
const refusedByText = {
  sparsity: { code: '10774911', since: '8.2' },
  min: { code: '10774912', since: '8.2' },
  max: { code: '10774913', since: '8.2' },
  trimFactor: { code: '10774914', since: '8.2' },
  precision: { code: '10774915', since: '8.2' },
} as const satisfies Partial<Record<QueryOption, Code>>;

/** Source: as above, validateTextSearchIndex. */
const missingCodes: Readonly<Partial<Record<QueryOption, Code>>> = {
  strMinQueryLength: { code: '9783402', since: '8.2' },
  strMaxQueryLength: { code: '9783403', since: '8.2' },
  caseSensitive: { code: '9783404', since: '8.2' },
  diacriticSensitive: { code: '9783405', since: '8.2' },
  strMaxLength: { code: '9783407', since: '8.2' },
};

/** Checked only where trimFactor makes the server count bits. Source: as above, getNumberOfBitsInDomain. */
const precisionOfWholeNumbers = '8574113';

export const rule = defineRule({
  id: 'mongodb/query-option',
  severity: 'error',
  title: 'an option that the query type does not take, or one that it needs',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) {
        for (const query of field.queries) {
          if (query.kind !== undefined)
            for (const report of checkQuery(field, query, query.kind)) yield report;
        }
      }
    }
  },
});

function checkQuery(field: QueryableField, query: QueryType, kind: QueryKind): readonly Report[] {
  const reports: Report[] = [];
  for (const { option, property } of writtenOptions(query.object)) {
    const fixes = [...remove(query, option, property), ...otherKinds(field, query)];
    const at = { place: property.keyPlace, field: field.path, fixes };
    if (!takesOption(kind, option)) {
      reports.push({ ...at, message: foreign(field, query, kind, option) });
    } else if ((optionsOf[kind].ignores as readonly QueryOption[]).includes(option)) {
      reports.push({
        ...at,
        severity: 'warning',
        fixes: remove(query, option, property),
        message: `${option} does nothing for ${query.name}: values of any length are stored, and only substring takes a longest one`,
      });
    } else if (option === 'precision' && wholeType(field) !== undefined) {
      const counted = lookup(query.object, 'trimFactor').state === 'present';
      reports.push({
        ...at,
        fixes: remove(query, option, property),
        message: `precision counts the decimals of a double or decimal, and ${wholeType(field)} has none: leave it out${serverCode(counted ? precisionOfWholeNumbers : undefined)}`,
      });
    }
  }
  const missing = missingOptions(query, kind);
  if (missing.length === 0) return reports;
  const added = missing.map((option) => ({ option, value: usualValue(query, option, field.target) }));
  reports.push({
    place: query.nameValue?.place ?? query.object.place,
    field: field.path,
    message: `${query.name} needs ${listed(missing)}, and the server knows no default${serverCode(...missing.map((option) => codeOn(field.target, missingCodes[option])))}`,
    fixes: [
      suggestion(
        `add ${listed(added.map(({ option, value }) => `${option} ${value}`))}`,
        ...added.map(
          ({ option, value }): Change => ({ kind: 'add-property', object: query.object, key: option, value }),
        ),
      ),
    ],
  });
  return reports;
}

function foreign(field: QueryableField, query: QueryType, kind: QueryKind, option: QueryOption): string {
  const owners = option.startsWith('str') || option.endsWith('Sensitive') ? 'the text query types' : 'range';
  const refusals: Readonly<Partial<Record<QueryOption, Code>>> = isTextKind(kind)
    ? refusedByText
    : kind === 'range'
      ? refusedByRange
      : refusedByEquality;
  const takes =
    optionsOf[kind].takes.length === 0
      ? 'which takes contention only'
      : `which takes ${listed(optionsOf[kind].takes)}`;
  return `${option} belongs to ${owners} and is refused beside ${query.name}, ${takes}: leave it out${serverCode(codeOn(field.target, refusals[option]))}`;
}

function codeOn(target: MongodbTarget, code: Code | undefined): string | undefined {
  return code === undefined || (code.since !== undefined && !atLeast(target, code.since))
    ? undefined
    : code.code;
}

function remove(query: QueryType, option: QueryOption, property: Property): Fix[] {
  if (!holds(query.object.place, property.place)) return [];
  return [suggestion(`remove ${option}`, { kind: 'remove-property', object: query.object, property })];
}

/** Bounds beside equality say that somebody wanted range, where the field can have it. */
function otherKinds(field: QueryableField, query: QueryType): Fix[] {
  const bsonType = field.bsonType?.kind === 'string' ? field.bsonType.value : undefined;
  if (query.kind !== 'equality' || query.nameValue === undefined) return [];
  if (bsonType === undefined || !isBsonType(bsonType) || !bsonTypes[bsonType].range) return [];
  const fits = writtenOptions(query.object).every(({ option }) => takesOption('range', option));
  return fits
    ? [
        suggestion('search by range, which answers equality too', {
          kind: 'set-value',
          value: query.nameValue,
          to: 'range',
        }),
      ]
    : [];
}

function wholeType(field: QueryableField): string | undefined {
  if (field.bsonType?.kind !== 'string') return undefined;
  const { value } = field.bsonType;
  return value === 'int' || value === 'long' || value === 'date' ? value : undefined;
}
