import type { Place } from '../../rules/model/place.ts';
import type { ObjectValue, Property, UnknownValue, Value } from '../../rules/model/value.ts';
import { propertyOf } from '../../rules/model/value.ts';
import type { SourceFacts } from '../read/facts.ts';
import type { ArrayTree, CallTree, FunctionTree, ObjectTree, Span, Tree } from '../read/tree.ts';
import { construct } from './constructors.ts';
import { dataValue } from './data-value.ts';
import { unwrap } from './extended-json.ts';
import type { Files, Wanted } from './files.ts';
import { resolveModule } from './modules.ts';

/** A tree of a file, with what the parameters of the functions around it stand for. */
export interface Located {
  readonly file: string;
  readonly tree: Tree;
  readonly parameters: Parameters;
}

type Parameters = ReadonlyMap<number, Located>;

export interface Evaluator {
  /** The value of a tree, with every reference followed that can be. */
  readonly evaluate: (located: Located) => Value;
  /** The value of a data file's document. */
  readonly evaluateDocument: (file: string, tree: Tree) => Value;
  /** Follows names, members and imports to what is written there: a literal, a call, a function, a parameter. */
  readonly follow: (located: Located) => Located;
}

export const noParameters: Parameters = new Map();

/** How far references are followed, and how much one literal may grow to. Beyond it a value is unknown. */
const limits = { depth: 60, values: 100_000 };

export function createEvaluator(files: Files, wanted: Wanted): Evaluator {
  const known = new Map<Tree, Value>();
  /** Lists of which some items stand there only under a condition. */
  const chosen = new WeakSet<Value>();
  let spent = 0;

  const evaluate = (located: Located): Value => {
    spent = 0;
    return value(located, 0);
  };

  const value = (located: Located, depth: number): Value => {
    const { tree, file, parameters } = located;
    const cacheable = parameters.size === 0;
    const before = cacheable ? known.get(tree) : undefined;
    if (before !== undefined) return before;
    spent += 1;
    if (depth > limits.depth || spent > limits.values) return { kind: 'unknown', place: placeOf(file, tree) };
    const result = valueNew(located, depth);
    if (cacheable && spent <= limits.values) known.set(tree, result);
    return result;
  };

  const valueNew = (located: Located, depth: number): Value => {
    const { tree, file } = located;
    const place = placeOf(file, tree);
    const at = (other: Tree): Located => ({ ...located, tree: other });
    switch (tree.kind) {
      case 'string':
        return { kind: 'string', place, value: tree.value };
      case 'number':
        return { kind: 'number', place, digits: tree.digits, types: tree.types };
      case 'boolean':
        return { kind: 'boolean', place, value: tree.value };
      case 'null':
        return { kind: 'null', place, undefined: tree.undefined };
      case 'other':
        return { kind: 'other', place, type: tree.type };
      case 'object': {
        const object = objectValue(at, tree, place, depth);
        return object.open ? object : (unwrap(object) ?? object);
      }
      case 'array':
        return arrayValue(at, tree, place, depth);
      case 'template':
        return templateValue(
          tree.parts.map((part) => value(at(part), depth + 1)),
          place,
        );
      case 'call':
        return callValue(located, tree, place, depth);
      case 'choice':
        return choiceValue(
          tree.options.map((option) => value(at(option), depth + 1)),
          place,
        );
      case 'reference':
      case 'member':
        return referenceValue(located, place, depth);
      case 'function':
      case 'class':
      case 'tagged':
      case 'this':
      case 'operation':
      case 'unknown':
        return { kind: 'unknown', place };
    }
  };

  const objectValue = (
    at: (tree: Tree) => Located,
    tree: ObjectTree,
    place: Place,
    depth: number,
  ): ObjectValue => {
    const { file } = place;
    const properties = new Map<string, Property>();
    let open = tree.incomplete === true;
    // Of a name that is written twice the last one counts, at its own place in the order.
    const put = (property: Property) => {
      properties.delete(property.key);
      properties.set(property.key, property);
    };
    for (const entry of tree.entries) {
      if (entry.kind === 'spread') {
        const spread = value(at(entry.value), depth + 1);
        if (spread.kind === 'object') {
          for (const property of spread.properties) put(property);
          open ||= spread.open;
        } else if (spread.kind !== 'null' && spread.kind !== 'boolean') {
          // What it holds may replace anything before it.
          for (const [name, property] of properties) {
            properties.set(name, { ...property, value: unknownAt(property.value.place) });
          }
          open = true;
        }
        continue;
      }
      const key = keyOf(at, entry.key, depth);
      if (key === undefined) {
        open = true;
        continue;
      }
      put({
        key,
        keyPlace: placeOf(file, entry.keySpan),
        value: value(at(entry.value), depth + 1),
        place: placeOf(file, entry),
      });
    }
    return { kind: 'object', place, properties: [...properties.values()], open };
  };

  const keyOf = (at: (tree: Tree) => Located, key: string | Tree, depth: number): string | undefined => {
    if (typeof key === 'string') return key;
    const computed = value(at(key), depth + 1);
    if (computed.kind === 'string') return computed.value;
    return computed.kind === 'number' ? computed.digits : undefined;
  };

  const arrayValue = (at: (tree: Tree) => Located, tree: ArrayTree, place: Place, depth: number): Value => {
    const parts = tree.items.map((item) =>
      item.kind === 'spread'
        ? { spread: true, value: value(at(item.value), depth + 1) }
        : { spread: false, value: value(at(item), depth + 1) },
    );
    // Two conditions may exclude each other, and what they add may never stand in one list.
    const choices = parts.filter((part) => part.spread && chosen.has(part.value)).length;
    const items: Value[] = [];
    let open = tree.incomplete === true;
    for (const part of parts) {
      if (!part.spread) items.push(part.value);
      else if (part.value.kind === 'array' && (choices < 2 || !chosen.has(part.value))) {
        // One by one: as arguments of one call, a list of many thousands overflows the stack.
        for (const item of part.value.items) items.push(item);
        open ||= part.value.open;
      } else open = true;
    }
    const array: Value = { kind: 'array', place, items, open };
    if (choices === 1) chosen.add(array);
    return array;
  };

  /** Of two lists the longer one, where it holds all of the other: then all of it may stand there at once. */
  const choiceValue = (options: readonly Value[], place: Place): Value => {
    const lists = options.filter((option) => option.kind === 'array');
    const whole = lists.find((list) =>
      lists.every((other) => other.items.every((item) => list.items.includes(item))),
    );
    if (whole === undefined || lists.length < options.length) return { kind: 'unknown', place };
    const list: Value = { ...whole, open: true };
    chosen.add(list);
    return list;
  };

  const templateValue = (parts: readonly Value[], place: Place): Value => {
    let text = '';
    for (const part of parts) {
      if (part.kind === 'string') text += part.value;
      else if (part.kind === 'number' && parts.some((one) => one.kind === 'string')) text += part.digits;
      else return { kind: 'unknown', place };
    }
    return { kind: 'string', place, value: text };
  };

  const referenceValue = (located: Located, place: Place, depth: number): Value => {
    const found = followFrom(located, depth);
    const { tree } = found.located;
    if (
      tree.kind === 'reference' ||
      tree.kind === 'member' ||
      tree.kind === 'function' ||
      tree.kind === 'class' ||
      tree.kind === 'tagged' ||
      tree.kind === 'this' ||
      tree.kind === 'operation' ||
      tree.kind === 'unknown'
    ) {
      return unknownReference(located, found.located, place);
    }
    const result = value(found.located, depth + 1);
    // A call that makes a new value each time it runs is the same value wherever its name is used.
    if (result.kind === 'unknown') {
      const { calls } = result;
      return {
        ...unknownReference(located, found.located, place),
        ...(calls === undefined ? {} : { calls }),
      };
    }
    if (found.mutated.size === 0) return result;
    const left = afterMutation(result, found.mutated);
    if (chosen.has(result)) chosen.add(left);
    return left;
  };

  const unknownReference = (from: Located, to: Located, place: Place): UnknownValue => {
    const name = nameOf(from.tree);
    const identity = identityOf(from) ?? identityOf(to);
    return {
      kind: 'unknown',
      place,
      ...(name === undefined ? {} : { name }),
      ...(identity === undefined ? {} : { identity }),
    };
  };

  /** A key for a name that is bound once: two places with it hold the same value. */
  const identityOf = ({ file, tree, parameters }: Located): string | undefined => {
    if (tree.kind === 'member') {
      const object = identityOf({ file, tree: tree.object, parameters });
      return object === undefined ? undefined : `${object}.${tree.name}`;
    }
    if (tree.kind !== 'reference') return undefined;
    const { to } = tree;
    switch (to.kind) {
      case 'declaration': {
        const bound = parameters.get(to.index);
        if (bound !== undefined) return identityOf(bound);
        const declaration = files.facts(file)?.source?.declarations[to.index];
        return declaration?.constant === true ? `${file}#${to.index}` : undefined;
      }
      case 'import': {
        const target = resolveModule(file, to.module, files.exists);
        const exported = target === undefined ? undefined : exportOf(target, to.name, new Set());
        return (exported && identityOf(exported)) ?? `${target ?? to.module}#${to.name}`;
      }
      case 'global':
        return undefined;
    }
  };

  const follow = (located: Located): Located => {
    spent = 0;
    return followFrom(located, 0).located;
  };

  const followFrom = (
    located: Located,
    depth: number,
  ): { readonly located: Located; readonly mutated: ReadonlySet<string> } => {
    let current = located;
    const mutated = new Set<string>();
    for (let step = 0; step < limits.depth; step += 1) {
      const next = followOnce(current, mutated, depth + step);
      if (next === undefined) break;
      current = next;
    }
    return { located: current, mutated };
  };

  const followOnce = (located: Located, mutated: Set<string>, depth: number): Located | undefined => {
    const { tree, file, parameters } = located;
    spent += 1;
    if (spent > limits.values) return undefined;
    if (tree.kind === 'reference') {
      const { to } = tree;
      if (to.kind === 'global') return undefined;
      if (to.kind === 'import') {
        for (const name of to.mutated ?? []) mutated.add(name);
        const target = resolveModule(file, to.module, files.exists);
        return target === undefined || to.name === '*' ? undefined : exportOf(target, to.name, mutated);
      }
      const bound = parameters.get(to.index);
      if (bound !== undefined) return bound;
      const declaration = files.facts(file)?.source?.declarations[to.index];
      if (declaration?.value === undefined || !declaration.constant) return undefined;
      for (const name of declaration.mutated) mutated.add(name);
      return { file, tree: declaration.value, parameters };
    }
    if (tree.kind === 'member') {
      if (depth > limits.depth) return undefined;
      const owner = followFrom({ ...located, tree: tree.object }, depth + 1);
      for (const name of owner.mutated) mutated.add(name);
      return memberOf(owner.located, tree.name, mutated, depth);
    }
    if (tree.kind === 'call') {
      const called = followFrom({ ...located, tree: tree.callee }, depth + 1).located;
      if (called.tree.kind !== 'function' || called.tree.result === undefined) return frozen(located, tree);
      if (depth > limits.depth) return undefined;
      return {
        file: called.file,
        tree: called.tree.result,
        parameters: bind(called.tree, tree, located, called.parameters),
      };
    }
    return undefined;
  };

  /** `Object.freeze(x)`, `structuredClone(x)`: x. */
  const frozen = (located: Located, tree: CallTree): Located | undefined => {
    const [argument] = tree.arguments;
    if (argument === undefined || argument.kind === 'spread') return undefined;
    const passes =
      (tree.name === 'freeze' && nameOf(tree.callee) === 'Object.freeze') ||
      (tree.name === 'structuredClone' && tree.callee.kind === 'reference');
    return passes ? { ...located, tree: argument } : undefined;
  };

  const memberOf = (
    owner: Located,
    name: string,
    mutated: Set<string>,
    depth: number,
  ): Located | undefined => {
    const { tree } = owner;
    if (tree.kind === 'reference' && tree.to.kind === 'import' && tree.to.name === '*') {
      const target = resolveModule(owner.file, tree.to.module, files.exists);
      return target === undefined ? undefined : exportOf(target, name, mutated);
    }
    if (tree.kind === 'array') {
      const item = /^\d+$/.test(name) ? tree.items[Number(name)] : undefined;
      const before = tree.items.slice(0, Number(name) + 1);
      if (item === undefined || before.some((one) => one.kind === 'spread')) return undefined;
      return item.kind === 'spread' ? undefined : { ...owner, tree: item };
    }
    const entries = tree.kind === 'object' ? tree.entries : tree.kind === 'class' ? tree.statics : [];
    for (const entry of entries.toReversed()) {
      if (entry.kind === 'spread') {
        const inner = followFrom({ ...owner, tree: entry.value }, depth + 1);
        const found =
          inner.located.tree.kind === 'object'
            ? memberOf(inner.located, name, mutated, depth + 1)
            : undefined;
        if (found !== undefined) return found;
        if (inner.located.tree.kind !== 'object') return undefined;
      } else {
        const key = keyOf((other) => ({ ...owner, tree: other }), entry.key, depth + 1);
        if (key === name) return { ...owner, tree: entry.value };
        if (key === undefined) return undefined;
      }
    }
    return undefined;
  };

  const exportOf = (
    file: string,
    name: string,
    mutated: Set<string>,
    seen = new Set<string>(),
  ): Located | undefined => {
    if (seen.has(file)) return undefined;
    seen.add(file);
    const facts = files.facts(file);
    if (facts === undefined) {
      wanted.add(file);
      return undefined;
    }
    const [document] = facts.documents;
    if (document !== undefined) {
      const whole: Located = { file, tree: document, parameters: noParameters };
      return name === 'default' ? whole : memberOf(whole, name, mutated, 0);
    }
    const source: SourceFacts | undefined = facts.source;
    if (source === undefined) return undefined;
    const own = Object.hasOwn(source.exports, name) ? source.exports[name] : undefined;
    if (own !== undefined) return { file, tree: own, parameters: noParameters };
    const whole = source.exports['*'];
    if (whole !== undefined) {
      const located: Located = { file, tree: whole, parameters: noParameters };
      if (name === 'default') return located;
      const followed = followFrom(located, 1);
      for (const one of followed.mutated) mutated.add(one);
      const member = memberOf(followed.located, name, mutated, 1);
      if (member !== undefined) return member;
    }
    const packages: string[] = [];
    for (const module of source.reexports) {
      const target = resolveModule(file, module, files.exists);
      const found = target === undefined ? undefined : exportOf(target, name, mutated, seen);
      if (found !== undefined) return found;
      if (target === undefined && !module.startsWith('.')) packages.push(module);
    }
    // Of one package the name can only be its own.
    const [module] = packages;
    if (module === undefined || packages.length > 1 || name === 'default') return undefined;
    const to = { kind: 'import', module, name } as const;
    return { file, tree: { kind: 'reference', start: 0, end: 0, name, to }, parameters: noParameters };
  };

  const bind = (called: FunctionTree, call: CallTree, caller: Located, outer: Parameters): Parameters => {
    const bound = new Map(outer);
    called.parameters.forEach((parameter, index) => {
      if (parameter === null) return;
      const spreadBefore = call.arguments.slice(0, index + 1).some((argument) => argument.kind === 'spread');
      const argument = call.arguments[index];
      if (spreadBefore) bound.delete(parameter);
      else if (argument === undefined) {
        bound.set(parameter, {
          ...caller,
          tree: { kind: 'null', start: call.end, end: call.end, undefined: true },
        });
      } else if (argument.kind !== 'spread') bound.set(parameter, { ...caller, tree: argument });
    });
    return bound;
  };

  const callValue = (located: Located, tree: CallTree, place: Place, depth: number): Value => {
    const mapped = mapValue(located, tree, place, depth);
    if (mapped !== undefined) return mapped;
    const owner = tree.callee.kind === 'member' ? lastNameOf(tree.callee.object) : undefined;
    const values = tree.arguments.map((argument) =>
      argument.kind === 'spread'
        ? unknownAt(placeOf(located.file, argument))
        : value({ ...located, tree: argument }, depth + 1),
    );
    const constructed =
      construct(tree.name, owner, values, place) ??
      (tree.construct ? construct(tree.name, undefined, values, place) : undefined);
    if (constructed !== undefined) return constructed;
    const next = followOnce(located, new Set(), depth + 1);
    return next === undefined ? { kind: 'unknown', place, calls: callsOf(tree) } : value(next, depth + 1);
  };

  /** `[…].map((item) => …)` over a list that is written out. */
  const mapValue = (located: Located, tree: CallTree, place: Place, depth: number): Value | undefined => {
    if (tree.name !== 'map' || tree.callee.kind !== 'member') return undefined;
    const [argument] = tree.arguments;
    if (argument === undefined || argument.kind === 'spread') return undefined;
    const callback = followFrom({ ...located, tree: argument }, depth + 1).located;
    const list = followFrom({ ...located, tree: tree.callee.object }, depth + 1);
    if (callback.tree.kind !== 'function' || list.located.tree.kind !== 'array' || list.mutated.size > 0)
      return undefined;
    const { result, parameters } = callback.tree;
    if (result === undefined) return undefined;
    const items: Value[] = [];
    for (const item of list.located.tree.items) {
      if (item.kind === 'spread') return undefined;
      const bound = new Map(callback.parameters);
      const [first] = parameters;
      if (first !== undefined && first !== null) bound.set(first, { ...list.located, tree: item });
      items.push(value({ file: callback.file, tree: result, parameters: bound }, depth + 1));
    }
    return { kind: 'array', place, items, open: false };
  };

  return {
    evaluate,
    evaluateDocument: (file, tree) =>
      dataValue(file, tree, limits) ?? evaluate({ file, tree, parameters: noParameters }),
    follow,
  };
}

/** What is left certain of a literal below which a file assigns these properties later. */
function afterMutation(value: Value, mutated: ReadonlySet<string>): Value {
  const any = mutated.has('*');
  switch (value.kind) {
    case 'object': {
      const properties = value.properties.map((property) => ({
        ...property,
        value: mutated.has(property.key)
          ? unknownAt(property.value.place)
          : afterMutation(property.value, mutated),
      }));
      const missing = [...mutated].some((name) => name !== '*' && propertyOf(value, name) === undefined);
      return { ...value, properties, open: value.open || any || missing };
    }
    case 'array':
      return {
        ...value,
        items: value.items.map((item) => afterMutation(item, mutated)),
        open: value.open || any,
      };
    case 'null':
      // What is handed to code that is not seen comes back with its gaps filled.
      return any ? unknownAt(value.place) : value;
    default:
      return value;
  }
}

function unknownAt(place: Place): UnknownValue {
  return { kind: 'unknown', place };
}

export function placeOf(file: string, { start, end }: Span): Place {
  return { file, start, end };
}

/** The dotted name of a reference as written. */
export function nameOf(tree: Tree): string | undefined {
  if (tree.kind === 'reference') return tree.name;
  if (tree.kind !== 'member') return undefined;
  const object = nameOf(tree.object);
  return object === undefined ? undefined : `${object}.${tree.name}`;
}

function callsOf(tree: CallTree): readonly string[] {
  const { callee, name } = tree;
  const inner = callee.kind === 'member' && callee.object.kind === 'call' ? callsOf(callee.object) : [];
  return [...inner, name];
}

function lastNameOf(tree: Tree): string | undefined {
  const name = nameOf(tree);
  return name?.slice(name.lastIndexOf('.') + 1);
}
