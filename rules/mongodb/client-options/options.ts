/**
 * The options of automatic encryption that a client takes. Source: mongodb 7.9.0 mongodb.d.ts AutoEncryptionOptions and
 * lib/client-side-encryption/auto_encrypter.js; mongosh, the second argument of Mongo().
 */
export const clientOptions = [
  'bypassAutoEncryption',
  'bypassQueryAnalysis',
  'credentialProviders',
  'encryptedFieldsMap',
  'explicitEncryptionOnly',
  'extraOptions',
  'keyExpirationMS',
  'keyVaultClient',
  'keyVaultNamespace',
  'kmsConnectCallback',
  'kmsProviders',
  'metadataClient',
  'options',
  'proxyOptions',
  'schemaMap',
  'tlsOptions',
] as const;

/** The options of extraOptions. Source: the same. */
export const extraOptions = [
  'cryptSharedLibPath',
  'cryptSharedLibRequired',
  'cryptSharedLibSearchPaths',
  'mongocryptdBypassSpawn',
  'mongocryptdSpawnArgs',
  'mongocryptdSpawnPath',
  'mongocryptdURI',
] as const;
