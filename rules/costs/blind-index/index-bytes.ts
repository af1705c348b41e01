import type { IndexField, PrismaEncryption } from '../../model/blind-index.ts';

/** Bytes that a hash or blind index of one value takes in its column; undefined where nothing says. */
export function blindIndexBytes(
  { annotation, bits, method }: IndexField,
  by: PrismaEncryption,
): number | undefined {
  if (by === 'fieldseal') return bits === undefined ? undefined : Math.ceil(bits.value / 8);
  const digest = digestBytes[method.algorithm.toLowerCase().replace(/^rsa-/, '')];
  if (digest === undefined) return undefined;
  const encoding = annotation.options.find(({ key, known }) => key === 'outputEncoding' && known)?.value;
  switch (encoding) {
    case undefined:
    case 'hex':
      return digest * 2;
    case 'base64':
      return 4 * Math.ceil(digest / 3);
    default:
      return undefined;
  }
}

/** Source: `crypto.createHash` of Node.js 20, by the names that it takes. */
const digestBytes: Readonly<Record<string, number | undefined>> = {
  md5: 16,
  sha1: 20,
  ripemd160: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};
