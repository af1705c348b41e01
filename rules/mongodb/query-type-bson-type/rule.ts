import { type BsonType, bsonTypes, isBsonType } from '../../model/bson.ts';
import type { Change, Fix } from '../../model/finding.ts';
import { isTextKind, type QueryableField, type QueryKind, type QueryType } from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import { holds } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { describe, isAbsent, type StringValue, type Value, valueAt } from '../../model/value.ts';
import { isMisspelt } from '../known-keys.ts';
import { optionsOf, removeForeign, takesOption, writtenOptions } from '../query-options.ts';
import { listed, serverCode, typeMismatch, withArticle } from '../wording.ts';
import { otherTypeNames } from './other-type-names.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp, validateEncryptedField. */
const codes = {
  noType: '6412601',
  unindexed: '6338406',
  equality: '6338405',
  range: '6775201',
  text: '9783400',
} as const;

const encryptableTypes = (Object.keys(bsonTypes) as BsonType[]).filter((type) => bsonTypes[type].unindexed);

export const rule = defineRule({
  id: 'mongodb/query-type-bson-type',
  severity: 'error',
  title: 'a bsonType that cannot be encrypted, or not searched this way, or that is missing',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) for (const report of checkField(field)) yield report;
    }
  },
});

function checkField(field: QueryableField): readonly Report[] {
  const reports: Report[] = [];
  if (isAbsent(field.element, 'bsonType')) {
    if (!isMisspelt(field.element, 'field', 'bsonType')) reports.push(...missingType(field));
    return reports;
  }
  const written = field.bsonType;
  // The server takes null for a key that is left out, and what is only known at run time may be a name.
  if (written === undefined || written.kind === 'unknown' || written.kind === 'null') return reports;
  if (written.kind !== 'string') {
    reports.push(noName(field, written));
    return reports;
  }
  const { value: name } = written;
  if (isBsonType(name)) reports.push(...checkType(field, written, name));
  else reports.push(unknownType(field, written));
  return reports;
}

function missingType(field: QueryableField): readonly Report[] {
  const reports: Report[] = [];
  const { queriesProperty, queries } = field;
  const written = queriesProperty?.value;
  if (queriesProperty === undefined || (written?.kind !== 'object' && written?.kind !== 'array'))
    return reports;
  // An empty list is a finding of its own, and an open one may hold nothing.
  if (written.kind === 'array' && written.items.length === 0) return reports;
  const [query] = queries;
  const type = query === undefined ? undefined : typeByQuery(query);
  reports.push({
    place: queriesProperty.keyPlace,
    field: field.path,
    message: `a field that is searched needs a bsonType, since its tokens are made of the value in its type${serverCode(codes.noType)}`,
    fixes:
      type === undefined
        ? []
        : [
            suggestion(`add bsonType ${type}`, {
              kind: 'add-property',
              object: field.element,
              key: 'bsonType',
              value: type,
            }),
          ],
  });
  return reports;
}

/** What the query type itself says of the field: text search takes strings only, and bounds have the field's type. */
function typeByQuery({ kind, object }: QueryType): BsonType | undefined {
  if (isTextKind(kind)) return 'string';
  if (kind !== 'range') return undefined;
  const bound = valueAt(object, 'min') ?? valueAt(object, 'max');
  if (bound?.kind === 'date') return 'date';
  return bound?.kind === 'number' && bound.types.length === 1 ? bound.types[0] : undefined;
}

function noName(field: QueryableField, written: Exclude<Value, StringValue>): Report {
  const [only] = written.kind === 'array' ? written.items : [];
  const name =
    written.kind === 'array' && written.items.length === 1 && only?.kind === 'string'
      ? only.value
      : undefined;
  return {
    place: written.place,
    field: field.path,
    message: `bsonType is ${describe(written)}, and the server takes one name: a field of encryptedFields has a single type${serverCode(typeMismatch)}`,
    fixes: name === undefined ? [] : setType(field, written, name),
  };
}

function unknownType(field: QueryableField, written: StringValue): Report {
  const name = written.value;
  const place = { place: written.place, field: field.path };
  if (name === 'number') {
    return {
      ...place,
      message: 'number is no single type: write int, long, double or decimal, whichever the values have',
      fixes: (['int', 'long', 'double', 'decimal'] as const).flatMap((type) => setType(field, written, type)),
    };
  }
  const types = Object.keys(bsonTypes) as BsonType[];
  const meant = Object.hasOwn(otherTypeNames, name.toLowerCase())
    ? otherTypeNames[name.toLowerCase()]
    : nearest(name, types);
  if (meant === undefined) {
    return {
      ...place,
      message: `${JSON.stringify(name)} is no bsonType: the server knows ${listed(encryptableTypes)}`,
    };
  }
  const miscased = meant.toLowerCase() === name.toLowerCase();
  return {
    ...place,
    message: miscased
      ? `${name} is written ${meant}: the server distinguishes upper and lower case`
      : `${JSON.stringify(name)} is no bsonType: did you mean ${meant}?`,
    fixes: setType(field, written, meant),
  };
}

function checkType(field: QueryableField, written: StringValue, type: BsonType): readonly Report[] {
  const reports: Report[] = [];
  const place = { place: written.place, field: field.path };
  const unqueried = field.queriesKnown && field.queries.length === 0;
  if (!bsonTypes[type].unindexed) {
    const code = unqueried ? codes.unindexed : codeOf(field.queries[0]?.kind);
    reports.push({
      ...place,
      message: `${type} cannot be encrypted: there is no value to hide, so name the type that the values have or leave the field out${serverCode(code)}`,
    });
    return reports;
  }
  const refused = field.queries.flatMap((query) => {
    const { kind } = query;
    return kind === undefined || supports(type, kind) ? [] : [{ query, kind }];
  });
  const [first] = refused;
  if (first === undefined) return reports;
  const searches = kindsOf(type);
  const instead =
    searches.length === 0
      ? `${withArticle(type)} can be encrypted, and not be searched`
      : `${withArticle(type)} can be searched by ${listed(searches, 'or')} only`;
  const names = [...new Set(refused.map(({ query }) => query.name ?? ''))];
  reports.push({
    ...place,
    message: `${type} does not go with ${listed(names)}: ${instead}; ${typesFor(first.kind)}${serverCode(codeOf(first.kind))}`,
    related: refused.map(({ query }) => ({
      message: `${query.name} is declared here`,
      place: query.nameValue?.place ?? query.object.place,
    })),
    fixes: fixesFor(field, written, type, first.query, refused.length),
  });
  return reports;
}

function supports(type: BsonType, kind: QueryKind): boolean {
  return bsonTypes[type][isTextKind(kind) ? 'text' : kind];
}

function codeOf(kind: QueryKind | undefined): string | undefined {
  if (kind === undefined) return undefined;
  return isTextKind(kind) ? codes.text : codes[kind];
}

function kindsOf(type: BsonType): string[] {
  const { equality, range, text } = bsonTypes[type];
  return [
    ...(equality ? ['equality'] : []),
    ...(range ? ['range'] : []),
    ...(text ? ['prefix', 'suffix', 'substring'] : []),
  ];
}

function typesFor(kind: QueryKind): string {
  const types = (Object.keys(bsonTypes) as BsonType[]).filter((type) => supports(type, kind));
  if (kind !== 'equality') return `${kind} takes ${listed(types)}`;
  const refused = encryptableTypes.filter((type) => !supports(type, kind));
  return `equality takes every type that can be encrypted but ${listed(refused)}`;
}

/** Another search that the type has, another type that the search has, or no search at all. */
function fixesFor(
  field: QueryableField,
  written: StringValue,
  type: BsonType,
  query: QueryType,
  refused: number,
): Fix[] {
  const fixes: Fix[] = [];
  const single = field.queries.length === 1 && refused === 1 && query.nameValue !== undefined;
  if (single && query.kind === 'equality' && bsonTypes[type].range) {
    fixes.push(suggestion('search by range, which answers equality too', ...changeKind(query, 'range')));
    fixes.push(...setType(field, written, 'long', 'store a whole number: bsonType long'));
  }
  if (single && query.kind !== 'equality' && bsonTypes[type].equality) {
    fixes.push(suggestion('search by equality', ...changeKind(query, 'equality')));
  }
  if (isTextKind(query.kind)) fixes.push(...setType(field, written, 'string'));
  const { queriesProperty } = field;
  if (queriesProperty !== undefined && kindsOf(type).length === 0) {
    const object = field.encrypt ?? field.element;
    fixes.push(
      suggestion('encrypt without searching: remove queries', {
        kind: 'remove-property',
        object,
        property: queriesProperty,
      }),
    );
  }
  return fixes;
}

/** Renames the query type and takes out what the new one refuses; nothing when a spread would leave some of it. */
function changeKind(query: QueryType, kind: 'equality' | 'range'): Change[] {
  if (query.nameValue === undefined) return [];
  const left = writtenOptions(query.object).filter(
    ({ option, property }) => !takesOption(kind, option) && !holds(query.object.place, property.place),
  );
  if (left.length > 0 || optionsOf[kind].requires.length > 0) return [];
  return [{ kind: 'set-value', value: query.nameValue, to: kind }, ...removeForeign(query, kind)];
}

/** Mongoose derives the type of the schema type, which is no name to write over. */
function setType(field: QueryableField, value: Value, to: string, title?: string): Fix[] {
  if (field.encrypt !== undefined && valueAt(field.encrypt, 'bsonType') === undefined) return [];
  return [suggestion(title ?? `set bsonType to ${to}`, { kind: 'set-value', value, to })];
}
