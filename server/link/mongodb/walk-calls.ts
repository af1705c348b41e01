import type { IndexDefinition } from '../../../rules/model/mongodb.ts';
import type { ObjectValue, Value } from '../../../rules/model/value.ts';
import { asObject, propertyOf, stringAt, valueAt } from '../../../rules/model/value.ts';
import type { CallTree, Tree } from '../../read/tree.ts';
import { type Evaluator, type Located, nameOf, noParameters, placeOf } from '../evaluate.ts';
import type { Collector } from './collector.ts';
import { readMongooseSchema } from './mongoose.ts';
import { readNamespaceMap } from './namespace-map.ts';
import { encryptsSomewhere, holdsEncryptionOptions, isDeclaredFieldList } from './shapes.ts';

/** What the calls of one source file declare: collections, clients, indexes, Mongoose schemas. */
export function walkCalls(
  file: string,
  calls: readonly CallTree[],
  evaluator: Evaluator,
  collector: Collector,
): void {
  for (const call of calls) readCall({ file, call, evaluator, collector });
}

interface Reading {
  readonly file: string;
  readonly call: CallTree;
  readonly evaluator: Evaluator;
  readonly collector: Collector;
}

function readCall(reading: Reading): void {
  switch (reading.call.name) {
    case 'createCollection':
      readCreateCollection(reading);
      return;
    case 'createEncryptedCollection':
      readCreateEncryptedCollection(reading);
      return;
    case 'createIndex':
    case 'ensureIndex':
      readCreateIndex(reading);
      return;
    case 'createIndexes':
      readCreateIndexes(reading);
      return;
    case 'index':
      readSchemaIndex(reading);
      return;
    case 'runCommand':
    case 'command':
      readCommand(reading);
      return;
    case 'MongoClient':
    case 'Mongo':
    case 'connect':
    case 'createConnection':
    case 'openUri':
      readClient(reading);
      return;
    case 'Schema':
      readMongooseSchema(reading.file, reading.call, reading.evaluator, reading.collector);
      return;
    case 'db':
    case 'getSiblingDB': {
      const name = argument(reading, 0);
      if (name?.kind === 'string') reading.collector.addDatabase(name.value);
      return;
    }
  }
}

function readCreateCollection(reading: Reading): void {
  const name = stringOf(argument(reading, 0));
  const options = argument(reading, 1);
  declare(
    reading,
    options,
    { ...receiverDatabase(reading), ...(name === undefined ? {} : { collection: name }) },
    'createCollection',
  );
}

function readCreateEncryptedCollection(reading: Reading): void {
  // The shell has it on a database too: `db.createEncryptedCollection('name', options)`.
  const onDatabase = optionsOf(argument(reading, 1));
  if (onDatabase !== undefined) {
    const name = stringOf(argument(reading, 0));
    declare(
      reading,
      onDatabase,
      { ...receiverDatabase(reading), ...(name === undefined ? {} : { collection: name }) },
      'createEncryptedCollection',
    );
    return;
  }
  const [database] = reading.call.arguments;
  const name = stringOf(argument(reading, 1));
  const databaseName =
    database === undefined || database.kind === 'spread'
      ? undefined
      : (stringOf(argument(reading, 0)) ?? databaseOf(reading, database));
  declare(
    reading,
    optionsOf(argument(reading, 2)),
    {
      ...(databaseName === undefined ? {} : { database: databaseName }),
      ...(name === undefined ? {} : { collection: name }),
    },
    'createEncryptedCollection',
  );
}

function optionsOf(value: Value | undefined): Value | undefined {
  return value?.kind === 'object' ? valueAt(value, 'createCollectionOptions') : undefined;
}

interface Names {
  readonly database?: string;
  readonly collection?: string;
}

function declare(
  { file, call, collector }: Reading,
  options: Value | undefined,
  names: Names,
  kind: 'createCollection' | 'createEncryptedCollection',
): void {
  if (options?.kind !== 'object') return;
  const place = placeOf(file, call.nameSpan);
  const document = valueAt(options, 'encryptedFields');
  if (isDeclaredFieldList(document)) collector.addFieldList(document, names, { kind, place });
  collector.addCommand({
    kind: 'createCollection',
    place,
    ...names,
    options,
    indexes: [],
    ...(isDeclaredFieldList(document) ? { document } : {}),
  });
  const validator = valueAt(options, 'validator');
  const schema = validator?.kind === 'object' ? valueAt(validator, '$jsonSchema') : undefined;
  if (schema?.kind === 'object' && encryptsSomewhere(schema)) {
    collector.addCsfle({ schema, origin: 'jsonSchema', ...names });
  }
}

function readCreateIndex(reading: Reading): void {
  const keys = argument(reading, 0);
  const options = argument(reading, 1);
  if (keys?.kind === 'object') addIndexes(reading, [index(keys, options)]);
}

function readCreateIndexes(reading: Reading): void {
  const list = argument(reading, 0);
  if (list?.kind !== 'array') return;
  addIndexes(reading, list.items.flatMap(toIndex));
}

/** `schema.index({ a: 1 }, { unique: true })` of a Mongoose schema. */
function readSchemaIndex(reading: Reading): void {
  const { file, call, collector } = reading;
  const schema = call.callee.kind === 'member' ? follow(reading, call.callee.object) : undefined;
  const keys = argument(reading, 0);
  if (schema?.tree.kind !== 'call' || schema.tree.name !== 'Schema' || keys?.kind !== 'object') return;
  collector.addCommand({
    kind: 'createIndex',
    place: placeOf(file, call.nameSpan),
    indexes: [index(keys, argument(reading, 1))],
    schema: placeOf(schema.file, schema.tree.nameSpan),
  });
}

/** `{ key: { a: 1 }, unique: true }` of the driver, or `{ a: 1 }` of the shell. */
function toIndex(value: Value): IndexDefinition[] {
  if (value.kind !== 'object') return [];
  const keys = valueAt(value, 'key');
  return [keys?.kind === 'object' ? index(keys, value) : index(value, undefined)];
}

function index(keys: ObjectValue, options: Value | undefined): IndexDefinition {
  return { keys, ...(options?.kind === 'object' ? { options } : {}) };
}

function addIndexes(
  reading: Reading,
  indexes: readonly IndexDefinition[],
  names = receiverCollection(reading),
): void {
  const { file, call, collector } = reading;
  if (names.collection === undefined || indexes.length === 0) return;
  collector.addCommand({ kind: 'createIndex', place: placeOf(file, call.nameSpan), ...names, indexes });
}

/** `db.runCommand({ create | collMod | createIndexes: 'name', … })`. */
function readCommand(reading: Reading): void {
  const command = argument(reading, 0);
  if (command?.kind !== 'object') return;
  const database = receiverDatabase(reading);
  const create = stringAt(command, 'create');
  if (create !== undefined) {
    declare(reading, command, { ...database, collection: create }, 'createCollection');
    return;
  }
  const { file, call, collector } = reading;
  const collMod = stringAt(command, 'collMod');
  if (collMod !== undefined) {
    collector.addCommand({
      kind: 'collMod',
      place: placeOf(file, call.nameSpan),
      ...database,
      collection: collMod,
      options: command,
      indexes: [],
    });
  }
  const createIndexes = stringAt(command, 'createIndexes');
  const list = valueAt(command, 'indexes');
  if (createIndexes !== undefined && list?.kind === 'array') {
    addIndexes(reading, list.items.flatMap(toIndex), { ...database, collection: createIndexes });
  }
}

/** A client's options: `autoEncryption` in the driver and in Mongoose, the second argument itself in the shell. */
function readClient(reading: Reading): void {
  const { file, call, collector } = reading;
  const uri = argument(reading, 0);
  for (const [position, options] of call.arguments.map((_, at) => [at, argument(reading, at)] as const)) {
    if (options?.kind !== 'object') continue;
    const auto = valueAt(options, 'autoEncryption');
    const shell = call.name === 'Mongo' && position === 1 && holdsEncryptionOptions(options);
    const client = auto?.kind === 'object' ? auto : shell ? options : undefined;
    if (client === undefined) continue;
    const place = placeOf(file, call.nameSpan);
    collector.addClient({ place, options: client, called: true, ...(uri === undefined ? {} : { uri }) });
    const map = propertyOf(client, 'encryptedFieldsMap');
    const schemas = propertyOf(client, 'schemaMap');
    if (map !== undefined) readNamespaceMap('encryptedFieldsMap', map, asObject(schemas?.value), collector);
    if (schemas !== undefined) readNamespaceMap('schemaMap', schemas, asObject(map?.value), collector);
  }
}

function argument({ file, call, evaluator }: Reading, position: number): Value | undefined {
  const tree = call.arguments[position];
  if (tree === undefined || call.arguments.slice(0, position + 1).some((one) => one.kind === 'spread'))
    return undefined;
  return tree.kind === 'spread' ? undefined : evaluator.evaluate({ file, tree, parameters: noParameters });
}

function receiverDatabase(reading: Reading): Names {
  const { callee } = reading.call;
  const database = callee.kind === 'member' ? databaseOf(reading, callee.object) : undefined;
  return database === undefined ? {} : { database };
}

function receiverCollection(reading: Reading): Names {
  const { callee } = reading.call;
  return callee.kind === 'member' ? collectionOf(reading, callee.object) : {};
}

/** Calls of the shell that give a database, whose collections are members of it. */
const shellDatabases: ReadonlySet<string> = new Set(['getSiblingDB', 'getDB']);

/** The collection that an expression stands for: `db.collection('x')`, `db.getCollection('x')`, the shell's `db.x`. */
function collectionOf(reading: Reading, tree: Tree): Names {
  const located = follow(reading, tree);
  const found = located.tree;
  if (found.kind === 'call' && (found.name === 'collection' || found.name === 'getCollection')) {
    const collection = stringOf(evaluateFirst(reading, located));
    const database =
      found.callee.kind === 'member' ? databaseOf(reading, found.callee.object, located) : undefined;
    return {
      ...(database === undefined ? {} : { database }),
      ...(collection === undefined ? {} : { collection }),
    };
  }
  if (found.kind !== 'member') return {};
  const owner = follow(reading, found.object, located);
  if (owner.tree.kind === 'call' && shellDatabases.has(owner.tree.name)) {
    const database = stringOf(evaluateFirst(reading, owner));
    return { ...(database === undefined ? {} : { database }), collection: found.name };
  }
  return nameOf(found.object) === 'db' ? { collection: found.name } : {};
}

function databaseOf(reading: Reading, tree: Tree, from?: Located): string | undefined {
  const located = follow(reading, tree, from);
  const found = located.tree;
  if (
    found.kind !== 'call' ||
    (found.name !== 'db' && found.name !== 'getSiblingDB' && found.name !== 'getDB')
  )
    return undefined;
  return stringOf(evaluateFirst(reading, located));
}

function follow({ file, evaluator }: Reading, tree: Tree, from?: Located): Located {
  return evaluator.follow(from === undefined ? { file, tree, parameters: noParameters } : { ...from, tree });
}

function evaluateFirst({ evaluator }: Reading, located: Located): Value | undefined {
  const { tree } = located;
  const [first] = tree.kind === 'call' ? tree.arguments : [];
  return first === undefined || first.kind === 'spread'
    ? undefined
    : evaluator.evaluate({ ...located, tree: first });
}

function stringOf(value: Value | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined;
}
