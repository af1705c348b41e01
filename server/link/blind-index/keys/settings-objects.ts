import type { Place } from '../../../../rules/model/place.ts';
import {
  argumentOf,
  asCall,
  chainOf,
  type Entries,
  entriesOf,
  type LocatedCall,
} from '../../eql/declared/trees.ts';
import { type Evaluator, type Located, placeOf } from '../../evaluate.ts';

/** A variable as a settings schema declares it. */
export interface Setting {
  /** What it is where the variable is missing. */
  readonly fallback?: Located;
  /** `.default('…')`, which can go. */
  readonly removable?: Place;
}

/**
 * What a schema of settings says of one of its names, where an object is what it made of the environment: zod
 * (`z.object({…}).parse(process.env)`), t3-env (`createEnv({ server: {…} })`), envalid (`cleanEnv(process.env, {…})`).
 */
export function settingOf(object: Located, name: string, evaluator: Evaluator): Setting | undefined {
  const followed = evaluator.follow(object);
  if (followed.tree.kind === 'member' && followed.tree.name === 'data') {
    return settingOf({ ...followed, tree: followed.tree.object }, name, evaluator);
  }
  const call = asCall(followed);
  if (call === undefined) return undefined;
  for (const { entries } of schemasOf(call, evaluator)) {
    const entry = entries.find(({ key }) => key === name);
    if (entry !== undefined) return readSetting(entry.value, evaluator);
  }
  return undefined;
}

function schemasOf(call: LocatedCall, evaluator: Evaluator): readonly Entries[] {
  const entriesAt = (located: Located | undefined): Entries[] =>
    (located === undefined ? undefined : entriesOf(located, evaluator)) === undefined || located === undefined
      ? []
      : [entriesOf(located, evaluator)].flatMap((one) => one ?? []);
  switch (call.tree.name) {
    case 'createEnv':
      return entriesAt(argumentOf(call, 0)).flatMap(({ entries }) =>
        entries.flatMap(({ key, value }) => (parts.has(key) ? entriesAt(value) : [])),
      );
    case 'cleanEnv':
    case 'customCleanEnv':
      return entriesAt(argumentOf(call, 1));
    case 'parse':
    case 'safeParse':
    case 'validateSync': {
      const root = chainOf(call, evaluator)?.root;
      return root?.tree.name === 'object' ? entriesAt(argumentOf(root, 0)) : [];
    }
    default:
      return [];
  }
}

/** The parts of a schema of t3-env. */
const parts: ReadonlySet<string> = new Set(['server', 'client', 'shared']);

function readSetting(value: Located, evaluator: Evaluator): Setting {
  const chain = chainOf(value, evaluator);
  if (chain === undefined) return {};
  const made = chain.methods.find(({ tree }) => tree.name === 'default');
  if (made !== undefined) {
    const fallback = argumentOf(made, 0);
    const { callee, end } = made.tree;
    if (fallback === undefined || callee.kind !== 'member') return {};
    return { fallback, removable: placeOf(made.file, { start: callee.object.end, end }) };
  }
  const options = argumentOf(chain.root, 0);
  const entry = options && entriesOf(options, evaluator)?.entries.find(({ key }) => key === 'default');
  return entry === undefined ? {} : { fallback: entry.value };
}
