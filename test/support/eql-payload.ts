import { randomBytes, randomInt } from 'node:crypto';
import { positionsSet } from '../../rules/costs/eql/bloom.ts';
import { opeBytes, oreBlockBytes } from '../../rules/costs/eql/payload.ts';
import type { EqlDomain, EqlTerm } from '../../rules/eql/domains.ts';

export interface PayloadOptions {
  readonly length?: number;
  readonly ciphertext?: number;
  readonly table?: string;
  readonly column?: string;
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/**
 * A value of the right shape for a column: the engine checks the keys and types of a payload, and only a key service
 * could tell that its terms mean nothing.
 */
export function columnPayload(domain: EqlDomain, options: PayloadOptions = {}): Record<string, unknown> {
  const { length = 25, ciphertext = 105, table = 'users', column = 'email' } = options;
  const i = { t: table, c: column };
  if (domain.terms.includes('sv')) {
    return { v: 3, k: 'sv', i, h: letters(ciphertext), sv: jsonEntries(2, ciphertext) };
  }
  return { v: 3, i, c: letters(ciphertext), ...terms(domain, length) };
}

/** The operand of a query over such a column: the same terms, without a ciphertext. */
export function queryPayload(domain: EqlDomain, options: PayloadOptions = {}): Record<string, unknown> {
  if (domain.terms.includes('sv')) return { sv: [{ s: hex(16) }] };
  const { length = 25, table = 'users', column = 'email' } = options;
  return { v: 3, i: { t: table, c: column }, ...terms(domain, length) };
}

export function jsonEntries(leaves: number, ciphertext: number): Record<string, unknown>[] {
  return Array.from({ length: 2 * leaves }, (_, index) => ({
    s: hex(16),
    c: letters(ciphertext),
    ...(index % 2 === 0 ? { op: hex(65) } : {}),
  }));
}

function terms(domain: EqlDomain, length: number): Record<string, unknown> {
  return Object.fromEntries(domain.terms.map((term) => [term, termOf(term, domain, length)]));
}

function termOf(term: EqlTerm, domain: EqlDomain, length: number): unknown {
  switch (term) {
    case 'hm':
      return hex(32);
    case 'op':
      return hex(opeBytes(domain, length));
    case 'ob':
      return [hex(oreBlockBytes(domain))];
    case 'bf':
      return positions(Math.round(positionsSet(length)));
    case 'sv':
      return [];
  }
}

function positions(count: number): number[] {
  const set = new Set<number>();
  while (set.size < count) set.add(randomInt(1, 2048));
  return [...set];
}

/** Base 85 without what JSON escapes. */
function letters(count: number): string {
  return randomBytes(count).toString('base64').slice(0, count);
}
