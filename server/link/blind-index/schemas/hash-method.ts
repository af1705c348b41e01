import type { IndexMethod, PrismaAnnotation } from '../../../../rules/model/blind-index.ts';
import { optionOf } from './prisma-annotations.ts';

/** The variable that holds the salt of every hash which names none. */
export const globalSaltVariable = 'PRISMA_FIELD_ENCRYPTION_HASH_SALT';

/**
 * A plain digest of the value and, behind it, the salt. Source: `parseHashAnnotation` and `hashString` of
 * prisma-field-encryption 1.6.0: a salt that is written wins over a variable, and where the variable that is named is not
 * set the global one does not stand in.
 */
export function hashMethod(annotation: PrismaAnnotation, globalSalt: boolean): IndexMethod {
  const algorithm = optionOf(annotation, 'algorithm');
  return {
    algorithm: algorithm?.value ?? 'sha256',
    place: algorithm?.valuePlace ?? annotation.place,
    speed: 'fast',
    ...saltOf(annotation, globalSalt),
  };
}

function saltOf(annotation: PrismaAnnotation, globalSalt: boolean): Pick<IndexMethod, 'key' | 'variable'> {
  const salt = optionOf(annotation, 'salt');
  if (salt !== undefined) return { key: salt.value === '' ? 'none' : 'literal' };
  const variable = optionOf(annotation, 'saltEnv');
  const { value: name = '', valuePlace: place } = variable ?? {};
  if (name !== '' && place !== undefined) return { key: 'environment', variable: { name, place } };
  return { key: globalSalt ? 'environment' : 'none' };
}
