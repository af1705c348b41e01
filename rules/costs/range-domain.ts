import type { QueryType } from '../model/mongodb.ts';
import { lookup, toBigInt, type Value } from '../model/value.ts';

export type RangeType = 'int' | 'long' | 'date' | 'double' | 'decimal';

/** The values that a range field can hold, as the engine numbers them. */
export interface RangeDomain {
  /** Bits of the largest number. */
  readonly bits: number;
  /** How many values there are. */
  readonly values: bigint;
}

/** Source: libmongocrypt src/mc-range-encoding.c, mc_getTypeInfo…. */
const wholeTypes = {
  int: { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n },
  long: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
  date: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
} as const satisfies Record<string, { minimum: bigint; maximum: bigint }>;

/** Source: libmongocrypt src/mc-range-encoding.c mc_canUsePrecisionModeDouble and mc_canUsePrecisionModeDecimal. */
export const precisionLimits = {
  double: { bits: 52, largestScaled: 2n ** 53n - 1n, precision: 15, unboundedBits: 64 },
  decimal: { bits: 127, largestScaled: 2n ** 127n - 1n, precision: 37, unboundedBits: 128 },
} as const satisfies Record<
  string,
  { bits: number; largestScaled: bigint; precision: number; unboundedBits: number }
>;

/** The exponents of a Decimal128; text beyond them is no number that a file can mean. */
const largestExponent = 6144;
const smallestExponent = -6176;

export function isRangeType(bsonType: string): bsonType is RangeType {
  return Object.hasOwn(wholeTypes, bsonType) || Object.hasOwn(precisionLimits, bsonType);
}

/** The domain that a query type declares; undefined when a bound is unknown or no engine takes the bounds. */
export function readRangeDomain(query: QueryType, bsonType: RangeType): RangeDomain | undefined {
  const minimum = read(query, 'min');
  const maximum = read(query, 'max');
  if (minimum === 'unknown' || maximum === 'unknown') return undefined;
  if (bsonType === 'double' || bsonType === 'decimal') {
    const precision = read(query, 'precision');
    if (precision === 'unknown') return undefined;
    return readPreciseDomain(bsonType, minimum, maximum, precision);
  }
  const low = minimum === undefined ? wholeTypes[bsonType].minimum : readWhole(minimum, bsonType);
  const high = maximum === undefined ? wholeTypes[bsonType].maximum : readWhole(maximum, bsonType);
  return low === undefined || high === undefined ? undefined : wholeDomain(low, high);
}

/** Bits of int, long and date between two bounds; undefined when they are not in order. */
export function wholeDomain(minimum: bigint, maximum: bigint): RangeDomain | undefined {
  if (minimum >= maximum) return undefined;
  return { bits: bitLength(maximum - minimum), values: maximum - minimum + 1n };
}

/** Bits of a double or decimal with bounds and precision; undefined when libmongocrypt refuses them. */
export function preciseDomain(
  bsonType: 'double' | 'decimal',
  minimum: string,
  maximum: string,
  precision: number,
): RangeDomain | undefined {
  const limits = precisionLimits[bsonType];
  if (!Number.isInteger(precision) || precision < 0 || precision > limits.precision) return undefined;
  const low = scaledBound(bsonType, minimum, precision);
  const high = scaledBound(bsonType, maximum, precision);
  if (low === undefined || high === undefined || low >= high) return undefined;
  if (absolute(low) > limits.largestScaled || absolute(high) > limits.largestScaled) return undefined;
  const bits = bitLength(high - low + 10n ** BigInt(precision) - 1n);
  return bits > limits.bits ? undefined : { bits, values: high - low + 1n };
}

/** The domain of a double or decimal without bounds: every value of the type. */
export function unboundedDomain(bsonType: 'double' | 'decimal'): RangeDomain {
  const bits = precisionLimits[bsonType].unboundedBits;
  return { bits, values: 2n ** BigInt(bits) };
}

/**
 * False when a bound has more decimals than the precision. For a double the engine multiplies in IEEE arithmetic, so
 * that 0.57 with precision 2 does not fit (56.99999999999999): the same is computed here. Undefined for no number.
 */
export function boundFitsPrecision(
  bsonType: 'double' | 'decimal',
  digits: string,
  precision: number,
): boolean | undefined {
  if (!Number.isInteger(precision) || precision < 0 || precision > largestExponent) return undefined;
  if (bsonType === 'double') {
    const scaled = Number(digits) * powerOfTen(precision);
    return digits.trim() === '' || Number.isNaN(scaled) ? undefined : Number.isInteger(scaled);
  }
  const decimal = parseDecimal(digits);
  if (decimal === undefined) return undefined;
  return (
    decimal.exponent + precision >= 0 ||
    decimal.coefficient % 10n ** BigInt(-decimal.exponent - precision) === 0n
  );
}

/** The bound times ten to the precision, exact; undefined when that is no whole number. */
function scaledBound(bsonType: 'double' | 'decimal', digits: string, precision: number): bigint | undefined {
  if (boundFitsPrecision(bsonType, digits, precision) !== true) return undefined;
  if (bsonType === 'double') return BigInt(Number(digits) * powerOfTen(precision));
  const decimal = parseDecimal(digits);
  if (decimal === undefined) return undefined;
  const shift = decimal.exponent + precision;
  return shift >= 0
    ? decimal.coefficient * 10n ** BigInt(shift)
    : decimal.coefficient / 10n ** BigInt(-shift);
}

/** Multiplied step by step as the engine does: exact up to 10²², and the same rounding beyond. */
function powerOfTen(exponent: number): number {
  let power = 1;
  for (let step = 0; step < exponent && power < Number.POSITIVE_INFINITY; step += 1) power *= 10;
  return power;
}

interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

function parseDecimal(digits: string): Decimal | undefined {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,5}))?$/.exec(digits);
  const whole = parts?.[2] ?? '';
  const fraction = parts?.[3] ?? '';
  if (parts === null || whole + fraction === '' || whole.length + fraction.length > largestExponent) {
    return undefined;
  }
  const coefficient = BigInt(whole + fraction);
  if (coefficient === 0n) return { coefficient, exponent: 0 };
  const exponent = Number(parts[4] ?? 0) - fraction.length;
  if (exponent < smallestExponent || exponent > largestExponent) return undefined;
  return { coefficient: parts[1] === '-' ? -coefficient : coefficient, exponent };
}

function readPreciseDomain(
  bsonType: 'double' | 'decimal',
  minimum: Value | undefined,
  maximum: Value | undefined,
  precision: Value | undefined,
): RangeDomain | undefined {
  if (minimum === undefined && maximum === undefined && precision === undefined)
    return unboundedDomain(bsonType);
  if (minimum?.kind !== 'number' || maximum?.kind !== 'number' || precision?.kind !== 'number')
    return undefined;
  const places = toBigInt(precision);
  return places === undefined
    ? undefined
    : preciseDomain(bsonType, minimum.digits, maximum.digits, Number(places));
}

function readWhole(value: Value, bsonType: 'int' | 'long' | 'date'): bigint | undefined {
  if (value.kind !== (bsonType === 'date' ? 'date' : 'number')) return undefined;
  if (value.kind === 'date' && !Number.isInteger(value.milliseconds)) return undefined;
  const number = toBigInt(value);
  const { minimum, maximum } = wholeTypes[bsonType];
  return number === undefined || number < minimum || number > maximum ? undefined : number;
}

function read(query: QueryType, key: string): Value | undefined | 'unknown' {
  const found = lookup(query.object, key);
  if (found.state === 'absent') return undefined;
  if (found.state === 'unknown' || found.property.value.kind === 'unknown') return 'unknown';
  return found.property.value;
}

function bitLength(number: bigint): number {
  return number.toString(2).length;
}

function absolute(number: bigint): bigint {
  return number < 0n ? -number : number;
}
