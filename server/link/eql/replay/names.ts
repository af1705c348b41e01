import type { EqlName } from '../../../../rules/model/eql.ts';
import { placeOf } from '../../evaluate.ts';
import type { Digest } from './digest.ts';

const known = new WeakMap<Digest, { readonly packageFolder: string; readonly names: readonly EqlName[] }>();

/** The names of EQL in the SQL of a file, with their places. */
export function eqlNames(digest: Digest, packageFolder: string): readonly EqlName[] {
  const before = known.get(digest);
  if (before?.packageFolder === packageFolder) return before.names;
  const { file } = digest;
  const names = digest.names.flatMap(({ kind, name: written }): EqlName[] => {
    const { schema, name } = written;
    // Schema and type as one name is no name of EQL's.
    if (schema === undefined && name.includes('.')) return [];
    const place = placeOf(file, written);
    const namePlace = placeOf(file, written.nameSpan);
    return [
      schema === undefined
        ? { kind, name, place, namePlace, packageFolder }
        : { kind, schema, name, place, namePlace, packageFolder },
    ];
  });
  known.set(digest, { packageFolder, names });
  return names;
}
