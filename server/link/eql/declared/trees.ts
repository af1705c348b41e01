import type { Place } from '../../../../rules/model/place.ts';
import type { Value } from '../../../../rules/model/value.ts';
import type { CallTree, SpreadTree, Tree } from '../../../read/tree.ts';
import { type Evaluator, type Located, placeOf } from '../../evaluate.ts';

export type LocatedCall = Located & { readonly tree: CallTree };

/** A property of an object literal, with what its value is made of. */
export interface Entry {
  readonly key: string;
  readonly keyPlace: Place;
  readonly place: Place;
  readonly value: Located;
}

export interface Entries {
  readonly entries: readonly Entry[];
  /** False where further entries may exist. */
  readonly whole: boolean;
}

/** The entries of an object literal, through names and spreads; undefined for anything else. */
export function entriesOf(located: Located, evaluator: Evaluator, depth = 0): Entries | undefined {
  const followed = evaluator.follow(located);
  const { tree, file } = followed;
  if (tree.kind !== 'object' || depth > 20) return undefined;
  const found = new Map<string, Entry>();
  let whole = tree.incomplete !== true;
  const put = (entry: Entry) => {
    found.delete(entry.key);
    found.set(entry.key, entry);
  };
  for (const one of tree.entries) {
    if (one.kind === 'spread') {
      const inner = entriesOf({ ...followed, tree: one.value }, evaluator, depth + 1);
      // What is spread and not known may replace what stands before it.
      if (inner === undefined) found.clear();
      else for (const entry of inner.entries) put(entry);
      whole &&= inner?.whole === true;
      continue;
    }
    const key =
      typeof one.key === 'string' ? one.key : textOf({ ...followed, tree: one.key }, evaluator)?.value;
    if (key === undefined) {
      whole = false;
      continue;
    }
    put({
      key,
      keyPlace: placeOf(file, one.keySpan),
      place: placeOf(file, one),
      value: { ...followed, tree: one.value },
    });
  }
  return { entries: [...found.values()], whole };
}

/** The string that an expression is certain to be. */
export function textOf(
  located: Located | undefined,
  evaluator: Evaluator,
): (Value & { readonly kind: 'string' }) | undefined {
  if (located === undefined) return undefined;
  const value = evaluator.evaluate(located);
  return value.kind === 'string' ? value : undefined;
}

export function asCall(located: Located): LocatedCall | undefined {
  const { tree } = located;
  return tree.kind === 'call' ? { ...located, tree } : undefined;
}

/** An argument of a call; undefined where there is none, or where a spread stands before it. */
export function argumentOf(call: LocatedCall, position: number): Located | undefined {
  const written: readonly (Tree | SpreadTree)[] = call.tree.arguments.slice(0, position + 1);
  const last = written[position];
  return last === undefined || last.kind === 'spread' || written.some(({ kind }) => kind === 'spread')
    ? undefined
    : { ...call, tree: last };
}

/** `csColumn('x').dataType('date').equality()`: what it begins with, and the calls on that, in order. */
export interface Chain {
  readonly root: LocatedCall;
  readonly methods: readonly LocatedCall[];
}

export function chainOf(located: Located, evaluator: Evaluator): Chain | undefined {
  const methods: LocatedCall[] = [];
  let call = asCall(evaluator.follow(located));
  while (call !== undefined && methods.length < 100) {
    const { callee } = call.tree;
    const inner =
      callee.kind === 'member' ? asCall(evaluator.follow({ ...call, tree: callee.object })) : undefined;
    if (inner === undefined) return { root: call, methods: methods.reverse() };
    methods.push(call);
    call = inner;
  }
  return undefined;
}

/** The place of an expression as it is written. */
export function placeOfTree({ file, tree }: Located): Place {
  return placeOf(file, tree);
}

/** A key for what stands at a place of a file. */
export function spotOf({ file, tree }: Located): string {
  return `${file}:${tree.start}:${tree.end}`;
}
