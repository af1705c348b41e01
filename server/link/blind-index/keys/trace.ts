import type { ClassAct, FunctionAct } from '../../../read/source/code/code.ts';
import type { SpreadTree, Tree } from '../../../read/tree.ts';
import { type FileCode, fileCodeOf } from '../../code/file-code.ts';
import { isThis, spotIn } from '../../code/spots.ts';
import { classAround, type Frame, functionOf, walkActs } from '../../code/walk-acts.ts';
import type { LocatedCall } from '../../eql/declared/trees.ts';
import { type Located, noParameters } from '../../evaluate.ts';
import { resolveModule } from '../../modules.ts';
import type { Asking } from '../link-blind-index.ts';

/** One of the expressions that a value may come from, with what stands around it where it is given. */
export interface Way {
  readonly located: Located;
  readonly around: readonly Frame[];
}

/** A function of the project, and the parameters that are bound where it was made. */
export interface CalledFunction {
  readonly file: string;
  readonly act: FunctionAct;
  readonly outer: Located['parameters'];
}

export interface Trace {
  /**
   * One step back: what a name is bound to, what a property of `this` holds, what a function of the project returns.
   * Undefined where that is unknown.
   */
  readonly back: (located: Located) => readonly Way[] | undefined;
  /** The function of the project that a call runs. */
  readonly called: (call: LocatedCall) => CalledFunction | undefined;
  /** The function of the project that an expression is. */
  readonly functionAt: (located: Located) => CalledFunction | undefined;
  readonly codeOf: (file: string) => FileCode | undefined;
}

export function createTrace({ evaluator, files }: Asking, all: readonly FileCode[]): Trace {
  const methods = methodsByName(all);

  const codeOf = (file: string): FileCode | undefined => {
    const facts = files.facts(file);
    return facts === undefined ? undefined : fileCodeOf(facts);
  };

  const back = (located: Located): readonly Way[] | undefined => {
    const { tree } = located;
    switch (tree.kind) {
      case 'reference':
        return ofName(located, tree.to);
      case 'member':
        return ofMember(located, tree.object, tree.name);
      case 'call': {
        const call = { ...located, tree };
        const made = called(call);
        return made === undefined ? undefined : returned(made, bound(made, call));
      }
      default:
        return undefined;
    }
  };

  const ofName = (
    located: Located,
    to: Extract<Tree, { kind: 'reference' }>['to'],
  ): readonly Way[] | undefined => {
    const { file, parameters } = located;
    if (to.kind === 'global') return undefined;
    if (to.kind === 'import') {
      const followed = imported(located, to.module, to.name);
      return followed === undefined ? undefined : [{ located: followed, around: [] }];
    }
    const given = parameters.get(to.index);
    if (given !== undefined) return [{ located: given, around: [] }];
    const code = codeOf(file);
    const parameter = code?.parameters.get(to.index)?.parameter;
    if (parameter !== undefined) {
      return parameter.default === undefined
        ? undefined
        : [{ located: { ...located, tree: parameter.default }, around: [] }];
    }
    const declaration = code?.facts.source?.declarations[to.index];
    if (declaration === undefined) return undefined;
    const first = declaration.value;
    const later = code?.assigned.get(to.index) ?? [];
    // What changes it in a way that is not seen: a loop, a pattern.
    if (!declaration.constant && later.length === 0) return undefined;
    if (first === undefined && later.length === 0) return undefined;
    return [
      ...(first === undefined ? [] : [{ located: { ...located, tree: first }, around: [] }]),
      ...later.map(({ act, around }) => ({ located: { ...located, tree: act.value }, around })),
    ];
  };

  /** What an import is bound to in its file: a call there stays a call. */
  const imported = (located: Located, module: string, name: string): Located | undefined => {
    if (name === '*') return undefined;
    const target = resolveModule(located.file, module, files.exists);
    const exported = target === undefined ? undefined : files.facts(target)?.source?.exports;
    if (target !== undefined && exported !== undefined && Object.hasOwn(exported, name)) {
      const tree = exported[name];
      if (tree !== undefined) return { file: target, tree, parameters: noParameters };
    }
    const followed = evaluator.follow(located);
    return isSame(followed, located) ? undefined : followed;
  };

  const ofMember = (located: Located, object: Tree, name: string): readonly Way[] | undefined => {
    const followed = evaluator.follow(located);
    if (!isSame(followed, located)) return [{ located: followed, around: [] }];
    if (!isThis(object)) return undefined;
    const code = codeOf(located.file);
    const holder = code === undefined ? undefined : classHolding(code, object);
    if (code === undefined || holder === undefined) return undefined;
    const written = holder.properties.flatMap((property): Way[] =>
      property.name === name && property.value !== undefined
        ? [{ located: { ...located, tree: property.value }, around: [] }]
        : [],
    );
    const assigned = code.assigns.flatMap(({ act, around }): Way[] => {
      const { target } = act;
      return target.kind === 'member' &&
        target.name === name &&
        isThis(target.object) &&
        classAround(around) === holder
        ? [{ located: { ...located, tree: act.value }, around }]
        : [];
    });
    const ways = [...written, ...assigned];
    return ways.length === 0 ? undefined : ways;
  };

  const functionAt = (located: Located): CalledFunction | undefined => {
    const { file, tree, parameters } = evaluator.follow(located);
    const code = tree.kind === 'function' ? codeOf(file) : undefined;
    const found = code === undefined ? undefined : functionOf(code.acts, tree);
    return found === undefined ? undefined : { file, act: found.act, outer: parameters };
  };

  const called = (call: LocatedCall): CalledFunction | undefined => {
    const { callee, name, construct } = call.tree;
    if (construct) return undefined;
    const followed = evaluator.follow({ ...call, tree: callee });
    if (followed.tree.kind === 'function') return functionAt(followed);
    if (callee.kind !== 'member' || isGlobalName(followed.tree)) return undefined;
    if (isThis(callee.object)) {
      const code = codeOf(call.file);
      const holder = code === undefined ? undefined : classHolding(code, callee.object);
      const own = holder?.acts.find((act) => act.kind === 'function' && act.name === name);
      if (own?.kind === 'function') return { file: call.file, act: own, outer: new Map() };
    }
    // A service that is handed in: its method, where only one of the project has that name.
    const [only, ...others] = methods.get(name) ?? [];
    return only !== undefined && others.length === 0 ? { ...only, outer: new Map() } : undefined;
  };

  const bound = ({ act, outer }: CalledFunction, call: LocatedCall): Located['parameters'] => {
    const parameters = new Map(outer);
    const given: readonly (Tree | SpreadTree)[] = call.tree.arguments;
    act.parameters.forEach(({ declaration }, position) => {
      if (declaration === undefined) return;
      const argument = given[position];
      const spread = given.slice(0, position + 1).some(({ kind }) => kind === 'spread');
      if (spread || argument === undefined || argument.kind === 'spread') parameters.delete(declaration);
      else parameters.set(declaration, { ...call, tree: argument });
    });
    return parameters;
  };

  const returned = (
    { file, act }: CalledFunction,
    parameters: Located['parameters'],
  ): readonly Way[] | undefined => {
    if (act.generator) return undefined;
    const ways: Way[] = [];
    walkActs(act.acts, (inner, around) => {
      if (inner.kind === 'function' || inner.kind === 'class') return 'skip';
      if (inner.kind === 'return' && inner.value !== undefined) {
        ways.push({ located: { file, tree: inner.value, parameters }, around });
      }
      return undefined;
    });
    return ways.length === 0 ? undefined : ways;
  };

  return { back, called, functionAt, codeOf };
}

/** Names of methods that say enough to know them by. */
const telling = /hash|digest|hmac|crypt|cipher|seal|blindIndex|(?:encryption|index|data|master)Key/i;

/** The methods of classes, by name. */
function methodsByName(
  all: readonly FileCode[],
): ReadonlyMap<string, readonly { file: string; act: FunctionAct }[]> {
  const methods = new Map<string, { file: string; act: FunctionAct }[]>();
  for (const { file, functions } of all) {
    for (const { act } of functions) {
      if (act.form !== 'method' || act.name === undefined || !telling.test(act.name)) continue;
      const before = methods.get(act.name);
      if (before === undefined) methods.set(act.name, [{ file, act }]);
      else before.push({ file, act });
    }
  }
  return methods;
}

function classHolding({ acts }: FileCode, tree: Tree): ClassAct | undefined {
  const around: Frame[] = [];
  let found: ClassAct | undefined;
  walkActs(acts, (act, frames) => {
    if (act.start > tree.start || act.end < tree.end) return 'skip';
    around.length = 0;
    around.push(...frames);
    if (act.kind === 'function') found = classAround([...frames, { kind: 'function', act }]);
    else if (act.kind === 'class') found = act;
    return undefined;
  });
  return found;
}

function isSame(one: Located, other: Located): boolean {
  return spotIn(one.file, one.tree) === spotIn(other.file, other.tree);
}

function isGlobalName(tree: Tree): boolean {
  return tree.kind === 'member' && tree.object.kind === 'reference' && tree.object.to.kind === 'import';
}
