import type { FileFacts } from '../../../read/facts.ts';
import type { Act, AssignAct } from '../../../read/source/code/code.ts';
import type { CallTree } from '../../../read/tree.ts';
import { actsOf } from '../../code/acts-of.ts';
import { walkActs } from '../../code/walk-acts.ts';

interface CollectionCode {
  readonly calls: readonly CallTree[];
  readonly assigns: readonly AssignAct[];
}

const known = new WeakMap<readonly Act[], CollectionCode>();

/** The calls and assignments of a file, in the order of the text. */
export function codeOf(facts: FileFacts): CollectionCode {
  const acts = actsOf(facts);
  const before = known.get(acts);
  if (before !== undefined) return before;
  const calls: CallTree[] = [];
  const assigns: AssignAct[] = [];
  walkActs(acts, (act) => {
    if (act.kind === 'call' && act.tree.kind === 'call') calls.push(act.tree);
    else if (act.kind === 'assign') assigns.push(act);
    return undefined;
  });
  const code = { calls, assigns };
  known.set(acts, code);
  return code;
}
