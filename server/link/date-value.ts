import type { Place } from '../../rules/model/place.ts';
import type { Value } from '../../rules/model/value.ts';

/** A date of the text or the milliseconds that it is written as; without them where neither says which. */
export function dateValue(written: Value | undefined, place: Place): Value {
  const milliseconds =
    written?.kind === 'string'
      ? parse(written.value)
      : written?.kind === 'number'
        ? Number(written.digits)
        : Number.NaN;
  return Number.isNaN(milliseconds) ? { kind: 'date', place } : { kind: 'date', place, milliseconds };
}

/** A text with a time and no zone means the local time of the machine that reads it: nobody knows which. */
function parse(text: string): number {
  const whole = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(text);
  const zoned = /(?:Z|[+-]\d{2}:?\d{2}|\bGMT|\bUTC)\s*$/i.test(text);
  return whole || zoned ? Date.parse(text) : Number.NaN;
}
