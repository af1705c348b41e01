import { isTextKind, type QueryKind, type QueryTypeName } from '../model/mongodb.ts';
import { atLeast, type MongodbTarget } from '../model/target.ts';

export const queryKinds: readonly QueryKind[] = ['equality', 'range', 'prefix', 'suffix', 'substring'];

/** What a release calls a kind; undefined where it has none. */
export function nameOn(target: MongodbTarget, kind: QueryKind): QueryTypeName | undefined {
  if (!isTextKind(kind) || atLeast(target, '9.0')) return kind;
  return atLeast(target, '8.2') ? `${kind}Preview` : undefined;
}

export function namesOn(target: MongodbTarget): QueryTypeName[] {
  return queryKinds.flatMap((kind) => nameOn(target, kind) ?? []);
}
