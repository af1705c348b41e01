import { defineRule } from '../../model/rule.ts';
import { configuredName, configuredSearches } from '../configured.ts';

/** Indexes that the clients take on a boolean; the others are refused, and another rule says so. */
const taken: ReadonlySet<string> = new Set(['unique', 'ore', 'ope']);

export const rule = defineRule({
  id: 'eql/boolean-index',
  severity: 'error',
  title: 'a search on an encrypted boolean',
  since: '0.1.0',
  fix: 'none',
  *check({ eql }) {
    for (const search of configuredSearches(eql)) {
      if (search.cast?.value !== 'boolean' || !taken.has(search.index)) continue;
      yield {
        place: search.place,
        field: search.column,
        message: `${configuredName(search)} is a boolean, and its ${search.index} index gives every row one of two terms: whoever reads the database sees the two groups, and mostly which is which by their size; EQL v3 has no searchable boolean for that reason, so encrypt it without an index and filter after decryption, or leave it in plaintext`,
      };
    }
  },
});
