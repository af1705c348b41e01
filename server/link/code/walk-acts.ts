import type { Act, BranchAct, ClassAct, FunctionAct, LoopAct, TryAct } from '../../read/source/code/code.ts';
import type { Span } from '../../read/tree.ts';
import { spot } from './spots.ts';

/** What an act stands in. */
export type Frame =
  | { readonly kind: 'function'; readonly act: FunctionAct }
  | { readonly kind: 'class'; readonly act: ClassAct }
  | { readonly kind: 'branch'; readonly act: BranchAct; readonly side: 'then' | 'otherwise' }
  | { readonly kind: 'loop'; readonly act: LoopAct }
  | { readonly kind: 'try'; readonly act: TryAct; readonly part: 'acts' | 'caught' | 'last' };

/** `around`: from the outermost inward. `skip`: what stands in the act is passed over. */
type VisitAct = (act: Act, around: readonly Frame[]) => 'skip' | undefined;

/** Every act, in the order of the text, each before what stands in it. */
export function walkActs(acts: readonly Act[], visit: VisitAct, around: readonly Frame[] = []): void {
  for (const act of acts) {
    if (visit(act, around) === 'skip') continue;
    switch (act.kind) {
      case 'call':
      case 'assign':
      case 'return':
      case 'throw':
        break;
      case 'branch':
        walkActs(act.then, visit, [...around, { kind: 'branch', act, side: 'then' }]);
        walkActs(act.otherwise, visit, [...around, { kind: 'branch', act, side: 'otherwise' }]);
        break;
      case 'loop':
        walkActs(act.acts, visit, [...around, { kind: 'loop', act }]);
        break;
      case 'try':
        walkActs(act.acts, visit, [...around, { kind: 'try', act, part: 'acts' }]);
        walkActs(act.caught, visit, [...around, { kind: 'try', act, part: 'caught' }]);
        walkActs(act.last, visit, [...around, { kind: 'try', act, part: 'last' }]);
        break;
      case 'function':
        walkActs(act.acts, visit, [...around, { kind: 'function', act }]);
        break;
      case 'class':
        walkActs(act.acts, visit, [...around, { kind: 'class', act }]);
        break;
    }
  }
}

/** A function or class with what it stands in. */
interface Standing<One extends FunctionAct | ClassAct> {
  readonly act: One;
  readonly around: readonly Frame[];
}

interface Index {
  readonly functions: ReadonlyMap<string, Standing<FunctionAct>>;
  readonly classes: ReadonlyMap<string, Standing<ClassAct>>;
}

const indexes = new WeakMap<readonly Act[], Index>();

function indexOf(acts: readonly Act[]): Index {
  const before = indexes.get(acts);
  if (before !== undefined) return before;
  const functions = new Map<string, Standing<FunctionAct>>();
  const classes = new Map<string, Standing<ClassAct>>();
  walkActs(acts, (act, around) => {
    if (act.kind === 'function') functions.set(spot(act), { act, around });
    else if (act.kind === 'class') classes.set(spot(act), { act, around });
  });
  const index = { functions, classes };
  indexes.set(acts, index);
  return index;
}

/** What the function of a tree does: `acts` are those of the file that the tree is of. */
export function functionOf(acts: readonly Act[], tree: Span): Standing<FunctionAct> | undefined {
  return indexOf(acts).functions.get(spot(tree));
}

export function classOf(acts: readonly Act[], tree: Span): Standing<ClassAct> | undefined {
  return indexOf(acts).classes.get(spot(tree));
}

/** The functions and classes that a stretch of the file stands in, from the outermost inward. */
export function holdersOf(acts: readonly Act[], { start, end }: Span): readonly Holder[] {
  const found: Holder[] = [];
  const descend = (inner: readonly Act[]): void => {
    for (const act of inner) {
      if (act.start > start || act.end < end) continue;
      if (act.kind === 'function') found.push({ kind: 'function', act });
      else if (act.kind === 'class') found.push({ kind: 'class', act });
      for (const part of partsOf(act)) descend(part);
    }
  };
  descend(acts);
  return found;
}

type Holder = Extract<Frame, { kind: 'function' | 'class' }>;

function partsOf(act: Act): readonly (readonly Act[])[] {
  switch (act.kind) {
    case 'call':
    case 'assign':
    case 'return':
    case 'throw':
      return [];
    case 'branch':
      return [act.then, act.otherwise];
    case 'try':
      return [act.acts, act.caught, act.last];
    case 'loop':
    case 'function':
    case 'class':
      return [act.acts];
  }
}

/** The innermost function around. */
export function functionAround(around: readonly Frame[]): FunctionAct | undefined {
  return around.findLast((frame) => frame.kind === 'function')?.act;
}

/** The class whose `this` is meant: the innermost, unless a function that has a `this` of its own stands between. */
export function classAround(around: readonly Frame[]): ClassAct | undefined {
  for (let at = around.length - 1; at >= 0; at -= 1) {
    const frame = around[at];
    if (frame?.kind === 'class') return frame.act;
    if (frame?.kind !== 'function') continue;
    const { form } = frame.act;
    if (form === 'declaration' || form === 'expression') return undefined;
    const outer = around[at - 1];
    // A method of an object literal has the object for its `this`.
    if (form !== 'arrow' && outer?.kind !== 'class') return undefined;
  }
  return undefined;
}
