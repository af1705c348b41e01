import type { Syntax } from './facts.ts';

/**
 * Words without which a file declares nothing that is encrypted: a file that holds none is not parsed. Wide on purpose,
 * since parsing a file too many costs a millisecond and missing one costs a finding.
 */
const declares: Readonly<Record<Syntax, RegExp>> = {
  json: /encryptedFields|queryType|keyId|keyAltName|bsonType|encryptMetadata|schemaMap|"encrypt"|"cast_as"|"ste_vec"|\beql_v\d|\bcs_\w+_v\d/,
  yaml: /encryptedFields|queryType|keyId|keyAltName|bsonType|encryptMetadata|schemaMap|\bencrypt\b/,
  source:
    /encryptedFields|EncryptedFields|queryType|keyAltName|bsonType|encryptMetadata|schemaMap|autoEncryption|encryptionType|createEncryptedCollection|\bencrypt\s*:|@cipherstash\/|\beql_v\d|\bcs_\w+_v\d|\bcast_as\b/,
  sql: /eql_v[123]|\bcs_\w+_v[12]\b/,
  prisma: /encrypt|cipherstash\.|@\w*seal|ciphertext|blind_?index|\beql_v\d/i,
};

/** Words that only a file about encrypted fields holds: when such a file cannot be read, its reader wants to know. */
const about =
  /encryptedFields|encryptMetadata|AEAD_AES_256_CBC_HMAC_SHA_512|autoEncryption|keyAltName|createEncryptedCollection|encryptionType|queryType["']?\s*:\s*["']?(?:equality|range|prefix|suffix|substring)|eql_v[123]|\bcs_\w+_v[12]\b|@fieldseal\(|@encryption:hash|\bcipherstash\.[A-Z]/;

/** Calls that matter once something is declared: on a collection whose fields are encrypted, on a table whose columns are. */
const touches =
  /\b(?:createCollection|createIndex|createIndexes|ensureIndex|collMod|runCommand|pgTable|encryptQuery)\b|["']drizzle-orm/;

/** A text that may be SQL, or a template of it, or a builder's table: it matters where it names one with an encrypted column. */
const asks =
  /\.from\(\s*["'][\w.]+["']|\$(?:query|execute)Raw|\bsql(?:<[^`]{0,300}>)?`|["'`]\s*(?:select|insert\s+into|update|delete\s+from|with|create|alter|merge)\s/i;

export function mayDeclare(syntax: Syntax, text: string): boolean {
  return declares[syntax].test(text);
}

export function isAboutEncryption(text: string): boolean {
  return about.test(text);
}

export function mayTouch(text: string): boolean {
  return touches.test(text);
}

/** True for code that may ask a SQL database, and for SQL. */
export function mayAsk(syntax: Syntax, text: string): boolean {
  return syntax === 'sql' || (syntax === 'source' && asks.test(text));
}
