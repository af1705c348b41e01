import { nearest } from '../model/nearest.ts';
import type { ObjectValue } from '../model/value.ts';
import { queryOptions } from './query-options.ts';

export type Level = 'list' | 'field' | 'query';

/** The keys of each level. Source: mongo 11c4e446 src/mongo/crypto/encryption_fields.idl; keyAltName: libmongocrypt 1.18. */
export const knownKeys = {
  list: ['fields', 'escCollection', 'ecocCollection', 'eccCollection', 'strEncodeVersion'],
  field: ['path', 'keyId', 'keyAltName', 'bsonType', 'queries'],
  query: ['queryType', 'contention', ...queryOptions],
} as const satisfies Record<Level, readonly string[]>;

/** How a message names the holder of a level's keys. */
export const levelNames = {
  list: 'encryptedFields',
  field: 'a field of encryptedFields',
  query: 'a query type',
} as const satisfies Record<Level, string>;

/** A key of another interface or of an old page, and what stands for it here. */
export interface OtherWord {
  readonly advice: string;
  /** The one key that says the same with the same value. */
  readonly rename?: string;
}

/** Source: the options of explicit encryption, CSFLE schemas and Mongoose; the manual of 7.0, encryptedFieldsConfig. */
const otherWords: Readonly<Record<Level, Readonly<Record<string, OtherWord>>>> = {
  list: {
    queryPatterns: {
      advice:
        'the manual of 7.0 showed it and no server ever took it, since what is searched stands in queries of each field',
    },
    encryptedFields: { advice: 'the list of fields itself stands here, in fields' },
    properties: {
      advice:
        'that is a schema of client-side field level encryption, and here each field is an element of fields',
    },
    encryptMetadata: {
      advice: 'it belongs to client-side field level encryption, and here each field names its own key',
    },
    provider: { advice: 'it is an argument of createEncryptedCollection, beside createCollectionOptions' },
    kmsProvider: { advice: 'createEncryptedCollection takes it as provider, beside createCollectionOptions' },
    masterKey: { advice: 'it is an argument of createEncryptedCollection, beside createCollectionOptions' },
  },
  field: {
    algorithm: {
      advice:
        'it belongs to client-side field level encryption and to explicit encryption, and here queries says how the field is searched',
    },
    contentionFactor: { advice: 'it is called contention, and belongs into queries' },
    encrypt: { advice: 'being listed is what encrypts a field, so take it out' },
    encrypted: { advice: 'being listed is what encrypts a field, so take it out' },
    field: { advice: 'it is called path', rename: 'path' },
    fieldName: { advice: 'it is called path', rename: 'path' },
    fieldPath: { advice: 'it is called path', rename: 'path' },
    name: { advice: 'the name of a field is its path', rename: 'path' },
    indexed: { advice: 'a field is indexed when it has queries' },
    queryable: { advice: 'a field is queryable when it has queries' },
    searchable: { advice: 'a field is searchable when it has queries' },
    key: { advice: 'it is called keyId', rename: 'keyId' },
    dataKeyId: { advice: 'it is called keyId', rename: 'keyId' },
    keyName: { advice: 'it is called keyAltName', rename: 'keyAltName' },
    query: { advice: 'it is called queries', rename: 'queries' },
    type: { advice: 'it is called bsonType', rename: 'bsonType' },
  },
  query: {
    algorithm: { advice: 'it is an option of explicit encryption, and here queryType says it' },
    contentionFactor: {
      advice: 'that is its name in explicit encryption, and here it is called contention',
      rename: 'contention',
    },
    indexType: { advice: 'here queryType says it' },
    type: { advice: 'it is called queryType', rename: 'queryType' },
    queries: { advice: 'query types do not nest: each stands in queries of its field' },
    minimum: { advice: 'it is called min', rename: 'min' },
    maximum: { advice: 'it is called max', rename: 'max' },
    minValue: { advice: 'it is called min', rename: 'min' },
    maxValue: { advice: 'it is called max', rename: 'max' },
    minQueryLength: { advice: 'it is called strMinQueryLength', rename: 'strMinQueryLength' },
    maxQueryLength: { advice: 'it is called strMaxQueryLength', rename: 'strMaxQueryLength' },
    strMinLength: { advice: 'values have no shortest length, only searches do, by strMinQueryLength' },
    minLength: { advice: 'values have no shortest length, only searches do, by strMinQueryLength' },
    maxLength: { advice: 'it is called strMaxLength', rename: 'strMaxLength' },
    caseInsensitive: { advice: 'it is called caseSensitive, and means the opposite' },
    diacriticInsensitive: { advice: 'it is called diacriticSensitive, and means the opposite' },
    rangeOptions: {
      advice:
        'explicit encryption groups them, and here min, max, sparsity, trimFactor and precision stand beside queryType',
    },
    rangeOpts: {
      advice:
        'explicit encryption groups them, and here min, max, sparsity, trimFactor and precision stand beside queryType',
    },
    stringOptions: { advice: 'explicit encryption groups them, and here they stand beside queryType' },
    textOptions: { advice: 'explicit encryption groups them, and here they stand beside queryType' },
    prefix: {
      advice:
        'explicit encryption groups by it, and here queryType is prefix, and the lengths stand beside it',
    },
    suffix: {
      advice:
        'explicit encryption groups by it, and here queryType is suffix, and the lengths stand beside it',
    },
    substring: {
      advice:
        'explicit encryption groups by it, and here queryType is substring, and the lengths stand beside it',
    },
  },
};

/** The word of another interface that a key is, on this level. */
export function otherWord(level: Level, key: string): OtherWord | undefined {
  const words = otherWords[level];
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** True when an object has a key that was meant to be this one: what is misspelt is not missing. */
export function isMisspelt(object: ObjectValue, level: Level, wanted: string): boolean {
  const known: readonly string[] = knownKeys[level];
  return object.properties.some(
    ({ key }) =>
      !known.includes(key) && (otherWord(level, key)?.rename === wanted || nearest(key, known) === wanted),
  );
}
