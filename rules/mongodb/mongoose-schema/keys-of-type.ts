import type { Change, Fix, NewValue } from '../../model/finding.ts';
import type { MongooseField } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { isAbsent, type ObjectValue, type Property, propertyOf, type Value } from '../../model/value.ts';
import { deterministic, random } from '../csfle-algorithms.ts';
import { listed, serverCode } from '../wording.ts';
import type { EncryptionType } from './encryption-type.ts';

/** Sources: mongo src/mongo/idl/idl_parser.cpp; src/mongo/db/matcher/schema/encrypt_schema_types_parser.cpp. */
const codes = { unknownKey: '40415', keyIdType: '51085' } as const;

/** The keys of the other kind of encryption: Mongoose passes them on, and crypt_shared or the server refuses them. */
export function* checkKeysOfType(field: MongooseField, type: EncryptionType): Generator<Report> {
  if (field.encrypt === undefined) return;
  const report =
    type === 'csfle' ? queryableKeys(field.path, field.encrypt) : csfleKeys(field.path, field.encrypt);
  if (report !== undefined) yield { ...report, field: field.path };
}

/** `algorithm` and a list of keys in a schema with `encryptionType: 'queryableEncryption'`. */
function csfleKeys(path: string, encrypt: ObjectValue): Report | undefined {
  const algorithm = propertyOf(encrypt, 'algorithm');
  const keyId = propertyOf(encrypt, 'keyId');
  const list = keyId?.value.kind === 'array' ? keyId.value : undefined;
  const place = algorithm?.keyPlace ?? list?.place;
  if (place === undefined) return undefined;
  const what = [
    ...(algorithm === undefined ? [] : ['algorithm']),
    ...(list === undefined ? [] : ['a list in keyId']),
  ];
  return {
    place,
    message: `${path} says ${listed(what)}, which ${verb(what)} to client-side field level encryption, while this schema is for Queryable Encryption: write one key in keyId and what is searched in queries${serverCode(algorithm === undefined ? undefined : codes.unknownKey)}`,
    related:
      algorithm === undefined || list === undefined
        ? []
        : [{ message: 'Queryable Encryption takes the key itself, no list', place: list.place }],
    fixes: toQueryable(encrypt, algorithm, keyId),
  };
}

function toQueryable(
  encrypt: ObjectValue,
  algorithm: Property | undefined,
  keyId: Property | undefined,
): Fix[] {
  const changes: Change[] = [];
  if (keyId?.value.kind === 'array') {
    const [only, ...more] = keyId.value.items;
    if (only === undefined || more.length > 0 || keyId.value.open) return [];
    changes.push({ kind: 'set-value', value: keyId.value, to: { kind: 'copy', of: only } });
  }
  if (algorithm !== undefined)
    changes.push({ kind: 'remove-property', object: encrypt, property: algorithm });
  const searched = isDeterministic(algorithm?.value) && propertyOf(encrypt, 'queries') === undefined;
  if (searched) changes.push({ kind: 'add-property', object: encrypt, key: 'queries', value: equality });
  return [
    suggestion(
      searched
        ? 'write it for Queryable Encryption, searched by equality'
        : 'write it for Queryable Encryption',
      ...changes,
    ),
  ];
}

/** `queries` and a bare key in a schema with `encryptionType: 'csfle'`. */
function queryableKeys(path: string, encrypt: ObjectValue): Report | undefined {
  const queries = propertyOf(encrypt, 'queries');
  const keyId = propertyOf(encrypt, 'keyId');
  const bare = keyId?.value.kind === 'binary' ? keyId.value : undefined;
  const place = queries?.keyPlace ?? bare?.place;
  if (place === undefined) return undefined;
  const what = [
    ...(queries === undefined ? [] : ['queries']),
    ...(bare === undefined ? [] : ['one key in keyId']),
  ];
  return {
    place,
    message: `${path} says ${listed(what)}, which ${verb(what)} to Queryable Encryption, while this schema is for client-side field level encryption: write a list of one key in keyId, and an algorithm${serverCode(queries === undefined ? codes.keyIdType : codes.unknownKey)}`,
    related:
      queries === undefined || bare === undefined
        ? []
        : [{ message: 'client-side field level encryption takes a list of one key', place: bare.place }],
    fixes: toCsfle(encrypt, queries, bare),
  };
}

function toCsfle(encrypt: ObjectValue, queries: Property | undefined, bare: Value | undefined): Fix[] {
  const changes: Change[] = [];
  if (queries !== undefined) changes.push({ kind: 'remove-property', object: encrypt, property: queries });
  if (bare !== undefined) changes.push({ kind: 'set-value', value: bare, to: [{ kind: 'copy', of: bare }] });
  const algorithm = queries === undefined ? random : deterministic;
  const chosen = isAbsent(encrypt, 'algorithm');
  if (chosen) changes.push({ kind: 'add-property', object: encrypt, key: 'algorithm', value: algorithm });
  const how = !chosen
    ? ''
    : queries === undefined
      ? ', at random'
      : ', deterministic so that equality finds it';
  return [suggestion(`write it for client-side field level encryption${how}`, ...changes)];
}

const equality: NewValue = { kind: 'object', properties: [{ key: 'queryType', value: 'equality' }] };

function isDeterministic(value: Value | undefined): boolean {
  return value?.kind === 'string' && value.value === deterministic;
}

function verb(what: readonly string[]): string {
  return what.length === 1 ? 'belongs' : 'belong';
}
