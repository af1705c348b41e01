import type { Container } from '../../../rules/model/field.ts';
import type {
  FieldList,
  FieldListUse,
  MongooseSchema,
  QueryableField,
  QueryType,
} from '../../../rules/model/mongodb.ts';
import { isQueryTypeName, queryTypeNames } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Property, Value } from '../../../rules/model/value.ts';
import { propertyOf, valueAt } from '../../../rules/model/value.ts';
import type { LinkSettings } from '../settings.ts';

/** An `encryptedFields` document with its fields. */
export function buildFieldList(
  document: ObjectValue,
  container: Container,
  uses: readonly FieldListUse[],
  settings: LinkSettings,
): FieldList {
  const list = valueAt(document, 'fields');
  const items = list?.kind === 'array' ? list.items : [];
  return {
    container,
    target: settings.mongodb(document.place.file),
    budgets: settings.budgets(document.place.file),
    document,
    ...(list?.kind === 'array' ? { list } : {}),
    fields: items
      .filter((item) => item.kind === 'object')
      .map((item) => buildField(item, container, settings)),
    uses,
    mongoose: false,
  };
}

/** A Mongoose schema with `encryptionType: 'queryableEncryption'`: Mongoose makes the list of its fields. */
export function buildMongooseList(
  schema: MongooseSchema,
  container: Container,
  settings: LinkSettings,
): FieldList {
  const fields = schema.fields.flatMap((field): QueryableField[] => {
    if (field.encrypt === undefined || field.position !== 'schema') return [];
    const { encrypt, property, typeValue } = field;
    const derived: Property[] = [
      derivedProperty('path', { kind: 'string', place: property.keyPlace, value: field.path }),
    ];
    if (typeValue !== undefined) {
      derived.push(
        derivedProperty(
          'bsonType',
          field.bsonType === undefined
            ? { kind: 'unknown', place: typeValue.place }
            : { kind: 'string', place: typeValue.place, value: field.bsonType },
        ),
      );
    }
    const own = derived.filter(({ key }) => propertyOf(encrypt, key) === undefined);
    const element: ObjectValue = {
      ...encrypt,
      place: property.place,
      properties: [...own, ...encrypt.properties],
    };
    return [{ ...buildField(element, container, settings), encrypt, place: property.keyPlace }];
  });
  return {
    container,
    target: schema.target,
    budgets: settings.budgets(schema.definition.place.file),
    document: schema.definition,
    fields,
    uses: [{ kind: 'mongoose', place: schema.place }],
    mongoose: true,
  };
}

function derivedProperty(key: string, value: Value): Property {
  return { key, keyPlace: value.place, place: value.place, value };
}

/** Put together key by key: spreads of parts take longer than all the rest, and a long list has many fields. */
type Draft<Built> = { -readonly [Key in keyof Built]: Built[Key] };

function buildField(element: ObjectValue, container: Container, settings: LinkSettings): QueryableField {
  const pathValue = valueAt(element, 'path');
  const path = pathValue?.kind === 'string' ? pathValue.value : undefined;
  const bsonType = valueAt(element, 'bsonType');
  const queriesProperty = propertyOf(element, 'queries');
  const { file } = element.place;
  const { queries, queriesKnown } = readQueries(element, queriesProperty?.value);
  const field: Draft<QueryableField> = {
    system: 'mongodb-qe',
    container,
    place: pathValue?.kind === 'string' ? pathValue.place : element.place,
    target: settings.mongodb(file),
    assumptions: settings.assumptions(file),
    override: settings.override(file, container, path),
    budgets: settings.budgets(file),
    element,
    queries,
    queriesKnown,
  };
  if (path !== undefined) field.path = path;
  if (pathValue !== undefined) field.pathValue = pathValue;
  if (bsonType !== undefined) field.bsonType = bsonType;
  if (queriesProperty !== undefined) field.queriesProperty = queriesProperty;
  return field;
}

function readQueries(
  element: ObjectValue,
  value: Value | undefined,
): { readonly queries: readonly QueryType[]; readonly queriesKnown: boolean } {
  if (value === undefined) return { queries: [], queriesKnown: !element.open };
  if (value.kind === 'object') return { queries: [toQueryType(value)], queriesKnown: true };
  if (value.kind !== 'array') return { queries: [], queriesKnown: value.kind === 'null' && value.undefined };
  const objects = value.items.filter((item) => item.kind === 'object');
  return {
    queries: objects.map((item) => toQueryType(item)),
    queriesKnown: !value.open && objects.length === value.items.length,
  };
}

function toQueryType(object: ObjectValue): QueryType {
  const nameValue = valueAt(object, 'queryType');
  const query: Draft<QueryType> = { object };
  if (nameValue === undefined) return query;
  query.nameValue = nameValue;
  if (nameValue.kind !== 'string') return query;
  query.name = nameValue.value;
  if (isQueryTypeName(query.name)) query.kind = queryTypeNames[query.name].kind;
  return query;
}
