import { saltOf } from '../../rules/blind-index/salt-of.ts';
import { derivationOf } from '../../rules/costs/blind-index/estimate.ts';
import { timesLeast } from '../../rules/costs/blind-index/search-time.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import { rates, timeToTry } from '../../rules/guessability/time-to-try.ts';
import type { EncryptedSchema, IndexField } from '../../rules/model/blind-index.ts';
import { guessInWords } from '../report/cost-words.ts';

type Salt = ReturnType<typeof saltOf>;

/** What an index shows to whom, after the word `Leaks`. */
export function indexLeak(
  index: IndexField,
  schema: EncryptedSchema,
  guessed: Guessability | undefined,
): string {
  const { bits } = index;
  const shown =
    bits === undefined
      ? 'which rows share a value, so how often each occurs'
      : 'which rows may share a value';
  return `to whoever reads the database: ${shown}${tried(index, schema, guessed)}`;
}

function tried(index: IndexField, schema: EncryptedSchema, guessed: Guessability | undefined): string {
  if (guessed === undefined) return '';
  const words = guessInWords(guessed);
  switch (guessed.kind) {
    case 'gated':
    case 'enumerable':
    case 'listed': {
      const time = timeOfOneGpu(index, guessed);
      const what = guessed.kind === 'listed' ? 'public lists are tried' : 'all are tried';
      const soon = `${time === undefined ? '' : ` in ${time}`} by one GPU`;
      return `; ${words}: ${what}${soon}${needed(saltOf(index.method, schema))}`;
    }
    case 'unguessable':
      return `; ${words}: too many to try`;
    case 'uncertain':
      return `; ${words}: may be guessed`;
    case 'secret':
      return `; ${words}: a secret, which nothing should search`;
  }
}

/** The time for every value, through the function of the index; undefined where no format says how many there are. */
export function timeOfOneGpu(index: IndexField, { bits }: Pick<Guessability, 'bits'>): string | undefined {
  if (bits === undefined) return undefined;
  const perSecond =
    index.method.speed === 'fast'
      ? rates.fastOneGpu.perSecond
      : rates.slowOneGpu.perSecond / timesLeast(derivationOf(index)).factor;
  return timeToTry(bits, perSecond);
}

/** What the one who tries needs besides the database. */
function needed(salt: Salt): string {
  switch (salt) {
    case 'none':
      return ', with nothing but the database';
    case 'unset':
      return ', with nothing but the database, since nothing sets the variable of the salt';
    case 'literal':
      return ' that has the salt of this schema too';
    case 'environment':
      return ' that has the salt too';
    case 'keyed':
      return ' that has the index key too';
  }
}
