import type { EqlColumn, EqlProject, EqlUse } from '../../rules/model/eql.ts';
import type { Project } from '../../rules/model/project.ts';

/** True when some file declares something that MongoDB encrypts: only then does it matter which release runs. */
export function declaresMongodb({ mongodb }: Project): boolean {
  return mongodb.fieldLists.length + mongodb.csfleSchemas.length + mongodb.mongooseSchemas.length > 0;
}

/** How many encrypted fields the files declare; a column that code and migrations declare counts once. */
export function countFields({ mongodb, eql }: Project): number {
  const lists = [...mongodb.fieldLists, ...mongodb.csfleSchemas];
  return lists.reduce((sum, { fields }) => sum + fields.length, 0) + declaredColumns(eql).length;
}

/** The encrypted columns, as the migrations have them, else as code does. */
export function declaredColumns({ databases, declared }: EqlProject): readonly EqlColumn[] {
  const stored = databases.flatMap(({ columns }) => columns);
  return [...stored, ...declared.filter(({ migrated }) => migrated?.kind !== 'encrypted')];
}

/** How many places search an encrypted field. */
export function countLookups({ eql }: Project): number {
  const places = eql.uses.filter(isSearch).map(({ columnPlace: { file, start } }) => `${file}:${start}`);
  return new Set(places).size;
}

/** False for what only writes or converts a column. */
export function isSearch({ kind }: EqlUse): boolean {
  return kind !== 'write' && kind !== 'conflict' && kind !== 'cast';
}
