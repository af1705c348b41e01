/** What the keys of Fieldseal's annotations take. Source: npm @fieldseal/prisma 0.1.3, `dist/declarations.js` and README. */
export const valuesOf = {
  as: ['string', 'bytes', 'int', 'decimal', 'float', 'boolean', 'date', 'datetime'],
  storage: ['binary', 'base64'],
  idf: ['hmac-sha512', 'argon2id'],
  normalize: ['identity', 'nfc-casefold-v1', 'digits-only-v1'],
  on_unindexable: ['refuse', 'bucket'],
} as const satisfies Record<string, readonly string[]>;

/** Words that people write for them, as other libraries have them. */
export const synonyms: Readonly<Record<keyof typeof valuesOf, Readonly<Record<string, string>>>> = {
  as: {
    text: 'string',
    buffer: 'bytes',
    integer: 'int',
    bigint: 'int',
    double: 'float',
    bool: 'boolean',
    timestamp: 'datetime',
  },
  storage: { bytes: 'binary', text: 'base64' },
  idf: { hmac: 'hmac-sha512', sha512: 'hmac-sha512', argon2: 'argon2id' },
  normalize: {
    none: 'identity',
    exact: 'identity',
    lowercase: 'nfc-casefold-v1',
    lower: 'nfc-casefold-v1',
    casefold: 'nfc-casefold-v1',
    'nfc-casefold': 'nfc-casefold-v1',
    digits: 'digits-only-v1',
    'digits-only': 'digits-only-v1',
  },
  on_unindexable: {},
};

/** The `as` of a field whose type said what its values are. */
export const valueTypeOf: Readonly<Record<string, string>> = {
  Int: 'int',
  BigInt: 'int',
  Float: 'float',
  Decimal: 'decimal',
  Boolean: 'boolean',
  DateTime: 'datetime',
};

/** The least cost of Argon2id. Source: fieldseal-spec docs/02-spec-v0.1.md 7.3. */
export const leastCosts = { argon2_time_cost: 3, argon2_memory_kib: 32_768 } as const;

export type CostKey = keyof typeof leastCosts;
