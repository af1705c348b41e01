import { leastDerivation } from '../../costs/blind-index/measured.ts';
import { type Derivation, slowTermTime } from '../../costs/blind-index/search-time.ts';
import { describeGuess } from '../../guessability/describe.ts';
import type { PrismaAnnotation } from '../../model/blind-index.ts';
import { defineRule, suggestion } from '../../model/rule.ts';
import { removeArguments, replaceText, writtenOf } from '../fieldseal-annotation.ts';
import { guessCodeIndex } from '../guess-code-index.ts';
import { guessPrismaField } from '../guess-prisma-field.ts';
import { indexedFields } from '../indexed-fields.ts';

export const rule = defineRule({
  id: 'blind-index/slow-on-unguessable',
  severity: 'info',
  title: 'a slow hash over random values that nobody can try',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const { field, index, model, source } of indexedFields(blindIndex)) {
      const { method, annotation } = index;
      const guessed = method.speed === 'slow' ? guessPrismaField(field, model) : undefined;
      if (guessed?.kind !== 'unguessable') continue;
      yield {
        place: method.place,
        field: field.path,
        related: [{ message: 'the random value', place: source.namePlace }],
        message: `${field.name} derives each ${source.name} (${describeGuess(guessed)}) with ${method.algorithm}, ${timeOf(derivationOf(annotation))} a search or write in which the process serves nobody else, and slows down no attacker, since random values cannot be tried: write hmac-sha512`,
        fixes: [
          suggestion(
            "derive it with hmac-sha512, in microseconds; every row's index is made again",
            replaceText(method.place, '"hmac-sha512"'),
            ...removeArguments(annotation, costs),
          ),
        ],
      };
    }
    for (const index of blindIndex.codeIndexes) {
      const guessed = index.speed === 'slow' ? guessCodeIndex(index) : undefined;
      if (guessed?.kind !== 'unguessable') continue;
      const { speedPlace } = index;
      yield {
        place: speedPlace ?? index.declaration,
        field: index.path,
        message: `this index over ${index.table}.${index.columns[0]} (${describeGuess(guessed)}) is slow${speedPlace === undefined ? ', as it is unless told otherwise' : ''}, ${timeOf(cipherSweet)} a search or write with Argon2id, and slows down no attacker, since random values cannot be tried: make it fast, the argument behind the bits`,
        fixes:
          speedPlace === undefined
            ? []
            : [suggestion("make it fast; every row's index is made again", replaceText(speedPlace, 'true'))],
      };
    }
  },
});

const costs = ['argon2_time_cost', 'argon2_memory_kib'];

/** The costs that an annotation raises, else the least. */
function derivationOf(annotation: PrismaAnnotation): Derivation {
  const [passes, memoryKib] = costs.map((key) => writtenOf(annotation, key)?.number);
  return {
    passes: Math.max(passes ?? 0, leastDerivation.passes),
    memoryKib: Math.max(memoryKib ?? 0, leastDerivation.memoryKib),
  };
}

/** Source: CipherSweet docs/internals/04-blind-index.md: ModernCrypto, opslimit 4, memlimit 32 MiB. */
const cipherSweet: Derivation = { passes: 4, memoryKib: 32_768 };

/** `44 to 70 ms`. */
function timeOf(derivation: Derivation): string {
  const [fastest, slowest] = slowTermTime(derivation, true).milliseconds.map(Math.round);
  return `${fastest} to ${slowest} ms`;
}
