import type { Project } from '../../rules/model/project.ts';

/** True when some file declares something that is encrypted: only then does it matter which engine runs. */
export function declaresAnything({ mongodb }: Project): boolean {
  return mongodb.fieldLists.length + mongodb.csfleSchemas.length + mongodb.mongooseSchemas.length > 0;
}
