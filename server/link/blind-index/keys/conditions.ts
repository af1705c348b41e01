import type { Tree } from '../../../read/tree.ts';
import { walkTree } from '../../code/walk-trees.ts';

const environments =
  /^(?:is_?)?(?:non_?)?(?:dev|development|test|testing|tests|local|prod|production|ci|vitest|jest)(?:_?(?:mode|env|environment))?$/i;

/** True where a condition asks in which environment the program runs. */
export function isForDevelopment(condition: Tree): boolean {
  return mentions(condition, (name) => /^(?:NODE|APP)_ENV$/.test(name) || environments.test(name));
}

/** True where a name that stands in an expression is one that is asked for. */
export function mentions(tree: Tree, isAskedFor: (name: string) => boolean): boolean {
  let found = false;
  walkTree(tree, (inner) => {
    if (inner.kind === 'reference' || inner.kind === 'member') found ||= isAskedFor(inner.name);
  });
  return found;
}
