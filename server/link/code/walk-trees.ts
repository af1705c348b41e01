import type { SpreadTree, Tree } from '../../read/tree.ts';

/** A tree and everything in it, each before what stands in it. What functions do stands among the acts. */
export function walkTree(tree: Tree, visit: (tree: Tree) => void): void {
  visit(tree);
  for (const child of childrenOf(tree)) walkTree(child, visit);
}

function childrenOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'object':
      return tree.entries.flatMap((entry) =>
        entry.kind === 'property' && typeof entry.key !== 'string' ? [entry.key, entry.value] : [entry.value],
      );
    case 'array':
      return tree.items.map(unspread);
    case 'member':
      return [tree.object];
    case 'call':
      return [tree.callee, ...tree.arguments.map(unspread)];
    case 'class':
      return tree.statics.map(({ value }) => value);
    case 'template':
      return tree.parts;
    case 'tagged':
      return [tree.tag, ...tree.parts];
    case 'choice':
      return tree.options;
    case 'operation':
      return tree.operands;
    default:
      return [];
  }
}

function unspread(item: Tree | SpreadTree): Tree {
  return item.kind === 'spread' ? item.value : item;
}
