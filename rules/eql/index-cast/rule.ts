import type { EqlColumn } from '../../model/eql.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { type ConfiguredSearch, configuredName, configuredSearches } from '../configured.ts';

export const rule = defineRule({
  id: 'eql/index-cast',
  severity: 'error',
  title: 'an index that the plaintext type of its column cannot carry',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql }) {
    for (const search of configuredSearches(eql)) {
      const message = problemOf(search);
      if (message !== undefined)
        yield { place: search.place, field: search.column, message } satisfies Report;
    }
    for (const column of [...eql.databases.flatMap(({ columns }) => columns), ...eql.declared]) {
      yield* besideOthers(column);
    }
  },
});

const jsonCasts: ReadonlySet<string> = new Set(['jsonb', 'json']);

/** Source: docs.rs cipherstash-config src/errors.rs; encrypt-query-language docs/reference/index-config.md at 2.3.1. */
function problemOf(search: ConfiguredSearch): string | undefined {
  const cast = castOf(search);
  if (cast === undefined) return undefined;
  const name = configuredName(search);
  switch (search.index) {
    case 'match':
      return cast === 'text'
        ? undefined
        : `${name} is ${cast}, and a match index is over pieces of text: EQL stores it, and the clients refuse it as MatchRequiresText; take the index away, or encrypt the value as text`;
    case 'ste_vec':
      return jsonCasts.has(cast)
        ? undefined
        : `${name} is ${cast}, and a ste_vec index is over the paths of a document: EQL stores it, and the clients refuse it as SteVecRequiresJson; take the index away, or encrypt the value as jsonb`;
    case 'ore':
    case 'ope':
      return jsonCasts.has(cast)
        ? `${name} is ${cast}, and a document as a whole has no order: EQL stores the ${search.index} index and nothing can use it; take it away, or use ste_vec, which orders the leaves`
        : undefined;
    default:
      return undefined;
  }
}

/** Where a call gives no cast, it means text. */
function castOf({ cast, call, source }: ConfiguredSearch): string | undefined {
  if (cast !== undefined) return cast.value;
  return source === 'sql' && call?.castGiven === false ? 'text' : undefined;
}

function* besideOthers({ generation, searches, name, path }: EqlColumn): Generator<Report> {
  const vector = searches.find(({ index }) => index === 'ste_vec');
  const other = searches.find(({ index }) => index !== 'ste_vec');
  if (generation !== 'v2' || vector === undefined || other === undefined) return;
  yield {
    place: other.place,
    field: path,
    message: `${name} has ste_vec and ${other.index}, and a ste_vec index stands alone: the other answers nothing on a document, and EQL v3 has no type for both; keep ste_vec`,
    related: [{ message: 'ste_vec', place: vector.place }],
  };
}
