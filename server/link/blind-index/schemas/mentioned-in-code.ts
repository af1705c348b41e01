import type { FileFacts, SourceFacts } from '../../../read/facts.ts';

/** Those of some variables that code names anywhere: it may set them, or refuse to start without them. */
export function mentionedInCode(read: readonly FileFacts[], variables: readonly string[]): readonly string[] {
  if (variables.length === 0) return [];
  const found = new Set<string>();
  for (const { source } of read) {
    if (source === undefined) continue;
    const names = namesIn(source);
    for (const variable of variables) if (names.has(variable)) found.add(variable);
  }
  return [...found];
}

const known = new WeakMap<SourceFacts, ReadonlySet<string>>();

/** Every text of the facts that is written as variables of the environment are: names, keys and literals. */
function namesIn(source: SourceFacts): ReadonlySet<string> {
  const kept = known.get(source);
  if (kept !== undefined) return kept;
  const names = new Set<string>();
  const waiting: unknown[] = [source];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') {
      if (/^[A-Z][A-Z\d]*_\w+$/.test(at)) names.add(at);
    } else if (typeof at === 'object' && at !== null) {
      for (const value of Object.values(at)) if (value !== null && value !== undefined) waiting.push(value);
    }
  }
  known.set(source, names);
  return names;
}
