import type { Change } from '../model/finding.ts';
import type { QueryableField, QueryType } from '../model/mongodb.ts';
import { lookup, type Property, toBigInt } from '../model/value.ts';
import { setOwn } from './own-value.ts';

/** Source: mongo src/mongo/crypto/encryption_fields.idl, QueryTypeConfig. */
export const defaultContention = 8;

export interface Contention {
  readonly amount: bigint;
  /** Absent where the default counts. */
  readonly property?: Property;
}

/** Undefined where it is only known at run time, or is no whole number from 0. */
export function contentionOf({ object }: QueryType): Contention | undefined {
  const found = lookup(object, 'contention');
  if (found.state === 'absent') return { amount: BigInt(defaultContention) };
  if (found.state === 'unknown' || found.property.value.kind !== 'number') return undefined;
  const amount = toBigInt(found.property.value);
  return amount === undefined || amount < 0n ? undefined : { amount, property: found.property };
}

/** A prefix and a suffix on one field must have the same contention. */
export function setContention(field: QueryableField, to: number): readonly Change[] {
  return field.queries.flatMap(({ object }): readonly Change[] => {
    const found = lookup(object, 'contention');
    if (found.state === 'unknown') return [];
    return found.state === 'present'
      ? setOwn(object, found.property, to)
      : [{ kind: 'add-property', object, key: 'contention', value: to }];
  });
}
