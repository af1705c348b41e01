/** Keys that make an object literal worth keeping: a declaration of some kind may stand in it. */
export const literalKeys: ReadonlySet<string> = new Set([
  'fields',
  'encryptedFields',
  'encryptedFieldsMap',
  'schemaMap',
  'encryptMetadata',
  'encrypt',
  '$jsonSchema',
  'autoEncryption',
  'autoEncrypt',
]);

/** Names whose calls are kept with their arguments. */
export const callNames: ReadonlySet<string> = new Set([
  'createCollection',
  'createEncryptedCollection',
  'createIndex',
  'createIndexes',
  'ensureIndex',
  'index',
  'collMod',
  'runCommand',
  'command',
  'MongoClient',
  'Mongo',
  'connect',
  'createConnection',
  'openUri',
  'Schema',
  'model',
  'db',
  'getSiblingDB',
]);
