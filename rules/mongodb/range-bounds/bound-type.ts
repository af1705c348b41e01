import type { RangeType } from '../../costs/range-domain.ts';
import type { Fix, NewValue } from '../../model/finding.ts';
import type { QueryableField } from '../../model/mongodb.ts';
import { holds } from '../../model/place.ts';
import { type Report, safeFix, suggestion } from '../../model/rule.ts';
import { type DateValue, type NumberValue, type NumericType, toBigInt } from '../../model/value.ts';
import { withArticle } from '../wording.ts';
import { allWant, type Bounds, type BoundUse, digitsOf, isWritten, type Side, sides } from './bounds.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp, validateRangeIndex. */
const codes = { min: '7018200', max: '7018201' } as const;

/** A bound must have the type of the field: the server converts nothing. */
export function* checkBoundType(
  field: QueryableField,
  bsonType: RangeType,
  bounds: Bounds,
  uses: readonly BoundUse[],
): Generator<Report> {
  for (const side of sides) {
    const value = bounds[side];
    if (!isWritten(value) || mayBe(value, bsonType)) continue;
    yield {
      place: value.place,
      field: field.path,
      message: `${side} is ${typeOf(value)}, and the field is ${withArticle(bsonType)}: ${reason(value, bsonType)} (server code ${codes[side]})`,
      fixes: fixes(field, bsonType, side, value, uses),
    };
  }
}

function mayBe(value: NumberValue | DateValue, bsonType: RangeType): boolean {
  if (value.kind === 'date') return bsonType === 'date';
  return value.types.some((type) => type === bsonType);
}

function typeOf(value: NumberValue | DateValue): string {
  if (value.kind === 'date') return 'a date';
  const digits = digitsOf(value);
  const types = value.types.map(withArticle).join(' or ');
  return digits === undefined ? types : `${types} (${digits})`;
}

const wrappers = {
  int: { source: 'an Int32', data: '$numberInt' },
  long: { source: 'a Long or bigint', data: '$numberLong' },
  double: { source: 'a Double', data: '$numberDouble' },
  decimal: { source: 'a Decimal128', data: '$numberDecimal' },
  date: { source: 'a Date', data: '$date' },
} as const satisfies Record<RangeType, { source: string; data: string }>;

function reason(value: NumberValue | DateValue, bsonType: RangeType): string {
  const written = isSource(value.place.file)
    ? `write ${wrappers[bsonType].source}`
    : `write { "${wrappers[bsonType].data}": … }`;
  if (
    bsonType === 'int' &&
    value.kind === 'number' &&
    digitsOf(value) !== undefined &&
    converted(value, 'int') === undefined
  ) {
    return 'an int is whole and ends at 2,147,483,647';
  }
  return `the server compares types and converts nothing, so ${written}`;
}

function fixes(
  field: QueryableField,
  bsonType: RangeType,
  side: Side,
  value: NumberValue | DateValue,
  uses: readonly BoundUse[],
): Fix[] {
  const to = converted(value, bsonType);
  if (to === undefined) return [];
  // A number for a date may count anything since any day, and a date for a number the same.
  const same = value.kind === 'number' && bsonType !== 'date';
  const alone = holds(field.element.place, value.place) && allWant(bsonType, value, uses);
  const make = same && alone && isSource(value.place.file) ? safeFix : suggestion;
  return [make(`make ${side} ${withArticle(bsonType)}: ${shown(to)}`, { kind: 'set-value', value, to })];
}

type Converted =
  | { readonly kind: NumericType; readonly digits: string }
  | { readonly kind: 'date'; readonly milliseconds: number };

/** The same number in the other type; undefined where that type cannot hold it. */
function converted(value: NumberValue | DateValue, bsonType: RangeType): (Converted & NewValue) | undefined {
  if (value.kind === 'date') {
    const milliseconds = value.milliseconds;
    if (bsonType !== 'long' || milliseconds === undefined) return undefined;
    return { kind: 'long', digits: String(milliseconds) };
  }
  const digits = digitsOf(value);
  if (digits === undefined || !Number.isFinite(Number(digits))) return undefined;
  const whole = toBigInt(value);
  switch (bsonType) {
    case 'int':
      return whole === undefined || BigInt.asIntN(32, whole) !== whole
        ? undefined
        : { kind: 'int', digits: String(whole) };
    case 'long':
      return whole === undefined || BigInt.asIntN(64, whole) !== whole
        ? undefined
        : { kind: 'long', digits: String(whole) };
    case 'double':
      // Most decimals, and whole numbers beyond 2^53, are another number as a double.
      return whole === undefined || !Number.isSafeInteger(Number(whole))
        ? undefined
        : { kind: 'double', digits: String(whole) };
    case 'decimal':
      return { kind: 'decimal', digits: whole === undefined ? digits : String(whole) };
    case 'date': {
      const milliseconds = Number(digits);
      return Number.isInteger(milliseconds) && Math.abs(milliseconds) <= largestDate
        ? { kind: 'date', milliseconds }
        : undefined;
    }
  }
}

/** The last millisecond that a JavaScript date can hold: ECMAScript, "Time Values and Time Range". */
const largestDate = 8.64e15;

function shown(value: Converted): string {
  return value.kind === 'date' ? new Date(value.milliseconds).toISOString() : value.digits;
}

function isSource(file: string): boolean {
  return /\.[mc]?[jt]sx?$/.test(file);
}
