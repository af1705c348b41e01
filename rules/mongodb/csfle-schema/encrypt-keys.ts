import type { CsfleField, CsfleSchema } from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import { suggestion } from '../../model/rule.ts';
import { describe, lookup, type ObjectValue } from '../../model/value.ts';
import type { Flaw } from './report.ts';

const encryptKeys = ['algorithm', 'bsonType', 'keyId'] as const;

export function* checkEncryptKeys(field: CsfleField, origin: CsfleSchema['origin']): Generator<Flaw> {
  const { encrypt, encryptProperty, path } = field;
  if (encrypt !== undefined) {
    // In Mongoose `queries` belongs to the other encryptionType, and another rule says so.
    const passed = origin === 'mongoose' ? ['queries'] : [];
    yield* checkKeys(encrypt, 'encrypt', encryptKeys, passed, path);
    return;
  }
  const { value } = encryptProperty;
  if (value.kind === 'unknown' || (value.kind === 'null' && value.undefined)) return;
  yield {
    refusal: 'wrongType',
    place: value.place,
    field: path,
    message: `encrypt is ${describe(value)}, and must be an object with algorithm, bsonType and keyId`,
  };
}

/** Keys that the strict schema of `encrypt` or `encryptMetadata` does not know. */
export function* checkKeys(
  object: ObjectValue,
  name: 'encrypt' | 'encryptMetadata',
  known: readonly string[],
  passed: readonly string[],
  field?: string,
): Generator<Flaw> {
  for (const property of object.properties) {
    const { key, value } = property;
    if (known.includes(key) || passed.includes(key) || (value.kind === 'null' && value.undefined)) continue;
    const near = keyMeantBy(key, known);
    const free = near !== undefined && lookup(object, near).state === 'absent' ? near : undefined;
    yield {
      refusal: 'unknownKey',
      place: property.keyPlace,
      field,
      message: `${name} has no key ${key}: ${adviceFor(key, near, name)}`,
      fixes:
        free === undefined
          ? []
          : [suggestion(`rename ${key} to ${free}`, { kind: 'rename-key', property, to: free })],
    };
  }
}

/** True when an unknown key stands for this one: what is misspelt is not missing too. */
export function isMisspelt(object: ObjectValue | undefined, wanted: (typeof encryptKeys)[number]): boolean {
  return (
    object?.properties.some(
      ({ key }) =>
        !(encryptKeys as readonly string[]).includes(key) && keyMeantBy(key, encryptKeys) === wanted,
    ) === true
  );
}

function keyMeantBy(key: string, known: readonly string[]): string | undefined {
  return key === 'type' && known.includes('bsonType') ? 'bsonType' : nearest(key, known);
}

function adviceFor(key: string, near: string | undefined, name: string): string {
  if (key === 'type' && near !== undefined) return `it is called ${near}`;
  if (near !== undefined) return `did you mean ${near}?`;
  switch (key) {
    case 'keyAltName':
      return 'a key is named by keyId, as a list of one UUID, or as a JSON pointer to the field that holds its name';
    case 'queries':
    case 'queryType':
      return 'queries belong to Queryable Encryption; here the Deterministic algorithm is what equality searches';
    case 'bsonType':
      return `${name} says what all fields below share, and the type stands in the encrypt of each`;
    default:
      return `it takes ${name === 'encrypt' ? 'algorithm, bsonType and keyId' : 'algorithm and keyId'} alone`;
  }
}
