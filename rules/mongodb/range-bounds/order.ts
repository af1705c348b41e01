import type { RangeType } from '../../costs/range-domain.ts';
import type { QueryableField } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { toBigInt } from '../../model/value.ts';
import { type Bounds, digitsOf, isWritten, type Setting } from './bounds.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp, validateRangeIndex. */
const code = '6720005';

export function* checkOrder(field: QueryableField, bsonType: RangeType, bounds: Bounds): Generator<Report> {
  const { min, max } = bounds;
  if (!isWritten(min) || !isWritten(max) || min.kind !== max.kind) return;
  const order = compare(min, max, bsonType);
  if (order === undefined || order === 'below') return;
  const [low, high] = [shown(min), shown(max)];
  yield {
    place: min.place,
    field: field.path,
    message:
      order === 'same'
        ? `min and max are both ${low}: a range holds at least two values, so max must be above min (server code ${code})`
        : `min ${low} is above max ${high}: the smaller bound comes first (server code ${code})`,
    related: [{ message: 'max stands here', place: max.place }],
    fixes:
      order === 'above' && min.place.file === max.place.file
        ? [
            suggestion(
              `swap them: ${high} to ${low}`,
              { kind: 'set-value', value: min, to: { kind: 'copy', of: max } },
              { kind: 'set-value', value: max, to: { kind: 'copy', of: min } },
            ),
          ]
        : [],
  };
}

/** Exact for whole numbers and dates. Fractions that are one and the same as a double are compared as they are written. */
function compare(min: Setting, max: Setting, bsonType: RangeType): 'below' | 'same' | 'above' | undefined {
  const [low, high] = [wholeOf(min), wholeOf(max)];
  if (low !== undefined && high !== undefined) return low < high ? 'below' : low > high ? 'above' : 'same';
  const [one, other] = [digitsOf(min), digitsOf(max)];
  if (one === undefined || other === undefined) return undefined;
  if (Number(one) !== Number(other)) return Number(one) < Number(other) ? 'below' : 'above';
  return one === other || bsonType === 'double' ? 'same' : undefined;
}

function wholeOf(setting: Setting): bigint | undefined {
  if (!isWritten(setting)) return undefined;
  if (setting.kind === 'date' && !Number.isInteger(setting.milliseconds)) return undefined;
  return digitsOf(setting) === undefined && setting.kind === 'number' ? undefined : toBigInt(setting);
}

function shown(setting: Setting): string {
  if (!isWritten(setting)) return '';
  if (setting.kind === 'number') return setting.digits;
  const date = new Date(setting.milliseconds ?? 0);
  return Number.isNaN(date.getTime()) ? `the date ${setting.milliseconds}` : date.toISOString();
}
