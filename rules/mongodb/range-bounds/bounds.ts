import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import { samePlace } from '../../model/place.ts';
import { type DateValue, lookup, type NumberValue } from '../../model/value.ts';

/** A key of a range: certainly absent, a number or date, something else, or nothing that a verdict can rest on. */
export type Setting = 'absent' | 'unknown' | 'illegal' | NumberValue | DateValue;

export interface Bounds {
  readonly min: Setting;
  readonly max: Setting;
  readonly precision: Setting;
}

export type Side = 'min' | 'max';

export const sides: readonly Side[] = ['min', 'max'];

export function readBounds(query: QueryType): Bounds {
  return { min: read(query, 'min'), max: read(query, 'max'), precision: read(query, 'precision') };
}

/** The server takes null for a key that is left out, and with some drivers it is left out: nothing is certain of it. */
function read({ object }: QueryType, key: string): Setting {
  const found = lookup(object, key);
  if (found.state !== 'present') return found.state;
  const { value } = found.property;
  if (value.kind === 'unknown' || value.kind === 'null') return 'unknown';
  return value.kind === 'number' || value.kind === 'date' ? value : 'illegal';
}

export function isWritten(setting: Setting): setting is NumberValue | DateValue {
  return typeof setting !== 'string';
}

/** The number as written; undefined where a call makes it of something that is only known at run time. */
export function digitsOf(setting: Setting): string | undefined {
  if (!isWritten(setting) || setting.kind !== 'number') return undefined;
  return Number.isNaN(Number(setting.digits)) ? undefined : setting.digits;
}

/** The same literal may be the bound of several fields, by a constant or a spread. */
export interface BoundUse {
  readonly value: NumberValue | DateValue;
  readonly bsonType: string | undefined;
}

export function boundUses(queries: Iterable<{ field: QueryableField; query: QueryType }>): BoundUse[] {
  const uses: BoundUse[] = [];
  for (const { field, query } of queries) {
    const bsonType = field.bsonType?.kind === 'string' ? field.bsonType.value : undefined;
    const bounds = readBounds(query);
    for (const side of sides) {
      const value = bounds[side];
      if (isWritten(value)) uses.push({ value, bsonType });
    }
  }
  return uses;
}

/** True when every field that uses the literal wants this type of it. */
export function allWant(
  bsonType: string,
  value: NumberValue | DateValue,
  uses: readonly BoundUse[],
): boolean {
  return uses.every((use) => use.bsonType === bsonType || !samePlace(use.value.place, value.place));
}
