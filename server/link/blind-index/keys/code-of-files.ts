import type { FileFacts } from '../../../read/facts.ts';
import type {
  Act,
  AssignAct,
  CallAct,
  ClassAct,
  CodeParameter,
  FunctionAct,
} from '../../../read/source/code/code.ts';
import type { CallTree, Span, Tree } from '../../../read/tree.ts';
import { actsOf } from '../../code/acts-of.ts';
import { type Frame, functionAround, walkActs } from '../../code/walk-acts.ts';

/** What the code of a file does, sorted by what asks for it. */
export interface FileCode {
  readonly facts: FileFacts;
  readonly file: string;
  readonly acts: readonly Act[];
  readonly calls: readonly CodeCall[];
  readonly assigns: readonly CodeAssign[];
  readonly functions: readonly CodeFunction[];
  readonly classes: readonly ClassAct[];
  /** By the declaration that a parameter is. */
  readonly parameters: ReadonlyMap<number, CodeParameter>;
  /** By the declaration that is assigned again. */
  readonly assigned: ReadonlyMap<number, readonly CodeAssign[]>;
  /** Conditions under which something is thrown, or the process ends. */
  readonly guards: readonly Guard[];
}

export interface CodeCall {
  readonly file: string;
  readonly act: CallAct;
  readonly tree: CallTree;
  readonly around: readonly Frame[];
}

export interface CodeAssign {
  readonly file: string;
  readonly act: AssignAct;
  readonly around: readonly Frame[];
}

export interface CodeFunction {
  readonly file: string;
  readonly act: FunctionAct;
  readonly around: readonly Frame[];
}

/** A condition under which the program goes no further. */
export interface Guard {
  readonly condition: Tree;
  /** The name of the function that asks. */
  readonly inside?: string;
}

const known = new WeakMap<FileFacts, FileCode>();

export function codeOfFile(facts: FileFacts): FileCode {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const code = readCode(facts);
  known.set(facts, code);
  return code;
}

function readCode(facts: FileFacts): FileCode {
  const { file } = facts;
  const acts = actsOf(facts);
  const calls: CodeCall[] = [];
  const assigns: CodeAssign[] = [];
  const functions: CodeFunction[] = [];
  const classes: ClassAct[] = [];
  const parameters = new Map<number, CodeParameter>();
  const assigned = new Map<number, CodeAssign[]>();
  const guards: Guard[] = [];
  walkActs(acts, (act, around) => {
    switch (act.kind) {
      case 'call':
        if (act.tree.kind === 'call') {
          calls.push({ file, act, tree: act.tree, around });
          if (ends(act.tree)) guards.push(...guardsOf(around));
        }
        break;
      case 'throw':
        guards.push(...guardsOf(around));
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
        for (const parameter of act.parameters) {
          if (parameter.declaration !== undefined) parameters.set(parameter.declaration, parameter);
        }
        break;
      case 'class':
        classes.push(act);
        break;
      default:
    }
  });
  return { facts, file, acts, calls, assigns, functions, classes, parameters, assigned, guards };
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

/** A key for a stretch of a file. */
export function spotIn(file: string, { start, end }: Span): string {
  return `${file}:${start}:${end}`;
}
