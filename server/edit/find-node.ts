import { childrenOf } from '../read/children.ts';
import type { FileFacts } from '../read/facts.ts';
import type { ArrayTree, ObjectTree, Span, Tree } from '../read/tree.ts';

type Containers = ReadonlyMap<string, ObjectTree | ArrayTree>;

/** A file has as many fixes as findings: its trees are walked once. */
const known = new WeakMap<FileFacts, Containers>();

/** The object or array that stands at a place of the file, with all that is written in it, spreads too. */
export function findContainer(facts: FileFacts, { start, end }: Span): ObjectTree | ArrayTree | undefined {
  const containers = known.get(facts) ?? containersOf(facts);
  known.set(facts, containers);
  return containers.get(`${start} ${end}`);
}

function containersOf(facts: FileFacts): Containers {
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
  const found = new Map<string, ObjectTree | ArrayTree>();
  const seen = new Set<Tree>();
  const collect = (tree: Tree): void => {
    if (seen.has(tree)) return;
    seen.add(tree);
    if (tree.kind === 'object' || tree.kind === 'array') {
      const place = `${tree.start} ${tree.end}`;
      if (!found.has(place)) found.set(place, tree);
    }
    for (const child of childrenOf(tree)) collect(child);
  };
  for (const root of roots) collect(root);
  return found;
}
