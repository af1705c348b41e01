import type { Syntax } from './facts.ts';

/**
 * Words without which a file declares nothing that is encrypted: a file that holds none is not parsed. Wide on purpose,
 * since parsing a file too many costs a millisecond and missing one costs a finding.
 */
const declares: Readonly<Record<Syntax, RegExp>> = {
  json: /encryptedFields|queryType|keyId|keyAltName|bsonType|encryptMetadata|schemaMap|"encrypt"/,
  yaml: /encryptedFields|queryType|keyId|keyAltName|bsonType|encryptMetadata|schemaMap|\bencrypt\b/,
  source:
    /encryptedFields|EncryptedFields|queryType|keyAltName|bsonType|encryptMetadata|schemaMap|autoEncryption|encryptionType|createEncryptedCollection|\bencrypt\s*:/,
};

/** Words that only a file about encrypted fields holds: when such a file cannot be read, its reader wants to know. */
const about =
  /encryptedFields|encryptMetadata|AEAD_AES_256_CBC_HMAC_SHA_512|autoEncryption|keyAltName|createEncryptedCollection|encryptionType|queryType["']?\s*:\s*["']?(?:equality|range|prefix|suffix|substring)/;

/** Calls that matter once something is declared: on a collection whose fields are encrypted. */
const touches = /\b(?:createCollection|createIndex|createIndexes|ensureIndex|collMod|runCommand)\b/;

export function mayDeclare(syntax: Syntax, text: string): boolean {
  return declares[syntax].test(text);
}

export function isAboutEncryption(text: string): boolean {
  return about.test(text);
}

export function mayTouch(text: string): boolean {
  return touches.test(text);
}
