import type { FileFacts } from '../read/facts.ts';
import type { ArrayTree, ObjectTree, Span, SpreadTree, Tree } from '../read/tree.ts';

/** The object or array that stands at a place of the file, with all that is written in it, spreads too. */
export function findContainer(facts: FileFacts, span: Span): ObjectTree | ArrayTree | undefined {
  const { source } = facts;
  const roots: readonly Tree[] =
    source === undefined
      ? facts.documents
      : [
          ...source.literals,
          ...source.calls,
          ...source.declarations.flatMap(({ value }) => value ?? []),
          ...Object.values(source.exports),
        ];
  const seen = new Set<Tree>();
  for (const root of roots) {
    const found = search(root, span, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function search(tree: Tree, span: Span, seen: Set<Tree>): ObjectTree | ArrayTree | undefined {
  if (seen.has(tree)) return undefined;
  seen.add(tree);
  if ((tree.kind === 'object' || tree.kind === 'array') && tree.start === span.start && tree.end === span.end)
    return tree;
  for (const child of children(tree)) {
    const found = search(child, span, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function children(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'object':
      return tree.entries.map(({ value }) => value);
    case 'array':
      return tree.items.map(inner);
    case 'call':
      return [tree.callee, ...tree.arguments.map(inner)];
    case 'member':
      return [tree.object];
    case 'function':
      return tree.result === undefined ? [] : [tree.result];
    case 'class':
      return tree.statics.map(({ value }) => value);
    case 'template':
      return tree.parts;
    case 'choice':
      return tree.options;
    default:
      return [];
  }
}

function inner(tree: Tree | SpreadTree): Tree {
  return tree.kind === 'spread' ? tree.value : tree;
}
