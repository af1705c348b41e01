/** A number that somebody measured: it holds for that machine, and travels only as a ratio. */
interface Measurement {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
  readonly measuredOn: string;
}

/** A number that an engine's own code fixes: it holds everywhere. */
interface Layout {
  readonly bytes: number;
  readonly source: string;
}

const seedSetup =
  'MongoDB 8.2.12 Community with PyMongo 4.18.1, 200 documents, fastest of 3 runs; the machine is not named';

/** The same in short, for places without room. */
export const insertSetup = 'MongoDB 8.2.12';

const seed =
  "MongoDB 8.2's encrypted substring search costs 20 times more per insert than equality (blog article)";

/** What an insert took, and the line through those points. */
export const measured = {
  plaintextInsert: { value: 0.03, unit: 'ms', source: seed, measuredOn: seedSetup },
  equalityInsert: { value: 1.16, unit: 'ms', source: seed, measuredOn: seedSetup },
  prefixAndSuffixInsert: { value: 4.3, unit: 'ms', source: seed, measuredOn: seedSetup },
  substringInsert: { value: 22.9, unit: 'ms', source: seed, measuredOn: seedSetup },
  insertWithoutTokens: {
    value: 1.0,
    unit: 'ms',
    source: `${seed}: line through 1.16 ms at 1 token and 22.9 ms at 173`,
    measuredOn: seedSetup,
  },
  insertPerToken: {
    value: 0.126,
    unit: 'ms a token',
    source: `${seed}: line through 1.16 ms at 1 token and 22.9 ms at 173`,
    measuredOn: seedSetup,
  },
  insertModelError: {
    value: 0.26,
    unit: 'of the measured time',
    source: `${seed}: 4.3 ms at 17 tokens, where the line says 3.2 ms`,
    measuredOn: seedSetup,
  },
  typicalLength: {
    value: 25,
    unit: 'bytes',
    source: `${seed}: its e-mail addresses`,
    measuredOn: seedSetup,
  },
} as const satisfies Record<string, Measurement>;

/** The parts of what the server stores, byte by byte. */
export const layout = {
  unindexedBlob: {
    bytes: 66,
    source:
      'libmongocrypt src/mc-fle2-payload-uev-v2-private.h: subtype 1, key id 16, type 1, initialisation vector 16, HMAC 32',
  },
  equalityBlob: {
    bytes: 98,
    source:
      'libmongocrypt src/mc-fle2-payload-iev-private-v2.h: the unindexed blob and 32 of the server layer',
  },
  rangeBlob: {
    bytes: 99,
    source: 'libmongocrypt src/mc-fle2-payload-iev-private-v2.h: the equality blob and a count of 1 byte',
  },
  textBlob: {
    bytes: 110,
    source:
      'libmongocrypt src/mc-fle2-payload-iev-private-v2.h: the equality blob and three counts of 4 bytes',
  },
  blobPerToken: {
    bytes: 96,
    source:
      'libmongocrypt src/mc-fle2-tag-and-encrypted-metadata-block-private.h: 32 count, 32 tag, 32 zeros',
  },
  cipherBlock: { bytes: 16, source: 'libmongocrypt src/mongocrypt-crypto.c: AES-256-CBC with PKCS#7' },
  binaryHeader: { bytes: 5, source: 'bsonspec.org: a length of 4 bytes and a subtype' },
  safeContentHeader: {
    bytes: 22,
    source: 'bsonspec.org: type 1, "__safeContent__" and NUL 16, array length and NUL 5',
  },
  safeContentPerToken: {
    bytes: 39,
    source: 'bsonspec.org: type 1, NUL 1, binary header 5, tag 32; the digits of the index come on top',
  },
  escDocument: { bytes: 47, source: 'mongo src/mongo/crypto/fle_crypto.cpp: { _id: BinData(32) }' },
  ecocDocument: {
    bytes: 50,
    source: 'mongo src/mongo/crypto/fle_crypto.cpp ECOCCollection::generateDocument, without path and value',
  },
  ecocEqualityValue: {
    bytes: 48,
    source: 'libmongocrypt src/mongocrypt-marking.c _fle2_derive_encrypted_token',
  },
  ecocRangeValue: {
    bytes: 49,
    source: 'libmongocrypt src/mongocrypt-marking.c _fle2_derive_encrypted_token: and a byte for the leaf',
  },
  ecocTextValue: {
    bytes: 51,
    source: 'libmongocrypt src/mongocrypt-marking.c _fle2_derive_encrypted_token: and 3 bytes for the count',
  },
} as const satisfies Record<string, Layout>;
