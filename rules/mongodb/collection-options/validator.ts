import type { QueryableField } from '../../model/mongodb.ts';
import type { Report } from '../../model/rule.ts';
import { type ObjectValue, type Property, propertyOf, type Value, valueAt } from '../../model/value.ts';
import { relatePaths } from '../paths.ts';
import { serverCode } from '../wording.ts';
import { codes } from './codes.ts';

/** A validator beside encrypted fields: it may neither encrypt nor look at what is encrypted. */
export function* checkValidator(
  validator: ObjectValue,
  fields: readonly QueryableField[],
): Generator<Report> {
  yield* checkComparisons(validator, fields, 'a validator');
  const schema = valueAt(validator, '$jsonSchema');
  if (schema?.kind !== 'object') return;
  const encrypt = firstEncrypt(schema, 0);
  if (encrypt !== undefined) {
    yield {
      place: encrypt.keyPlace,
      message: `${encrypt.key} belongs to client-side field level encryption, and one collection takes either that or encryptedFields: take it out of the validator, and list the field in encryptedFields`,
    };
    return;
  }
  yield* checkTypes(schema, fields, '', 0);
}

/** Operators that compare a value; whether a field is there, and of which type, is no comparison. */
const comparing: ReadonlySet<string> = new Set([
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$regex',
  '$all',
  '$elemMatch',
  '$size',
  '$mod',
  '$bitsAllSet',
  '$bitsAnySet',
  '$bitsAllClear',
  '$bitsAnyClear',
]);

/** Comparisons with an encrypted field in a query: the server holds ciphertext that is new at each write. */
export function* checkComparisons(
  query: ObjectValue,
  fields: readonly QueryableField[],
  where: string,
): Generator<Report> {
  for (const property of query.properties) {
    const { key, value } = property;
    if (key === '$and' || key === '$or' || key === '$nor') {
      const parts = value.kind === 'array' ? value.items : [];
      for (const part of parts) if (part.kind === 'object') yield* checkComparisons(part, fields, where);
    } else if (key === '$expr') {
      const found = firstReference(value, fields, 0);
      if (found !== undefined) yield comparison(found.value, found.field, where);
    } else if (!key.startsWith('$') && compares(value)) {
      const field = fields.find(({ path }) => path !== undefined && isWithin(key, path));
      if (field !== undefined) yield comparison(property, field, where);
    }
  }
}

function comparison(at: Property | Value, field: QueryableField, where: string): Report {
  return {
    place: 'keyPlace' in at ? at.keyPlace : at.place,
    field: field.path,
    message: `${where} cannot compare ${field.path ?? 'an encrypted field'}, which the server sees only as ciphertext ("Comparison to encrypted fields not supported"): check the value before it is encrypted`,
    related: [{ message: `${field.path ?? 'the field'} is encrypted here`, place: field.place }],
  };
}

function compares(value: Value): boolean {
  if (value.kind === 'unknown') return false;
  if (value.kind !== 'object') return true;
  const operators = value.properties.filter(({ key }) => key.startsWith('$'));
  if (operators.length === 0) return !value.open;
  return operators.some(({ key, value: inner }) => comparing.has(key) || (key === '$not' && compares(inner)));
}

function isWithin(path: string, encrypted: string): boolean {
  const relation = relatePaths(path, encrypted);
  return relation === 'same' || relation === 'below';
}

/** The first `"$path"` of an encrypted field in an expression. */
function firstReference(
  value: Value,
  fields: readonly QueryableField[],
  depth: number,
): { value: Value; field: QueryableField } | undefined {
  if (depth > 40) return undefined;
  if (value.kind === 'string') {
    const path = /^\$(?:\$(?:ROOT|CURRENT)\.)?([^$].*)$/.exec(value.value)?.[1];
    const field = fields.find(
      (one) => one.path !== undefined && path !== undefined && isWithin(path, one.path),
    );
    return field === undefined ? undefined : { value, field };
  }
  // What stands in a literal is a text and no reference.
  const inner =
    value.kind === 'array'
      ? value.items
      : value.kind === 'object'
        ? value.properties.filter(({ key }) => key !== '$literal').map((property) => property.value)
        : [];
  for (const one of inner) {
    const found = firstReference(one, fields, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first keyword of the older encryption in a schema; a property may have its name. */
function firstEncrypt(schema: ObjectValue, depth: number): Property | undefined {
  if (depth > 40) return undefined;
  for (const key of ['encrypt', 'encryptMetadata']) {
    const property = propertyOf(schema, key);
    if (property?.value.kind === 'object') return property;
  }
  for (const child of subschemas(schema)) {
    const found = firstEncrypt(child, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function subschemas(schema: ObjectValue): ObjectValue[] {
  return schema.properties
    .flatMap(({ key, value }): Value[] => {
      switch (key) {
        case 'properties':
        case 'patternProperties':
          return value.kind === 'object' ? value.properties.map((property) => property.value) : [];
        case 'allOf':
        case 'anyOf':
        case 'oneOf':
          return value.kind === 'array' ? [...value.items] : [];
        case 'items':
        case 'additionalProperties':
        case 'not':
          return [value];
        default:
          return [];
      }
    })
    .filter((value) => value.kind === 'object');
}

/** A type that a ciphertext never has: every insert of the field fails. */
function* checkTypes(
  schema: ObjectValue,
  fields: readonly QueryableField[],
  prefix: string,
  depth: number,
): Generator<Report> {
  const properties = valueAt(schema, 'properties');
  if (properties?.kind !== 'object' || depth > 40) return;
  for (const property of properties.properties) {
    if (property.value.kind !== 'object') continue;
    const path = prefix + property.key;
    const field = fields.find((one) => one.path === path);
    if (field === undefined) {
      yield* checkTypes(property.value, fields, `${path}.`, depth + 1);
      continue;
    }
    for (const key of ['bsonType', 'type'] as const) {
      const type = propertyOf(property.value, key);
      if (type === undefined || !excludesCiphertext(type.value)) continue;
      yield {
        place: type.value.place,
        field: path,
        message: `${path} is stored encrypted, as binData, and this validator refuses every document that has it: take the type out of the validator, since encryptedFields already enforces it${serverCode(codes.documentValidation)}`,
        related: [{ message: `${path} is encrypted here`, place: field.place }],
      };
    }
  }
}

function excludesCiphertext(type: Value): boolean {
  if (type.kind === 'string') return type.value !== 'binData';
  if (type.kind !== 'array' || type.open) return false;
  return type.items.every((item) => item.kind === 'string' && item.value !== 'binData');
}
