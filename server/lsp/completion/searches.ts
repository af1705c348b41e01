import { isRangeType, readRangeDomain } from '../../../rules/costs/range-domain.ts';
import { type FieldSettings, type QuerySettings, readQuerySettings } from '../../../rules/costs/settings.ts';
import { utf8Length } from '../../../rules/costs/utf8.ts';
import { type BsonType, bsonTypes, isBsonType } from '../../../rules/model/bson.ts';
import {
  isTextKind,
  type QueryableField,
  type QueryKind,
  type QueryType,
  type QueryTypeName,
  queryTypeNames,
} from '../../../rules/model/mongodb.ts';
import { atLeast } from '../../../rules/model/target.ts';
import {
  booleanAt,
  isAbsent,
  lookup,
  type ObjectValue,
  toBigInt,
  type Value,
  valueAt,
} from '../../../rules/model/value.ts';
import { nameOn, queryKinds } from '../../../rules/mongodb/query-names.ts';
import { optionsOf, type QueryOption, writtenOptions } from '../../../rules/mongodb/query-options.ts';
import { usualValue } from '../../../rules/mongodb/usual-value.ts';

/** The type of a field as far as it decides: undefined where it is not there, or only known at run time. */
export function bsonTypeOf({ bsonType }: QueryableField): BsonType | 'unknown' | 'illegal' {
  if (bsonType === undefined || bsonType.kind === 'unknown') return 'unknown';
  return bsonType.kind === 'string' && isBsonType(bsonType.value) ? bsonType.value : 'illegal';
}

export function takes(type: BsonType, kind: QueryKind): boolean {
  return bsonTypes[type][isTextKind(kind) ? 'text' : kind];
}

/** The query types of a field beside one. */
export function othersOf(field: QueryableField, query: QueryType | undefined): readonly QueryType[] {
  return field.queries.filter((one) => one !== query);
}

/** The names that are legal for a query type: on the target, for the type of the field, beside the others, with its options. */
export function legalNames(field: QueryableField, query: QueryType | undefined): readonly QueryTypeName[] {
  const type = bsonTypeOf(field);
  const others = othersOf(field, query);
  return queryKinds.flatMap((kind) => {
    const name = nameOn(field.target, kind);
    if (name === undefined || !fitsBeside(field, kind, others)) return [];
    // Of a type that does not exist nothing is legal until it is mended, and then everything may be.
    if (type !== 'unknown' && type !== 'illegal' && !takes(type, kind)) return [];
    return query === undefined || optionsFit(field, query.object, kind) ? [name] : [];
  });
}

function fitsBeside({ target }: QueryableField, kind: QueryKind, others: readonly QueryType[]): boolean {
  const [other, ...more] = others;
  if (other === undefined) return true;
  if (more.length > 0 || !atLeast(target, '8.2')) return false;
  if (kind !== 'prefix' && kind !== 'suffix') return false;
  if (other.name === undefined) return isAbsent(other.object, 'queryType');
  return other.kind === (kind === 'prefix' ? 'suffix' : 'prefix');
}

function optionsFit(field: QueryableField, object: ObjectValue, kind: QueryKind): boolean {
  return writtenOptions(object).every(({ option }) => takesHere(field, kind, option));
}

/** Whole numbers have no decimals to count. */
export function takesHere(field: QueryableField, kind: QueryKind, option: QueryOption): boolean {
  const taken: readonly QueryOption[] = optionsOf[kind].takes;
  if (!taken.includes(option)) return false;
  const type = bsonTypeOf(field);
  return option !== 'precision' || (type !== 'int' && type !== 'long' && type !== 'date');
}

/** The options that are not there yet, those that are needed first. */
export function openOptions(
  field: QueryableField,
  { object, kind }: QueryType,
): readonly (QueryOption | 'contention')[] {
  if (kind === undefined) return [];
  const taken: readonly QueryOption[] = optionsOf[kind].takes;
  const required: readonly QueryOption[] = optionsOf[kind].requires;
  const free = taken.filter((option) => isAbsentIn(object, option) && takesHere(field, kind, option));
  return [
    ...free.filter((option) => required.includes(option)),
    ...free.filter((option) => !required.includes(option)),
    ...(isAbsentIn(object, 'contention') ? (['contention'] as const) : []),
  ];
}

/** A key that a spread may bring is no reason not to offer it. */
export function isAbsentIn(object: ObjectValue, key: string): boolean {
  return lookup(object, key).state !== 'present';
}

/** The types that can be encrypted and go with every query type that stands there. */
export function legalTypes(field: QueryableField): readonly BsonType[] {
  const types = Object.keys(bsonTypes) as BsonType[];
  return types.filter(
    (type) =>
      bsonTypes[type].unindexed &&
      field.queries.every((query) => query.kind === undefined || goesWith(type, query, query.kind)),
  );
}

function goesWith(type: BsonType, query: QueryType, kind: QueryKind): boolean {
  if (!takes(type, kind)) return false;
  if (kind !== 'range' || !isRangeType(type)) return true;
  const written = writtenOptions(query.object).map(({ option }) => option);
  const whole = type === 'int' || type === 'long' || type === 'date';
  if (whole && written.includes('precision')) return false;
  const bounds = [valueAt(query.object, 'min'), valueAt(query.object, 'max')].filter(
    (bound) => bound !== undefined,
  );
  if (bounds.some((bound) => !mayBe(bound, type))) return false;
  const readable =
    bounds.length === 2 && !query.object.open && bounds.every(({ kind: one }) => one !== 'unknown');
  return !readable || !whole || readRangeDomain(query, type) !== undefined;
}

function mayBe(bound: Value, type: BsonType): boolean {
  if (bound.kind === 'date') return type === 'date';
  return bound.kind !== 'number' || bound.types.some((one) => one === type);
}

/** A query type of this name with what is written, and the usual value for whatever it needs besides. */
export function completed(
  field: QueryableField,
  query: QueryType | undefined,
  name: QueryTypeName,
): QueryType {
  const { kind } = queryTypeNames[name];
  const place = query?.object.place ?? field.element.place;
  let object: ObjectValue = query?.object ?? { kind: 'object', place, properties: [], open: false };
  for (const option of optionsOf[kind].requires) {
    if (!isAbsentIn(object, option)) continue;
    object = withValue(object, option, usual(field, { object, kind, name }, option));
  }
  return { object, kind, name };
}

/** The usual value; of a pair the one that the other says, since both must agree. */
export function usual(field: QueryableField, query: QueryType, option: QueryOption): number | boolean {
  const agreed = agreedValue(field, query, option);
  return typeof agreed === 'boolean' ? agreed : usualValue(query, option, field.target);
}

/** What the other query type of a pair says, where both must say the same. */
export function agreedValue(
  field: QueryableField,
  query: QueryType | undefined,
  option: QueryOption | 'contention',
): number | boolean | undefined {
  const [other] = field.queries.filter(({ object }) => object.place.start !== query?.object.place.start);
  if (other === undefined) return undefined;
  if (option === 'caseSensitive' || option === 'diacriticSensitive') return booleanAt(other.object, option);
  if (option !== 'contention') return undefined;
  const written = valueAt(other.object, 'contention');
  const amount = written === undefined ? undefined : toBigInt(written);
  return amount === undefined || amount < 0n || amount > 1_000_000n ? undefined : Number(amount);
}

export function withValue(object: ObjectValue, key: string, to: number | boolean): ObjectValue {
  const { place } = object;
  const value: Value =
    typeof to === 'boolean'
      ? { kind: 'boolean', place, value: to }
      : { kind: 'number', place, digits: String(to), types: ['int'] };
  const others = object.properties.filter((property) => property.key !== key);
  return { ...object, properties: [...others, { key, keyPlace: place, place, value }] };
}

/** The field's settings with these query types; undefined where a number is missing or illegal. */
export function settingsWith(
  field: QueryableField,
  queries: readonly QueryType[],
  type: BsonType | 'unknown' | 'illegal' = bsonTypeOf(field),
): FieldSettings | undefined {
  const known = type === 'unknown' || type === 'illegal' ? undefined : type;
  const assumed = known ?? (queries.some(({ kind }) => isTextKind(kind)) ? 'string' : undefined);
  const all: QuerySettings[] = [];
  for (const query of queries) {
    const settings = readQuerySettings(query, assumed);
    if (settings === undefined) return undefined;
    all.push(settings);
  }
  return {
    ...(assumed === undefined ? {} : { bsonType: assumed }),
    ...(field.path === undefined ? {} : { pathBytes: utf8Length(field.path) }),
    queries: all,
  };
}
