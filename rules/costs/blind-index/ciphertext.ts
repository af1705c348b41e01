/**
 * Characters of the text that prisma-field-encryption stores for a value of so many bytes (UTF-8). Source: `@47ng/cloak`,
 * `v1.aesgcm256.<8 hex>.<16 base64url>.<base64 of the value and a tag of 16 bytes>`; all ASCII, so bytes too.
 */
export function ciphertextLength(bytes: number): number {
  return cloakHeader + 4 * Math.ceil((bytes + cloakTag) / 3);
}

/** The most bytes of a value whose ciphertext fits a column of so many characters; undefined where not even an empty one does. */
export function largestPlaintext(columnLength: number): number | undefined {
  const bytes = 3 * Math.floor((columnLength - cloakHeader) / 4) - cloakTag;
  return bytes < 0 ? undefined : bytes;
}

/** `v1.`, `aesgcm256.`, eight letters of the key's fingerprint, sixteen of the initialisation vector, and their points. */
const cloakHeader = 39;
const cloakTag = 16;

/**
 * Bytes that Fieldseal stores for a value of so many bytes: the envelope adds 111. Source: fieldseal-spec
 * docs/02-spec-v0.1.md 3.3; docs/19-what-encrypted-search-costs.md 10.
 */
export function fieldsealBytes(bytes: number): number {
  return bytes + 111;
}

/** The same as base64, in a column of text. */
export function fieldsealBase64Length(bytes: number): number {
  return 4 * Math.ceil(fieldsealBytes(bytes) / 3);
}
