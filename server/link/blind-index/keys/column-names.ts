import { type Guessability, guess, isGuessable } from '../../../../rules/guessability/classify.ts';
import { words } from '../../../../rules/guessability/words.ts';

/** Words that say that a column holds a digest to find rows by. Source: names of columns in public schemas. */
const lookupWords = new Set(
  'hash hashed hmac digest bidx bi idx index lookup search fp fingerprint blind'.split(' '),
);

/** What is left of a name when it says nothing of the value: `lookupHash`, `valueDigest`. */
const generalWords = new Set('value identifier plain plaintext field data key'.split(' '));

/** Words that say that a column holds a ciphertext. */
const cipherWords = new Set('enc encrypted encryption cipher ciphertext ct sealed secret'.split(' '));

/** True for a column that serves to find rows by a digest, by its name: `emailHash`, `phone_bidx`, `hashedSsn`. */
export const isLookup = remembered((column) => {
  const all = words(column);
  return lookupWords.has(all.at(-1) ?? '') || (all.length > 1 && lookupWords.has(all[0] ?? ''));
});

export const isCiphertext = remembered((column) => words(column).some((word) => cipherWords.has(word)));

/** True for a name that says what its values are, where they can be guessed. */
export const isPersonal = remembered((name) => {
  const guessed = guess({ path: name });
  return guessed !== undefined && isGuessable(guessed);
});

/** Names come again and again. */
function remembered(ask: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const is = ask(name);
    if (known.size >= 2000) known.clear();
    known.set(name, is);
    return is;
  };
}

/** Words at the end of a name that say that the value is random, whatever column it goes into. */
const randomWords = new Set('token secret nonce salt uuid'.split(' '));

/** A name of a value that can be guessed. */
export interface GuessedName {
  readonly name: string;
  readonly guessed: Guessability;
}

/** What a lookup column holds a digest of, where that can be guessed: by its own name, else by the names that the value has. */
export function guessedBehind(
  column: string,
  model: string | undefined,
  names: readonly string[],
): GuessedName | undefined {
  const guessedAs = (path: string): GuessedName | undefined => {
    const guessed = guess({ path, ...(model === undefined ? {} : { container: model }) });
    return guessed === undefined ? undefined : { name: path, guessed };
  };
  if (names.some((name) => randomWords.has(words(name).at(-1) ?? ''))) return undefined;
  const named = names.map(guessedAs).find((one) => one !== undefined);
  if (named !== undefined && !isGuessable(named.guessed)) return undefined;
  const own = guessedAs(column);
  if (own !== undefined) return isGuessable(own.guessed) ? own : undefined;
  const rest = words(column).filter((word) => !lookupWords.has(word) && !generalWords.has(word));
  return rest.length === 0 ? named : undefined;
}
