import type { Place } from '../../../../rules/model/place.ts';
import { asObject, booleanAt, isAbsent, valueAt } from '../../../../rules/model/value.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { FunctionAct } from '../../../read/source/code/code.ts';
import type { Tree } from '../../../read/tree.ts';
import { actsOf } from '../../code/acts-of.ts';
import { fileCodeOf } from '../../code/file-code.ts';
import { holdersOf, walkActs } from '../../code/walk-acts.ts';
import { argumentOf, asCall, type LocatedCall, spotOf, textOf } from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../../evaluate.ts';
import type { Files } from '../../files.ts';

/** What an operation is called on. */
export type Receiver =
  | {
      readonly kind: 'collection';
      readonly through: 'driver' | 'shell';
      readonly database?: string;
      /** Absent where only known at run time. */
      readonly collection?: string;
    }
  | {
      readonly kind: 'model';
      /** The called name of the schema that it is made of: `Schema`. */
      readonly schema: Place;
    }
  /** Certainly nothing that encrypts: of a client without automatic encryption, or a list. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'unknown' };

export type ReceiverOf = (located: Located) => Receiver;

interface Asking {
  readonly read: readonly FileFacts[];
  readonly evaluator: Evaluator;
  readonly files: Files;
  readonly packageOf: (file: string) => string;
}

const unknown: Receiver = { kind: 'unknown' };
const plain: Receiver = { kind: 'plain' };
/** How many steps a receiver is followed back. */
const deepest = 20;

/** Follows receivers through names, imports, members and what is assigned once. */
export function createReceivers({ read, evaluator, files, packageOf }: Asking): ReceiverOf {
  const at = (file: string, tree: Tree): Located => ({ file, tree, parameters: noParameters });

  const receiverOf = (located: Located, depth = 0): Receiver => {
    if (depth > deepest) return unknown;
    const followed = evaluator.follow(located);
    const { tree } = followed;
    switch (tree.kind) {
      case 'array':
      case 'string':
      case 'template':
        return plain;
      case 'call':
        return ofCall({ ...followed, tree }, depth);
      case 'operation': {
        // `mongoose.models.Contact ?? mongoose.model('Contact', schema)`
        const last = tree.operands.at(-1);
        const chooses = tree.operator === '??' || tree.operator === '||' || tree.operator === '??=';
        return last !== undefined && chooses ? receiverOf({ ...followed, tree: last }, depth + 1) : unknown;
      }
      case 'member':
        return shellCollection(followed) ?? ofStored(followed, depth);
      case 'reference':
        return ofStored(followed, depth);
      default:
        return unknown;
    }
  };

  const ofCall = (call: LocatedCall, depth: number): Receiver => {
    const { name, callee } = call.tree;
    if (name === 'collection' || name === 'getCollection') return ofCollection(call);
    if (name === 'model' || name === 'discriminator') return ofModel(call);
    if (callee.kind !== 'member') return unknown;
    const method = methodOf({ ...call, tree: callee.object }, name);
    return method === undefined ? unknown : receiverOf(method, depth + 1);
  };

  const ofCollection = (call: LocatedCall): Receiver => {
    const { callee, name } = call.tree;
    if (callee.kind !== 'member') return unknown;
    const databases = callsOf({ ...call, tree: callee.object });
    if (databases.some(isOfPlainClient)) return plain;
    const collection = textOf(argumentOf(call, 0), evaluator)?.value;
    const [database, ...others] = databases;
    const databaseName = database === undefined || others.length > 0 ? undefined : databaseOf(database);
    return {
      kind: 'collection',
      through: name === 'collection' ? 'driver' : 'shell',
      ...(databaseName === undefined ? {} : { database: databaseName }),
      ...(collection === undefined ? {} : { collection }),
    };
  };

  /** The calls that an expression may be the result of, also through a name that is assigned to. */
  const callsOf = (located: Located): readonly LocatedCall[] => {
    const followed = evaluator.follow(located);
    const key = followed.tree.kind === 'call' ? undefined : keyOf(followed);
    const options =
      key === undefined ? [followed] : [...declaredAs(followed), ...(assignments().get(key) ?? [])];
    return options.flatMap((one) => asCall(evaluator.follow(one)) ?? []);
  };

  const databaseOf = (call: LocatedCall): string | undefined =>
    databaseCalls.has(call.tree.name) ? textOf(argumentOf(call, 0), evaluator)?.value : undefined;

  const isOfPlainClient = ({ tree, ...at }: LocatedCall): boolean => {
    const { callee, name } = tree;
    if (name !== 'db' || callee.kind !== 'member') return false;
    return callsOf({ ...at, tree: callee.object }).some(isPlainClient);
  };

  /** A client that is made where nothing encrypts, or whose queries nobody rewrites. */
  const isPlainClient = (client: LocatedCall): boolean => {
    const { callee, name, construct } = client.tree;
    // `await client.connect()` is the client.
    if (name === 'connect' && callee.kind === 'member' && client.tree.arguments.length === 0)
      return callsOf({ ...client, tree: callee.object }).some(isPlainClient);
    if (!construct || name !== 'MongoClient') return false;
    if (client.tree.arguments.some(({ kind }) => kind === 'spread')) return false;
    const argument = argumentOf(client, 1);
    if (argument === undefined) return true;
    const options = asObject(evaluator.evaluate(argument));
    if (options === undefined) return false;
    if (isAbsent(options, 'autoEncryption')) return true;
    const encryption = asObject(valueAt(options, 'autoEncryption'));
    if (encryption === undefined) return false;
    return ['bypassAutoEncryption', 'bypassQueryAnalysis'].some((key) => booleanAt(encryption, key) === true);
  };

  const shellCollection = ({ file, tree, parameters }: Located): Receiver | undefined => {
    if (tree.kind !== 'member') return undefined;
    const { object, name } = tree;
    if (object.kind === 'reference' && object.name === 'db' && object.to.kind === 'global')
      return { kind: 'collection', through: 'shell', collection: name };
    const owner = asCall(evaluator.follow({ file, tree: object, parameters }));
    if (owner === undefined || !shellDatabases.has(owner.tree.name)) return undefined;
    const database = databaseOf(owner);
    return {
      kind: 'collection',
      through: 'shell',
      collection: name,
      ...(database === undefined ? {} : { database }),
    };
  };

  const ofModel = (call: LocatedCall): Receiver => {
    const name = textOf(argumentOf(call, 0), evaluator)?.value;
    const schema = argumentOf(call, 1);
    if (schema !== undefined) return toModel(schema) ?? unknown;
    const named = name === undefined ? undefined : modelsByName().get(modelKey(call.file, name));
    const [only, ...others] = named ?? [];
    return only !== undefined && others.length === 0 ? only : unknown;
  };

  const toModel = (schema: Located): Receiver | undefined => {
    const { file, tree } = evaluator.follow(schema);
    if (tree.kind !== 'call' || tree.name !== 'Schema' || !tree.construct) return undefined;
    return { kind: 'model', schema: placeOf(file, tree.nameSpan) };
  };

  const modelKey = (file: string, name: string) => `${packageOf(file)} ${name}`;

  let models: ReadonlyMap<string, readonly Receiver[]> | undefined;
  const modelsByName = (): ReadonlyMap<string, readonly Receiver[]> => {
    models ??= readModels();
    return models;
  };

  const readModels = () => {
    const found = new Map<string, Receiver[]>();
    for (const { file, source } of read) {
      for (const tree of source?.calls ?? []) {
        if (tree.name !== 'model') continue;
        const call: LocatedCall = { file, tree, parameters: noParameters };
        const schema = argumentOf(call, 1);
        const name = textOf(argumentOf(call, 0), evaluator)?.value;
        if (schema === undefined || name === undefined) continue;
        const key = modelKey(file, name);
        found.set(key, [...(found.get(key) ?? []), toModel(schema) ?? unknown]);
      }
    }
    return found;
  };

  /** A name or member that is bound exactly once, by its declaration or by an assignment. */
  const ofStored = (located: Located, depth: number): Receiver => {
    const key = keyOf(located);
    if (key === undefined) return unknown;
    const [only, ...others] = [...declaredAs(located), ...(assignments().get(key) ?? [])].filter(
      (one) => evaluator.follow(one).tree.kind !== 'null',
    );
    return only === undefined || others.length > 0 ? unknown : receiverOf(only, depth + 1);
  };

  const declaredAs = ({ file, tree }: Located): readonly Located[] => {
    if (tree.kind === 'member') return memberOfThis({ file, tree: tree.object }, tree.name);
    if (tree.kind !== 'reference' || tree.to.kind !== 'declaration') return [];
    const value = files.facts(file)?.source?.declarations[tree.to.index]?.value;
    return value === undefined ? [] : [at(file, value)];
  };

  const memberOfThis = (owner: { file: string; tree: Tree }, name: string): readonly Located[] => {
    const held = classAt(owner.file, owner.tree);
    if (held === undefined) return [];
    return held.properties.flatMap((property) =>
      property.name === name && property.value !== undefined ? [at(owner.file, property.value)] : [],
    );
  };

  /** What a method of the class around returns, where it returns one thing. */
  const methodOf = (owner: Located, name: string): Located | undefined => {
    const { file, tree } = evaluator.follow(owner);
    const held = classAt(file, tree);
    const method = held?.acts.find(
      (act): act is FunctionAct => act.kind === 'function' && act.form === 'method' && act.name === name,
    );
    if (method === undefined) return undefined;
    const returned: Tree[] = [];
    walkActs(method.acts, (act) => {
      if (act.kind === 'function' || act.kind === 'class') return 'skip';
      if (act.kind === 'return' && act.value !== undefined) returned.push(act.value);
      return undefined;
    });
    const [only, ...others] = returned;
    return only === undefined || others.length > 0 ? undefined : at(file, only);
  };

  const classAt = (file: string, tree: Tree) => {
    if (tree.kind !== 'this') return undefined;
    return holdersOf(actsOf(files.facts(file)), tree).findLast((holder) => holder.kind === 'class')?.act;
  };

  /** A key for a place that can be assigned to. */
  const keyOf = ({ file, tree, parameters }: Located): string | undefined => {
    if (tree.kind === 'reference')
      return tree.to.kind === 'declaration' ? `${file}#${tree.to.index}` : undefined;
    if (tree.kind !== 'member') return undefined;
    const owner = evaluator.follow({ file, tree: tree.object, parameters });
    if (owner.tree.kind === 'object') return `${spotOf(owner)}.${tree.name}`;
    const held = classAt(owner.file, owner.tree);
    return held === undefined ? undefined : `${owner.file}:${held.start}:${held.end}.${tree.name}`;
  };

  let assigned: ReadonlyMap<string, readonly Located[]> | undefined;
  const assignments = (): ReadonlyMap<string, readonly Located[]> => {
    assigned ??= readAssigned();
    return assigned;
  };

  const readAssigned = () => {
    const found = new Map<string, Located[]>();
    for (const facts of read) {
      for (const { act } of fileCodeOf(facts).assigns) {
        const { target, value } = act;
        const key = keyOf(at(facts.file, target));
        if (key !== undefined) found.set(key, [...(found.get(key) ?? []), at(facts.file, value)]);
      }
    }
    return found;
  };

  return (located) => receiverOf(located);
}

/** Calls that give a database. */
const databaseCalls: ReadonlySet<string> = new Set(['db', 'getSiblingDB', 'getDB']);
/** Those of the shell, whose collections are members of it. */
const shellDatabases: ReadonlySet<string> = new Set(['getSiblingDB', 'getDB']);
