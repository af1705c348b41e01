import type { EqlDomain, EqlTerm } from '../../eql/domains.ts';
import { positionsSet } from './bloom.ts';
import { type JsonShape, jsonbBytes } from './jsonb.ts';
import { typicalCiphertext } from './measured.ts';

/** What the size of a stored value depends on besides its domain. */
export interface PayloadSizes {
  /** Characters of the plaintext, taken as a byte each; a number or a date has none. */
  readonly length: number;
  /** Bytes of the names in the payload's identifier. */
  readonly table: number;
  readonly column: number;
  /** Characters of the ciphertext; {@link ciphertextCharacters} of the length without it. */
  readonly ciphertext?: number;
}

/** Bytes of one value of a column, before PostgreSQL compresses it or moves it out of the row. */
export function valueBytes(domain: EqlDomain, sizes: PayloadSizes): number {
  return jsonbBytes(payloadOf(domain, sizes));
}

/**
 * Bytes of one value of `eql_v3_json_search`: an entry for each path and, for each leaf, one for its value. Source:
 * encrypt-query-language packages/eql/sql/cipherstash-encrypt.sql at 3.0.4, the payload checks of the domain: `h`, and
 * entries of a selector (`s`, 16 bytes in hexadecimal) and a ciphertext, ordered ones with `op` besides.
 */
export function jsonDocumentBytes(
  leaves: number,
  ordered: number,
  sizes: PayloadSizes & { readonly header: number },
): number {
  const ciphertext = string(sizes.ciphertext ?? typicalCiphertext.characters);
  const entry = { s: string(selectorCharacters), c: ciphertext };
  const plain: JsonShape = { kind: 'object', members: entry };
  const withOrder: JsonShape = { kind: 'object', members: { ...entry, op: string(hex(opeNumber)) } };
  const items = Array.from({ length: 2 * leaves }, (_, index) => (index < ordered ? withOrder : plain));
  return jsonbBytes({
    kind: 'object',
    members: {
      v: version,
      k: string(2),
      i: identifier(sizes),
      h: string(sizes.header),
      sv: { kind: 'array', items },
    },
  });
}

function payloadOf(domain: EqlDomain, sizes: PayloadSizes): JsonShape {
  const terms = Object.fromEntries(domain.terms.map((term) => [term, termOf(term, domain, sizes.length)]));
  const ciphertext = string(sizes.ciphertext ?? ciphertextCharacters(sizes.length));
  return { kind: 'object', members: { v: version, i: identifier(sizes), c: ciphertext, ...terms } };
}

function termOf(term: EqlTerm, domain: EqlDomain, length: number): JsonShape {
  switch (term) {
    case 'hm':
      return string(hex(hmacBytes));
    case 'op':
      return string(hex(opeBytes(domain, length)));
    case 'ob':
      return {
        kind: 'array',
        items: Array.from({ length: oreBlocks(domain, length) }, () => string(hex(oreBlockBytes(domain)))),
      };
    case 'bf':
      return { kind: 'numbers', count: Math.round(positionsSet(length)), each: 1 };
    case 'sv':
      return { kind: 'array', items: [] };
  }
}

const version: JsonShape = { kind: 'number', value: 3 };
const selectorCharacters = 32;

/** HMAC-SHA-256. Source: encrypt-query-language crates/eql-bindings/src/v3/terms.rs. */
export const hmacBytes = 32;

/** CLLW order-preserving encryption of a 64-bit number. Source: the same, `ope_cllw_u64_65`. */
const opeNumber = 65;

/** Bytes of an order-preserving term: of text, eight for each byte and one. Source: the same. */
export function opeBytes({ scalar }: EqlDomain, length: number): number {
  return scalar === 'text' ? 8 * length + 1 : opeNumber;
}

/**
 * Bytes of one block of block ORE over N parts: N permuted, 16 × N left, 16 for the key, 32 × N right. Source:
 * encrypt-query-language src/v3/sem/ore_block_256/functions.sql.
 */
export function oreBlockBytes({ scalar }: EqlDomain): number {
  const parts = scalar === 'timestamp' ? 12 : scalar === 'numeric' ? 14 : 8;
  return 49 * parts + 16;
}

/** Letters that one block of text held, in every word tried. Source: encrypt-query-language tests/ore_text.sql at 2.3.1. */
export const oreTextInOneBlock = 11;

/** Blocks of a value. Longer text than was tried takes at least one. */
export function oreBlocks(_domain: EqlDomain, _length: number): number {
  return 1;
}

/** Base 85 writes five characters for four bytes. */
export function ciphertextCharacters(length: number): number {
  return typicalCiphertext.characters + Math.max(0, Math.ceil(((length - typicalCiphertext.of) * 5) / 4));
}

function identifier({ table, column }: PayloadSizes): JsonShape {
  return { kind: 'object', members: { t: string(table), c: string(column) } };
}

function string(bytes: number): JsonShape {
  return { kind: 'string', bytes };
}

function hex(bytes: number): number {
  return 2 * bytes;
}
