import type { FieldEstimate, Spread } from '../costs/estimate.ts';
import { grouped } from '../model/grouped.ts';

/** `489 bytes`, `24.1 KB`, `1.5 MB`: 1 KB is 1,000 bytes. */
export function describeBytes(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} bytes`;
  const [size, unit] = bytes < 999_950 ? [bytes / 1000, 'KB'] : [bytes / 1e6, 'MB'];
  return `${grouped(Number(size.toFixed(1)))} ${unit}`;
}

/** `14`, `1.4`: how many times longer. */
export function describeRatio(ratio: number): string {
  return grouped(ratio < 9.95 ? Number(ratio.toFixed(1)) : Math.round(ratio));
}

/** `121 tokens for 25 bytes and 236 at worst`, or the one number where they are the same. */
export function describeTokens({ tokens, typical }: FieldEstimate): string {
  const worst = grouped(tokens.worst);
  if (tokens.typical === tokens.worst) return `${worst} tokens`;
  const length = typical.length === undefined ? 'a typical value' : `${typical.length} bytes`;
  return `${grouped(tokens.typical)} tokens for ${length} and ${worst} at worst`;
}

/** `16.7 KB typically and 32.7 KB at worst`, or the one number where they are the same or only one is known. */
export function describeSpread({ typical, worst = typical }: Spread): string {
  if (describeBytes(typical) === describeBytes(worst)) return describeBytes(worst);
  return `${describeBytes(typical)} typically and ${describeBytes(worst)} at worst`;
}

/** What the worst value costs, for titles: `98 tokens at most, 13.7 KB a document`. */
export function describeWorst({ tokens, documentBytes }: FieldEstimate): string {
  const bytes = documentBytes?.worst;
  const size = bytes === undefined ? '' : `, ${describeBytes(bytes)} a document`;
  return `${grouped(tokens.worst)} tokens at most${size}`;
}
