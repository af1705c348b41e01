import type { KeyOrigin } from '../../model/field-keys.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, suggestion } from '../../model/rule.ts';
import { failing } from '../fail-at-start.ts';
import { originsOf } from '../keys-by-origin.ts';

export const rule = defineRule({
  id: 'blind-index/key-fallback',
  severity: 'error',
  title: 'a literal that stands in when the variable of a key is missing',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex: { keys } }) {
    const ofFields = keys.uses.filter((use) => use.ofFields);
    for (const { origin, first, taken } of originsOf(ofFields, 'fallback')) {
      yield {
        place: origin.place,
        message: `where ${origin.variable ?? 'the key'} is not set, ${first.taker} takes this literal for its key and says nothing, so that every deployment that forgets the variable ${first.purpose === 'index' ? 'digests' : 'encrypts'} with a key that stands in the source: fail at start instead`,
        related: [...origin.related, ...taken],
        fixes: failAtStart(origin),
      };
    }
  },
});

function failAtStart({ variable, lazy, removable, place }: KeyOrigin & { readonly kind: 'fallback' }): Fix[] {
  const name = variable ?? 'the key';
  if (removable !== undefined) {
    const title = `take the default away, so that ${name} must be set`;
    return [suggestion(title, { kind: 'text', place: removable, text: '' })];
  }
  if (!lazy) return [];
  return [suggestion(`throw where ${name} is not set`, { kind: 'text', place, text: failing(variable) })];
}
