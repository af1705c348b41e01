import { childrenOf } from '../../read/children.ts';
import type { Tree } from '../../read/tree.ts';

/** A tree and everything in it, each before what stands in it. What functions do stands among the acts. */
export function walkTree(tree: Tree, visit: (tree: Tree) => void): void {
  visit(tree);
  if (tree.kind === 'function') return;
  for (const child of childrenOf(tree)) walkTree(child, visit);
}
