import type { Tree } from '../../../read/tree.ts';
import { argumentOf, type LocatedCall } from '../../eql/declared/trees.ts';
import type { Evaluator, Located } from '../../evaluate.ts';
import { digestMadeBy, type MadeDigest } from './digest-calls.ts';
import { operationOf } from './operation.ts';
import type { Trace } from './trace.ts';

/** A digest where it is made, and the calls of helpers that lead to it, from the outermost inward. */
export interface Digest extends MadeDigest {
  readonly through: readonly LocatedCall[];
}

/** A name of the value that goes in, and how many helpers had been entered where it has this name. */
export interface InputName {
  readonly name: string;
  readonly level: number;
}

export interface DigestReader {
  /** The digest that a value is, whatever way is taken; undefined where one of the ways may be something else. */
  readonly digestOf: (value: Located) => Digest | undefined;
  /** The names that the value of a digest goes by, from the innermost outward; undefined where anything else may go in. */
  readonly inputNames: (digest: Digest) => readonly InputName[] | undefined;
}

/** How many steps one value is followed: a function may call itself, and a name may stand for itself. */
const mostSteps = 300;

/** Methods that write a digest in another form. */
const rewriting: ReadonlySet<string> = new Set(
  'toString slice substring substr subarray toUpperCase toLowerCase replace'.split(' '),
);

/** Functions that bring a value into one form, by their names, wherever they come from. */
const normalising = /normali[sz]e|canonical|clean|lower|upper|trim|strip|saniti[sz]e|format/i;

const shaping: ReadonlySet<string> = new Set(
  'trim trimStart trimEnd toLowerCase toUpperCase toLocaleLowerCase replace replaceAll normalize toString'.split(
    ' ',
  ),
);

const converting: ReadonlySet<string> = new Set(['String', 'from', 'encode']);

export function createDigestReader(evaluator: Evaluator, trace: Trace): DigestReader {
  let steps = 0;

  const digest = (located: Located, through: readonly LocatedCall[]): Digest | undefined => {
    steps += 1;
    if (steps > mostSteps) return undefined;
    const { tree } = located;
    const at = (other: Tree) => digest({ ...located, tree: other }, through);
    switch (tree.kind) {
      case 'choice':
        return onlyOf(tree.options.map((option) => (isNothing(option) ? 'nothing' : at(option))));
      case 'reference':
      case 'member':
        return ofWays(located, through);
      case 'call': {
        const call: LocatedCall = { ...located, tree };
        const written = digestMadeBy(call, evaluator);
        if (written !== undefined) return { ...written, through };
        if (tree.callee.kind === 'member' && rewriting.has(tree.name)) return at(tree.callee.object);
        return ofWays(located, [...through, call]);
      }
      default: {
        const operation = operationOf(tree);
        return operation?.operator === '&&' ? at(operation.right) : undefined;
      }
    }
  };

  const ofWays = (located: Located, through: readonly LocatedCall[]): Digest | undefined =>
    onlyOf(
      (trace.back(located) ?? []).map((way) =>
        isNothing(way.located.tree) ? 'nothing' : digest(way.located, through),
      ),
    );

  const names = (located: Located, level: number): readonly InputName[] | undefined => {
    steps += 1;
    if (steps > mostSteps) return undefined;
    const { tree } = located;
    const at = (other: Tree) => names({ ...located, tree: other }, level);
    switch (tree.kind) {
      case 'reference':
        return namesOfReference(located, tree.name, level);
      case 'member':
        return [{ name: tree.name, level }];
      case 'call':
        if (tree.callee.kind === 'member' && shaping.has(tree.name)) return at(tree.callee.object);
        return namesOfCall({ ...located, tree }, level);
      case 'template': {
        const [part, ...others] = tree.parts.filter(({ kind }) => kind !== 'string');
        return part !== undefined && others.length === 0 ? at(part) : undefined;
      }
      default: {
        const operation = operationOf(tree);
        return operation?.operator === '??' || operation?.operator === '||' ? at(operation.left) : undefined;
      }
    }
  };

  const namesOfReference = (
    located: Located,
    name: string,
    level: number,
  ): readonly InputName[] | undefined => {
    const { tree, parameters } = located;
    const own = { name, level };
    const to = tree.kind === 'reference' ? tree.to : undefined;
    const given = to?.kind === 'declaration' ? parameters.get(to.index) : undefined;
    const ways = given === undefined ? trace.back(located) : undefined;
    const [way, ...others] = ways ?? [];
    const outer = given ?? (others.length === 0 ? way?.located : undefined);
    if (outer === undefined) return ways === undefined && !isBound(located, trace) ? [own] : undefined;
    const further = names(outer, given === undefined ? level : Math.max(0, level - 1));
    return further === undefined ? undefined : [own, ...further];
  };

  const namesOfCall = (call: LocatedCall, level: number): readonly InputName[] | undefined => {
    const [way, ...others] = (trace.called(call) === undefined ? undefined : trace.back(call)) ?? [];
    if (way !== undefined && others.length === 0) {
      const inner = names(way.located, level + 1);
      if (inner !== undefined) return inner;
    }
    const argument = argumentOf(call, 0);
    const { name } = call.tree;
    // `formData.get('email')`
    if (name === 'get' && argument?.tree.kind === 'string') return [{ name: argument.tree.value, level }];
    return argument !== undefined && (converting.has(name) || normalising.test(name))
      ? names(argument, level)
      : undefined;
  };

  return {
    digestOf(value) {
      steps = 0;
      return digest(value, []);
    },
    inputNames({ input, through }) {
      steps = 0;
      return names(input, through.length);
    },
  };
}

/** The one digest among several ways, which else come to nothing. */
function onlyOf(found: readonly (Digest | 'nothing' | undefined)[]): Digest | undefined {
  const [first, ...others] = found.filter((one) => one !== 'nothing');
  return others.length === 0 ? first : undefined;
}

function isNothing(tree: Tree): boolean {
  return tree.kind === 'null' || (tree.kind === 'string' && tree.value === '');
}

/** True for a name that stands for an expression: where that is unknown, the name does not say what it is. */
function isBound({ file, tree }: Located, trace: Trace): boolean {
  if (tree.kind !== 'reference' || tree.to.kind !== 'declaration') return true;
  return trace.codeOf(file)?.facts.source?.declarations[tree.to.index]?.value !== undefined;
}
