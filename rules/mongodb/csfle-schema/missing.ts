import type { CsfleField, CsfleSchema } from '../../model/mongodb.ts';
import { propertyOf, type Value } from '../../model/value.ts';
import { isMisspelt } from './encrypt-keys.ts';
import type { Flaw } from './report.ts';

/**
 * A field that gets no algorithm or no key from any level. A validator on the server needs neither, and a piece that
 * stands by itself may be put below an `encryptMetadata` that has both.
 */
export function* checkMissing(field: CsfleField, origin: CsfleSchema['origin']): Generator<Flaw> {
  if (origin === 'mongoose' && isForQueryable(field)) return;
  if (!field.inheritanceKnown || origin === 'jsonSchema' || origin === 'literal') return;
  // The server's parser takes an algorithm of null for none, and refuses a keyId of null as such.
  const noAlgorithm =
    (isMissing(field.algorithm) || field.algorithm?.kind === 'null') &&
    !isMisspelt(field.encrypt, 'algorithm');
  const noKey = isMissing(field.keyId) && !isMisspelt(field.encrypt, 'keyId');
  if (!noAlgorithm && !noKey) return;
  const level = origin === 'mongoose' ? '' : ' from any level';
  const what = noAlgorithm && noKey ? 'neither an algorithm nor a key' : noKey ? 'no key' : 'no algorithm';
  const where = origin === 'mongoose' ? 'in its encrypt' : 'in its encrypt, or in an encryptMetadata above';
  yield {
    refusal: noAlgorithm ? 'noAlgorithm' : 'noKey',
    place: field.encryptProperty.keyPlace,
    field: field.path,
    message: `${field.path ?? 'this field'} gets ${what}${level}: say ${noAlgorithm && noKey ? 'both' : noKey ? 'keyId' : 'algorithm'} ${where}`,
  };
}

/** A Mongoose field that is written for the other encryptionType, which another rule says. */
function isForQueryable({ encrypt, keyId }: CsfleField): boolean {
  return keyId?.kind === 'binary' || (encrypt !== undefined && propertyOf(encrypt, 'queries') !== undefined);
}

function isMissing(value: Value | undefined): boolean {
  return value === undefined || (value.kind === 'null' && value.undefined);
}
