import type { EqlColumn } from '../../model/eql.ts';
import { defineRule } from '../../model/rule.ts';
import { asObject, stringAt, toNumber, valueAt } from '../../model/value.ts';
import { needlesOf } from '../needles.ts';
import { counted } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/short-needle',
  severity: 'error',
  title: 'a text to look for that is shorter than one token of the index',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { uses } }) {
    for (const use of uses) {
      if (use.kind !== 'builder' || use.column.proxy) continue;
      const least = tokenLength(use.column);
      if (least === undefined) continue;
      for (const needle of needlesOf(use)) {
        const length = [...needle.value.replace(/^%+/, '').replace(/%+$/, '')].length;
        if (length >= least) continue;
        yield {
          place: needle.place,
          field: use.column.path,
          message: `the index of ${use.column.name} holds pieces of ${counted(least, 'character')}, and ${length === 0 ? 'this needle has none' : `a needle of ${length} has no piece`}: the client refuses it, or it matches every row; ask for ${counted(least, 'character')} or more (SHORT_MATCH_NEEDLE)`,
        };
      }
    }
  },
});

/** The length of a token where the client writes ngrams. Source: schema/match-defaults.ts of @cipherstash/stack 1.1.1. */
const usualLength = 3;

/** Undefined where the column has no match, or tokens of any length. */
function tokenLength(column: EqlColumn): number | undefined {
  if (column.generation === 'v3')
    return column.domain?.operators.includes('@@') === true ? usualLength : undefined;
  const match = column.searches.find(({ index }) => index === 'match');
  if (match === undefined) return undefined;
  const options = asObject(match.options);
  const written = options && valueAt(options, 'tokenizer');
  // Options that cannot be read may say anything.
  if (options?.open === true || (written !== undefined && written.kind !== 'object')) return undefined;
  const tokenizer = asObject(written);
  if (tokenizer === undefined) return usualLength;
  const length = valueAt(tokenizer, 'token_length');
  return stringAt(tokenizer, 'kind') === 'ngram' && length !== undefined ? toNumber(length) : undefined;
}
