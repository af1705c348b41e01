/**
 * The type aliases that the server takes in `bsonType`, and what each can be encrypted for.
 * Source: facts of mongo 11c4e446, src/mongo/crypto/encryption_fields_util.h and encryption_fields.idl.
 */
export const bsonTypes = {
  double: { unindexed: true, equality: false, range: true, text: false },
  string: { unindexed: true, equality: true, range: false, text: true },
  object: { unindexed: true, equality: false, range: false, text: false },
  array: { unindexed: true, equality: false, range: false, text: false },
  binData: { unindexed: true, equality: true, range: false, text: false },
  undefined: { unindexed: false, equality: false, range: false, text: false },
  objectId: { unindexed: true, equality: true, range: false, text: false },
  bool: { unindexed: true, equality: true, range: false, text: false },
  date: { unindexed: true, equality: true, range: true, text: false },
  null: { unindexed: false, equality: false, range: false, text: false },
  regex: { unindexed: true, equality: true, range: false, text: false },
  dbPointer: { unindexed: true, equality: true, range: false, text: false },
  javascript: { unindexed: true, equality: true, range: false, text: false },
  symbol: { unindexed: true, equality: true, range: false, text: false },
  javascriptWithScope: { unindexed: true, equality: false, range: false, text: false },
  int: { unindexed: true, equality: true, range: true, text: false },
  timestamp: { unindexed: true, equality: true, range: false, text: false },
  long: { unindexed: true, equality: true, range: true, text: false },
  decimal: { unindexed: true, equality: false, range: true, text: false },
  minKey: { unindexed: false, equality: false, range: false, text: false },
  maxKey: { unindexed: false, equality: false, range: false, text: false },
} as const satisfies Record<string, BsonSupport>;

interface BsonSupport {
  readonly unindexed: boolean;
  readonly equality: boolean;
  readonly range: boolean;
  readonly text: boolean;
}

export type BsonType = keyof typeof bsonTypes;

export function isBsonType(name: string): name is BsonType {
  return Object.hasOwn(bsonTypes, name);
}
