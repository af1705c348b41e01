import type { EncryptedSchema, PrismaEncryption } from '../model/blind-index.ts';

/** What reads annotations, as npm names it; Fieldseal by its own name. */
const packageNames = {
  'prisma-field-encryption': 'prisma-field-encryption',
  'prisma-encryption': 'prisma-encryption',
  fieldseal: 'Fieldseal',
} as const satisfies Record<PrismaEncryption, string>;

/** How a message names what reads the annotations of a schema. */
export function packageName({ package: name }: EncryptedSchema): string {
  return packageNames[name];
}
