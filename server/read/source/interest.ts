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
  'tables',
  'provide',
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

/** Operators of query builders: of names that are imported, or members of anything. */
const operators: ReadonlySet<string> = new Set([
  'eq',
  'ne',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'notBetween',
  'inArray',
  'notInArray',
  'like',
  'notLike',
  'ilike',
  'notIlike',
  'matches',
  'notMatches',
  'contains',
  'asc',
  'desc',
  'orderBy',
  'groupBy',
  'selectDistinct',
  'selectDistinctOn',
  'encryptQuery',
  'createSearchTerms',
]);

/** Names that too many other things have: they count where a package exports them. */
const exported: ReadonlySet<string> = new Set([
  'count',
  'countDistinct',
  'sum',
  'sumDistinct',
  'avg',
  'avgDistinct',
  'min',
  'max',
  'not',
]);

/** The same as members, where the first argument is a text: the name of a column. */
export const memberNamesOfColumns: ReadonlySet<string> = new Set(['in', 'is', 'not', 'filter', 'order']);

export const memberNames: ReadonlySet<string> = new Set([
  ...operators,
  'table',
  'csTable',
  'encryptedTable',
  'pgTable',
  ...['jsonbPathExists', 'jsonbPathQueryFirst', 'jsonbGet', 'selectorEq', 'selectorGt', 'selectorLt'],
  ...['addBlindIndex', 'addCompoundIndex', 'createCompoundIndex', 'addTransformation'],
]);

const tableMakers: ReadonlySet<string> = new Set(['csTable', 'encryptedTable', 'pgTable']);

/** True where a call of a name is kept: `module` and `imported` say what the name is imported as. */
export function isCalledOfInterest(name: string, module?: string, imported?: string): boolean {
  if (module?.startsWith('@cipherstash/') === true) return true;
  const known = imported ?? name;
  if (operators.has(known) || tableMakers.has(known)) return true;
  return exported.has(known) && module?.startsWith('drizzle-orm') === true;
}
