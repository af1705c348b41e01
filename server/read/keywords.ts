import type { Syntax } from './facts.ts';

/**
 * Words without which a file declares no encrypted fields: a file that holds none is not parsed. Wide on purpose, since
 * parsing a file too many costs a millisecond and missing one costs a finding.
 */
const declares: Readonly<Record<Syntax, RegExp>> = {
  json: /encryptedFields|queryType|keyId|keyAltName|bsonType|encryptMetadata|schemaMap|"encrypt"|"cast_as"|"ste_vec"|\beql_v\d|\bcs_\w+_v\d/,
  yaml: /encryptedFields|queryType|keyId|keyAltName|bsonType|encryptMetadata|schemaMap|\bencrypt\b/,
  source:
    /encryptedFields|EncryptedFields|queryType|keyAltName|bsonType|encryptMetadata|schemaMap|autoEncryption|encryptionType|createEncryptedCollection|\bencrypt\s*:|@cipherstash\/|\beql_v\d|\bcs_\w+_v\d|\bcast_as\b/,
  sql: /eql_v[123]|\bcs_\w+_v[12]\b/,
  prisma: /encrypt|cipherstash\.|@\w*seal|ciphertext|blind_?index|\beql_v\d/i,
};

/** What encrypts fields from within code: packages, and Node's own ciphers. */
const encrypts =
  /field-encryption|(?:prisma|mongoose)-encryption|@fieldseal\/|ciphersweet-js|createCipheriv|(?:typeorm|sequelize)-encrypted|["'](?:cryptr|crypto-js)["'/]/;

/** Digests by hand beside the name of a column or a function that is for finding rows: `emailHash`, `hash_email`. */
const digests = /\bcreateH(?:ash|mac)\b|["'](?:js-sha|md5|blueimp-md5|@noble\/hashes)/;
const lookupNames =
  /[a-z](?<!\bcreate)(?:Hash|Bidx|Hmac|Digest|BlindIndex)\b|[a-z]_(?:hash|bidx|hmac|digest|blind_index)\b|\bhash(?:ed)?[A-Z_]/;

/** Words that only a file about encrypted fields holds: when such a file cannot be read, its reader wants to know. */
const about =
  /encryptedFields|encryptMetadata|AEAD_AES_256_CBC_HMAC_SHA_512|autoEncryption|keyAltName|createEncryptedCollection|encryptionType|queryType["']?\s*:\s*["']?(?:equality|range|prefix|suffix|substring)|eql_v[123]|\bcs_\w+_v[12]\b|@fieldseal\(|@encrypted\b|@encryption:hash|\bcipherstash\.[A-Z]/;

/** Calls that matter once fields are declared: on a collection whose fields are encrypted, on a table whose columns are. */
const touchesFields =
  /\b(?:createCollection|createIndex|createIndexes|ensureIndex|collMod|runCommand|pgTable|encryptQuery)\b|["']drizzle-orm|\.collection(?:<[^()\n]{0,200}>)?\(\s{0,40}[^"'`\s)]/;

/** Operations of MongoDB's collections and of Mongoose's models; `find` with what no search of a list takes. */
const asksCollection =
  /\.(?:collection|findOne\w{0,20}|findById\w{0,20}|(?:update|delete|insert)(?:One|Many)|replaceOne|bulkWrite|countDocuments|aggregate|distinct)(?:<[^()\n]{0,200}>)?\(|\.find(?:<[^()\n]{0,200}>)?\(\s{0,40}(?:[{)]|[\w$.]{1,60}\s{0,9}[,)])/;

/** A text that may be SQL, or a template of it, or a builder's table: it matters where it names one with an encrypted column. */
const asks =
  /\.from\(\s*["'][\w.]+["']|\$(?:query|execute)Raw|\bsql(?:<[^`]{0,300}>)?`|["'`]\s*(?:select|insert\s+into|update|delete\s+from|with|create|alter|merge)\s/i;

/** Clients of Prisma, and what derives keys or blind indexes. */
const clients =
  /PrismaClient|PRISMA_FIELD_ENCRYPTION_|\$(?:extends|use)\b|create(?:Hash|Hmac|Decipheriv|SecretKey)|scrypt|pbkdf2|hkdf|argon2|crypto\.subtle|webcrypto/;

/** Calls of functions that are named for what they make. */
const hashes = /(?:[hH]ash|[dD]igest|[bB]lindIndex|[hH]mac|[eE]ncrypt)\w{0,40}\s{0,3}\(/;

/** What writes through a client of Prisma, which another file may have made: `db.contact.create(`. */
const writes =
  /\.(?:create|update|upsert)(?:Many(?:AndReturn)?)?(?=\s{0,9}\()(?<=\.\w{1,60}\s{0,40}\.\w{1,20})/;

/** A variable of the environment that is named as keys are. */
const keyVariable = /\benv\b[^\n]{0,80}(?:CRYPT|CIPHER|HMAC|HASH|PEPPER|SALT|SECRET|_KEY\b)/;

/** What kind of thing declares that something is encrypted: lists of fields and columns, code, schemas of Prisma. */
export interface Kinds {
  readonly fields: boolean;
  readonly code: boolean;
  readonly prisma: boolean;
}

/** What the words of a text say before any parser is loaded. */
export interface Look {
  readonly declares: Kinds;
  /** True where it matters once something of that kind is declared. */
  readonly touches: Kinds;
  /** True for code that may ask a database, and for SQL: it matters once it names what is encrypted. */
  readonly asks: boolean;
}

const noKind: Kinds = { fields: false, code: false, prisma: false };

/** Of a file that does not matter. */
export const looksLikeNothing: Look = { declares: noKind, touches: noKind, asks: false };

export function lookAt(syntax: Syntax, text: string): Look {
  const isSource = syntax === 'source';
  const fields = mayDeclare(syntax, text);
  const code = isSource && (encrypts.test(text) || (digests.test(text) && lookupNames.test(text)));
  if (fields || code) {
    const prisma = syntax === 'prisma';
    const touches = isSource && !fields && touchesFields.test(text);
    return {
      declares: { fields: fields && !prisma, code, prisma: fields && prisma },
      touches: touches ? { ...noKind, fields: true } : noKind,
      asks: !fields && !touches && mayAsk(text),
    };
  }
  if (!isSource) return syntax === 'sql' ? { ...looksLikeNothing, asks: true } : looksLikeNothing;
  const touches = touchesFields.test(text);
  const deals = clients.test(text) || hashes.test(text);
  const prisma = deals || writes.test(text);
  const asksDatabase = !touches && mayAsk(text);
  if (!touches && !prisma && !asksDatabase) return looksLikeNothing;
  return { declares: noKind, touches: { fields: touches, code: deals, prisma }, asks: asksDatabase };
}

function mayAsk(text: string): boolean {
  return asks.test(text) || asksCollection.test(text);
}

/** True for a file that may declare encrypted fields. */
export function mayDeclare(syntax: Syntax, text: string): boolean {
  return declares[syntax].test(text);
}

/** True for code whose acts matter one by one. */
export function mayAct(text: string): boolean {
  return (
    clients.test(text) ||
    encrypts.test(text) ||
    hashes.test(text) ||
    writes.test(text) ||
    keyVariable.test(text) ||
    asksCollection.test(text)
  );
}

export function isAboutEncryption(text: string): boolean {
  return about.test(text);
}
