import type { RangeType } from '../../costs/range-domain.ts';
import type { NewValue } from '../../model/finding.ts';
import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { describe, lookup, type Value } from '../../model/value.ts';
import { serverCode, typeMismatch, withArticle } from '../wording.ts';
import { sides } from './bounds.ts';

/** Bounds that are neither number nor date, which the server's parser refuses before it looks at the field. */
export function* checkKind(
  field: QueryableField,
  { object }: QueryType,
  bsonType: RangeType,
): Generator<Report> {
  for (const side of sides) {
    const found = lookup(object, side);
    if (found.state !== 'present') continue;
    const { value } = found.property;
    if (['unknown', 'null', 'number', 'date'].includes(value.kind)) continue;
    const to = meant(value, bsonType);
    yield {
      place: value.place,
      field: field.path,
      message: `${side} is ${describe(value)}, and the field is ${withArticle(bsonType)}: a bound is a value of the field${serverCode(typeMismatch)}`,
      fixes:
        to === undefined
          ? []
          : [suggestion(`make ${side} ${withArticle(bsonType)}`, { kind: 'set-value', value, to })],
    };
  }
}

/** What a string says, where it says one thing only: a day or an instant with its zone, or a whole number. */
function meant(value: Value, bsonType: RangeType): NewValue | undefined {
  if (value.kind !== 'string') return undefined;
  const text = value.value.trim();
  if (bsonType === 'date') {
    const certain = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(text);
    const milliseconds = certain ? Date.parse(text) : Number.NaN;
    return Number.isNaN(milliseconds) ? undefined : { kind: 'date', milliseconds };
  }
  if (bsonType === 'decimal')
    return /^-?\d{1,30}(?:\.\d{1,30})?$/.test(text) ? { kind: 'decimal', digits: text } : undefined;
  return /^-?\d{1,9}$/.test(text) ? { kind: bsonType, digits: text } : undefined;
}
