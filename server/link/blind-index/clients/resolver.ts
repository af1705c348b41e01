import type { FileFacts } from '../../../read/facts.ts';
import type { Act, ClassAct, FunctionAct } from '../../../read/source/code/code.ts';
import type { OperationTree, ReferenceTarget, Tree } from '../../../read/tree.ts';
import { actsOf } from '../../code/acts-of.ts';
import { type FileCode, fileCodeOf } from '../../code/file-code.ts';
import { isThis, spot } from '../../code/spots.ts';
import { classOf, functionOf, holdersOf, walkActs } from '../../code/walk-acts.ts';
import { argumentOf, asCall, type LocatedCall } from '../../eql/declared/trees.ts';
import { type Located, noParameters, placeOf } from '../../evaluate.ts';
import { resolveModule } from '../../modules.ts';
import type { Asking } from '../link-blind-index.ts';
import type { AppliedEncryption, ClassAt, Clients, PrismaClass, Resolver, Step } from './client.ts';
import { generatedClient } from './client-modules.ts';
import { encryptionOf, leavesWritesAlone } from './encryption-packages.ts';

const unknown: Step = { kind: 'unknown' };
/** How many steps a client is followed back. */
const deepest = 60;
const nothing: Clients = { all: [], whole: false };

export function createResolver({ evaluator, files }: Asking, code: readonly FileFacts[]): Resolver {
  const clients = new Map<string, Clients>();
  const classes = new Map<string, PrismaClass | undefined>();
  const underway = new Set<string>();
  let circles = 0;

  const codeOf = (file: string): FileCode | undefined => {
    const facts = files.facts(file);
    return facts?.source === undefined ? undefined : fileCodeOf(facts);
  };

  const at = (file: string, tree: Tree): Located => ({ file, tree, parameters: noParameters });

  const step = (located: Located): Step => {
    const changed = ofChangedMember(located);
    if (changed !== undefined) return changed;
    const followed = evaluator.follow(located);
    const { file, tree } = followed;
    switch (tree.kind) {
      case 'null':
        return { kind: 'several', options: [], whole: true };
      case 'choice':
        return {
          kind: 'several',
          options: tree.options.map((option) => ({ ...followed, tree: option })),
          whole: true,
        };
      case 'operation':
        return ofOperation(followed, tree);
      case 'call':
        return ofCall({ ...followed, tree });
      case 'this':
        return ofThis(file, tree);
      case 'reference':
        return ofName(followed, tree.to);
      case 'member':
        return ofMember(followed, tree.object, tree.name);
      default:
        return unknown;
    }
  };

  /** A member of an object literal to which something else is assigned later: `const all = { db }; all.db = other`. */
  const ofChangedMember = (located: Located): Step | undefined => {
    const { file, tree } = located;
    if (tree.kind !== 'member' || tree.object.kind !== 'reference') return undefined;
    const changed = changedBelow(file, tree.object.to);
    if (!changed.has(tree.name) && !changed.has('*')) return undefined;
    if (evaluator.follow({ ...located, tree: tree.object }).tree.kind !== 'object') return undefined;
    const first = evaluator.follow(located);
    const key = keyOf(located);
    const later = key === undefined ? [] : assignedTo(key);
    const options = [...(first.tree === tree ? [] : [first]), ...later];
    return { kind: 'several', options, whole: !changed.has('*') && later.length > 0 };
  };

  /** Names of members that are assigned below a name, in its own file and in the one that it is imported by. */
  const changedBelow = (file: string, to: ReferenceTarget, depth = 0): ReadonlySet<string> => {
    if (to.kind === 'global') return new Set();
    if (to.kind === 'declaration') {
      return new Set(files.facts(file)?.source?.declarations[to.index]?.mutated);
    }
    const target = resolveModule(file, to.module, files.exists);
    const exported = target === undefined ? undefined : files.facts(target)?.source?.exports[to.name];
    const inner =
      target !== undefined && exported?.kind === 'reference' && depth < 10
        ? changedBelow(target, exported.to, depth + 1)
        : [];
    return new Set([...(to.mutated ?? []), ...inner]);
  };

  /** `cache.db ?? new PrismaClient()`, `dev && new PrismaClient()`. */
  const ofOperation = (located: Located, { operator, operands }: OperationTree): Step => {
    const options = operands.map((operand) => ({ ...located, tree: operand }));
    switch (operator) {
      case '??':
      case '||':
      case '??=':
      case '||=':
        return { kind: 'several', options, whole: true };
      case '&&':
      case '&&=':
      case '=':
      case ',':
        return { kind: 'several', options: options.slice(-1), whole: true };
      default:
        return unknown;
    }
  };

  const ofCall = (call: LocatedCall): Step => {
    const { tree, file } = call;
    if (tree.construct) {
      const generated = generatedClient({ ...call, tree: tree.callee }, evaluator);
      if (generated !== undefined) {
        const key = `${file}:${spot(tree)}`;
        return { kind: 'new', maker: { key, place: placeOf(file, tree.nameSpan), generated } };
      }
      const made = classAt({ ...call, tree: tree.callee });
      return made === undefined ? unknown : { kind: 'instance', of: made };
    }
    if (tree.callee.kind === 'member') {
      const owner: Located = { ...call, tree: tree.callee.object };
      if (tree.name === '$extends') return { kind: 'extended', call, receiver: owner };
      if (
        tree.name === 'assign' &&
        tree.callee.object.kind === 'reference' &&
        tree.callee.object.name === 'Object'
      ) {
        const source = argumentOf(call, 1);
        return source === undefined ? unknown : { kind: 'several', options: [source], whole: true };
      }
      const method = methodOf(owner, tree.name);
      if (method !== undefined) return returnsOf(method.file, method.act);
    }
    const called = evaluator.follow({ ...call, tree: tree.callee });
    if (called.tree.kind !== 'function') return unknown;
    const made = functionOf(actsOf(files.facts(called.file)), called.tree);
    return made === undefined ? unknown : returnsOf(called.file, made.act);
  };

  const returnsOf = (file: string, act: FunctionAct): Step => {
    const options: Located[] = [];
    if (act.generator) return unknown;
    walkActs(act.acts, (inner) => {
      if (inner.kind === 'function' || inner.kind === 'class') return 'skip';
      if (inner.kind === 'return' && inner.value !== undefined) options.push(at(file, inner.value));
      return undefined;
    });
    return options.length === 0 ? unknown : { kind: 'several', options, whole: true };
  };

  const methodOf = (
    owner: Located,
    name: string,
  ): { readonly file: string; readonly act: FunctionAct } | undefined => {
    const instance = step(owner);
    if (instance.kind === 'instance') return memberFunction(instance.of, name, 'method', false);
    const named = classAt(owner);
    return named === undefined ? undefined : memberFunction(named, name, 'method', true);
  };

  const memberFunction = (
    of: ClassAt,
    name: string,
    form: FunctionAct['form'],
    isStatic: boolean,
    depth = 0,
  ): { readonly file: string; readonly act: FunctionAct } | undefined => {
    for (const act of of.act.acts) {
      if (act.kind === 'function' && act.form === form && act.name === name && act.static === isStatic) {
        return { file: of.file, act };
      }
    }
    const base = depth > 10 ? undefined : baseOf(of);
    return base === undefined ? undefined : memberFunction(base, name, form, isStatic, depth + 1);
  };

  const ofThis = (file: string, tree: Tree): Step => {
    const of = thisClass(file, tree);
    return of === undefined ? unknown : { kind: 'instance', of };
  };

  /** The class whose `this` stands there. */
  const thisClass = (file: string, tree: Tree): ClassAt | undefined => {
    const holders = holdersOf(actsOf(files.facts(file)), tree);
    for (let index = holders.length - 1; index >= 0; index -= 1) {
      const holder = holders[index];
      if (holder?.kind === 'class') return toClass(file, holder.act);
      if (holder?.act.form === 'arrow') continue;
      const outer = holders[index - 1];
      if (holder === undefined || holder.act.static || outer?.kind !== 'class') return undefined;
    }
    return undefined;
  };

  const ofName = (located: Located, to: Extract<Tree, { kind: 'reference' }>['to']): Step => {
    if (to.kind === 'import') return unknown;
    if (to.kind === 'declaration') {
      const parameter = codeOf(located.file)?.parameters.get(to.index);
      if (parameter !== undefined) return ofParameter(located.file, to.index);
    }
    return stored(located);
  };

  const ofParameter = (file: string, declaration: number): Step => {
    const code = codeOf(file);
    const placed = code?.parameters.get(declaration);
    if (code === undefined || placed === undefined) return unknown;
    const { parameter, position, function: owner } = placed;
    const call = code.givenTo.get(spot(owner));
    if (call?.name === '$transaction' && call.callee.kind === 'member' && position === 0) {
      return { kind: 'several', options: [at(file, call.callee.object)], whole: true };
    }
    return ofType(file, parameter.typeTree);
  };

  const ofType = (file: string, type: Tree | undefined): Step => {
    const of = type === undefined ? undefined : classAt(at(file, type));
    return of === undefined ? unknown : { kind: 'instance', of };
  };

  const ofMember = (located: Located, object: Tree, name: string): Step => {
    const owner: Located = { ...located, tree: object };
    const instance = step(owner);
    if (instance.kind === 'instance') return ofField(instance.of, name, false);
    const named = classAt(owner);
    return named === undefined ? stored(located) : ofField(named, name, true);
  };

  const ofField = (of: ClassAt, name: string, isStatic: boolean, depth = 0): Step => {
    const options: Located[] = [];
    let typed: Step = unknown;
    let found = false;
    for (const property of of.act.properties) {
      if (property.name !== name || property.static !== isStatic) continue;
      found = true;
      if (property.value !== undefined) options.push(at(of.file, property.value));
      else typed = ofType(of.file, property.typeTree);
    }
    for (const act of of.act.acts) {
      if (act.kind !== 'function') continue;
      if (act.form === 'getter' && act.name === name && act.static === isStatic)
        return returnsOf(of.file, act);
      if (act.form !== 'constructor' || isStatic) continue;
      const parameter = act.parameters.find((one) => one.member && one.name === name);
      if (parameter !== undefined) return ofType(of.file, parameter.typeTree);
    }
    const cache = `${of.key}.${name}`;
    options.push(...assignedTo(cache));
    if (options.length > 0) return { kind: 'several', options, whole: true, ...(isStatic ? { cache } : {}) };
    if (found) return typed;
    const base = depth > 10 ? undefined : baseOf(of);
    return base === undefined ? unknown : ofField(base, name, isStatic, depth + 1);
  };

  /** A name or member that something is assigned to: what it was declared as, and what it becomes. */
  const stored = (located: Located): Step => {
    const key = keyOf(located);
    if (key === undefined) return unknown;
    const options = [...declaredAs(located), ...assignedTo(key)];
    return options.length === 0 ? unknown : { kind: 'several', options, whole: true, cache: key };
  };

  const declaredAs = ({ file, tree }: Located): readonly Located[] => {
    if (tree.kind !== 'reference' || tree.to.kind !== 'declaration') return [];
    const value = files.facts(file)?.source?.declarations[tree.to.index]?.value;
    return value === undefined ? [] : [at(file, value)];
  };

  /** A key for a place that can be assigned to. */
  const keyOf = (located: Located): string | undefined => {
    const { file, tree } = located;
    if (tree.kind === 'reference') {
      if (tree.to.kind === 'declaration') return `${file}#${tree.to.index}`;
      return tree.to.kind === 'global' ? `global.${tree.name}` : undefined;
    }
    if (tree.kind !== 'member') return undefined;
    const owner = evaluator.follow({ ...located, tree: tree.object });
    if (isThis(owner.tree)) {
      const of = thisClass(owner.file, owner.tree);
      return of === undefined ? undefined : `${of.key}.${tree.name}`;
    }
    if (isWorld(owner.tree)) return `global.${tree.name}`;
    const named = classAt(owner);
    if (named !== undefined) return `${named.key}.${tree.name}`;
    const { object } = tree;
    if (object.kind !== 'reference' || object.to.kind !== 'declaration') return undefined;
    return `${file}#${object.to.index}.${tree.name}`;
  };

  let assigned: ReadonlyMap<string, readonly Located[]> | undefined;
  const assignedTo = (key: string): readonly Located[] => {
    assigned ??= readAssigned();
    return assigned.get(key) ?? [];
  };

  const readAssigned = (): ReadonlyMap<string, readonly Located[]> => {
    const found = new Map<string, Located[]>();
    for (const facts of code) {
      for (const { file, act } of fileCodeOf(facts).assigns) {
        const key = keyOf(at(file, act.target));
        if (key === undefined) continue;
        const values = found.get(key) ?? [];
        values.push(at(file, act.value));
        found.set(key, values);
      }
    }
    return found;
  };

  const classAt = (located: Located): ClassAt | undefined => {
    const { file, tree } = evaluator.follow(located);
    if (tree.kind !== 'class' && tree.kind !== 'unknown') return undefined;
    const found = classOf(actsOf(files.facts(file)), tree);
    return found === undefined ? undefined : toClass(file, found.act);
  };

  const baseOf = (of: ClassAt): ClassAt | undefined =>
    of.act.extends === undefined ? undefined : classAt(at(of.file, of.act.extends));

  const prismaClass = (of: ClassAt): PrismaClass | undefined => {
    const before = classes.get(of.key);
    if (before !== undefined || classes.has(of.key)) return before;
    // A class that extends itself is none of anything.
    classes.set(of.key, undefined);
    const made = readPrismaClass(of);
    classes.set(of.key, made);
    return made;
  };

  const readPrismaClass = (of: ClassAt): PrismaClass | undefined => {
    const { act, file, key } = of;
    if (act.extends === undefined) return undefined;
    const direct = generatedClient(at(file, act.extends), evaluator);
    const base = direct === undefined ? baseOf(of) : undefined;
    const inherited = base === undefined ? undefined : prismaClass(base);
    const generated = direct ?? inherited?.maker.generated;
    if (generated === undefined) return undefined;
    const own = changesToItself(file, act.acts);
    return {
      maker: { key, place: placeOf(file, act.extends), generated },
      extended: [...(inherited?.extended ?? []), ...own.extended],
      open: own.open || inherited?.open === true,
    };
  };

  /** What a class does to its own instances, in its constructor and elsewhere. */
  const changesToItself = (file: string, acts: readonly Act[]): Omit<PrismaClass, 'maker'> => {
    const extended: AppliedEncryption[] = [];
    let open = false;
    const become = (value: Located) => {
      const applied = appliedTo(value, (receiver) => isThis(receiver.tree));
      if (applied === undefined) open = true;
      else extended.push(...applied);
    };
    walkActs(acts, (act, around) => {
      const holder = around.at(-1);
      if (act.kind === 'return' && act.value !== undefined) {
        const inner = around.findLast(({ kind }) => kind === 'function' || kind === 'class');
        if (inner?.kind === 'function' && inner.act.form === 'constructor') become(at(file, act.value));
      }
      if (act.kind !== 'call' || act.tree.kind !== 'call' || holder === undefined) return undefined;
      const call: LocatedCall = { ...at(file, act.tree), tree: act.tree };
      const { tree } = call;
      const receiver = tree.callee.kind === 'member' ? tree.callee.object : undefined;
      const first = argumentOf(call, 0);
      if (tree.name === 'assign' && receiver?.kind === 'reference' && receiver.name === 'Object') {
        const source = argumentOf(call, 1);
        if (first !== undefined && isThis(first.tree) && source !== undefined) become(source);
      } else if (tree.name === '$use' && receiver !== undefined && isThis(receiver)) {
        const encryption = first === undefined ? undefined : encryptionOf(first, evaluator);
        if (encryption === undefined) open = true;
        else extended.push({ package: encryption.package, place: placeOf(file, tree.nameSpan) });
      } else if (tree.arguments.some((argument) => argument.kind !== 'spread' && isThis(argument))) {
        open = true;
      }
      return undefined;
    });
    return { extended, open };
  };

  /** The encryption that a chain of `$extends` applies to a receiver; undefined for anything else. */
  const appliedTo = (
    value: Located,
    isReceiver: (located: Located) => boolean,
  ): readonly AppliedEncryption[] | undefined => {
    const applied: AppliedEncryption[] = [];
    let current = evaluator.follow(value);
    for (let depth = 0; depth < 20; depth += 1) {
      if (isReceiver(current)) return applied;
      const call = asCall(current);
      if (call?.tree.name !== '$extends' || call.tree.callee.kind !== 'member') return undefined;
      const argument = argumentOf(call, 0);
      const encryption = argument === undefined ? undefined : encryptionOf(argument, evaluator);
      if (encryption !== undefined) {
        applied.push({ package: encryption.package, place: placeOf(call.file, call.tree.nameSpan) });
      } else if (argument === undefined || !leavesWritesAlone(argument, evaluator)) return undefined;
      current = evaluator.follow({ ...call, tree: call.tree.callee.object });
    }
    return undefined;
  };

  const clientsOf = (located: Located): Clients => {
    const name = nameKeyOf(located) ?? `${located.file}:${spot(located.tree)}`;
    const key = located.parameters.size === 0 ? name : `bound ${name}`;
    const before = clients.get(key);
    if (before !== undefined) return before;
    // A client that is made of itself is made of the other things that it is made of.
    if (underway.has(key)) {
      circles += 1;
      return { all: [], whole: true };
    }
    if (underway.size > deepest) return nothing;
    const circlesBefore = circles;
    underway.add(key);
    const found = clientsNew(located);
    underway.delete(key);
    // What was found on the way of itself is not all of it.
    if (located.parameters.size === 0 && (circles === circlesBefore || underway.size === 0))
      clients.set(key, found);
    return found;
  };

  const clientsNew = (located: Located): Clients => {
    const from = step(located);
    switch (from.kind) {
      case 'new':
        return { all: [{ maker: from.maker, extended: [], open: false }], whole: true };
      case 'instance': {
        const made = prismaClass(from.of);
        return made === undefined ? nothing : { all: [made], whole: true };
      }
      case 'extended': {
        const argument = argumentOf(from.call, 0);
        const { all, whole: known } = clientsOf(from.receiver);
        // Of a client that is assigned to its own name it is not known how often it was extended.
        const whole = known && all.length > 0;
        const encryption = argument === undefined ? undefined : encryptionOf(argument, evaluator);
        if (encryption !== undefined) {
          const { file, tree } = from.call;
          const applied = { package: encryption.package, place: placeOf(file, tree.nameSpan) };
          return { all: all.map((one) => ({ ...one, extended: [...one.extended, applied] })), whole };
        }
        if (argument !== undefined && leavesWritesAlone(argument, evaluator)) return { all, whole };
        return { all: all.map((one) => ({ ...one, open: true })), whole };
      }
      case 'several': {
        const each = from.options.map(clientsOf);
        return {
          all: each.flatMap(({ all }) => all),
          whole: from.whole && each.every(({ whole }) => whole),
        };
      }
      case 'unknown':
        return nothing;
    }
  };

  return { step, clientsOf, assignedTo, classAt, prismaClass };
}

/** A key that all mentions of a name in a file share. */
function nameKeyOf({ file, tree }: Located): string | undefined {
  if (tree.kind !== 'reference') return undefined;
  const { to } = tree;
  switch (to.kind) {
    case 'declaration':
      return `${file}#${to.index}`;
    case 'import':
      return `${file} ${to.module}#${to.name}`;
    case 'global':
      return `global ${tree.name}`;
  }
}

function toClass(file: string, act: ClassAct): ClassAt {
  return { file, act, key: `${file}:${spot(act)}` };
}

/** `globalThis`, also where a file declares its type anew. */
function isWorld(tree: Tree): boolean {
  return (
    tree.kind === 'reference' &&
    tree.to.kind !== 'import' &&
    /^(?:globalThis|global|window|self)$/.test(tree.name)
  );
}
