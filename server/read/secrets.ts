/** Names of keys whose literal is a secret: it stays out of facts, messages and code frames. */
const secretNames =
  /^(?:key|local|kek|dek|cmk|.*secret(?:_?access)?(?:_?key)?|.*passw(?:or)?d|pwd|.*passphrase|.*(?:master|local|private|api|access|encryption)[_-]?key|.*token|.*salt|pepper)$/i;

/** Wrappers of Extended JSON and names of their parts: what stands in them is called by what holds them. */
const wrappers = new Set(['$binary', 'base64', 'data', 'buffer', 'bytes']);

/** The name that says what a value is: its own key, or the one above a wrapper (`key: { "$binary": … }`). */
export function nameBelow(holder: () => string, key: string): string {
  return wrappers.has(key) ? holder() : key;
}

/** True for a string literal that is a key, a salt or a password, by its name or by itself. */
export function looksSecret(name: string, value: string): boolean {
  if (value.length < 8) return false;
  if (looksLikeKey(value) || withoutPassword(value) !== undefined) return true;
  if (isPlaceholder(value)) return false;
  return isSecretName(name) && !/^(?:\$|process\.env|arn:|https?:)/.test(value) && !isUuid(value);
}

/** A text that says that a key belongs there: `<key>`, `your-secret-here`. */
export function isPlaceholder(value: string): boolean {
  return /^<.*>$|^\.+$|\byour[-_ ].*\b(?:here|key|secret)\b|\bplaceholder\b|^(?:x+|todo|tbd)$/i.test(value);
}

/**
 * Keys that documentation prints as examples. They are no secret of anybody, and a key that everybody knows protects nothing.
 * Sources: README.md of 47ng/prisma-field-encryption, "Encryption key"; of typeorm-encrypted 0.8.0; of cryptr 6.4.0.
 */
export const publishedKeys: ReadonlySet<string> = new Set([
  'k1.aesgcm256.DbQoar8ZLuUsOHZNyrnjlskInHDYlzF3q6y1KGM7DUM=',
  'e41c966f21f9e1577802463f8924e6a3fe3e9751f201304213b2f845d8841d61',
  'd85117047fd06d3afa79b6e44ee3a52eb426fc24c3a2e3667732e8da0342b4da',
  'myTotallySecretKey',
]);

/** Names come again and again, and every text of a file has one. */
const known = new Map<string, boolean>();
const mostKnown = 1000;

function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = secretNames.test(name);
  if (known.size >= mostKnown) known.clear();
  known.set(name, is);
  return is;
}

/** The id of a data key is no secret. */
function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** A key as `@47ng/cloak` writes it, which prisma-field-encryption and its forks take. */
const cloakKey = /^k1\.aesgcm256\.[\w-]{43}=?$/;

/** Random bytes as text: at least 240 bits of base64, or 256 of hexadecimal. A UUID and the name of an algorithm are shorter. */
function looksLikeKey(value: string): boolean {
  if (value.length < 40 || value.length > 10_000) return false;
  if (/^[0-9a-f]{64,}$/i.test(value) || cloakKey.test(value)) return true;
  return (
    /^[A-Za-z0-9+/]{40,}={0,2}$/.test(value) && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)
  );
}

/** `mongodb://user:password@host` with the password masked; undefined where there is none. A placeholder is none. */
export function withoutPassword(value: string): string | undefined {
  if (!value.includes('://')) return undefined;
  const match = /^([a-z][a-z\d+.-]*:\/\/[^\s/:@]*:)(?![${<%]|@)[^\s/@]+(?=@)/i.exec(value);
  return match === null ? undefined : `${match[1]}${mask}${value.slice(match[0].length)}`;
}

/** What is kept of a literal that is a secret. */
export function masked(value: string): string {
  return withoutPassword(value) ?? mask;
}

export const mask = '•••';
