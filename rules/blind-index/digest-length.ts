import type { IndexField } from '../model/blind-index.ts';

/** Bytes of the digests that Node's createHash knows. Source: FIPS 180-4, RFC 1321, ISO/IEC 10118-3. */
const digestBytes: Readonly<Record<string, number>> = {
  md5: 16,
  sha1: 20,
  ripemd160: 20,
  rmd160: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** Characters of the text that prisma-field-encryption stores for a digest; undefined for one that nothing says it of. */
export function digestLength({
  method,
  annotation,
}: Pick<IndexField, 'method' | 'annotation'>): number | undefined {
  const algorithm = method.algorithm.toLowerCase();
  const bytes = Object.hasOwn(digestBytes, algorithm) ? digestBytes[algorithm] : undefined;
  if (bytes === undefined) return undefined;
  switch (annotation.options.find(({ key }) => key === 'outputEncoding')?.value ?? 'hex') {
    case 'hex':
      return 2 * bytes;
    case 'base64':
      return 4 * Math.ceil(bytes / 3);
    default:
      return undefined;
  }
}
