import type { Fix } from '../../model/finding.ts';
import type { MongooseField, MongooseSchema } from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { describe, propertyOf } from '../../model/value.ts';

/** What Mongoose knows. Source: mongoose 9.12.1, lib/schema.js and lib/drivers/node-mongodb-native/connection.js. */
const encryptionTypes = ['csfle', 'queryableEncryption'] as const;

export type EncryptionType = (typeof encryptionTypes)[number];

function isEncryptionType(name: string): name is EncryptionType {
  return (encryptionTypes as readonly string[]).includes(name);
}

export function knownEncryptionType({ encryptionType }: MongooseSchema): EncryptionType | undefined {
  return encryptionType?.kind === 'string' && isEncryptionType(encryptionType.value)
    ? encryptionType.value
    : undefined;
}

/** True when the schema certainly has no `encryptionType`. */
export function lacksEncryptionType({ encryptionType, optionsKnown }: MongooseSchema): boolean {
  return encryptionType === undefined ? optionsKnown : encryptionType.kind === 'null';
}

export function* checkEncryptionType(schema: MongooseSchema): Generator<Report> {
  const { encryptionType } = schema;
  const fields = schema.fields.filter(({ position }) => position === 'schema');
  const [first, ...others] = fields;
  if (lacksEncryptionType(schema)) {
    if (first === undefined) return;
    yield {
      place: first.encryptProperty.keyPlace,
      field: first.path,
      message: `${first.path} has encrypt and the schema has no encryptionType, so Mongoose throws "encryptionType must be provided": add encryptionType: 'queryableEncryption' or 'csfle' to the options of the schema`,
      related: others.map(({ path, encryptProperty }) => ({
        message: `${path} has encrypt too`,
        place: encryptProperty.keyPlace,
      })),
      fixes: addType(schema, fields),
    };
    return;
  }
  if (encryptionType === undefined || encryptionType.kind === 'unknown') return;
  if (encryptionType.kind === 'string' && isEncryptionType(encryptionType.value)) return;
  const written = encryptionType.kind === 'string' ? `"${encryptionType.value}"` : describe(encryptionType);
  const meant = encryptionType.kind === 'string' ? nearest(encryptionType.value, encryptionTypes) : undefined;
  yield {
    place: encryptionType.place,
    message: `Mongoose knows no encryptionType ${written} and takes whatever is not 'csfle' for Queryable Encryption: write 'queryableEncryption' or 'csfle'`,
    fixes: (meant === undefined ? encryptionTypes : [meant]).map((name) =>
      suggestion(`write '${name}'`, { kind: 'set-value', value: encryptionType, to: name }),
    ),
  };
}

/** Only the options that stand there can get one more: without them nothing says where the second argument goes. */
function addType(schema: MongooseSchema, fields: readonly MongooseField[]): Fix[] {
  const { options, encryptionType } = schema;
  if (options === undefined) return [];
  return likelyTypes(fields).map((name) =>
    suggestion(
      `add encryptionType: '${name}'`,
      encryptionType === undefined
        ? { kind: 'add-property', object: options, key: 'encryptionType', value: name }
        : { kind: 'set-value', value: encryptionType, to: name },
    ),
  );
}

/** `algorithm` is a key of the one, `queries` of the other. */
function likelyTypes(fields: readonly MongooseField[]): readonly EncryptionType[] {
  const has = (key: string) =>
    fields.some(({ encrypt }) => encrypt !== undefined && propertyOf(encrypt, key) !== undefined);
  if (has('algorithm') === has('queries')) return encryptionTypes;
  return has('algorithm') ? ['csfle'] : ['queryableEncryption'];
}
