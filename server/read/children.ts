import type { SpreadTree, Tree } from './tree.ts';

/** What stands in a tree, in order; of a function what it returns. */
export function childrenOf(tree: Tree): readonly Tree[] {
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
    case 'function':
      return tree.result === undefined ? [] : [tree.result];
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

/** An item or argument without the dots before it. */
export function unspread(item: Tree | SpreadTree): Tree {
  return item.kind === 'spread' ? item.value : item;
}
