/** How two dotted paths stand to each other, segment by segment: `a.b` is below `a`, and `ab` is not. */
export type PathRelation = 'same' | 'above' | 'below' | 'apart';

/** What the first path is to the second. */
export function relatePaths(one: string, other: string): PathRelation {
  if (one === other) return 'same';
  if (other.startsWith(`${one}.`)) return 'above';
  return one.startsWith(`${other}.`) ? 'below' : 'apart';
}
