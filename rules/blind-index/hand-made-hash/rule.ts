import { guess } from '../../guessability/classify.ts';
import { describeGuess } from '../../guessability/describe.ts';
import { rates, timeToTry } from '../../guessability/time-to-try.ts';
import type { HandMadeHash } from '../../model/field-keys.ts';
import type { Fix } from '../../model/finding.ts';
import { defineRule, suggestion } from '../../model/rule.ts';
import { failing } from '../fail-at-start.ts';

export const rule = defineRule({
  id: 'blind-index/hand-made-hash',
  severity: 'warning',
  title: 'a digest without a key of a value that can be guessed, stored to find rows by it',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex: { keys } }) {
    for (const hash of keys.hashes) {
      const { place, value, model, column, columnPlace, related } = hash;
      const guessed = guess({ path: value, ...(model === undefined ? {} : { container: model }) });
      if (guessed === undefined) continue;
      const { bits } = guessed;
      const time =
        bits === undefined
          ? 'looks up every value of a list'
          : `tries every value in ${timeToTry(bits, rates.fastOneGpu.perSecond)} (${rates.fastOneGpu.label})`;
      yield {
        place,
        message: `${hash.algorithm} has no key, and what goes into ${model === undefined ? '' : `${model}.`}${column} can be guessed (${describeGuess(guessed)}): whoever reads the database ${time}, for all rows at once; take an HMAC instead, as createHmac of node:crypto makes it, with a key that is kept outside of the database`,
        related: [
          ...related,
          ...(columnPlace === undefined
            ? []
            : [{ message: 'the column is declared here', place: columnPlace }]),
        ],
        fixes: fixesOf(hash),
      };
    }
  },
});

function fixesOf({ keyable }: HandMadeHash): Fix[] {
  if (keyable === undefined) return [];
  const { name, argument, importing } = keyable;
  return [
    suggestion(
      'take createHmac with a key from LOOKUP_KEY: the stored digests must then be made anew',
      { kind: 'text', place: name, text: 'createHmac' },
      {
        kind: 'text',
        place: argument,
        text: `, process.env.LOOKUP_KEY ?? ${failing('LOOKUP_KEY')}`,
      },
      ...(importing === undefined ? [] : [{ kind: 'text', place: importing, text: ', createHmac' } as const]),
    ),
  ];
}
