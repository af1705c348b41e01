import type { MongooseField, MongoosePosition } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Property, Value } from '../../../rules/model/value.ts';
import { propertyOf, valueAt } from '../../../rules/model/value.ts';

/** What Mongoose derives bsonType from. Source: mongoose 9.12.1, the schema types' autoEncryptionType. */
const derivedTypes: Readonly<Record<string, string>> = {
  String: 'string',
  Boolean: 'bool',
  Buffer: 'binData',
  UUID: 'binData',
  Date: 'date',
  Decimal128: 'decimal',
  Double: 'double',
  Int32: 'int',
  BigInt: 'long',
  ObjectId: 'objectId',
  Array: 'array',
  Map: 'object',
};

/** Types of which Mongoose cannot tell the BSON type: it throws. Source: run with mongoose 9.12.1. */
const underivedTypes: readonly string[] = ['Number', 'Mixed', 'Union', 'Subdocument'];

const otherNames: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  Bool: 'Boolean',
  bool: 'Boolean',
  date: 'Date',
  buffer: 'Buffer',
  bigint: 'BigInt',
  int32: 'Int32',
  double: 'Double',
  decimal128: 'Decimal128',
  Decimal: 'Decimal128',
  array: 'Array',
  map: 'Map',
  mixed: 'Mixed',
  ObjectID: 'ObjectId',
  Object: 'Mixed',
  Oid: 'ObjectId',
};

/** Every field with `encrypt` of a schema's definition. */
export function readEncryptedFields(definition: ObjectValue): readonly MongooseField[] {
  const fields: MongooseField[] = [];
  readFields(definition, '', 'schema', fields);
  return fields;
}

function readFields(
  definition: ObjectValue,
  prefix: string,
  position: MongoosePosition,
  fields: MongooseField[],
): void {
  for (const property of definition.properties) {
    const path = prefix + property.key;
    const { value } = property;
    if (value.kind === 'array') {
      for (const item of value.items) {
        if (item.kind !== 'object') continue;
        if (isDeclaration(item)) {
          readField(path, property, item, position === 'schema' ? 'item' : position, fields);
        } else readFields(item, `${path}.`, 'subdocuments', fields);
      }
    } else if (value.kind === 'object') {
      if (isDeclaration(value)) readField(path, property, value, position, fields);
      else readFields(value, `${path}.`, position, fields);
    }
  }
}

/** `{ type: X }` declares a field, but a nested path called `type` (`{ type: { type: X } }`) does not. */
function isDeclaration(value: ObjectValue): boolean {
  const type = valueAt(value, 'type');
  if (type === undefined) return false;
  return !(type.kind === 'object' && propertyOf(type, 'type') !== undefined);
}

function readField(
  path: string,
  property: Property,
  declaration: ObjectValue,
  position: MongoosePosition,
  fields: MongooseField[],
): void {
  const typeValue = valueAt(declaration, 'type');
  const encryptProperty = propertyOf(declaration, 'encrypt');
  if (typeValue?.kind === 'array') {
    for (const item of typeValue.items) {
      if (item.kind === 'object' && !isDeclaration(item)) {
        readFields(item, `${path}.`, 'subdocuments', fields);
      }
    }
  } else if (typeValue?.kind === 'object') {
    readFields(typeValue, `${path}.`, position === 'schema' ? 'subdocument' : position, fields);
  }
  if (encryptProperty === undefined || !isEncrypt(encryptProperty.value)) return;
  const typeName = typeValue === undefined ? undefined : typeNameOf(typeValue);
  const bsonType = typeValue === undefined ? undefined : derivedBsonType(typeValue);
  fields.push({
    path,
    property,
    declaration,
    ...(typeValue === undefined ? {} : { typeValue }),
    ...(typeName === undefined ? {} : { typeName }),
    ...(bsonType === undefined ? {} : { bsonType }),
    encryptProperty,
    ...(encryptProperty.value.kind === 'object' ? { encrypt: encryptProperty.value } : {}),
    position,
  });
}

/** What Mongoose sends as bsonType for the `type` of a path; undefined when unknown or unsupported. */
export function derivedBsonType(typeValue: Value): string | undefined {
  const typeName = typeNameOf(typeValue);
  return typeName === undefined ? undefined : derivedTypes[typeName];
}

/** Other plug-ins take `encrypt: true`, or a cipher of their own: only an object with these keys is Mongoose's own. */
function isEncrypt(value: Value): boolean {
  if (value.kind !== 'object') return false;
  if (['keyId', 'queries', 'bsonType', 'keyAltName'].some((key) => propertyOf(value, key) !== undefined)) {
    return true;
  }
  const algorithm = valueAt(value, 'algorithm');
  return algorithm !== undefined && (algorithm.kind !== 'string' || /^AEAD/i.test(algorithm.value));
}

function typeNameOf(value: Value): string | undefined {
  if (value.kind === 'array') return 'Array';
  if (value.kind === 'object') return value.open ? undefined : 'Subdocument';
  const name = value.kind === 'string' ? value.value : value.kind === 'unknown' ? value.name : undefined;
  if (name === undefined) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  const known = otherNames[last] ?? last;
  return Object.hasOwn(derivedTypes, known) || underivedTypes.includes(known) ? known : undefined;
}
