/** How `@47ng/codec` writes bytes. */
const encodings = ['utf8', 'hex', 'base64'] as const;

/**
 * What prisma-field-encryption 1.6.0 and prisma-encryption 2.0.0 read of each annotation, by the name of the option: the
 * values that count, none where any does. Source: `parseEncryptedAnnotation` and `parseHashAnnotation` of both.
 */
export const annotationOptions = {
  encrypted: {
    mode: ['default', 'strict', 'readonly'],
    // As the package had them before `mode`.
    strict: [],
    readonly: [],
  },
  'encryption:hash': {
    algorithm: [],
    inputEncoding: encodings,
    outputEncoding: encodings,
    salt: [],
    saltEnv: [],
    normalize: ['lowercase', 'uppercase', 'trim', 'spaces', 'diacritics'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The options of an annotation; none where the package reads none. */
export function optionsOf(annotation: string): Readonly<Record<string, readonly string[]>> {
  return annotation === 'encrypted' || annotation === 'encryption:hash' ? annotationOptions[annotation] : {};
}

/**
 * Digests that an option can name, in small letters. Source: `crypto.getHashes()` of Node.js 20.20.2 with OpenSSL 3.0.19,
 * those of letters, digits and _ alone, and the three that Node.js 16 with OpenSSL 1.1.1 had besides.
 */
export const digests = [
  'blake2b512',
  'blake2s256',
  'md4',
  'md5',
  'mdc2',
  'ripemd',
  'ripemd160',
  'rmd160',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'shake128',
  'shake256',
  'sm3',
  'whirlpool',
] as const;
