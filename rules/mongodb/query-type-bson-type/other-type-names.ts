import type { BsonType } from '../../model/bson.ts';

/**
 * What types are called elsewhere, in lower case, and what the server calls them. Sources: JSON Schema's types; the BSON
 * specification (bsonspec.org) and the classes of the drivers; the numbers' names in Extended JSON.
 */
export const otherTypeNames: Readonly<Record<string, BsonType>> = {
  boolean: 'bool',
  integer: 'int',
  int32: 'int',
  numberint: 'int',
  int64: 'long',
  bigint: 'long',
  numberlong: 'long',
  float: 'double',
  float64: 'double',
  numberdouble: 'double',
  decimal128: 'decimal',
  numberdecimal: 'decimal',
  str: 'string',
  text: 'string',
  datetime: 'date',
  isodate: 'date',
  oid: 'objectId',
  binary: 'binData',
  bytes: 'binData',
  buffer: 'binData',
  uuid: 'binData',
  document: 'object',
  map: 'object',
  list: 'array',
  regexp: 'regex',
  dbref: 'dbPointer',
  code: 'javascript',
};
