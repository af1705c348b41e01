import type { PrismaAnnotation } from '../model/blind-index.ts';

/**
 * True where the package reads less of an annotation than was written: `@encrypted:hash(email)` is read as `@encrypted`. What
 * was meant is another rule's matter; one letter behind it is a full stop or a plural.
 */
export function isMisspelt({ place, meant }: PrismaAnnotation): boolean {
  return meant.end > place.end + 1;
}
