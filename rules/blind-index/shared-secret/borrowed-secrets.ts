import { words } from '../../guessability/words.ts';

/** Variables that frameworks and their guides name, and what each is. Source: the documentation of each. */
const known: Readonly<Record<string, string>> = {
  APP_KEY: 'the secret of the framework',
  SECRET_KEY_BASE: 'the secret of the framework',
  PAYLOAD_SECRET: 'the secret of the framework',
  AUTH_SECRET: 'the secret of the sign-in',
  NEXTAUTH_SECRET: 'the secret of the sign-in',
  BETTER_AUTH_SECRET: 'the secret of the sign-in',
  TOKEN_SECRET: 'the secret that signs tokens',
  AUTH_TOKEN_SECRET: 'the secret that signs tokens',
  ACCESS_TOKEN_SECRET: 'the secret that signs tokens',
  REFRESH_TOKEN_SECRET: 'the secret that signs tokens',
};

/** What a secret is by a word of its name: `ADMIN_JWT_SECRET`, `SESSION_KEY`. */
const owners: Readonly<Record<string, string>> = {
  jwt: 'the secret that signs tokens',
  session: 'the secret of the sessions',
  cookie: 'the secret of the cookies',
};

const secretWords = new Set('secret secrets key keys password'.split(' '));

/** Words that say that the variable is for data after all: `SESSION_DATA_ENCRYPTION_KEY`. */
const dataWords = new Set(
  'encryption encrypt encrypted crypt crypto cipher data db field fields hash hmac pepper index blind lookup'.split(
    ' ',
  ),
);

/** Half a sentence that says whose secret a variable is, where its name says that it is no key of fields. */
export function borrowedSecret(variable: string): string | undefined {
  if (Object.hasOwn(known, variable)) return known[variable];
  const all = words(variable);
  if (!secretWords.has(all.at(-1) ?? '') || all.some((word) => dataWords.has(word))) return undefined;
  const owner = all.find((word) => Object.hasOwn(owners, word));
  return owner === undefined ? undefined : owners[owner];
}
