import { grouped } from '../model/grouped.ts';
/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** A count with its word: `1 token`, `84,000 tokens`. */
export function counted(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** What ends a message, so that a person who searches for the code finds the rule; nothing where no code is known. */
export function serverCode(...codes: readonly (string | undefined)[]): string {
  const known = codes.filter((code) => code !== undefined);
  if (known.length === 0) return '';
  return ` (server code${known.length === 1 ? '' : 's'} ${listed(known)})`;
}

/** `an int`, `a long`. */
export function withArticle(word: string): string {
  return `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`;
}

/** What the server's parser answers to a value of the wrong BSON type. Source: mongo src/mongo/base/error_codes.yml. */
export const typeMismatch = '14';
