import type { FileFacts } from '../../../read/facts.ts';
import type { Act, AssignAct, CallAct, CodeParameter, FunctionAct } from '../../../read/source/code/code.ts';
import type { CallTree, Span, Tree } from '../../../read/tree.ts';
import { actsOf } from '../../code/acts-of.ts';
import { type Frame, walkActs } from '../../code/walk-acts.ts';

export interface PlacedCall {
  readonly file: string;
  readonly act: CallAct;
  readonly tree: CallTree;
  readonly around: readonly Frame[];
}

export interface PlacedAssign {
  readonly file: string;
  readonly act: AssignAct;
}

export interface PlacedParameter {
  readonly parameter: CodeParameter;
  readonly position: number;
  readonly function: FunctionAct;
}

/** What the code of a file does with clients, as far as names tell. */
export interface ClientCode {
  readonly file: string;
  readonly acts: readonly Act[];
  /** `$extends` and `$use`. */
  readonly extending: readonly PlacedCall[];
  readonly calls: readonly PlacedCall[];
  readonly assigns: readonly PlacedAssign[];
  /** What functions return. */
  readonly returns: readonly Tree[];
  /** By the declaration that a parameter is. */
  readonly parameters: ReadonlyMap<number, PlacedParameter>;
  /** The calls that a function is written into, by where the function stands. */
  readonly givenTo: ReadonlyMap<string, CallTree>;
}

const known = new WeakMap<readonly Act[], ClientCode>();

export function clientCodeOf(facts: FileFacts): ClientCode {
  const acts = actsOf(facts);
  const before = known.get(acts);
  if (before?.file === facts.file) return before;
  const code = readCode(facts.file, acts);
  if (acts.length > 0) known.set(acts, code);
  return code;
}

function readCode(file: string, acts: readonly Act[]): ClientCode {
  const extending: PlacedCall[] = [];
  const calls: PlacedCall[] = [];
  const assigns: PlacedAssign[] = [];
  const returns: Tree[] = [];
  const parameters = new Map<number, PlacedParameter>();
  const givenTo = new Map<string, CallTree>();
  walkActs(acts, (act, around) => {
    if (act.kind === 'assign') assigns.push({ file, act });
    else if (act.kind === 'return') {
      if (act.value !== undefined) returns.push(act.value);
    } else if (act.kind === 'function') {
      act.parameters.forEach((parameter, position) => {
        if (parameter.declaration === undefined) return;
        parameters.set(parameter.declaration, { parameter, position, function: act });
      });
    } else if (act.kind === 'call' && act.tree.kind === 'call') {
      const { tree } = act;
      const placed = { file, act, tree, around };
      calls.push(placed);
      if (isExtending(tree)) extending.push(placed);
      for (const argument of tree.arguments) {
        if (argument.kind === 'function') givenTo.set(spot(argument), tree);
      }
    }
  });
  return { file, acts, extending, calls, assigns, returns, parameters, givenTo };
}

function isExtending({ name, callee, construct }: CallTree): boolean {
  return !construct && callee.kind === 'member' && (name === '$extends' || name === '$use');
}

export function spot({ start, end }: Span): string {
  return `${start}:${end}`;
}
