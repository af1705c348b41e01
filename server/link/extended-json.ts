import type { ObjectValue, Value } from '../../rules/model/value.ts';
import { propertyOf, stringAt, valueAt } from '../../rules/model/value.ts';
import { dateValue } from './date-value.ts';

/** What an Extended JSON wrapper stands for (`{ "$numberLong": "4" }`), or undefined for any other object. */
export function unwrap(object: ObjectValue): Value | undefined {
  const [first] = object.properties;
  if (first === undefined || !first.key.startsWith('$') || object.properties.length > 2) return undefined;
  const { place } = object;
  const { value } = first;
  switch (first.key) {
    case '$numberInt':
      return typed(object, value, 'int');
    case '$numberLong':
      return typed(object, value, 'long');
    case '$numberDouble':
      return typed(object, value, 'double');
    case '$numberDecimal':
      return typed(object, value, 'decimal');
    case '$uuid':
      return value.kind === 'string' ? uuid(value.value, place) : undefined;
    case '$binary':
      return binary(object, value);
    case '$date':
      return dateValue(value, object.place);
    case '$oid':
      return { kind: 'other', place, type: 'objectId' };
    case '$timestamp':
      return { kind: 'other', place, type: 'timestamp' };
    case '$regularExpression':
      return { kind: 'other', place, type: 'regex' };
    case '$code':
      return {
        kind: 'other',
        place,
        type: propertyOf(object, '$scope') ? 'javascriptWithScope' : 'javascript',
      };
    case '$symbol':
      return { kind: 'other', place, type: 'symbol' };
    case '$dbPointer':
      return { kind: 'other', place, type: 'dbPointer' };
    case '$minKey':
      return { kind: 'other', place, type: 'minKey' };
    case '$maxKey':
      return { kind: 'other', place, type: 'maxKey' };
    case '$undefined':
      return { kind: 'other', place, type: 'undefined' };
    // A value that a test file fills in when it runs.
    case '$$placeholder':
      return { kind: 'unknown', place };
    default:
      return undefined;
  }
}

function typed(object: ObjectValue, value: Value, type: 'int' | 'long' | 'double' | 'decimal'): Value {
  const { place } = object;
  if (value.kind === 'unknown') return { kind: 'unknown', place };
  const digits = value.kind === 'string' ? value.value.trim() : value.kind === 'number' ? value.digits : '';
  const pattern =
    type === 'int' || type === 'long'
      ? /^[+-]?\d+$/
      : /^[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|Infinity|NaN)$/;
  return pattern.test(digits) ? { kind: 'number', place, digits, types: [type] } : { kind: 'unknown', place };
}

export function uuid(text: string, place: Value['place']): Value {
  const hex = text.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(hex)
    ? { kind: 'binary', place, subType: 4, hex }
    : { kind: 'binary', place, subType: 4 };
}

function binary(object: ObjectValue, value: Value): Value {
  const { place } = object;
  const inner = value.kind === 'object' ? value : object;
  const base64 =
    value.kind === 'object' ? stringAt(value, 'base64') : value.kind === 'string' ? value.value : undefined;
  const subType = subTypeOf(valueAt(inner, 'subType') ?? valueAt(inner, '$type'));
  const hex = base64 === undefined ? undefined : hexOf(base64);
  return {
    kind: 'binary',
    place,
    ...(subType === undefined ? {} : { subType }),
    ...(hex === undefined ? {} : { hex }),
  };
}

function subTypeOf(value: Value | undefined): number | undefined {
  if (value?.kind === 'number') return Number(value.digits);
  if (value?.kind !== 'string' || !/^[0-9a-f]{1,2}$/i.test(value.value)) return undefined;
  return Number.parseInt(value.value, 16);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a Base64 text as hexadecimal, undefined when it is none. */
export function hexOf(base64: string): string | undefined {
  const text = base64.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  let hex = '';
  let buffer = 0;
  let bits = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return undefined;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      hex += ((buffer >> bits) & 0xff).toString(16).padStart(2, '0');
    }
  }
  return hex;
}
