import type { Guessability } from '../guessability/classify.ts';
import { describeGuess } from '../guessability/describe.ts';
import { rates, timeToTry } from '../guessability/time-to-try.ts';
import { grouped } from '../model/grouped.ts';

const fast = rates.fastOneGpu.perSecond;
const slow = rates.slowOneGpu.perSecond;

/** What one GPU needs for every value of a class, fast and slow; where no format says how many there are, what it does in a second. */
export function timeToGuess(guessed: Guessability): string {
  const { bits } = guessed;
  const digests = `${fast / 1e9} billion digests`;
  const derivations = `${grouped(slow)} Argon2id derivations`;
  const time =
    bits === undefined
      ? `lists of them are public, and one GPU tries ${digests} a second, or ${derivations}`
      : `one GPU tries them all in ${timeToTry(bits, fast)} at ${digests} a second, and in ${timeToTry(bits, slow)} at ${derivations}`;
  return `${describeGuess(guessed)}; ${time}`;
}
