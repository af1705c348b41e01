import { listed } from '../model/words.ts';

export { counted, listed } from '../model/words.ts';

/** What ends a message, so that a person who searches for the code finds the rule; nothing where no code is known. */
export function postgresCode(...codes: readonly (string | undefined)[]): string {
  const known = codes.filter((code) => code !== undefined);
  if (known.length === 0) return '';
  return ` (PostgreSQL code${known.length === 1 ? '' : 's'} ${listed(known)})`;
}
