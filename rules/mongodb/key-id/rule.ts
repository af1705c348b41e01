import type { Change, Fix } from '../../model/finding.ts';
import type { FieldList, FieldListUse, QueryableField } from '../../model/mongodb.ts';
import { samePlace } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { describe, isAbsent, type Property, propertyOf, type Value } from '../../model/value.ts';
import { isMisspelt } from '../known-keys.ts';
import { serverCode } from '../wording.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp validateEncryptedFieldConfig. */
const sharedKeyCode = '6338401';

export const rule = defineRule({
  id: 'mongodb/key-id',
  severity: 'error',
  title: 'keys that are missing, shared or no UUID',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) for (const report of checkField(field, list)) yield report;
      for (const report of checkShared(list.fields)) yield report;
    }
  },
});

function checkField(field: QueryableField, list: FieldList): readonly Report[] {
  const reports: Report[] = [];
  const { element } = field;
  const keyId = written(propertyOf(element, 'keyId'));
  const keyAltName = written(propertyOf(element, 'keyAltName'));
  if (keyId !== undefined && keyAltName !== undefined) {
    if (keyId.value.kind === 'unknown' || keyAltName.value.kind === 'unknown') return reports;
    reports.push({
      place: keyAltName.place,
      field: field.path,
      message:
        'keyId and keyAltName on one field: the client takes exactly one of them, so name the key by its id or by its name',
      related: [{ message: 'the key is named by its id here', place: keyId.place }],
      fixes: [
        suggestion('remove keyAltName', remove(field, keyAltName)),
        suggestion('remove keyId', remove(field, keyId)),
      ],
    });
    return reports;
  }
  if (keyId !== undefined && keyId.value.kind !== 'null') {
    reports.push(...checkValue(field, keyId.value, list));
    return reports;
  }
  if (keyAltName !== undefined || list.mongoose) return reports;
  if (keyId === undefined && !isAbsent(element, 'keyId')) return reports;
  if (keyId === undefined && !isAbsent(element, 'keyAltName')) return reports;
  if (['keyId', 'keyAltName'].some((key) => isMisspelt(element, 'field', key))) return reports;
  const use = list.uses.find(needsKey);
  if (use === undefined) return reports;
  const how = keyId === undefined ? 'no keyId' : 'keyId null';
  reports.push({
    place: keyId?.value.place ?? field.place,
    field: field.path,
    message: `${field.path ?? 'a field'} has ${how}, and a plain create makes no keys: give it the UUID of a data key, or create the collection with createEncryptedCollection, which makes one for each field without`,
    related: [{ message: 'the collection is created here', place: use.place }],
  });
  return reports;
}

/** A key that is there; `undefined` in source code is none. */
function written(property: Property | undefined): Property | undefined {
  return property?.value.kind === 'null' && property.value.undefined ? undefined : property;
}

/** Only `createEncryptedCollection` makes the keys that are left out. */
function needsKey({ kind }: FieldListUse): boolean {
  return kind === 'createCollection' || kind === 'createOptions';
}

function checkValue(field: QueryableField, value: Value, { mongoose }: FieldList): readonly Report[] {
  const reports: Report[] = [];
  const wanted = 'the server takes a UUID, binary of subtype 4';
  const report = (what: string, fixes: readonly Fix[] = []): Report => ({
    place: value.place,
    field: field.path,
    message: what,
    fixes,
  });
  switch (value.kind) {
    case 'unknown':
    case 'null':
      return reports;
    case 'string': {
      const uuid = uuidOf(value.value);
      reports.push(
        report(
          `keyId is a string, and ${wanted}: write new UUID('…') in code, {"$uuid": "…"} in Extended JSON, with the id that createDataKey returned`,
          uuid === undefined
            ? []
            : [suggestion('make it a UUID', { kind: 'set-value', value, to: { kind: 'uuid', text: uuid } })],
        ),
      );
      return reports;
    }
    case 'binary': {
      if (value.subType !== undefined && value.subType !== 4) {
        reports.push(report(`keyId is binary of subtype ${value.subType}, and ${wanted}`));
      } else if (value.hex !== undefined && value.hex.length !== 32) {
        reports.push(report(`keyId has ${value.hex.length / 2} bytes, and ${wanted} and 16 bytes`));
      }
      return reports;
    }
    case 'array': {
      // Mongoose's schema for the older encryption has the list, and another rule says so.
      if (mongoose || value.open) return reports;
      const [only] = value.items;
      reports.push(
        report(
          `keyId is a list, as in the older client-side encryption, and ${wanted}: one key, without the brackets`,
          only === undefined || value.items.length > 1
            ? []
            : [
                suggestion('take the key out of the list', {
                  kind: 'set-value',
                  value,
                  to: { kind: 'copy', of: only },
                }),
              ],
        ),
      );
      return reports;
    }
    case 'object':
      // What starts with `$` may be a wrapper that a tool fills in.
      if (value.open || value.properties.some(({ key }) => key.startsWith('$'))) return reports;
      reports.push(report(`keyId is an object, and ${wanted}`));
      return reports;
    case 'number':
    case 'boolean':
    case 'date':
    case 'other':
      reports.push(report(`keyId is ${describe(value)}, and ${wanted}`));
  }
  return reports;
}

/** The text of a UUID in its usual form. */
function uuidOf(text: string): string | undefined {
  const hex = text.trim().toLowerCase();
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(hex) ? hex : undefined;
}

function checkShared(fields: readonly QueryableField[]): readonly Report[] {
  const reports: Report[] = [];
  for (const by of ['keyId', 'keyAltName'] as const) {
    const earlier = new Map<string, Keyed[]>();
    for (const field of fields) {
      const value = propertyOf(field.element, by)?.value;
      const key = value === undefined ? undefined : keyOf(value, by);
      if (value === undefined || key === undefined) continue;
      const holders = earlier.get(key) ?? [];
      const first = holders.find((one) => isSameKey(one.value, value));
      // Two that stand apart are enough: any later one stands elsewhere than one of them.
      const known = holders.length > 1 || holders.some((one) => samePlace(one.value.place, value.place));
      if (!known) earlier.set(key, [...holders, { field, value }]);
      if (first === undefined) continue;
      reports.push({
        place: value.place,
        field: field.path,
        message: `${field.path ?? 'this field'} shares its key with ${first.field.path ?? 'another field'}: Queryable Encryption takes a key for one field only, so make another with createDataKey${by === 'keyId' ? serverCode(sharedKeyCode) : ''}`,
        related: samePlace(first.value.place, value.place)
          ? []
          : [{ message: `the key of ${first.field.path ?? 'the other field'}`, place: first.value.place }],
      });
    }
  }
  return reports;
}

interface Keyed {
  readonly field: QueryableField;
  readonly value: Value;
}

/** What two fields with one key have in common; undefined where that cannot be known. */
function keyOf(value: Value, by: 'keyId' | 'keyAltName'): string | undefined {
  switch (value.kind) {
    case 'binary':
      return value.hex === undefined ? undefined : `binary ${value.hex}`;
    case 'string':
      // A string under keyId is no key, which is reported as such.
      return by === 'keyAltName' ? `string ${value.value}` : undefined;
    case 'unknown':
      return value.identity === undefined ? undefined : `unknown ${value.identity}`;
    default:
      return undefined;
  }
}

/** A name that stands once and is read for several fields, in a loop or a helper, may hold another key each time. */
function isSameKey(one: Value, other: Value): boolean {
  return one.kind !== 'unknown' || !samePlace(one.place, other.place);
}

function remove(field: QueryableField, property: Property): Change {
  return { kind: 'remove-property', object: field.encrypt ?? field.element, property };
}
