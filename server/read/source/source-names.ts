import type { ReferenceTarget } from '../tree.ts';
import { type Mutations, readMutations } from './mutations.ts';
import { type Binding, besides } from './scopes.ts';
import type { Outline } from './statement-facts.ts';

/** What all statements of a file together say about its names. */
export interface SourceNames {
  /** The number of the first declaration of each statement. */
  readonly firsts: readonly number[];
  readonly mutations: Mutations;
  /** What the file binds a name to; undefined for names of the world. */
  readonly targetOf: (name: string) => ReferenceTarget | undefined;
}

export function readNames(outlines: readonly Outline[]): SourceNames {
  const shared = new Map<string, Binding>();
  const targets = new Map<string, ReferenceTarget>();
  const firsts: number[] = [];
  let first = 0;
  for (const { scopes } of outlines) {
    firsts.push(first);
    for (const binding of scopes.shared) {
      const { name, from } = binding;
      shared.set(name, besides(shared.get(name), binding));
      targets.set(
        name,
        typeof from === 'number' ? { kind: 'declaration', index: first + from } : { kind: 'import', ...from },
      );
    }
    first += scopes.bindings.length;
  }
  const mutations = readMutations(
    outlines.map(({ changes }) => changes),
    shared,
  );
  for (const [name, binding] of shared) {
    const mutated = mutations.properties.get(binding);
    const target = targets.get(name);
    if (target?.kind === 'import' && mutated !== undefined) {
      targets.set(name, { ...target, mutated: [...mutated] });
    }
  }
  return { firsts, mutations, targetOf: (name) => targets.get(name) };
}
