import type { FileFacts } from '../../read/facts.ts';
import type {
  Act,
  AssignAct,
  CallAct,
  ClassAct,
  CodeParameter,
  FunctionAct,
} from '../../read/source/code/code.ts';
import type { CallTree, Tree } from '../../read/tree.ts';
import { actsOf } from './acts-of.ts';
import { spot } from './spots.ts';
import { type Frame, functionAround, walkActs } from './walk-acts.ts';

/** What the code of a file does, sorted by what asks for it, each in the order of the text. */
export interface FileCode {
  readonly facts: FileFacts;
  readonly file: string;
  readonly acts: readonly Act[];
  readonly calls: readonly PlacedCall[];
  readonly assigns: readonly PlacedAssign[];
  readonly functions: readonly PlacedFunction[];
  readonly classes: readonly ClassAct[];
  /** What functions return. */
  readonly returns: readonly Tree[];
  /** By the declaration that a parameter is. */
  readonly parameters: ReadonlyMap<number, PlacedParameter>;
  /** By the declaration that is assigned again. */
  readonly assigned: ReadonlyMap<number, readonly PlacedAssign[]>;
  /** The calls that a function is written into, by the spot of the function. */
  readonly givenTo: ReadonlyMap<string, CallTree>;
  /** Conditions under which something is thrown, or the process ends. */
  readonly guards: readonly Guard[];
}

export interface PlacedCall {
  readonly file: string;
  readonly act: CallAct;
  readonly tree: CallTree;
  readonly around: readonly Frame[];
}

export interface PlacedAssign {
  readonly file: string;
  readonly act: AssignAct;
  readonly around: readonly Frame[];
}

export interface PlacedFunction {
  readonly file: string;
  readonly act: FunctionAct;
  readonly around: readonly Frame[];
}

export interface PlacedParameter {
  readonly parameter: CodeParameter;
  readonly position: number;
  readonly function: FunctionAct;
}

/** A condition under which the program goes no further. */
export interface Guard {
  readonly condition: Tree;
  /** The name of the function that asks. */
  readonly inside?: string;
}

const known = new WeakMap<FileFacts, FileCode>();

/** Sorted once: several parts of the linker ask for the same files. */
export function fileCodeOf(facts: FileFacts): FileCode {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const code = readCode(facts);
  known.set(facts, code);
  return code;
}

function readCode(facts: FileFacts): FileCode {
  const { file } = facts;
  const acts = actsOf(facts);
  const calls: PlacedCall[] = [];
  const assigns: PlacedAssign[] = [];
  const functions: PlacedFunction[] = [];
  const classes: ClassAct[] = [];
  const returns: Tree[] = [];
  const parameters = new Map<number, PlacedParameter>();
  const assigned = new Map<number, PlacedAssign[]>();
  const givenTo = new Map<string, CallTree>();
  const guards: Guard[] = [];
  walkActs(acts, (act, around) => {
    switch (act.kind) {
      case 'call': {
        const { tree } = act;
        if (tree.kind !== 'call') break;
        calls.push({ file, act, tree, around });
        for (const argument of tree.arguments) {
          if (argument.kind === 'function') givenTo.set(spot(argument), tree);
        }
        if (ends(tree)) guards.push(...guardsOf(around));
        break;
      }
      case 'throw':
        guards.push(...guardsOf(around));
        break;
      case 'return':
        if (act.value !== undefined) returns.push(act.value);
        break;
      case 'assign': {
        const placed = { file, act, around };
        assigns.push(placed);
        const { target } = act;
        if (target.kind !== 'reference' || target.to.kind !== 'declaration') break;
        const before = assigned.get(target.to.index);
        if (before === undefined) assigned.set(target.to.index, [placed]);
        else before.push(placed);
        break;
      }
      case 'function':
        functions.push({ file, act, around });
        for (const [position, parameter] of act.parameters.entries()) {
          if (parameter.declaration === undefined) continue;
          parameters.set(parameter.declaration, { parameter, position, function: act });
        }
        break;
      case 'class':
        classes.push(act);
        break;
      default:
    }
  });
  return {
    facts,
    file,
    acts,
    calls,
    assigns,
    functions,
    classes,
    returns,
    parameters,
    assigned,
    givenTo,
    guards,
  };
}

function guardsOf(around: readonly Frame[]): Guard[] {
  const inside = functionAround(around)?.name;
  return around.flatMap((frame) =>
    frame.kind === 'branch'
      ? [{ condition: frame.act.condition, ...(inside === undefined ? {} : { inside }) }]
      : [],
  );
}

/** `process.exit(1)`. */
function ends({ callee, name }: CallTree): boolean {
  return (
    name === 'exit' &&
    callee.kind === 'member' &&
    callee.object.kind === 'reference' &&
    callee.object.name === 'process'
  );
}
