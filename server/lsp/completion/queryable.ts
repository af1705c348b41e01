import { estimateSettings, typicalLength } from '../../../rules/costs/estimate.ts';
import { isRangeType } from '../../../rules/costs/range-domain.ts';
import { type FieldSettings, trimFactorDefault } from '../../../rules/costs/settings.ts';
import { type BsonType, bsonTypes } from '../../../rules/model/bson.ts';
import { grouped } from '../../../rules/model/grouped.ts';
import {
  type QueryableField,
  type QueryType,
  type QueryTypeName,
  queryTypeNames,
} from '../../../rules/model/mongodb.ts';
import { type ObjectValue, toBigInt, valueAt } from '../../../rules/model/value.ts';
import { defaultContention } from '../../../rules/mongodb/contention-of.ts';
import { answers, keyDescriptions } from '../../../rules/mongodb/key-descriptions.ts';
import { optionsOf, type QueryOption } from '../../../rules/mongodb/query-options.ts';
import { readLength, substringLimits } from '../../../rules/mongodb/text-limits.ts';
import { listed } from '../../../rules/mongodb/wording.ts';
import { ratio } from '../../report/units.ts';
import type { Offer } from './offer.ts';
import { choice, list, literal, object, type Piece, type PieceEntry, stop, uuid } from './piece.ts';
import {
  agreedValue,
  bsonTypeOf,
  completed,
  isAbsentIn,
  legalNames,
  legalTypes,
  openOptions,
  othersOf,
  settingsWith,
  takes,
  usual,
  withValue,
} from './searches.ts';

type QueryKey = 'queryType' | 'contention' | QueryOption;

/** `fields` of a document that has none. */
export function documentKeys(document: ObjectValue): readonly Offer[] {
  if (!isAbsentIn(document, 'fields')) return [];
  return [
    { ...key('fields', keyDescriptions.list.fields, list(wholeField(true))), detail: 'what is encrypted' },
  ];
}

/** A whole element of `fields`. */
export function wholeFields(): readonly Offer[] {
  return [
    {
      label: 'encrypted field, searched',
      kind: 'whole',
      detail: 'path, keyId, bsonType and a query type',
      about: { kind: 'text', text: keyDescriptions.list.fields },
      piece: wholeField(true),
    },
    {
      label: 'encrypted field, not searched',
      kind: 'whole',
      detail: 'path, keyId and bsonType',
      about: { kind: 'text', text: keyDescriptions.list.fields },
      piece: wholeField(false),
    },
  ];
}

/** Every type of the first choice has equality, so that any of them goes with it. */
const withEquality = (['string', 'int', 'long', 'date', 'bool', 'objectId', 'binData'] as const).filter(
  (type) => bsonTypes[type].equality,
);

function wholeField(searched: boolean): Piece {
  const types = searched ? withEquality : encryptable();
  return object(
    { key: 'path', value: stop('') },
    { key: 'keyId', value: uuid },
    { key: 'bsonType', value: choice(types) ?? literal('string') },
    ...(searched
      ? [{ key: 'queries', value: object({ key: 'queryType', value: literal('equality') }) }]
      : []),
  );
}

function encryptable(): readonly BsonType[] {
  const types = Object.keys(bsonTypes) as BsonType[];
  return ['string', ...types.filter((type) => type !== 'string' && bsonTypes[type].unindexed)];
}

/** The keys of an element that are not there yet. */
export function fieldKeys(field: QueryableField, mongoose: boolean): readonly Offer[] {
  const { element } = field;
  const offers: Offer[] = [];
  const offer = (name: keyof typeof keyDescriptions.field, piece: Piece | undefined) => {
    if (piece !== undefined && isAbsentIn(element, name))
      offers.push(key(name, keyDescriptions.field[name], piece));
  };
  if (!mongoose) offer('path', stop(''));
  if (isAbsentIn(element, 'keyAltName')) offer('keyId', uuid);
  if (!mongoose) offer('bsonType', choice(byUse(legalTypes(field))));
  offer('queries', queriesPiece(field));
  if (!mongoose && isAbsentIn(element, 'keyId')) offer('keyAltName', stop(''));
  return offers;
}

/** The first query type that the field can have, whole. */
function queriesPiece(field: QueryableField): Piece | undefined {
  const names = legalNames(field, undefined);
  const simple = names.filter((name) => optionsOf[queryTypeNames[name].kind].requires.length === 0);
  const named = choice(simple);
  if (named !== undefined) return object({ key: 'queryType', value: named });
  const [first] = names;
  return first === undefined ? undefined : queryPiece(field, undefined, first);
}

/** What the value of a key of an element can be. */
export function fieldValues(field: QueryableField, name: string): readonly Offer[] {
  switch (name) {
    case 'bsonType':
      return byUse(legalTypes(field)).map((type) => typeOffer(field, type));
    case 'keyId':
      return keyIds();
    case 'queries':
      return wholeQueries(field);
    default:
      return [];
  }
}

export function keyIds(): readonly Offer[] {
  return [
    { label: 'UUID', kind: 'whole', detail: 'the id of a data key', piece: uuid },
    { label: 'null', kind: 'value', detail: 'createEncryptedCollection makes the key', piece: literal(null) },
  ];
}

const common: readonly BsonType[] = [
  'string',
  'int',
  'long',
  'date',
  'bool',
  'double',
  'decimal',
  'objectId',
  'binData',
];

/** What most fields are comes first. */
function byUse(types: readonly BsonType[]): readonly BsonType[] {
  return [
    ...common.filter((type) => types.includes(type)),
    ...types.filter((type) => !common.includes(type)),
  ];
}

function typeOffer(field: QueryableField, type: BsonType): Offer {
  const searches = (['equality', 'range', 'prefix', 'suffix', 'substring'] as const).filter((kind) =>
    takes(type, kind),
  );
  const known = field.queries.length > 0 && field.queries.every(({ kind }) => kind !== undefined);
  const settings = known ? settingsWith(field, field.queries, type) : undefined;
  const cost = settings === undefined ? undefined : costInWords(settings, typicalLength(field));
  const can = searches.length === 0 ? 'encrypted, and not searched' : `searched by ${listed(searches, 'or')}`;
  return {
    label: type,
    kind: 'value',
    detail: cost === undefined ? can : `${cost} · ${can}`,
    piece: literal(type),
  };
}

/** Every query type that is legal here, with all that it needs. */
export function wholeQueries(field: QueryableField): readonly Offer[] {
  return legalNames(field, undefined).map((name) => ({
    ...nameOffer(field, undefined, name),
    label: `{ ${name} }`,
    kind: 'whole',
    piece: queryPiece(field, undefined, name),
  }));
}

function queryPiece(field: QueryableField, query: QueryType | undefined, name: QueryTypeName): Piece {
  const { kind } = queryTypeNames[name];
  const whole = completed(field, query, name);
  const contention = agreedValue(field, query, 'contention');
  return object(
    { key: 'queryType', value: literal(name) },
    ...optionsOf[kind].requires.map(
      (option): PieceEntry => ({ key: option, value: optionPiece(field, whole, option) }),
    ),
    ...(contention === undefined ? [] : [{ key: 'contention', value: literal(contention) }]),
  );
}

/** The keys of a query type that are not there yet: without a name only what all have. */
export function queryKeys(field: QueryableField, query: QueryType): readonly Offer[] {
  const named = isAbsentIn(query.object, 'queryType');
  const names = named ? choice(legalNames(field, query)) : undefined;
  const offers: Offer[] = [];
  if (names !== undefined) offers.push(queryKey('queryType', names));
  for (const option of openOptions(field, query)) {
    const required =
      query.kind !== undefined && (optionsOf[query.kind].requires as readonly string[]).includes(option);
    offers.push({
      ...queryKey(option, optionPiece(field, query, option)),
      ...(required ? { detail: `${query.name} needs it` } : {}),
    });
  }
  if (query.kind === undefined && isAbsentIn(query.object, 'contention')) {
    offers.push(queryKey('contention', optionPiece(field, query, 'contention')));
  }
  return offers;
}

function queryKey(name: QueryKey, piece: Piece): Offer {
  return key(name, keyDescriptions.query[name], piece);
}

function optionPiece(field: QueryableField, query: QueryType, option: QueryOption | 'contention'): Piece {
  switch (option) {
    case 'caseSensitive':
    case 'diacriticSensitive': {
      const agreed = agreedValue(field, query, option);
      return agreed === undefined ? (choice([true, false]) as Piece) : literal(agreed);
    }
    case 'strMinQueryLength':
    case 'strMaxQueryLength':
    case 'strMaxLength': {
      const written = valueAt(query.object, option);
      const number = written === undefined ? undefined : toBigInt(written);
      return stop(number === undefined ? Number(usual(field, query, option)) : Number(number));
    }
    case 'contention': {
      const agreed = agreedValue(field, query, option);
      return agreed === undefined ? stop(defaultContention) : literal(agreed);
    }
    case 'sparsity':
      return stop(2);
    case 'trimFactor':
      return stop(trimFactors(field, query).at(-1) ?? 0);
    case 'precision':
      return stop(2);
    case 'min':
      return boundPiece(field, '0', '2000-01-01');
    case 'max':
      return boundPiece(field, '1000', '2100-01-01');
  }
}

/** A bound in the type of the field, for a person to write over. */
function boundPiece(field: QueryableField, digits: string, day: string): Piece {
  const type = bsonTypeOf(field);
  switch (type) {
    case 'long':
    case 'double':
    case 'decimal':
      return { kind: 'number', type, digits };
    case 'date':
      return { kind: 'date', day };
    default:
      return stop(Number(digits));
  }
}

/** What the value of a key of a query type can be. */
export function queryValues(field: QueryableField, query: QueryType, name: string): readonly Offer[] {
  if (name === 'queryType') return legalNames(field, query).map((one) => nameOffer(field, query, one));
  const { kind } = query;
  if (name === 'contention') return contentions(field, query);
  if (kind === undefined || !(optionsOf[kind].takes as readonly string[]).includes(name)) return [];
  switch (name) {
    case 'caseSensitive':
    case 'diacriticSensitive': {
      const agreed = agreedValue(field, query, name);
      const values = typeof agreed === 'boolean' ? [agreed] : [true, false];
      return values.map((value) => ({
        label: String(value),
        kind: 'value',
        detail:
          typeof agreed === 'boolean'
            ? 'as the other query type says'
            : sensitivity(name === 'caseSensitive' ? 'upper and lower case' : 'diacritics', value),
        piece: literal(value),
      }));
    }
    case 'strMinQueryLength':
    case 'strMaxQueryLength':
    case 'strMaxLength':
      return lengths(query, name).map((number) => numberOffer(field, query, name, number));
    case 'sparsity':
      return [1, 2, 3, 4].map((number) =>
        numberOffer(field, query, name, number, number === 2 ? 'the default' : undefined),
      );
    case 'trimFactor': {
      const numbers = trimFactors(field, query);
      return numbers.map((number) => numberOffer(field, query, name, number));
    }
    case 'precision':
      return [0, 1, 2, 3]
        .map((number) => numberOffer(field, query, name, number))
        .filter(({ detail }) => detail !== undefined);
    default:
      return [];
  }
}

function sensitivity(what: string, value: boolean): string {
  return value ? `${what} count` : `${what} do not count`;
}

function contentions(field: QueryableField, query: QueryType): readonly Offer[] {
  const agreed = agreedValue(field, query, 'contention');
  const others = othersOf(field, query).length > 0;
  const numbers = typeof agreed === 'number' ? [agreed] : others ? [defaultContention] : [4, 8, 16, 32];
  return numbers.map((number) => ({
    label: String(number),
    kind: 'value',
    detail: `each search looks up ${number + 1} counters${number === defaultContention ? ', the default' : ''}`,
    piece: literal(number),
  }));
}

/** Lengths that are usual, within what the release takes and the others leave. */
function lengths(
  query: QueryType,
  option: 'strMinQueryLength' | 'strMaxQueryLength' | 'strMaxLength',
): readonly number[] {
  const limits =
    query.kind === 'substring'
      ? substringLimits[query.name === 'substringPreview' ? 'substringPreview' : 'substring']
      : undefined;
  const [least, longest, whole] = limits?.map(({ length }) => length) ?? [1, Number.POSITIVE_INFINITY, 0];
  const read = (name: typeof option) => readLength(query, name)?.length;
  const shortest = read('strMinQueryLength') ?? least ?? 1;
  const most = read('strMaxQueryLength') ?? shortest;
  switch (option) {
    case 'strMinQueryLength': {
      const end = read('strMaxQueryLength') ?? longest ?? 1;
      return [2, 3, 4, 5].filter((number) => number >= (least ?? 1) && number <= end);
    }
    case 'strMaxQueryLength': {
      const end = Math.min(
        longest ?? 1,
        limits === undefined ? Number.POSITIVE_INFINITY : (read('strMaxLength') ?? whole ?? 1),
      );
      return (limits === undefined ? [6, 8, 10, 15, 20] : [4, 5, 6, 8, 10]).filter(
        (number) => number >= shortest && number <= end,
      );
    }
    case 'strMaxLength':
      return [20, 25, 30, 40, 50, 60].filter((number) => number >= most && number <= (whole ?? 0));
  }
}

function trimFactors(field: QueryableField, query: QueryType): readonly number[] {
  const type = bsonTypeOf(field);
  if (type === 'unknown' || type === 'illegal' || !isRangeType(type)) return [];
  const settings = settingsWith(field, [
    { ...query, kind: 'range', object: withValue(query.object, 'trimFactor', 0) },
  ]);
  const [range] = settings?.queries ?? [];
  if (range?.kind !== 'range') return [];
  const usualFactor = trimFactorDefault(range.bits);
  return [...new Set([0, Math.min(4, usualFactor), usualFactor])].sort((one, other) => one - other);
}

function numberOffer(
  field: QueryableField,
  query: QueryType,
  name: string,
  number: number,
  note?: string,
): Offer {
  const { kind } = query;
  const usualQuery =
    query.name === undefined || kind === undefined
      ? query
      : completed(field, query, query.name as QueryTypeName);
  const changed = { ...usualQuery, object: withValue(usualQuery.object, name, number) };
  const settings = settingsWith(
    field,
    field.queries.map((one) => (one === query ? changed : one)),
  );
  const cost = settings === undefined ? undefined : costInWords(settings, typicalLength(field));
  const detail = [cost, note].filter((part) => part !== undefined).join(' · ');
  return {
    label: String(number),
    kind: 'value',
    ...(detail === '' ? {} : { detail }),
    piece: literal(number),
  };
}

function nameOffer(field: QueryableField, query: QueryType | undefined, name: QueryTypeName): Offer {
  const { kind, preview } = queryTypeNames[name];
  const settings = settingsWith(field, [...othersOf(field, query), completed(field, query, name)]);
  const length = typicalLength(field);
  const cost = settings === undefined ? undefined : costInWords(settings, length);
  const parts = [cost, answers[kind], preview ? 'public preview, not for production' : undefined];
  return {
    label: name,
    kind: 'value',
    detail: parts.filter((part) => part !== undefined).join(' · '),
    about: { kind: 'search', name, length, ...(settings === undefined ? {} : { settings }) },
    piece: literal(name),
  };
}

/** `236 tokens at worst · 27× equality`, `1 token`. */
function costInWords(settings: FieldSettings, length: number): string {
  const { tokens, worst } = estimateSettings(settings, length);
  if (tokens.worst === 1) return '1 token';
  const at = tokens.typical === tokens.worst ? '' : ' at worst';
  return `${grouped(tokens.worst)} tokens${at} · ${ratio(worst.insert.ratioToEquality)} equality`;
}

function key(label: string, text: string, piece: Piece): Offer {
  return { label, kind: 'key', about: { kind: 'text', text }, piece };
}
