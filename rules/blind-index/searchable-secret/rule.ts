import type { Guessability } from '../../guessability/classify.ts';
import { describeGuess } from '../../guessability/describe.ts';
import { words } from '../../guessability/words.ts';
import { defineRule } from '../../model/rule.ts';
import { guessCodeIndex } from '../guess-code-index.ts';
import { guessPrismaField } from '../guess-prisma-field.ts';

export const rule = defineRule({
  id: 'blind-index/searchable-secret',
  severity: 'warning',
  title: 'a password, PIN or code that can be searched or decrypted',
  since: '0.1.0',
  fix: 'none',
  *check({ blindIndex }) {
    for (const { models } of blindIndex.schemas) {
      for (const model of models) {
        for (const field of model.fields) {
          const { encryption } = field;
          if (encryption?.kind !== 'encrypted' || isDigest(field.name)) continue;
          const guessed = guessPrismaField(field, model);
          if (guessed?.kind !== 'secret') continue;
          const index = encryption.indexes.at(-1);
          yield {
            place: encryption.annotation.place,
            field: field.path,
            related:
              index === undefined ? [] : [{ message: 'what makes it searchable', place: index.namePlace }],
            message: `${field.name} ${secretValue(guessed)}, and encrypted it can be read by whoever gets the key${index === undefined ? '' : `, and through ${index.field} be found by trying`}: ${instead}`,
          };
        }
      }
    }
    for (const index of blindIndex.codeIndexes) {
      const guessed = index.columns.some(isDigest) ? undefined : guessCodeIndex(index);
      if (guessed?.kind !== 'secret') continue;
      yield {
        place: index.declaration,
        field: index.path,
        message: `${index.table}.${index.columns[0]} ${secretValue(guessed)}, and an index lets whoever has its key find it by trying: ${instead}`,
      };
    }
  },
});

const instead =
  'store a slow password hash of it with a salt for each row, find the row by its owner, and compare';

function secretValue(guessed: Guessability): string {
  return `is to be compared and never to be read (${describeGuess(guessed)})`;
}

/** `passwordHash` encrypted is what a password hash with a key around it looks like. */
function isDigest(name: string): boolean {
  return words(name).some((word) => digests.has(word));
}

const digests: ReadonlySet<string> = new Set([
  'hash',
  'hashed',
  'digest',
  'hmac',
  'bcrypt',
  'scrypt',
  'argon',
  'pbkdf',
  'verifier',
]);
