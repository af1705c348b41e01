import type { FileFacts } from '../../../read/facts.ts';
import { noParameters } from '../../evaluate.ts';
import type { LocatedCall } from './trees.ts';

/** The calls of a file that may declare something: those of names that matter, and what names are bound to. */
export function callsOf({ file, source }: FileFacts): readonly LocatedCall[] {
  if (source === undefined) return [];
  const trees = [
    ...source.calls,
    ...source.declarations.map(({ value }) => value),
    ...Object.values(source.exports),
  ];
  const seen = new Set<string>();
  return trees.flatMap((tree) => {
    if (tree?.kind !== 'call') return [];
    const spot = `${tree.start}:${tree.end}`;
    if (seen.has(spot)) return [];
    seen.add(spot);
    return { file, tree, parameters: noParameters };
  });
}
