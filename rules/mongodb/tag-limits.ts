/** Source: mongo 11c4e446 src/mongo/crypto/fle_crypto.cpp checkTagLimitsAndStorageNotExceeded, constants in fle_crypto.h. */
export const tagLimits = {
  field: { tags: 84_000, code: '10384602' },
  /** 16,777,216 bytes, at 128 a tag. */
  collection: { tags: 131_072, code: '10431800' },
} as const;
