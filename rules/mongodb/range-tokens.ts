import { sparsityDefault, sparsityMaximum, trimFactorDefault } from '../costs/settings.ts';
import { rangeTokens } from '../costs/tokens.ts';
import type { QueryType } from '../model/mongodb.ts';
import { lookup, toBigInt, type Value } from '../model/value.ts';

/** A whole number of a range, or the default where the key is absent; undefined when it is neither. */
export interface Tuning {
  readonly number: number;
  readonly value?: Value;
}

export function readSparsity(query: QueryType): Tuning | undefined {
  return read(query, 'sparsity', sparsityDefault);
}

export function readTrimFactor(query: QueryType, bits: number): Tuning | undefined {
  return read(query, 'trimFactor', trimFactorDefault(bits));
}

/** Tokens of a value where the domain has this many bits; undefined when a setting is unknown or refused. */
export function tokensOfBits(query: QueryType, bits: number): number | undefined {
  const sparsity = readSparsity(query)?.number;
  const trimFactor = readTrimFactor(query, bits)?.number;
  if (sparsity === undefined || sparsity < 1 || sparsity > sparsityMaximum) return undefined;
  if (trimFactor === undefined || trimFactor < 0 || (trimFactor > 0 && trimFactor >= bits)) return undefined;
  return rangeTokens({ bits, sparsity, trimFactor });
}

function read({ object }: QueryType, key: string, byDefault: number): Tuning | undefined {
  const found = lookup(object, key);
  if (found.state === 'absent') return { number: byDefault };
  if (found.state === 'unknown' || found.property.value.kind !== 'number') return undefined;
  const { value } = found.property;
  const whole = toBigInt(value);
  return whole === undefined || BigInt.asIntN(32, whole) !== whole
    ? undefined
    : { number: Number(whole), value };
}
