import type { QueryKind } from '../model/mongodb.ts';
import type { knownKeys, Level } from './known-keys.ts';

type Key<At extends Level> = (typeof knownKeys)[At][number];

/** What each key says, for schemas and completion. Sources: mongo 11c4e446 encryption_fields.idl; the manual's pages on encrypted fields. */
export const keyDescriptions = {
  list: {
    fields: 'The encrypted fields of the collection, an object for each.',
    escCollection: 'The name of the metadata collection ESC: enxcol_.<collection>.esc. The server sets it.',
    ecocCollection:
      'The name of the metadata collection ECOC: enxcol_.<collection>.ecoc. The server sets it.',
    eccCollection: 'The name of a metadata collection of older releases, which has no use any more.',
    strEncodeVersion: 'The version of how text is cut into tokens; only 1 exists, and the client sets it.',
  },
  field: {
    path: 'The dotted path of the field in the document. Neither _id nor anything below it can be encrypted.',
    keyId:
      'The id of the data key, a UUID; each field has a key of its own. Null where createEncryptedCollection makes the keys.',
    keyAltName: 'The alternate name of the data key, instead of keyId.',
    bsonType: 'The BSON type of every value. It decides which query types are possible.',
    queries:
      'How the field can be searched: one query type, or prefix and suffix together. A field without it is encrypted and cannot be searched.',
  },
  query: {
    queryType: 'What can be searched for. It cannot be changed once the collection exists.',
    contention:
      'How many counters a value is spread over, from 0 and 8 by default: more hide how often a value occurs and let inserts run side by side, and make every search look up more.',
    min: 'The smallest value that may be stored, of the type of the field.',
    max: 'The largest value that may be stored, of the type of the field.',
    sparsity:
      'Every how many levels of the tree one is indexed, 2 by default: lower searches faster, higher stores less.',
    trimFactor:
      'How many of the top levels of the tree are left out, 6 by default: higher lets inserts run side by side, and makes wide searches slower.',
    precision: 'How many decimals of a double or decimal count; with min and max or not at all.',
    strMinQueryLength: 'The fewest characters that can be searched for. More stores fewer tokens.',
    strMaxQueryLength: 'The most characters that can be searched for. Fewer store fewer tokens.',
    strMaxLength: 'The most characters that a value may have; longer values are refused.',
    caseSensitive: 'False where a search ignores upper and lower case.',
    diacriticSensitive: 'False where a search ignores diacritics.',
  },
} as const satisfies { readonly [At in Level]: Readonly<Record<Key<At>, string>> };

/** What a kind of query type answers, by its operators. Source: mongodb docs, reference/supported-operations; QE-Text specifications. */
export const answers = {
  equality: '$eq, $ne, $in, $nin',
  range: '$eq, $ne, $in, $nin, $lt, $lte, $gt, $gte',
  prefix: '$encStrStartsWith, $encStrNormalizedEq',
  suffix: '$encStrEndsWith, $encStrNormalizedEq',
  substring: '$encStrContains, $encStrNormalizedEq',
} as const satisfies Record<QueryKind, string>;
