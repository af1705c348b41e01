/** Names of keys whose literal is a secret: it stays out of facts, messages and code frames. */
const secretNames =
  /^(?:key|local|secret|.*secret(?:Key|AccessKey)?|.*passw(?:or)?d|.*passphrase|masterKey|localMasterKey|.*privateKey|.*apiKey|.*token|salt|.*Salt|pepper|CLIENT_ENCRYPTION_KEY|.*ENCRYPTION_KEY|.*MASTER_KEY)$/i;

/** True for a string literal under this name that looks like a key, a salt or a password. */
export function looksSecret(name: string, value: string): boolean {
  if (value.length < 8 || !secretNames.test(name)) return false;
  return !/^(?:\$|process\.env|arn:|https?:)/.test(value);
}

export const mask = '•••';
