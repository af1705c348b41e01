import type { Property, Value } from '../../../rules/model/value.ts';
import type { PrismaArgument, PrismaValue } from '../../read/prisma/schema.ts';
import { placeOf } from '../evaluate.ts';

/** A literal of a schema as rules see it; calls and names but `true` and `false` are unknown. */
export function toValue(file: string, value: PrismaValue): Value {
  const place = placeOf(file, value);
  switch (value.kind) {
    case 'string':
      return { kind: 'string', place, value: value.value };
    case 'number':
      return {
        kind: 'number',
        place,
        digits: value.digits,
        types: [value.digits.includes('.') ? 'double' : 'int'],
      };
    case 'name':
      return value.name === 'true' || value.name === 'false'
        ? { kind: 'boolean', place, value: value.name === 'true' }
        : { kind: 'unknown', place };
    case 'array':
      return { kind: 'array', place, items: value.items.map((item) => toValue(file, item)), open: false };
    case 'object': {
      const properties = value.entries.flatMap((entry) => toProperty(file, entry));
      return { kind: 'object', place, properties, open: properties.length < value.entries.length };
    }
    case 'call':
    case 'tagged':
    case 'unknown':
      return { kind: 'unknown', place };
  }
}

function toProperty(file: string, { name, value, start, end }: PrismaArgument): Property[] {
  if (name === undefined) return [];
  const keyPlace = { file, start, end: start + name.length };
  return [{ key: name, keyPlace, value: toValue(file, value), place: { file, start, end } }];
}
