import type { BsonType } from '../model/bson.ts';

/** Source: mongodb/docs, core/csfle/reference/encryption-schemas; mongo src/mongo/crypto/fle_field_schema.idl. */
export const deterministic = 'AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic';
export const random = 'AEAD_AES_256_CBC_HMAC_SHA_512-Random';

export const algorithms = [deterministic, random] as const;

/** Values of these types cannot be compared byte by byte, or are only two. Source: query analysis, resolved_encryption_info.cpp. */
export const notDeterministic: readonly BsonType[] = [
  'double',
  'decimal',
  'bool',
  'object',
  'array',
  'javascriptWithScope',
];
