import { type BsonType, bsonTypes, isBsonType } from '../../model/bson.ts';
import type { Fix } from '../../model/finding.ts';
import type { CsfleField, CsfleSchema } from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import type { Place } from '../../model/place.ts';
import { suggestion } from '../../model/rule.ts';
import { describe, isAbsent, propertyOf, type StringValue, type Value } from '../../model/value.ts';
import { deterministic, notDeterministic, random } from '../csfle-algorithms.ts';
import { ownPlace, setOwn } from '../own-value.ts';
import { listed } from '../wording.ts';
import { isMisspelt } from './encrypt-keys.ts';
import type { Flaw } from './report.ts';

/** The types of `encrypt`, with what the algorithm and the key in force there allow. */
export function* checkValueType(field: CsfleField, origin: CsfleSchema['origin']): Generator<Flaw> {
  const types = typesOf(field.bsonType);
  const wrong = firstWrong(field, types);
  if (wrong !== undefined) {
    yield { ...wrong, field: field.path };
    return;
  }
  const algorithm = field.algorithm?.kind === 'string' ? field.algorithm.value : undefined;
  if (algorithm === deterministic) {
    const flaw = deterministicFlaw(field, types, origin);
    if (flaw !== undefined) yield { ...flaw, field: field.path };
    const pointer = pointerFlaw(field);
    if (pointer !== undefined) yield { ...pointer, field: field.path };
  }
  if (algorithm === random && isId(field, origin)) {
    yield {
      refusal: 'algorithmNotAllowed',
      place: placeOf(field, 'algorithm') ?? field.place,
      field: field.path,
      message:
        '_id cannot be encrypted with the Random algorithm, since the server must find it: encrypt it with Deterministic, or leave it plain',
    };
  }
}

/** The names that `bsonType` lists; undefined when it cannot be read whole. */
function typesOf(value: Value | undefined): readonly StringValue[] | undefined {
  if (value?.kind === 'string') return [value];
  if (value?.kind !== 'array' || value.open) return undefined;
  const names = value.items.filter((item) => item.kind === 'string');
  return names.length === value.items.length ? names : undefined;
}

function firstWrong({ bsonType }: CsfleField, types: readonly StringValue[] | undefined): Flaw | undefined {
  if (bsonType !== undefined && types === undefined) return wrongKind(bsonType);
  for (const type of types ?? []) {
    // `number` stands for every numeric type.
    if (type.value === 'number') continue;
    if (!isBsonType(type.value)) {
      const near = nearest(type.value, Object.keys(bsonTypes));
      return {
        refusal: 'badValue',
        place: type.place,
        message: `there is no bsonType "${type.value}": ${near === undefined ? 'write the alias of a BSON type, such as "string" or "int"' : `did you mean "${near}"?`}`,
        fixes:
          near === undefined
            ? []
            : [suggestion(`write "${near}"`, { kind: 'set-value', value: type, to: near })],
      };
    }
    if (bsonTypes[type.value].unindexed) continue;
    return {
      refusal: 'neverEncrypted',
      place: type.place,
      message: `a value of type ${type.value} says nothing but its type, so it is never encrypted: take the type out`,
    };
  }
  return undefined;
}

function wrongKind(value: Value): Flaw | undefined {
  const item = value.kind === 'array' ? value.items.find(({ kind }) => kind !== 'string') : value;
  if (item === undefined || item.kind === 'unknown' || item.kind === 'null') return undefined;
  if (value.kind === 'array' && value.open) return undefined;
  return {
    refusal: 'wrongType',
    place: item.place,
    message: `bsonType ${value.kind === 'array' ? 'lists' : 'is'} ${describe(item)}, and must be the alias of a BSON type, such as "string"`,
  };
}

function deterministicFlaw(
  field: CsfleField,
  types: readonly StringValue[] | undefined,
  origin: CsfleSchema['origin'],
): Flaw | undefined {
  const one = 'Deterministic encryption needs exactly one type, so that equal values give equal ciphertexts';
  if (types === undefined) {
    // Mongoose says the type itself, and throws where it cannot tell.
    const silent =
      origin === 'mongoose' ||
      field.encrypt === undefined ||
      !isAbsent(field.encrypt, 'bsonType') ||
      isMisspelt(field.encrypt, 'bsonType');
    if (silent) return undefined;
    return {
      refusal: 'deterministicCount',
      place: field.encryptProperty.keyPlace,
      message: `${field.path ?? 'this field'} has no bsonType: ${one}`,
    };
  }
  const names = new Set(types.map(({ value }) => value));
  const [only] = names;
  const place = placeOf(field, 'bsonType') ?? field.bsonType?.place ?? field.place;
  if (names.size !== 1 || only === undefined || only === 'number') {
    const said =
      names.size === 0 ? 'none' : only === 'number' ? '"number", which is four' : listed([...names]);
    return { refusal: 'deterministicCount', place, message: `bsonType says ${said}: ${one}` };
  }
  if (!isBsonType(only) || !notDeterministic.includes(only)) return undefined;
  return {
    refusal: 'deterministicType',
    place,
    message: `${only} cannot be encrypted deterministically: ${reasonAgainst(only)}; write the Random algorithm, which nothing can search`,
    fixes: toRandom(field),
  };
}

function reasonAgainst(type: BsonType): string {
  switch (type) {
    case 'bool':
      return 'two ciphertexts would tell the two values apart';
    case 'double':
    case 'decimal':
      return 'equal numbers may have different bytes';
    default:
      return 'equality of such values is not equality of their bytes';
  }
}

function pointerFlaw(field: CsfleField): Flaw | undefined {
  const { keyId } = field;
  if (keyId?.kind !== 'string') return undefined;
  // What does not begin with "/" is no pointer, and that is said already.
  if (!keyId.value.startsWith('/')) return undefined;
  return {
    refusal: 'deterministicPointer',
    place: placeOf(field, 'keyId') ?? field.place,
    message: `keyId is the JSON pointer "${keyId.value}", and the key of Deterministic encryption must not depend on the document: write a list of one UUID, or use the Random algorithm`,
  };
}

/** Where the `encrypt` of a field says something itself. */
function placeOf({ encrypt }: CsfleField, key: string): Place | undefined {
  const property = encrypt === undefined ? undefined : propertyOf(encrypt, key);
  return property === undefined ? undefined : ownPlace(property);
}

function toRandom({ encrypt }: CsfleField): Fix[] {
  const property = encrypt === undefined ? undefined : propertyOf(encrypt, 'algorithm');
  if (encrypt === undefined || property === undefined) return [];
  return [suggestion('encrypt it at random', ...setOwn(encrypt, property, random))];
}

/** `_id` of the document, or something below it. What is additional at the root may be `_id` unless it is declared. */
function isId({ parents, path }: CsfleField, origin: CsfleSchema['origin']): boolean {
  if (origin === 'mongoose') return path === '_id' || path?.startsWith('_id.') === true;
  const [root] = parents;
  if (root?.through === 'properties') return root.name?.key === '_id';
  if (root?.through !== 'additionalProperties' || root.schema.open) return false;
  const declared = propertyOf(root.schema, 'properties')?.value;
  if (declared === undefined) return true;
  return declared.kind === 'object' && isAbsent(declared, '_id');
}
