import { type BsonType, bsonTypes, isBsonType } from '../../../rules/model/bson.ts';
import type { ObjectValue, Value } from '../../../rules/model/value.ts';
import {
  algorithms,
  deterministic,
  notDeterministic,
  random,
} from '../../../rules/mongodb/csfle-algorithms.ts';
import type { ClientSide } from './declaration.ts';
import type { Offer } from './offer.ts';
import { choice, list, literal, object, type Piece, stop, uuid } from './piece.ts';
import { isAbsentIn } from './searches.ts';

/** Source: mongodb docs, core/csfle/reference/encryption-schemas. */
const descriptions = {
  algorithm:
    'Deterministic gives equal values equal ciphertexts, which equality can search; Random gives none that can be searched.',
  bsonType: 'The BSON type of the value; Deterministic needs exactly one.',
  keyId:
    'A list of the UUID of one data key; with Random also a JSON pointer to the field that holds its alternate name.',
} as const;

export function clientSideKeys(schema: ClientSide): readonly Offer[] {
  return schema.keys.flatMap((name) => {
    const piece = pieceOf(schema, name);
    if (piece === undefined || !isAbsentIn(schema.object, name)) return [];
    return [{ label: name, kind: 'key', about: { kind: 'text', text: descriptions[name] }, piece }];
  });
}

function pieceOf(schema: ClientSide, name: keyof typeof descriptions): Piece | undefined {
  switch (name) {
    case 'algorithm':
      return choice(legalAlgorithms(schema));
    case 'bsonType':
      return choice(legalTypes(schema));
    case 'keyId':
      return list(uuid);
  }
}

export function clientSideValues(schema: ClientSide, name: string): readonly Offer[] {
  switch (name) {
    case 'algorithm':
      return legalAlgorithms(schema).map((algorithm) => ({
        label: algorithm,
        kind: 'value',
        detail: algorithm === deterministic ? 'equality can be searched' : 'cannot be searched',
        about: { kind: 'text', text: descriptions.algorithm },
        piece: literal(algorithm),
      }));
    case 'bsonType':
      if (!schema.keys.includes('bsonType')) return [];
      return legalTypes(schema).map((type) => ({
        label: type,
        kind: 'value',
        detail: notDeterministic.includes(type) ? 'Random only' : 'Deterministic or Random',
        piece: literal(type),
      }));
    case 'keyId':
      return [{ label: '[UUID]', kind: 'whole', detail: 'the id of a data key', piece: list(uuid) }];
    default:
      return [];
  }
}

/** What nothing written here or above speaks against. */
function legalAlgorithms({ bsonType, keyId, id, keys }: ClientSide): readonly string[] {
  return algorithms.filter((algorithm) => {
    if (algorithm === random) return !id;
    const pointer = keyId?.kind === 'string' && keys.includes('bsonType');
    return !pointer && !refusesDeterministic(bsonType);
  });
}

function refusesDeterministic(bsonType: Value | undefined): boolean {
  if (bsonType?.kind === 'array') return true;
  if (bsonType?.kind !== 'string') return false;
  return (
    bsonType.value === 'number' || (isBsonType(bsonType.value) && notDeterministic.includes(bsonType.value))
  );
}

function legalTypes({ algorithm }: ClientSide): readonly BsonType[] {
  const single = algorithm?.kind === 'string' && algorithm.value === deterministic;
  const types = (Object.keys(bsonTypes) as BsonType[]).filter((type) => bsonTypes[type].unindexed);
  const legal = types.filter((type) => !single || !notDeterministic.includes(type));
  return [...legal.filter((type) => type === 'string'), ...legal.filter((type) => type !== 'string')];
}

/** An `encrypt` of a Mongoose schema that does not say which encryption it is for: either may be meant. */
export function undecidedKeys(encrypt: ObjectValue): readonly Offer[] {
  const offers: Offer[] = [];
  const searched = !isAbsentIn(encrypt, 'queries');
  const clientSide = !isAbsentIn(encrypt, 'algorithm');
  if (isAbsentIn(encrypt, 'keyId')) {
    const piece = clientSide ? list(uuid) : uuid;
    offers.push({ label: 'keyId', kind: 'key', about: { kind: 'text', text: descriptions.keyId }, piece });
  }
  if (!searched && !clientSide) {
    const queries = object({ key: 'queryType', value: literal('equality') });
    offers.push({ label: 'queries', kind: 'key', detail: 'Queryable Encryption', piece: queries });
    offers.push({
      label: 'algorithm',
      kind: 'key',
      detail: 'client-side field level encryption',
      about: { kind: 'text', text: descriptions.algorithm },
      piece: stop(random),
    });
  }
  return offers;
}
