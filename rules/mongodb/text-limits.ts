import type { QueryType } from '../model/mongodb.ts';
import { atLeast, type MongodbTarget } from '../model/target.ts';
import { lookup, toBigInt, type Value } from '../model/value.ts';

export type LengthOption = 'strMinQueryLength' | 'strMaxQueryLength' | 'strMaxLength';

export interface LengthLimit {
  readonly option: LengthOption;
  readonly bound: 'at least' | 'at most';
  readonly length: number;
  readonly code: string;
}

/**
 * How long the pieces and values of a substring field may be. Prefix and suffix have no such limits.
 * Source: mongo 11c4e446 src/mongo/crypto/fle_crypto.cpp checkSubstringParameterLimitsNotExceeded and
 * checkSubstringPreviewParameterLimitsNotExceeded, constants in fle_crypto.h.
 */
export const substringLimits = {
  substring: [
    { option: 'strMinQueryLength', bound: 'at least', length: 2, code: '12860001' },
    { option: 'strMaxQueryLength', bound: 'at most', length: 6, code: '12860002' },
    { option: 'strMaxLength', bound: 'at most', length: 50, code: '12860003' },
  ],
  substringPreview: [
    { option: 'strMinQueryLength', bound: 'at least', length: 2, code: '10453200' },
    { option: 'strMaxQueryLength', bound: 'at most', length: 10, code: '10453201' },
    { option: 'strMaxLength', bound: 'at most', length: 60, code: '10453202' },
  ],
} as const satisfies Record<string, readonly LengthLimit[]>;

/** Names that only the releases with the preview know; on any other their name is what is wrong. */
export function isForeignPreview(name: string | undefined, target: MongodbTarget): boolean {
  return name?.endsWith('Preview') === true && (atLeast(target, '9.0') || !atLeast(target, '8.2'));
}

export interface Length {
  readonly length: number;
  readonly value: Value;
}

/** A length as written; undefined when it is not there, only known at run time, or none that a length can be. */
export function readLength({ object }: QueryType, option: LengthOption): Length | undefined {
  const found = lookup(object, option);
  if (found.state !== 'present' || found.property.value.kind !== 'number') return undefined;
  const { value } = found.property;
  const length = toBigInt(value);
  return length === undefined || length < 1n || length >= 1n << 31n
    ? undefined
    : { length: Number(length), value };
}

export interface BrokenLimit {
  readonly limit: LengthLimit;
  readonly written: Length;
}

export function brokenLimits(query: QueryType, limits: readonly LengthLimit[]): BrokenLimit[] {
  return limits.flatMap((limit) => {
    const written = readLength(query, limit.option);
    if (written === undefined) return [];
    const kept = limit.bound === 'at least' ? written.length >= limit.length : written.length <= limit.length;
    return kept ? [] : [{ limit, written }];
  });
}

/** `strMaxQueryLength 10 exceeds 6`, `strMinQueryLength 1 is below 2`. */
export function describeBroken({ limit, written }: BrokenLimit): string {
  const relation = limit.bound === 'at least' ? 'is below' : 'exceeds';
  return `${limit.option} ${written.length} ${relation} ${limit.length}`;
}

/** True when the lengths are in order among themselves, as far as they are written. */
export function lengthsInOrder(query: QueryType): boolean {
  const shortest = readLength(query, 'strMinQueryLength')?.length ?? 0;
  const longest = readLength(query, 'strMaxQueryLength')?.length ?? Number.POSITIVE_INFINITY;
  const whole =
    query.kind === 'substring' ? readLength(query, 'strMaxLength')?.length : Number.POSITIVE_INFINITY;
  return shortest <= longest && (longest === Number.POSITIVE_INFINITY || longest <= (whole ?? longest));
}
