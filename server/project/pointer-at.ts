import type { Span, Tree } from '../read/tree.ts';
import { follow } from './pointer.ts';

/** The JSON pointer of the smallest value that holds a stretch; undefined when the stretch stands outside of the literal. */
export function pointerAt(root: Tree, { start, end }: Span): string | undefined {
  const holds = (span: Span) => span.start <= start && end <= span.end;
  if (!holds(root)) return undefined;
  const names: string[] = [];
  let tree = root;
  for (;;) {
    const step = childAt(tree, holds);
    if (step === undefined) break;
    // Of a key that is written twice a pointer means the last one only.
    const pointed = follow(tree, [step.name]);
    if (pointed?.tree !== step.tree || !holds(pointed.span)) break;
    names.push(step.name);
    tree = step.tree;
  }
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function childAt(
  tree: Tree,
  holds: (span: Span) => boolean,
): { readonly name: string; readonly tree: Tree } | undefined {
  if (tree.kind === 'object') {
    const entry = tree.entries.find((one) => one.kind === 'property' && holds(one));
    return entry?.kind === 'property' && typeof entry.key === 'string'
      ? { name: entry.key, tree: entry.value }
      : undefined;
  }
  if (tree.kind !== 'array') return undefined;
  const index = tree.items.findIndex((one) => one.kind !== 'spread' && holds(one));
  const item = tree.items[index];
  return item === undefined || item.kind === 'spread' ? undefined : { name: String(index), tree: item };
}
