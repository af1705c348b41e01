import { words } from '../../../../rules/guessability/words.ts';
import type { Span } from '../../../read/tree.ts';
import type { FileCode, PlacedCall, PlacedFunction } from '../../code/file-code.ts';
import { spotIn } from '../../code/spots.ts';
import type { Frame } from '../../code/walk-acts.ts';
import { walkTree } from '../../code/walk-trees.ts';
import type { LocatedCall } from '../../eql/declared/trees.ts';
import { type Located, noParameters } from '../../evaluate.ts';
import { isCiphertext, isLookup, isPersonal } from './column-names.ts';
import type { StoredValue } from './stored.ts';
import type { Trace } from './trace.ts';

/** Tells of code whether it encrypts or digests fields that are stored, and no file, cookie or message. */
export type Serves = (file: string, around: readonly Frame[]) => boolean;

/** How many functions deep the work of another is looked for. */
const deepest = 5;

/**
 * Functions serve fields whose result is written into a column or compared with one, whose name or file says that they
 * encrypt fields, and those that they call.
 */
export function servingFields(
  all: readonly FileCode[],
  stored: readonly StoredValue[],
  trace: Trace,
): Serves {
  // Most code encrypts nothing, and then nobody asks.
  let serving: ReadonlySet<string> | undefined;
  return (file, around) => {
    if (namesFields(file)) return true;
    serving ??= findServing(all, stored, trace);
    return around.some((frame) => frame.kind === 'function' && serving?.has(spotIn(file, frame.act)));
  };
}

/** The spots of those functions. */
function findServing(
  all: readonly FileCode[],
  stored: readonly StoredValue[],
  trace: Trace,
): ReadonlySet<string> {
  const serving = new Set<string>();
  const byFunction = new Map<string, LocatedCall[]>();
  for (const { calls } of all) {
    for (const { file, tree, around } of calls) {
      for (const frame of around) {
        if (frame.kind !== 'function') continue;
        const spot = spotIn(file, frame.act);
        const before = byFunction.get(spot);
        const call = { file, tree, parameters: noParameters };
        if (before === undefined) byFunction.set(spot, [call]);
        else before.push(call);
      }
    }
  }

  const add = (spot: string, depth: number): void => {
    if (serving.has(spot)) return;
    serving.add(spot);
    if (depth > deepest) return;
    for (const call of byFunction.get(spot) ?? []) {
      const called = trace.called(call);
      if (called !== undefined) add(spotIn(called.file, called.act), depth + 1);
    }
  };

  const addCalled = (called: { readonly file: string; readonly act: Span } | undefined): void => {
    if (called !== undefined) add(spotIn(called.file, called.act), 0);
  };

  for (const { column, value } of stored) {
    const isOfFields = isCiphertext(column) || isLookup(column) || isPersonal(column);
    for (const call of callsIn(value, trace)) {
      // Whatever the column is called, what is encrypted goes into it.
      if (isOfFields || /encrypt/i.test(call.tree.name)) addCalled(trace.called(call));
    }
  }
  for (const { calls, functions } of all) {
    for (const one of functions) if (saysFields(one) || isConversion(one)) addCalled(one);
    for (const call of calls) for (const located of convertersOf(call)) addCalled(trace.functionAt(located));
  }

  return serving;
}

/** `toDriver` of Drizzle's custom types, `convertToDatabaseValue` of MikroORM's: what stands in a column comes from them. */
function isConversion({ act }: PlacedFunction): boolean {
  return act.name === 'toDriver' || act.name === 'convertToDatabaseValue';
}

/**
 * What writes a column on its way to the database: `set` of a path of Mongoose, `to` of a transformer of TypeORM, as they stand
 * in `new Schema({ … })` and `@Column({ … })`.
 */
function convertersOf({ file, tree }: PlacedCall): readonly Located[] {
  if (tree.name !== 'Schema' && tree.name !== 'Column') return [];
  const found: Located[] = [];
  for (const argument of tree.arguments) {
    if (argument.kind === 'spread') continue;
    walkTree(argument, (inner) => {
      if (inner.kind !== 'object') return;
      for (const entry of inner.entries) {
        if (entry.kind === 'spread') continue;
        if (entry.key === 'set' || entry.key === 'to') {
          found.push({ file, tree: entry.value, parameters: noParameters });
        } else if (entry.key === 'transformer') {
          const { start, end } = entry.value;
          const to = { kind: 'member', start, end, object: entry.value, name: 'to' } as const;
          found.push({ file, tree: to, parameters: noParameters });
        }
      }
    });
  }
  return found;
}

/** The calls that a value is made of. */
function callsIn(value: Located, trace: Trace, depth = 0): readonly LocatedCall[] {
  const calls: LocatedCall[] = [];
  walkTree(value.tree, (tree) => {
    if (tree.kind === 'call') calls.push({ ...value, tree });
  });
  if (calls.length > 0 || depth > 3) return calls;
  return (trace.back(value) ?? []).flatMap(({ located }) => callsIn(located, trace, depth + 1));
}

/** `encryptField`, `decryptPii`, `encryptSsn`, `hashEmail`. */
function saysFields({ act: { name } }: PlacedFunction): boolean {
  const [verb, ...rest] = name === undefined ? [] : words(name);
  if (verb === undefined || !verbs.has(verb) || rest.length === 0) return false;
  return rest.some((word) => fieldWords.has(word)) || isPersonal(rest.join('_'));
}

const verbs = new Set('encrypt decrypt hash index seal unseal'.split(' '));
const fieldWords = new Set('field fields column columns pii'.split(' '));

/** `field-encryption.ts`, `src/db/encrypted-columns.ts`, `pii-crypto.ts`. */
function namesFields(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.[cm]?[jt]sx?$/, '');
  const all = words(name);
  return (
    all.some((word) => fieldWords.has(word)) && all.some((word) => /^(?:en|de)?(?:crypt|cipher)/.test(word))
  );
}
