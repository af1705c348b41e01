import type { EncryptedSchema, IndexMethod } from '../model/blind-index.ts';

/**
 * Where the key or salt of an index comes from. `unset`: from a variable that no environment or deployment file of the
 * package sets, where there are such files; prisma-field-encryption 1.6.0 then hashes without a salt.
 */
export function saltOf(
  { key, variable }: IndexMethod,
  { variables }: Pick<EncryptedSchema, 'variables'>,
): IndexMethod['key'] | 'unset' {
  const isUnset =
    key === 'environment' &&
    variable !== undefined &&
    variables !== undefined &&
    variables.size > 0 &&
    !variables.has(variable.name);
  return isUnset ? 'unset' : key;
}
