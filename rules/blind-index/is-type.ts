import type { PrismaModel, PrismaModelField } from '../model/blind-index.ts';

/** Source: Prisma's reference, model field scalar types. */
const scalars: ReadonlySet<string> = new Set([
  'String',
  'Boolean',
  'Int',
  'BigInt',
  'Float',
  'Decimal',
  'DateTime',
  'Json',
  'Bytes',
  'Unsupported',
]);

/** False while somebody writes the type of a field: Prisma refuses what nobody declares. */
export function isType(
  { type, enumValues, relation }: PrismaModelField,
  models: readonly PrismaModel[] = [],
): boolean {
  return (
    scalars.has(type) || enumValues !== undefined || relation || models.some(({ name }) => name === type)
  );
}
