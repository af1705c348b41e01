import {
  boundFitsPrecision,
  preciseDomain,
  precisionLimits,
  unboundedDomain,
} from '../../costs/range-domain.ts';
import type { Change, Fix } from '../../model/finding.ts';
import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import { holds } from '../../model/place.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { propertyOf, toBigInt } from '../../model/value.ts';
import { tokensOfBits } from '../range-tokens.ts';
import { counted, listed, serverCode } from '../wording.ts';
import { type Bounds, digitsOf, isWritten, type Side, sides } from './bounds.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp, validateRangeIndex, and fle_numeric.cpp. */
const codes = {
  together: '6967100',
  double: { min: '6966805', max: '6966806', domain: '9157100' },
  decimal: { min: '6966807', max: '6966808', domain: '9157101' },
  /** The server forgives a last bit in the bound first, and then not when it counts the domain. */
  almostWhole: { min: '9178801', max: '9178802' },
} as const;

/** A domain of so many bits the server itself refuses. Source: mongo 11c4e446 src/mongo/crypto/fle_numeric.cpp. */
const serverBits = { double: 64, decimal: 128 } as const;

const keys = ['min', 'max', 'precision'] as const;

type PreciseType = 'double' | 'decimal';

export function* checkPrecision(
  field: QueryableField,
  query: QueryType,
  bsonType: PreciseType,
  bounds: Bounds,
): Generator<Report> {
  const settings = keys.map((key) => bounds[key]);
  if (settings.includes('unknown') || settings.includes('illegal')) return;
  const missing = keys.filter((key) => bounds[key] === 'absent');
  if (missing.length === keys.length) return;
  if (missing.length > 0) {
    yield {
      place: query.nameValue?.place ?? query.object.place,
      field: field.path,
      message: `${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing: a ${bsonType} has min, max and precision together or none of them (server code ${codes.together})`,
      fixes: [...addPrecision(query, bsonType, bounds), ...removeAll(query, bsonType)],
    };
    return;
  }
  const [min, max] = [digitsOf(bounds.min), digitsOf(bounds.max)];
  const places = isWritten(bounds.precision) ? toBigInt(bounds.precision) : undefined;
  if (min === undefined || max === undefined || places === undefined || places < 0n || places > 6142n) return;
  const precision = Number(places);
  const unfit = sides.filter(
    (side) => boundFitsPrecision(bsonType, side === 'min' ? min : max, precision) === false,
  );
  for (const side of unfit) yield tooManyDecimals(field, query, bsonType, bounds, side, precision);
  const finite = Number.isFinite(Number(min)) && Number.isFinite(Number(max));
  if (unfit.length > 0 || !finite || Number(min) >= Number(max)) return;
  yield* domainTooLarge(field, query, bsonType, bounds, min, max, precision);
}

function tooManyDecimals(
  field: QueryableField,
  query: QueryType,
  bsonType: PreciseType,
  bounds: Bounds,
  side: Side,
  precision: number,
): Report {
  const bound = bounds[side];
  const digits = digitsOf(bound) ?? '';
  const scaled = Number(digits) * 10 ** precision;
  const finite = Number.isFinite(Number(digits));
  const why = !finite
    ? 'a bound is a finite number'
    : bsonType === 'double'
      ? `${digits} × 10^${precision} is ${scaled} as a double, which is no whole number`
      : 'it has more decimals';
  const almost =
    bsonType === 'double' &&
    finite &&
    Math.abs(scaled - Math.trunc(scaled)) <= Math.abs(Number.EPSILON * Math.trunc(scaled));
  const place = isWritten(bound) ? bound.place : field.place;
  return {
    place,
    field: field.path,
    message: `${side} ${digits} does not fit precision ${precision}: ${why}${serverCode(almost ? codes.almostWhole[side] : codes[bsonType][side])}`,
    related: isWritten(bounds.precision)
      ? [{ message: `precision ${precision} stands here`, place: bounds.precision.place }]
      : [],
    fixes: finite
      ? [...raisePrecision(query, bsonType, bounds, precision), ...widen(bsonType, bounds, side, precision)]
      : [],
  };
}

function* domainTooLarge(
  field: QueryableField,
  query: QueryType,
  bsonType: PreciseType,
  bounds: Bounds,
  min: string,
  max: string,
  precision: number,
): Generator<Report> {
  if (!isWritten(bounds.precision)) return;
  if (preciseDomain(bsonType, min, max, precision) !== undefined) return;
  const limit = precisionLimits[bsonType];
  const bits = Math.ceil(Math.log2(Number(max) - Number(min) + 1) + precision * Math.log2(10));
  if (precision > limit.precision && bits <= limit.bits) return;
  const legal = largestPrecision(bsonType, min, max, precision);
  const large =
    bits > limit.bits
      ? `${min} to ${max} with ${counted(precision, 'decimal')} needs ${bits} bits, and the client takes ${limit.bits} of a ${bsonType}`
      : `${min} to ${max} with ${counted(precision, 'decimal')} reaches numbers that the client cannot count exactly in a ${bsonType}`;
  yield {
    place: bounds.precision.place,
    field: field.path,
    message: `${large}: lower the precision or bring the bounds closer${serverCode(bits >= serverBits[bsonType] ? codes[bsonType].domain : undefined)}`,
    fixes: legal === undefined ? [] : setPrecision(query, bsonType, bounds, legal),
  };
}

function largestPrecision(
  bsonType: PreciseType,
  min: string,
  max: string,
  below: number,
): number | undefined {
  for (
    let precision = Math.min(below - 1, precisionLimits[bsonType].precision);
    precision >= 0;
    precision -= 1
  ) {
    if (preciseDomain(bsonType, min, max, precision) !== undefined) return precision;
  }
  return undefined;
}

/** The fewest places above `from` that both bounds fit. */
function smallestPrecision(
  bsonType: PreciseType,
  min: string,
  max: string,
  from: number,
): number | undefined {
  for (let precision = from; precision <= precisionLimits[bsonType].precision; precision += 1) {
    if (preciseDomain(bsonType, min, max, precision) !== undefined) return precision;
  }
  return undefined;
}

function tokensWith(query: QueryType, bsonType: PreciseType, bounds: Bounds, precision: number): string {
  const domain = preciseDomain(bsonType, digitsOf(bounds.min) ?? '', digitsOf(bounds.max) ?? '', precision);
  const tokens = domain === undefined ? undefined : tokensOfBits(query, domain.bits);
  return tokens === undefined ? '' : ` (${counted(tokens, 'token')} a value)`;
}

function addPrecision(query: QueryType, bsonType: PreciseType, bounds: Bounds): Fix[] {
  const [min, max] = [digitsOf(bounds.min), digitsOf(bounds.max)];
  if (bounds.precision !== 'absent' || min === undefined || max === undefined) return [];
  const fewest = smallestPrecision(bsonType, min, max, 0);
  if (fewest === undefined) return [];
  const usual = Math.max(2, fewest);
  const choices =
    preciseDomain(bsonType, min, max, usual) === undefined ? [fewest] : [...new Set([usual, fewest])];
  return choices.map((precision) =>
    suggestion(`add precision ${precision}${tokensWith(query, bsonType, bounds, precision)}`, {
      kind: 'add-property',
      object: query.object,
      key: 'precision',
      value: precision,
    }),
  );
}

function removeAll(query: QueryType, bsonType: PreciseType): Fix[] {
  const properties = keys.flatMap((key) => propertyOf(query.object, key) ?? []);
  if (!properties.every(({ place }) => holds(query.object.place, place))) return [];
  const names = properties.map(({ key }) => key);
  const tokens = tokensOfBits(query, unboundedDomain(bsonType).bits);
  return [
    suggestion(
      `remove ${listed(names)}: every ${bsonType}${tokens === undefined ? '' : `, ${counted(tokens, 'token')} a value`}`,
      ...properties.map((property): Change => ({ kind: 'remove-property', object: query.object, property })),
    ),
  ];
}

function raisePrecision(query: QueryType, bsonType: PreciseType, bounds: Bounds, precision: number): Fix[] {
  const [min, max] = [digitsOf(bounds.min), digitsOf(bounds.max)];
  if (min === undefined || max === undefined) return [];
  const fits = smallestPrecision(bsonType, min, max, precision + 1);
  return fits === undefined ? [] : setPrecision(query, bsonType, bounds, fits);
}

function setPrecision(query: QueryType, bsonType: PreciseType, bounds: Bounds, precision: number): Fix[] {
  const value = bounds.precision;
  if (!isWritten(value)) return [];
  const title = `set precision to ${precision}${tokensWith(query, bsonType, bounds, precision)}`;
  return [suggestion(title, { kind: 'set-value', value, to: precision })];
}

/** Of a double: the next bound outward that the precision holds. */
function widen(bsonType: PreciseType, bounds: Bounds, side: Side, precision: number): Fix[] {
  const value = bounds[side];
  const digits = digitsOf(value);
  if (bsonType !== 'double' || digits === undefined || !isWritten(value) || precision > 15) return [];
  const scale = 10 ** precision;
  const direction = side === 'max' ? 1 : -1;
  const start = side === 'max' ? Math.ceil(Number(digits) * scale) : Math.floor(Number(digits) * scale);
  for (let step = 0; step < 10; step += 1) {
    const candidate = ((start + step * direction) / scale).toFixed(precision);
    const outward = (Number(candidate) - Number(digits)) * direction > 0;
    if (outward && boundFitsPrecision('double', candidate, precision) === true) {
      const to = { kind: 'double', digits: candidate } as const;
      return [suggestion(`widen ${side} to ${candidate}`, { kind: 'set-value', value, to })];
    }
  }
  return [];
}
