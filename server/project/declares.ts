import type { BlindIndexProject, PrismaModelField } from '../../rules/model/blind-index.ts';
import type { EqlColumn, EqlProject, EqlUse } from '../../rules/model/eql.ts';
import type { DeclaredField } from '../../rules/model/field.ts';
import type { Place } from '../../rules/model/place.ts';
import type { Project } from '../../rules/model/project.ts';

/** True when some file declares something that MongoDB encrypts: only then does it matter which release runs. */
export function declaresMongodb({ mongodb }: Project): boolean {
  return mongodb.fieldLists.length + mongodb.csfleSchemas.length + mongodb.mongooseSchemas.length > 0;
}

/**
 * How many encrypted fields the files declare, of those in `reported` where it is given; a column that code and migrations
 * declare counts once.
 */
export function countFields({ mongodb, eql, blindIndex }: Project, reported?: ReadonlySet<string>): number {
  const lists = [...mongodb.fieldLists, ...mongodb.csfleSchemas];
  const fields: readonly DeclaredField[] = [
    ...lists.flatMap((list): readonly DeclaredField[] => list.fields),
    ...declaredColumns(eql),
    ...encryptedPrismaFields(blindIndex),
  ];
  const own = ({ place }: { readonly place: Place }) => reported === undefined || reported.has(place.file);
  const indexed = blindIndex.codeIndexes
    .filter(own)
    .map(({ table, columns }) => JSON.stringify([table, ...columns]));
  return fields.filter(own).length + new Set(indexed).size;
}

/** The fields of Prisma's models that some package encrypts, without those that serve to search them. */
export function encryptedPrismaFields({
  schemas,
}: Pick<BlindIndexProject, 'schemas'>): readonly PrismaModelField[] {
  return schemas.flatMap(({ models }) =>
    models.flatMap(({ fields }) => fields.filter(({ encryption }) => encryption?.kind === 'encrypted')),
  );
}

/** The encrypted columns, as the migrations have them, else as code does. */
export function declaredColumns({ databases, declared }: EqlProject): readonly EqlColumn[] {
  const stored = databases.flatMap(({ columns }) => columns);
  return [...stored, ...declared.filter(({ migrated }) => migrated?.kind !== 'encrypted')];
}

/** How many places search an encrypted field. */
export function countLookups({ eql }: Project, reported?: ReadonlySet<string>): number {
  const own = ({ columnPlace: { file } }: EqlUse) => reported === undefined || reported.has(file);
  const places = eql.uses
    .filter((use) => isSearch(use) && own(use))
    .map(({ columnPlace: { file, start } }) => `${file}:${start}`);
  return new Set(places).size;
}

/** False for what only writes or converts a column. */
export function isSearch({ kind }: EqlUse): boolean {
  return kind !== 'write' && kind !== 'conflict' && kind !== 'cast';
}
