import type {
  PrismaArgument,
  PrismaAttribute,
  PrismaBlock,
  PrismaField,
  PrismaValue,
} from '../../read/prisma/schema.ts';

/** The argument of that name, or the first one without a name. */
export function argumentNamed(
  { arguments: list = [] }: { readonly arguments?: readonly PrismaArgument[] },
  name: string,
): PrismaValue | undefined {
  return (list.find((one) => one.name === name) ?? list.find((one) => one.name === undefined))?.value;
}

/** The argument of exactly that name. */
export function namedArgument(
  { arguments: list = [] }: PrismaAttribute,
  name: string,
): PrismaValue | undefined {
  return list.find((one) => one.name === name)?.value;
}

/** The name in the database: what `@map` or `@@map` says, else undefined. */
export function mappedName({ attributes }: PrismaBlock | PrismaField): string | undefined {
  const map = attributes.find(({ name }) => name === 'map');
  const value = map && argumentNamed(map, 'name');
  return value?.kind === 'string' ? value.value : undefined;
}

/** A text as it is written, or one that names its language as SQL. */
export function sqlText(value: PrismaValue | undefined): string | undefined {
  if (value?.kind === 'string') return value.value;
  return value?.kind === 'tagged' && value.tag === 'sql' ? value.value : undefined;
}
