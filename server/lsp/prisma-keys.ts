/** What the parts of an annotation mean, for completion and for the card of an option. */
export interface AnnotationKey {
  readonly name: string;
  /** One or two sentences. */
  readonly about: string;
  /** The values that are read, the usual ones first; absent where any text or number goes. */
  readonly values?: readonly AnnotationValue[];
  /** What holds where it is not written. */
  readonly default?: string;
  readonly source: string;
}

export interface AnnotationValue {
  readonly name: string;
  readonly about: string;
}

const fieldEncryption = 'prisma-field-encryption 1.6.0';
const fieldseal = 'Fieldseal specification, draft 0.1';

/** `@encrypted?…`. Source: prisma-field-encryption 1.6.0, README and src/dmmf.ts; its fork prisma-encryption 2.0.0 reads the same. */
export const encryptedKeys = [
  {
    name: 'mode',
    about: 'What is done with a stored value that cannot be decrypted, and whether new ones are encrypted.',
    values: [
      { name: 'strict', about: 'a ciphertext that cannot be decrypted throws' },
      { name: 'readonly', about: 'decrypts, and writes plain text: the way out of encryption' },
    ],
    default: 'such a value is returned as it is stored',
    source: fieldEncryption,
  },
] as const satisfies readonly AnnotationKey[];

/** `@encryption:hash(email)?…`. The same source. */
export const hashKeys = [
  {
    name: 'algorithm',
    about: 'The digest that makes the hash; every one of them is fast, for whoever tries values too.',
    values: [
      { name: 'sha256', about: '64 B as hex' },
      { name: 'sha384', about: '96 B as hex' },
      { name: 'sha512', about: '128 B as hex' },
    ],
    default: 'sha256',
    source: fieldEncryption,
  },
  {
    name: 'saltEnv',
    about:
      'The environment variable that holds the salt. Where it is not set nothing takes its place, and the hash has no salt.',
    default: 'the global salt, PRISMA_FIELD_ENCRYPTION_HASH_SALT, else none',
    source: fieldEncryption,
  },
  {
    name: 'normalize',
    about:
      'What is done to a value before it is hashed, so that other spellings find it too; may be repeated.',
    values: [
      { name: 'lowercase', about: 'one case for all letters' },
      { name: 'uppercase', about: 'one case for all letters' },
      { name: 'trim', about: 'without blanks at both ends' },
      { name: 'spaces', about: 'without blanks anywhere' },
      { name: 'diacritics', about: 'letters without their accents' },
    ],
    default: 'values are hashed as they are',
    source: fieldEncryption,
  },
  {
    name: 'inputEncoding',
    about: 'How the text of a value stands for bytes.',
    values: [
      { name: 'utf8', about: 'text' },
      { name: 'hex', about: 'bytes as hex' },
      { name: 'base64', about: 'bytes as base64' },
    ],
    default: 'utf8',
    source: fieldEncryption,
  },
  {
    name: 'outputEncoding',
    about: 'How the hash is stored.',
    values: [
      { name: 'hex', about: 'two letters for each byte' },
      { name: 'base64', about: 'four letters for three bytes' },
    ],
    default: 'hex',
    source: fieldEncryption,
  },
  {
    name: 'salt',
    about:
      'The salt itself, written in the schema, where everyone who reads the repository reads it; saltEnv takes it from the environment.',
    source: fieldEncryption,
  },
] as const satisfies readonly AnnotationKey[];

/** `@fieldseal(…)` on a model. Source: fieldseal-dev/fieldseal-spec, adapters/prisma/src/declarations.ts; the sections named are of docs/02-spec-v0.1.md. */
export const fieldsealModelKeys = [
  {
    name: 'table_uuid',
    about:
      'Names the table in every key that is derived for it; a new value makes what is stored unreadable.',
    source: `${fieldseal}, 6.1`,
  },
] as const satisfies readonly AnnotationKey[];

export const fieldsealValueKeys = [
  {
    name: 'encrypted',
    about: 'The field holds ciphertext: of type Bytes, or String with storage "base64".',
    source: fieldseal,
  },
  {
    name: 'column_uuid',
    about:
      'Names the column in every key that is derived for it; a new value makes what is stored unreadable.',
    source: `${fieldseal}, 6.1`,
  },
  {
    name: 'storage',
    about: 'How the ciphertext is stored; it cannot change after the first write.',
    values: [
      { name: 'binary', about: 'on Bytes' },
      { name: 'base64', about: 'on String, a third longer' },
    ],
    default: 'binary',
    source: `${fieldseal}, 7.8`,
  },
  {
    name: 'as',
    about: 'The type of the value before it is encrypted.',
    values: [
      { name: 'string', about: 'text' },
      { name: 'bytes', about: 'bytes' },
      { name: 'int', about: 'a whole number' },
      { name: 'decimal', about: 'an exact decimal number' },
      { name: 'float', about: 'a number' },
      { name: 'boolean', about: 'true or false' },
      { name: 'date', about: 'a day' },
      { name: 'datetime', about: 'a moment' },
    ],
    default: 'string',
    source: fieldseal,
  },
  {
    name: 'tenant_bound',
    about: 'Each tenant has keys of its own for this field.',
    source: fieldseal,
  },
  {
    name: 'noun',
    about: 'What messages call the field.',
    default: 'the name of the field',
    source: fieldseal,
  },
] as const satisfies readonly AnnotationKey[];

export const fieldsealIndexKeys = [
  {
    name: 'index',
    about: 'The encrypted field of the same model that this field serves to search; one field for each.',
    source: `${fieldseal}, 7.5`,
  },
  {
    name: 'idf',
    about: 'The function that makes the fingerprint: slow where the values can be guessed.',
    values: [
      { name: 'argon2id', about: '44 to 70 ms a search: for values that can be guessed' },
      { name: 'hmac-sha512', about: 'microseconds a search: for random values that nobody can list' },
    ],
    source: `${fieldseal}, 7.3`,
  },
  {
    name: 'normalize',
    about: 'What is done to a value before the fingerprint is made, so that other spellings find it too.',
    values: [
      { name: 'nfc-casefold-v1', about: 'one form and one case: names, e-mail addresses' },
      { name: 'digits-only-v1', about: 'digits alone: telephone and social security numbers' },
      { name: 'identity', about: 'as it is' },
    ],
    source: fieldseal,
  },
  {
    name: 'truncate_bits',
    about:
      'Bits of the fingerprint that are kept: few enough that several values share each, enough that a search finds few rows. It cannot change after the first write.',
    source: `${fieldseal}, 7.4`,
  },
  {
    name: 'projected_population',
    about: 'Distinct values that are expected, 16 at least; below 1,024 an index needs an override in code.',
    source: `${fieldseal}, 7.4 and 7.6`,
  },
  {
    name: 'index_id',
    about: 'Names the index in its key: up to 32 lower-case letters, digits and hyphens.',
    default: 'exact',
    source: fieldseal,
  },
  {
    name: 'argon2_time_cost',
    about: 'Passes of Argon2id, 3 at least, beside argon2_memory_kib; another number makes another index.',
    default: '3',
    source: `${fieldseal}, 7.3`,
  },
  {
    name: 'argon2_memory_kib',
    about:
      'KiB that Argon2id fills, 32,768 at least, beside argon2_time_cost; another number makes another index.',
    default: '32768',
    source: `${fieldseal}, 7.3`,
  },
  {
    name: 'skewed',
    about:
      'True where few values make up most rows: the index then needs an override in code, as for few values.',
    values: [{ name: 'true', about: 'few values make up most rows' }],
    default: 'false',
    source: `${fieldseal}, 7.6`,
  },
  {
    name: 'on_unindexable',
    about: 'What happens to a value that cannot be normalized.',
    values: [
      { name: 'refuse', about: 'the write fails' },
      { name: 'bucket', about: 'all such values share one fingerprint; needs an override in code' },
    ],
    default: 'refuse',
    source: fieldseal,
  },
] as const satisfies readonly AnnotationKey[];
