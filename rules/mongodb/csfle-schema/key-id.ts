import type { CsfleSchema } from '../../model/mongodb.ts';
import { suggestion } from '../../model/rule.ts';
import { type ArrayValue, describe, lookup, type ObjectValue, type Value } from '../../model/value.ts';
import type { Flaw } from './report.ts';

const wanted = 'keyId is a list of exactly one UUID, or a JSON pointer such as "/keyName"';

/** The key that an `encrypt` or `encryptMetadata` itself names. */
export function* checkKeyId(
  object: ObjectValue,
  field?: string,
  origin?: CsfleSchema['origin'],
): Generator<Flaw> {
  const found = lookup(object, 'keyId');
  if (found.state !== 'present') return;
  const { value } = found.property;
  const flaw = flawOf(value, origin);
  if (flaw !== undefined) yield { ...flaw, field };
}

function flawOf(value: Value, origin: CsfleSchema['origin'] | undefined): Flaw | undefined {
  const { place } = value;
  switch (value.kind) {
    case 'unknown':
      return undefined;
    case 'array':
      return flawOfList(value);
    case 'string':
      if (value.value.startsWith('/')) return undefined;
      return {
        refusal: 'keyIdPointer',
        place,
        message: `keyId is the string "${value.value}", which is read as a JSON pointer and does not begin with "/": ${wanted}`,
      };
    case 'binary':
      // A bare key in Mongoose belongs to the other encryptionType, and another rule says so.
      if (origin === 'mongoose') return undefined;
      return {
        refusal: 'keyIdKind',
        place,
        message: `keyId is a bare key: ${wanted}`,
        fixes: [
          suggestion('put the key into a list', {
            kind: 'set-value',
            value,
            to: [{ kind: 'copy', of: value }],
          }),
        ],
      };
    case 'object':
      // What starts with `$` may be a wrapper that a tool fills in.
      if (value.open || value.properties.some(({ key }) => key.startsWith('$'))) return undefined;
      return { refusal: 'keyIdKind', place, message: `keyId is an object: ${wanted}` };
    case 'null':
    case 'number':
    case 'boolean':
    case 'date':
    case 'other':
      return { refusal: 'keyIdKind', place, message: `keyId is ${describe(value)}: ${wanted}` };
  }
}

function flawOfList(list: ArrayValue): Flaw | undefined {
  for (const item of list.items) {
    const flaw = flawOfItem(item, list);
    if (flaw !== undefined) return flaw;
  }
  if (list.open || list.items.length === 1) return undefined;
  return {
    refusal: 'keyIdCount',
    place: list.place,
    message: `keyId lists ${list.items.length === 0 ? 'no key' : `${list.items.length} keys`}: ${wanted}`,
  };
}

function flawOfItem(item: Value, list: ArrayValue): Flaw | undefined {
  const { place } = item;
  switch (item.kind) {
    case 'unknown':
      return undefined;
    case 'binary':
      if (item.subType === undefined || item.subType === 4) return undefined;
      return {
        refusal: 'keyIdSubtype',
        place,
        message: `the key in keyId is binary of subtype ${item.subType}, and a UUID is subtype 4: ${wanted}`,
      };
    case 'string': {
      const uuid = uuidOf(item.value);
      return {
        refusal: 'keyIdItem',
        place,
        message: `the key in keyId is a string, and must be a UUID, binary of subtype 4: write new UUID('…') in code, {"$uuid": "…"} in Extended JSON`,
        fixes:
          uuid === undefined
            ? []
            : [
                suggestion('make it a UUID', {
                  kind: 'set-value',
                  value: item,
                  to: { kind: 'uuid', text: uuid },
                }),
              ],
      };
    }
    case 'array':
      return {
        refusal: 'keyIdItem',
        place,
        message: `the key in keyId stands in a second list: ${wanted}`,
        fixes:
          list.items.length === 1
            ? [
                suggestion('take the inner list', {
                  kind: 'set-value',
                  value: list,
                  to: { kind: 'copy', of: item },
                }),
              ]
            : [],
      };
    case 'object':
      if (item.open || item.properties.some(({ key }) => key.startsWith('$'))) return undefined;
      return { refusal: 'keyIdItem', place, message: `the key in keyId is an object: ${wanted}` };
    case 'null':
    case 'number':
    case 'boolean':
    case 'date':
    case 'other':
      return { refusal: 'keyIdItem', place, message: `the key in keyId is ${describe(item)}: ${wanted}` };
  }
}

/** The text of a UUID in its usual form. */
function uuidOf(text: string): string | undefined {
  const hex = text.trim().toLowerCase();
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(hex) ? hex : undefined;
}
