import type { QueryKind, QueryType } from '../model/mongodb.ts';
import { isAbsent } from '../model/value.ts';
import { isMisspelt } from './known-keys.ts';
import { optionsOf, type QueryOption } from './query-options.ts';

/** What the kind needs and the query type certainly lacks, leaving out what is only called by another name. */
export function missingOptions({ object }: QueryType, kind: QueryKind): QueryOption[] {
  return optionsOf[kind].requires.filter(
    (option) => isAbsent(object, option) && !isMisspelt(object, 'query', option),
  );
}
