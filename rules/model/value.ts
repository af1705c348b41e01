import type { BsonType } from './bson.ts';
import type { Place } from './place.ts';

/**
 * A literal as it was written, in any of the three syntaxes, after references were followed. What cannot be known
 * is `unknown`, and an `open` object or array may hold more than what is listed: a rule stays silent about both.
 */
export type Value =
  | ObjectValue
  | ArrayValue
  | StringValue
  | NumberValue
  | BooleanValue
  | NullValue
  | BinaryValue
  | DateValue
  | OtherValue
  | UnknownValue;

export interface ObjectValue {
  readonly kind: 'object';
  readonly place: Place;
  readonly properties: readonly Property[];
  /** True when a spread or a later assignment may add or change properties. */
  readonly open: boolean;
}

export interface Property {
  readonly key: string;
  readonly keyPlace: Place;
  readonly value: Value;
  /** Key and value together, without the separator. */
  readonly place: Place;
}

export interface ArrayValue {
  readonly kind: 'array';
  readonly place: Place;
  readonly items: readonly Value[];
  readonly open: boolean;
}

export interface StringValue {
  readonly kind: 'string';
  readonly place: Place;
  readonly value: string;
}

export type NumericType = 'int' | 'long' | 'double' | 'decimal';

export interface NumberValue {
  readonly kind: 'number';
  readonly place: Place;
  /** Decimal text, exact: a long does not fit into a JavaScript number. */
  readonly digits: string;
  /** The BSON types that this may be when it reaches the server. One element means certain. */
  readonly types: readonly NumericType[];
}

export interface BooleanValue {
  readonly kind: 'boolean';
  readonly place: Place;
  readonly value: boolean;
}

export interface NullValue {
  readonly kind: 'null';
  readonly place: Place;
  /** `undefined` in source code: drivers leave such a key out. */
  readonly undefined: boolean;
}

export interface BinaryValue {
  readonly kind: 'binary';
  readonly place: Place;
  /** Absent when only known at run time. 4 is a UUID. */
  readonly subType?: number;
  /** Lower-case hexadecimal bytes, absent when only known at run time. */
  readonly hex?: string;
}

export interface DateValue {
  readonly kind: 'date';
  readonly place: Place;
  /** Milliseconds since 1970, absent when only known at run time. */
  readonly milliseconds?: number;
}

/** A value of another BSON type, whose content no rule asks for. */
export interface OtherValue {
  readonly kind: 'other';
  readonly place: Place;
  readonly type: BsonType;
}

export interface UnknownValue {
  readonly kind: 'unknown';
  readonly place: Place;
  /** The reference as written, when it is a plain name or a chain of names (`Schema.Types.Int32`). */
  readonly name?: string;
  /** Two unknowns with the same identity are the same value at run time. */
  readonly identity?: string;
  /** The names of the calls that make it, the first one first: `randomBytes`, `toString`. */
  readonly calls?: readonly string[];
}

/** What an object says about a key: a property, certainly nothing, or nothing that we know of. */
export type Lookup =
  | { readonly state: 'present'; readonly property: Property }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' };

const absent: Lookup = { state: 'absent' };
const unknown: Lookup = { state: 'unknown' };

export function lookup(object: ObjectValue, key: string): Lookup {
  const property = propertyOf(object, key);
  if (property === undefined) return object.open ? unknown : absent;
  if (property.value.kind === 'null' && property.value.undefined) return absent;
  return { state: 'present', property };
}

/** The property that counts: of a key that is written twice the last one. */
export function propertyOf(object: ObjectValue, key: string): Property | undefined {
  // A loop, since every rule asks it for every key of every field on every keystroke.
  const { properties } = object;
  for (let at = properties.length - 1; at >= 0; at -= 1) {
    const property = properties[at];
    if (property?.key === key) return property;
  }
  return undefined;
}

export function valueAt(object: ObjectValue, key: string): Value | undefined {
  return propertyOf(object, key)?.value;
}

/** True when the key is certainly not there. */
export function isAbsent(object: ObjectValue, key: string): boolean {
  return lookup(object, key).state === 'absent';
}

export function asObject(value: Value | undefined): ObjectValue | undefined {
  return value?.kind === 'object' ? value : undefined;
}

export function stringAt(object: ObjectValue, key: string): string | undefined {
  const value = valueAt(object, key);
  return value?.kind === 'string' ? value.value : undefined;
}

export function booleanAt(object: ObjectValue, key: string): boolean | undefined {
  const value = valueAt(object, key);
  return value?.kind === 'boolean' ? value.value : undefined;
}

/** The number as a JavaScript number; undefined for anything else. Decimals and longs may lose digits. */
export function toNumber(value: Value): number | undefined {
  if (value.kind !== 'number') return undefined;
  const number = Number(value.digits);
  return Number.isNaN(number) ? undefined : number;
}

/** The whole number, exact; undefined when the value is no whole number. */
export function toBigInt(value: Value): bigint | undefined {
  if (value.kind === 'date') {
    return value.milliseconds === undefined ? undefined : BigInt(value.milliseconds);
  }
  if (value.kind !== 'number') return undefined;
  if (/^[+-]?\d+$/.test(value.digits)) return BigInt(value.digits);
  const number = Number(value.digits);
  return Number.isSafeInteger(number) ? BigInt(number) : undefined;
}

/** How a message names what was written: `a string`, `an object`, `int 5`. */
export function describe(value: Value): string {
  switch (value.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'an array';
    case 'string':
      return 'a string';
    case 'number':
      return value.types.length === 1
        ? `${article(value.types[0] ?? 'int')} (${value.digits})`
        : `the number ${value.digits}`;
    case 'boolean':
      return `the boolean ${value.value}`;
    case 'null':
      return value.undefined ? 'undefined' : 'null';
    case 'binary':
      return value.subType === undefined ? 'binary data' : `binary data of subtype ${value.subType}`;
    case 'date':
      return 'a date';
    case 'other':
      return article(value.type);
    case 'unknown':
      return value.name ?? 'a value known only at run time';
  }
}

function article(word: string): string {
  return `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`;
}
