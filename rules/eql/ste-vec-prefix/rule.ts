import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { propertyOf, type StringValue } from '../../model/value.ts';
import { type ConfiguredSearch, configuredName, configuredSearches } from '../configured.ts';
import { replaceWord } from '../replace-word.ts';

export const rule = defineRule({
  id: 'eql/ste-vec-prefix',
  severity: 'error',
  title: 'a ste_vec index without a prefix of its own',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql }) {
    const users = new Map<string, { readonly search: ConfiguredSearch; readonly place: Place }>();
    for (const search of configuredSearches(eql)) {
      // Builders write the prefix by themselves.
      if (search.index !== 'ste_vec' || (search.source !== 'sql' && search.source !== 'config-json'))
        continue;
      const prefix = prefixOf(search);
      if (prefix === 'unknown') continue;
      if (prefix === undefined) {
        yield missing(search);
        continue;
      }
      const first = users.get(prefix.value);
      if (first !== undefined && configuredName(first.search) !== configuredName(search)) {
        yield shared(search, prefix, first);
        continue;
      }
      users.set(prefix.value, { search, place: prefix.place });
      yield* otherwise(search, prefix);
    }
  },
});

function prefixOf({ options, call }: ConfiguredSearch): StringValue | 'unknown' | undefined {
  if (options === undefined) return call?.options === undefined ? undefined : 'unknown';
  if (options.kind !== 'object') return options.kind === 'unknown' ? 'unknown' : undefined;
  const value = propertyOf(options, 'prefix')?.value;
  if (value === undefined) return options.open ? 'unknown' : undefined;
  return value.kind === 'string' ? value : value.kind === 'unknown' ? 'unknown' : undefined;
}

/** The form that every client writes. Source: encrypt-query-language docs/reference/index-config.md at 2.3.1. */
function conventional({ table, column }: ConfiguredSearch): string | undefined {
  return table === undefined || column === undefined ? undefined : `${table}/${column}`;
}

function missing(search: ConfiguredSearch): Report {
  const meant = conventional(search) ?? 'table/column';
  return {
    place: search.place,
    field: search.column,
    message: `the ste_vec index of ${configuredName(search)} has no prefix: EQL stores it, and the clients that read it refuse the whole configuration; give it {"prefix": "${meant}"}`,
  };
}

function shared(
  search: ConfiguredSearch,
  { value, place }: StringValue,
  first: { readonly search: ConfiguredSearch; readonly place: Place },
): Report {
  const meant = conventional(search);
  return {
    place,
    field: search.column,
    message: `${configuredName(search)} has the prefix "${value}" of ${configuredName(first.search)}, and columns that share one show which of their paths and values are equal: give each its own${meant === undefined ? '' : `, "${meant}"`}`,
    related: [{ message: `${configuredName(first.search)} has it here`, place: first.place }],
    fixes: meant === undefined ? [] : [suggestion(`write "${meant}"`, replaceWord(place, value, meant))],
  };
}

function* otherwise(search: ConfiguredSearch, { value, place }: StringValue): Generator<Report> {
  const meant = conventional(search);
  if (meant === undefined || meant === value) return;
  yield {
    place,
    field: search.column,
    message: `the prefix "${value}" is not "${meant}", the form table/column that the clients derive it from, and values under different prefixes are never found by each other's terms: write "${meant}"`,
    fixes: [suggestion(`write "${meant}"`, replaceWord(place, value, meant))],
  };
}
