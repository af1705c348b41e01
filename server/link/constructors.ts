import type { Place } from '../../rules/model/place.ts';
import type { NumericType, Value } from '../../rules/model/value.ts';
import { dateValue } from './date-value.ts';
import { hexOf, uuid } from './extended-json.ts';

/** What a call of the driver, the shell or the language makes of its arguments; undefined for any other call. */
export function construct(
  name: string,
  owner: string | undefined,
  values: readonly Value[],
  place: Place,
): Value | undefined {
  const [first, second] = values;
  switch (owner === undefined ? name : `${owner}.${name}`) {
    case 'Long.fromNumber':
    case 'Long.fromInt':
    case 'Long.fromString':
    case 'Long.fromBigInt':
    case 'Long.fromValue':
    case 'NumberLong':
    case 'BigInt':
      return numeric(first, 'long', place);
    case 'Long':
      return second === undefined ? numeric(first, 'long', place) : { kind: 'unknown', place };
    case 'Int32':
    case 'Int32.fromString':
    case 'NumberInt':
      return numeric(first, 'int', place);
    case 'Double':
    case 'Double.fromString':
      return numeric(first, 'double', place);
    case 'Decimal128':
    case 'Decimal128.fromString':
    case 'Decimal128.fromStringWithRounding':
    case 'NumberDecimal':
      return numeric(first, 'decimal', place);
    case 'UUID':
    case 'UUID.createFromHexString':
      return first?.kind === 'string' ? uuid(first.value, place) : { kind: 'binary', place, subType: 4 };
    case 'UUID.createFromBase64':
      return fromBase64(first, 4, place);
    case 'Binary':
    case 'Binary.createFromHexString':
      return { kind: 'binary', place, ...subTypeOf(second, 0) };
    case 'Binary.createFromBase64':
      return fromBase64(first, subTypeOf(second, 0).subType, place);
    case 'BinData':
      return fromBase64(second, subTypeOf(first, 0).subType, place);
    case 'HexData':
      return { kind: 'binary', place, ...subTypeOf(first, 0) };
    case 'ISODate':
    case 'Date':
      return dateValue(values.length > 1 ? undefined : first, place);
    case 'Date.UTC': {
      const numbers = values.map((value) => (value.kind === 'number' ? Number(value.digits) : Number.NaN));
      const [year = Number.NaN, month = 0, day = 1, hour = 0, minute = 0, secondsPart = 0, rest = 0] =
        numbers;
      const milliseconds = Date.UTC(year, month, day, hour, minute, secondsPart, rest);
      return Number.isNaN(milliseconds)
        ? { kind: 'unknown', place }
        : { kind: 'number', place, digits: String(milliseconds), types: ['double'] };
    }
    case 'ObjectId':
    case 'ObjectID':
      return { kind: 'other', place, type: 'objectId' };
    case 'Timestamp':
      return { kind: 'other', place, type: 'timestamp' };
    case 'Buffer.from':
    case 'Buffer.alloc':
      return { kind: 'binary', place, subType: 0 };
    case 'String':
      return first?.kind === 'string' ? { ...first, place } : undefined;
    default:
      return undefined;
  }
}

function numeric(value: Value | undefined, type: NumericType, place: Place): Value {
  if (value?.kind !== 'number' && value?.kind !== 'string')
    return { kind: 'number', place, digits: 'NaN', types: [type] };
  const digits = value.kind === 'number' ? value.digits : value.value.trim();
  return { kind: 'number', place, digits: Number.isNaN(Number(digits)) ? 'NaN' : digits, types: [type] };
}

function subTypeOf(value: Value | undefined, fallback: number): { subType?: number } {
  if (value === undefined) return { subType: fallback };
  if (value.kind === 'number') return { subType: Number(value.digits) };
  if (value.kind === 'unknown' && value.name?.endsWith('.SUBTYPE_UUID') === true) return { subType: 4 };
  return {};
}

function fromBase64(value: Value | undefined, subType: number | undefined, place: Place): Value {
  const hex = value?.kind === 'string' ? hexOf(value.value) : undefined;
  return {
    kind: 'binary',
    place,
    ...(subType === undefined ? {} : { subType }),
    ...(hex === undefined ? {} : { hex }),
  };
}
