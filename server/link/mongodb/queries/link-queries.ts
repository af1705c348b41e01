import type { Container } from '../../../../rules/model/field.ts';
import type { CsfleSchema, FieldList } from '../../../../rules/model/mongodb.ts';
import type {
  ChainedCall,
  MongodbOperation,
  MongodbQueries,
  OperationArguments,
  UnknownOperation,
} from '../../../../rules/model/mongodb-queries.ts';
import type { Place } from '../../../../rules/model/place.ts';
import { type Value, valueAt } from '../../../../rules/model/value.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { fileCodeOf } from '../../code/file-code.ts';
import { type LocatedCall, spotOf } from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../../evaluate.ts';
import type { Files } from '../../files.ts';
import type { LinkSettings } from '../../settings.ts';
import { bulkItems, driverMethods, mongooseMethods, searchMethods, shellMethods } from './methods.ts';
import { mayBeCollection, namesOf } from './names.ts';
import { createReceivers, type Receiver } from './receivers.ts';

/** What encrypts a collection: a list of fields or a client-side schema. */
export interface Encryption {
  readonly fieldList?: FieldList;
  readonly csfleSchema?: CsfleSchema;
}

interface Declared {
  readonly fieldLists: readonly FieldList[];
  readonly csfleSchemas: readonly CsfleSchema[];
  /** What the schemas of Mongoose encrypt. */
  readonly ofModel: (schema: Place) => Encryption | undefined;
}

interface Asking {
  readonly read: readonly FileFacts[];
  readonly evaluator: Evaluator;
  readonly files: Files;
  readonly settings: LinkSettings;
}

interface LinkedQueries {
  readonly queries: MongodbQueries;
  /** Names by which other files may speak of the collections and models whose fields are encrypted. */
  readonly names: ReadonlySet<string>;
}

/** Calls on collections and models of which exactly one declaration says what is encrypted. */
export function linkQueries(asking: Asking, declared: Declared): LinkedQueries {
  const { read, evaluator, files, settings } = asking;
  if (declared.fieldLists.length === 0 && declared.csfleSchemas.length === 0) return nothing;
  const { packageOf } = settings;
  const receiverOf = createReceivers({ read, evaluator, files, packageOf });
  const operations = new Map<string, { operation: MongodbOperation; chained: ChainedCall[] }>();
  const unknown: UnknownOperation[] = [];
  const others: LocatedCall[] = [];

  const readCall = (call: LocatedCall): void => {
    const { file, tree } = call;
    const { callee, name } = tree;
    others.push(call);
    if (tree.construct || callee.kind !== 'member') return;
    const place = placeOf(file, tree.nameSpan);
    const before = chainedOn({ ...call, tree: callee.object });
    if (before !== undefined) {
      before.push({ method: name, place, arguments: argumentsOf(call) });
      return;
    }
    if (!searchMethods.has(name) && !driverMethods.has(name) && !mongooseMethods.has(name)) return;
    const receiver = receiverOf({ ...call, tree: callee.object });
    const encryption = encryptionOf(receiver, file);
    if (encryption === 'unknown') {
      if (!searchMethods.has(name) || !maySearch(tree.arguments[0])) return;
      const given = toArguments(call, driverMethods.get(name) ?? mongooseMethods.get(name));
      unknown.push({ method: name, place, ...given });
      return;
    }
    if (encryption === undefined) return;
    const through = receiver.kind === 'collection' ? receiver.through : 'mongoose';
    const method = methodsOf[through].get(name);
    if (method === undefined) return;
    const chained: ChainedCall[] = [];
    const operation: MongodbOperation = {
      kind: method.kind,
      method: name,
      place,
      call: placeOf(file, tree),
      through,
      inBulk: false,
      argumentsKnown: tree.arguments.every(({ kind }) => kind !== 'spread'),
      target: settings.mongodb(file),
      container: toContainer(receiver, encryption, file),
      ...encryption,
      ...toArguments(call, method),
      chained,
    };
    operations.set(spotOf(call), { operation, chained });
    others.pop();
  };

  /** A method that somebody has added to a model, and code that a collection is handed on to: nobody sees what it asks. */
  const readOther = (call: LocatedCall): void => {
    const { file, tree } = call;
    const { callee, name } = tree;
    const place = placeOf(file, tree.nameSpan);
    if (callee.kind === 'member' && mayBeCollection.has(callee.object.kind)) {
      const own = driverMethods.has(name) || mongooseMethods.has(name);
      if (!own && isEncrypted({ ...call, tree: callee.object })) {
        for (const filter of argumentsOf(call)) unknown.push({ method: name, place, filter });
      }
    }
    for (const one of tree.arguments) {
      if (one.kind === 'spread' || !mayBeCollection.has(one.kind) || !isEncrypted({ ...call, tree: one }))
        continue;
      unknown.push({ method: name, place, filter: { kind: 'unknown', place: placeOf(file, one) } });
    }
  };

  /** The calls on what an operation returns, where an expression stands for that. */
  const chainedOn = (located: Located): ChainedCall[] | undefined => {
    let current = evaluator.follow(located);
    for (let depth = 0; depth < 50 && current.tree.kind === 'call'; depth += 1) {
      const found = operations.get(spotOf(current));
      if (found !== undefined) return found.chained;
      const { callee } = current.tree;
      if (callee.kind !== 'member') return undefined;
      current = evaluator.follow({ ...current, tree: callee.object });
    }
    return undefined;
  };

  const argumentsOf = ({ file, tree }: LocatedCall): Value[] => {
    const spread = tree.arguments.findIndex(({ kind }) => kind === 'spread');
    const before = spread < 0 ? tree.arguments : tree.arguments.slice(0, spread);
    return before.flatMap((one) =>
      one.kind === 'spread' ? [] : [evaluator.evaluate({ file, tree: one, parameters: noParameters })],
    );
  };

  const toArguments = (
    call: LocatedCall,
    method: { readonly arguments: readonly (keyof OperationArguments | null)[] } | undefined,
  ): OperationArguments => {
    const given: { -readonly [Name in keyof OperationArguments]: OperationArguments[Name] } = {};
    for (const [position, value] of argumentsOf(call).entries()) {
      const name = method?.arguments[position];
      if (name !== undefined && name !== null) given[name] = value;
    }
    return given;
  };

  /** `unknown` where it may be any collection; undefined where nothing is encrypted, or more than one declaration fits. */
  const encryptionOf = (receiver: Receiver, file: string): Encryption | 'unknown' | undefined => {
    switch (receiver.kind) {
      case 'unknown':
        return 'unknown';
      case 'plain':
        return undefined;
      case 'model':
        return declared.ofModel(receiver.schema);
      case 'collection': {
        const { database, collection } = receiver;
        if (collection === undefined) return 'unknown';
        const home = packageOf(file);
        const fits = ({ container }: { readonly container: Container }) =>
          container.collection === collection &&
          (container.database === undefined || database === undefined || container.database === database) &&
          packageOf(container.file) === home;
        const found: Encryption[] = [
          ...declared.fieldLists.filter(fits).map((fieldList) => ({ fieldList })),
          ...declared.csfleSchemas.filter(fits).map((csfleSchema) => ({ csfleSchema })),
        ];
        return found.length === 1 ? found[0] : undefined;
      }
    }
  };

  const isEncrypted = (located: Located): boolean => {
    const { file, tree } = evaluator.follow(located);
    const encryption = encryptionOf(receiverOf({ ...located, file, tree }), file);
    return encryption !== undefined && encryption !== 'unknown';
  };

  for (const facts of read) {
    const { file } = facts;
    for (const { tree } of fileCodeOf(facts).calls) readCall({ file, tree, parameters: noParameters });
  }
  if (operations.size > 0) for (const call of others) readOther(call);
  const collections = [...declared.fieldLists, ...declared.csfleSchemas].flatMap(
    ({ container }) => container.collection ?? [],
  );
  const all = [...operations.values()].flatMap(({ operation }) => [operation, ...itemsOf(operation)]);
  return { queries: { operations: all, unknown }, names: namesOf(read, evaluator, collections, isEncrypted) };
}

const nothing: LinkedQueries = { queries: { operations: [], unknown: [] }, names: new Set() };

const methodsOf = { driver: driverMethods, shell: shellMethods, mongoose: mongooseMethods };

/** A search of a list takes a function. */
function maySearch(first: { readonly kind: string } | undefined): boolean {
  return first !== undefined && first.kind !== 'function';
}

function toContainer(receiver: Receiver, { fieldList, csfleSchema }: Encryption, file: string): Container {
  const declared = fieldList?.container ?? csfleSchema?.container;
  const system = declared?.system ?? 'mongodb-qe';
  if (receiver.kind !== 'collection') return { ...declared, system, file };
  const database = receiver.database ?? declared?.database;
  const collection = receiver.collection ?? declared?.collection;
  return {
    system,
    file,
    ...(database === undefined ? {} : { database }),
    ...(collection === undefined ? {} : { collection }),
  };
}

/** The items of a `bulkWrite` whose list can be read, each as the operation that it is. */
function itemsOf(bulk: MongodbOperation): MongodbOperation[] {
  if (bulk.writes?.kind !== 'array') return [];
  return bulk.writes.items.flatMap((item): MongodbOperation[] => {
    const [property] = item.kind === 'object' ? item.properties : [];
    const kind = property === undefined ? undefined : bulkItems.get(property.key);
    if (property === undefined || kind === undefined || property.value.kind !== 'object') return [];
    const { value } = property;
    const { writes: _, ...rest } = bulk;
    const given: OperationArguments = {
      ...named('filter', valueAt(value, 'filter')),
      ...named('update', valueAt(value, 'update') ?? valueAt(value, 'replacement')),
      ...named('documents', valueAt(value, 'document')),
      options: value,
    };
    return [
      { ...rest, ...given, kind, method: property.key, place: property.keyPlace, inBulk: true, chained: [] },
    ];
  });
}

function named<Name extends keyof OperationArguments>(
  name: Name,
  value: Value | undefined,
): OperationArguments {
  return value === undefined ? {} : { [name]: value };
}
