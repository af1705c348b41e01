import type { EqlColumn } from '../../../../rules/model/eql.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { PrismaBlock, PrismaFacts } from '../../../read/prisma/schema.ts';
import { placeOf } from '../../evaluate.ts';
import { argumentNamed, mappedName } from '../../prisma/arguments.ts';
import type { LinkSettings } from '../../settings.ts';
import type { Holder } from './column.ts';
import type { DeclaredTable } from './declared.ts';
import { aliasesOf, toPrismaColumn, type WrittenType, writtenType } from './prisma-next-columns.ts';
import { readPrismaIndexes } from './prisma-next-indexes.ts';

/** The tables of a schema of Prisma Next that hold an encrypted column, with those columns. */
export function readPrismaNext(facts: FileFacts, settings: LinkSettings): readonly DeclaredTable[] {
  const { file, prisma } = facts;
  if (prisma === undefined) return [];
  const aliases = aliasesOf(file, prisma.blocks);
  return prisma.blocks.flatMap((block) =>
    block.kind === 'model' ? readModel(file, block, prisma, aliases, settings) : [],
  );
}

function readModel(
  file: string,
  block: PrismaBlock,
  prisma: PrismaFacts,
  aliases: ReadonlyMap<string, WrittenType>,
  settings: LinkSettings,
): DeclaredTable[] {
  const holder = holderOf(block, prisma.blocks);
  const found = block.fields.flatMap((field) => {
    const type = writtenType(file, field, aliases);
    return (type && toPrismaColumn(holder, file, field, type, settings)) ?? [];
  });
  if (found.length === 0) return [];
  const indexes = readPrismaIndexes({ file, table: holder.name, block, columns: found }, prisma);
  const columns = found.map(
    (column): EqlColumn =>
      column.source === 'prisma-next-v3' ? { ...column, declaredIndexes: indexes } : column,
  );
  const table: DeclaredTable = {
    ...holder,
    place: placeOf(file, block.nameSpan),
    packageFolder: settings.packageOf(file),
    kind: 'schema',
    columns: columns.map((encrypted) => ({
      name: encrypted.name,
      property: encrypted.property ?? encrypted.name,
      place: encrypted.place,
      encrypted,
    })),
    whole: false,
  };
  return [table];
}

/**
 * The table of a model. Source: `buildModelMappings` and `resolveNamespaceIdForSqlTarget` of contract-psl in
 * prisma/prisma-next: the model's name with a small first letter where `@@map` says nothing, in the schema of the
 * namespace; a model with a base and no table of its own lives in the base's.
 */
function holderOf(block: PrismaBlock, blocks: readonly PrismaBlock[]): Holder {
  const owner = mappedName(block) === undefined ? (baseOf(block, blocks) ?? block) : block;
  const name = mappedName(owner) ?? owner.name.charAt(0).toLowerCase() + owner.name.slice(1);
  const { namespace } = owner;
  return namespace === undefined || namespace === 'unbound' ? { name } : { name, schema: namespace };
}

function baseOf({ attributes }: PrismaBlock, blocks: readonly PrismaBlock[]): PrismaBlock | undefined {
  const base = attributes.find(({ name }) => name === 'base');
  const named = base && argumentNamed(base, 'model');
  return named?.kind === 'name'
    ? blocks.find(({ kind, name }) => kind === 'model' && name === named.name)
    : undefined;
}
