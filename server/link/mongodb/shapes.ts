import { nearest } from '../../../rules/model/nearest.ts';
import type { ArrayValue, ObjectValue, Value } from '../../../rules/model/value.ts';
import { propertyOf, valueAt } from '../../../rules/model/value.ts';

/** A document that lists encrypted fields, by its shape: other programs have `fields` and `queries` too. */
export function isFieldList(value: Value | undefined): value is ObjectValue {
  if (value?.kind !== 'object') return false;
  const fields = valueAt(value, 'fields');
  return fields?.kind === 'array' && fields.items.some((item) => isEncryptedField(item));
}

/** The same where a key or a call already says that it is one: then it may be empty, or partly unknown. */
export function isNamedFieldList(value: Value | undefined): value is ObjectValue {
  if (value?.kind !== 'object') return false;
  const fields = valueAt(value, 'fields');
  if (fields === undefined) return false;
  if (fields.kind !== 'array') return fields.kind === 'unknown';
  return (
    fields.items.length === 0 || fields.items.some((item) => item.kind === 'unknown' || isLooseField(item))
  );
}

/** The same where a call takes it as one, whatever stands in it. */
export function isDeclaredFieldList(value: Value | undefined): value is ObjectValue {
  return value?.kind === 'object' && propertyOf(value, 'fields') !== undefined;
}

function isEncryptedField(value: Value): boolean {
  if (value.kind !== 'object' || propertyOf(value, 'path') === undefined) return false;
  if (['keyId', 'keyAltName'].some((key) => propertyOf(value, key) !== undefined)) return true;
  if (propertyOf(value, 'bsonType') === undefined) {
    return queryObjects(valueAt(value, 'queries')).some(namesQueryType);
  }
  // Schema browsers and search indexes list paths with their types too, and say other things about each.
  const more = value.properties.filter(({ key }) => key !== 'path' && key !== 'bsonType');
  return more.length === 0 || more.some(({ key }) => nearest(key, ['keyId', 'queries']) !== undefined);
}

/** Other programs call the kinds of their queries `queryType` as well. */
function namesQueryType(query: ObjectValue): boolean {
  const name = valueAt(query, 'queryType');
  return (
    name?.kind === 'unknown' ||
    (name?.kind === 'string' && /^(?:equality|range|prefix|suffix|substring)/i.test(name.value))
  );
}

function isLooseField(value: Value): boolean {
  return (
    value.kind === 'object' &&
    ['path', 'keyId', 'keyAltName', 'bsonType', 'queries'].some((key) => propertyOf(value, key) !== undefined)
  );
}

function queryObjects(value: Value | undefined): ObjectValue[] {
  if (value?.kind === 'object') return [value];
  if (value?.kind !== 'array') return [];
  return value.items.filter((item) => item.kind === 'object');
}

/** True for an object with an option of automatic encryption, or what is left of one after a slip of the keyboard. */
export function holdsEncryptionOptions(value: Value | undefined): value is ObjectValue {
  return (
    value?.kind === 'object' &&
    value.properties.some(({ key }) =>
      /^(?:keyVault_?Namespace|kms_?Providers?|schemaMap|encryptedFieldsMap|bypassAutoEncryption|bypassQueryAnalysis)$/i.test(
        key,
      ),
    )
  );
}

/** Keywords of a JSON Schema that lead to subschemas. */
export const subschemaKeywords = {
  byName: ['properties', 'patternProperties', 'definitions', 'dependencies'],
  one: ['additionalProperties', 'additionalItems', 'not'],
  many: ['allOf', 'anyOf', 'oneOf'],
} as const;

/** True when `encrypt` or `encryptMetadata` stands somewhere in a JSON Schema, as a keyword and not as a property's name. */
export function encryptsSomewhere(schema: Value | undefined, depth = 0): boolean {
  if (schema?.kind !== 'object' || depth > 40) return false;
  if (isEncryptKeyword(schema)) return true;
  for (const child of subschemas(schema)) {
    if (encryptsSomewhere(child, depth + 1)) return true;
  }
  return false;
}

function isEncryptKeyword(schema: ObjectValue): boolean {
  if (propertyOf(schema, 'encryptMetadata')?.value.kind === 'object') return true;
  const encrypt = valueAt(schema, 'encrypt');
  return (
    encrypt?.kind === 'object' &&
    (encrypt.open || encryptKeys.some((key) => propertyOf(encrypt, key) !== undefined))
  );
}

const encryptKeys = ['algorithm', 'keyId', 'bsonType', 'keyAltName'];

export function* subschemas(schema: ObjectValue): Generator<Value> {
  for (const keyword of subschemaKeywords.byName) {
    const group = valueAt(schema, keyword);
    if (group?.kind === 'object') for (const { value } of group.properties) yield value;
  }
  for (const keyword of subschemaKeywords.one) {
    const child = valueAt(schema, keyword);
    if (child !== undefined) yield child;
  }
  for (const keyword of subschemaKeywords.many) yield* itemsOf(valueAt(schema, keyword));
  const items = valueAt(schema, 'items');
  if (items?.kind === 'array') yield* items.items;
  else if (items !== undefined) yield items;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.kind === 'array' ? (value as ArrayValue).items : [];
}
