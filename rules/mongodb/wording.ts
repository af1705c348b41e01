import { listed } from '../model/words.ts';

export { counted, listed } from '../model/words.ts';

/** What ends a message, so that a person who searches for the code finds the rule; nothing where no code is known. */
export function serverCode(...codes: readonly (string | undefined)[]): string {
  const known = codes.filter((code) => code !== undefined);
  if (known.length === 0) return '';
  return ` (server code${known.length === 1 ? '' : 's'} ${listed(known)})`;
}

/** The same for what the client's query analysis answers before anything is sent. */
export function clientCode(code: string | undefined): string {
  return code === undefined ? '' : ` (client code ${code})`;
}

/** `an int`, `a long`. */
export function withArticle(word: string): string {
  return `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`;
}

/** What the server's parser answers to a value of the wrong BSON type. Source: mongo src/mongo/base/error_codes.yml. */
export const typeMismatch = '14';
