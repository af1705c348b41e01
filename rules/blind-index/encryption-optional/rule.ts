import type { OptionalEncryption } from '../../model/field-keys.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, suggestion } from '../../model/rule.ts';
import { failing } from '../fail-at-start.ts';

export const rule = defineRule({
  id: 'blind-index/encryption-optional',
  severity: 'error',
  title: 'a function that encrypts and returns the value as it came where a key or a switch is missing',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex: { keys } }) {
    for (const optional of keys.optional) {
      const { decides, place, related } = optional;
      const when = optional.reason === 'no-key' ? `${decides} is not set` : `${decides} turns encryption off`;
      yield {
        place,
        message: `where ${when}, ${optional.function} returns the value as it came, and it is stored in plain text beside encrypted ones without an error: throw instead, so that a deployment ${optional.reason === 'no-key' ? 'that forgets the key' : 'without encryption'} fails at start`,
        related,
        fixes: fixesOf(optional),
      };
    }
  },
});

function fixesOf({ reason, decides, place, statement }: OptionalEncryption): Fix[] {
  if (reason !== 'no-key') return [];
  const change =
    statement === undefined
      ? { place, text: failing(decides) }
      : { place: statement, text: `throw new Error('${decides} is not set');` };
  return [suggestion(`throw where ${decides} is not set`, { kind: 'text', ...change })];
}
