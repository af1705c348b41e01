import type { MongooseField } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Property, Value } from '../../../rules/model/value.ts';
import { propertyOf, valueOf } from '../../../rules/model/value.ts';
import type { CallTree } from '../../read/tree.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../evaluate.ts';
import type { Collector } from './collector.ts';

/**
 * What Mongoose derives bsonType from. Number and Mixed have no entry: Mongoose cannot tell and throws.
 * Source: mongoose 9.9.3, lib/schema.js and the schema types' autoEncryptionType.
 */
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

const otherNames: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  Bool: 'Boolean',
  bool: 'Boolean',
  date: 'Date',
  buffer: 'Buffer',
  bigint: 'BigInt',
  ObjectID: 'ObjectId',
  Object: 'Mixed',
  Oid: 'ObjectId',
};

/** `new Schema(definition, options)`, when some field of it is encrypted or it has an `encryptionType`. */
export function readMongooseSchema(
  file: string,
  call: CallTree,
  evaluator: Evaluator,
  collector: Collector,
): void {
  const definition = evaluated(call.arguments[0]);
  if (definition?.kind !== 'object') return;
  const optionsTree = call.arguments[1];
  const options = evaluated(optionsTree);
  const own = options?.kind === 'object' ? options : undefined;
  const fields: MongooseField[] = [];
  readFields(definition, '', false, undefined, fields);
  const encryptionType = own === undefined ? undefined : valueOf(own, 'encryptionType');
  if (fields.length === 0 && encryptionType === undefined) return;
  collector.addMongoose({
    place: placeOf(file, call.nameSpan),
    definition,
    ...(own === undefined ? {} : { options: own }),
    optionsKnown: optionsTree === undefined || (own !== undefined && !own.open),
    ...(encryptionType === undefined ? {} : { encryptionType }),
    fields,
  });

  function evaluated(tree: CallTree['arguments'][number] | undefined): Value | undefined {
    if (tree === undefined || tree.kind === 'spread') return undefined;
    const located: Located = { file, tree, parameters: noParameters };
    return evaluator.evaluate(located);
  }
}

function readFields(
  definition: ObjectValue,
  prefix: string,
  inArray: boolean,
  nestedEncryptionType: Value | undefined,
  fields: MongooseField[],
): void {
  for (const property of definition.properties) {
    const path = prefix + property.key;
    const { value } = property;
    if (value.kind === 'array') {
      for (const item of value.items) {
        if (item.kind !== 'object') continue;
        if (isDeclaration(item)) readField(path, property, item, true, nestedEncryptionType, fields);
        else readFields(item, `${path}.`, true, nestedEncryptionType, fields);
      }
    } else if (value.kind === 'object') {
      if (isDeclaration(value)) readField(path, property, value, inArray, nestedEncryptionType, fields);
      else readFields(value, `${path}.`, inArray, nestedEncryptionType, fields);
    }
  }
}

/** `{ type: X }` declares a field, but a nested path called `type` (`{ type: { type: X } }`) does not. */
function isDeclaration(value: ObjectValue): boolean {
  const type = valueOf(value, 'type');
  if (type === undefined) return false;
  return !(type.kind === 'object' && propertyOf(type, 'type') !== undefined);
}

function readField(
  path: string,
  property: Property,
  declaration: ObjectValue,
  inArray: boolean,
  nestedEncryptionType: Value | undefined,
  fields: MongooseField[],
): void {
  const typeValue = valueOf(declaration, 'type');
  const encryptProperty = propertyOf(declaration, 'encrypt');
  if (typeValue?.kind === 'array') {
    for (const item of typeValue.items) {
      if (item.kind === 'object' && !isDeclaration(item)) readFields(item, `${path}.`, true, nestedEncryptionType, fields);
    }
  } else if (typeValue?.kind === 'object') {
    readFields(typeValue, `${path}.`, inArray, nestedEncryptionType, fields);
  }
  if (encryptProperty === undefined || !isEncrypt(encryptProperty.value)) return;
  const typeName = typeValue === undefined ? undefined : typeNameOf(typeValue);
  const bsonType = typeName === undefined ? undefined : derivedTypes[typeName];
  fields.push({
    path,
    property,
    declaration,
    ...(typeValue === undefined ? {} : { typeValue }),
    ...(typeName === undefined ? {} : { typeName }),
    ...(bsonType === undefined ? {} : { bsonType }),
    encryptProperty,
    ...(encryptProperty.value.kind === 'object' ? { encrypt: encryptProperty.value } : {}),
    inArray,
    ...(nestedEncryptionType === undefined ? {} : { nestedEncryptionType }),
  });
}

/** Other plug-ins take `encrypt: true`: only an object with these keys is Mongoose's own. */
function isEncrypt(value: Value): boolean {
  return (
    value.kind === 'object' &&
    ['keyId', 'queries', 'algorithm', 'bsonType', 'keyAltName'].some((key) => propertyOf(value, key) !== undefined)
  );
}

function typeNameOf(value: Value): string | undefined {
  if (value.kind === 'array') return 'Array';
  if (value.kind === 'object') return 'Map';
  const name = value.kind === 'string' ? value.value : value.kind === 'unknown' ? value.name : undefined;
  if (name === undefined) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  const known = otherNames[last] ?? last;
  return Object.hasOwn(derivedTypes, known) || known === 'Number' || known === 'Mixed' ? known : undefined;
}
