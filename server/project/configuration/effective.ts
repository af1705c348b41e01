import type { Tree } from '../../read/tree.ts';
import type { Whereabouts } from '../folders.ts';
import { matchGlobs } from '../globs.ts';
import { follow } from '../pointer.ts';
import type { FileSettings, RuleSeverity } from './configuration.ts';
import type { ConfigurationDocument } from './document.ts';
import type { Chain } from './extend.ts';

/** A value and where a configuration sets it. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly document: ConfigurationDocument;
  readonly offset: number;
}

type Sourcemap<Value> = Map<string, Sourced<Value>>;

/** Everything that configurations say of one file. A later setting replaced an earlier one, key by key. */
export interface Effective {
  readonly targets: ReadonlyMap<string, Sourced<string | boolean>>;
  readonly severities: ReadonlyMap<string, Sourced<RuleSeverity>>;
  /** By rule, then by option. */
  readonly options: ReadonlyMap<string, ReadonlyMap<string, Sourced<number>>>;
  readonly budgets: ReadonlyMap<string, Sourced<number>>;
  readonly assumptions: ReadonlyMap<string, Sourced<number>>;
  /** By field, then by key. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Sourced<string | number>>>;
}

/** Merges a chain for one file after another: each layer, then those of its overrides that name the file. */
export function createMerger({ layers }: Chain, { relative }: Whereabouts): (file: string) => Effective {
  const steps = layers.flatMap(({ document, folder }) => [
    { document, value: document.value as FileSettings, literal: document.root, holds: () => true },
    ...(document.value.overrides ?? []).map((override) => {
      const matches = matchGlobs(typeof override.files === 'string' ? [override.files] : override.files);
      return {
        document,
        value: override as FileSettings,
        literal: document.literalOf(override),
        holds: (file: string) => matches(relative(file, folder)),
      };
    }),
  ]);
  return (file) => {
    const merged = {
      targets: new Map<string, Sourced<string | boolean>>(),
      severities: new Map<string, Sourced<RuleSeverity>>(),
      options: new Map<string, Sourcemap<number>>(),
      budgets: new Map<string, Sourced<number>>(),
      assumptions: new Map<string, Sourced<number>>(),
      fields: new Map<string, Sourcemap<string | number>>(),
    };
    for (const { document, value, literal, holds } of steps) {
      if (!holds(file)) continue;
      const at = (...names: string[]): number => offsetOf(literal, names);
      const put = <Value>(into: Sourcemap<Value>, from: object | undefined, ...names: string[]) => {
        for (const [key, one] of Object.entries(from ?? {})) {
          into.set(key, { value: one as Value, document, offset: at(...names, key) });
        }
      };
      put(merged.targets, value.targets, 'targets');
      put(merged.budgets, value.budgets, 'budgets');
      put(merged.assumptions, value.assumptions, 'assumptions');
      for (const [rule, entry] of Object.entries(value.rules ?? {})) {
        const [severity, options] = typeof entry === 'string' ? [entry] : entry;
        merged.severities.set(rule, { value: severity, document, offset: at('rules', rule) });
        put(inside(merged.options, rule), options, 'rules', rule, '1');
      }
      for (const [field, known] of Object.entries(value.fields ?? {})) {
        put(inside(merged.fields, field), known, 'fields', field);
      }
    }
    return merged;
  };
}

function inside<Value>(maps: Map<string, Sourcemap<Value>>, key: string): Sourcemap<Value> {
  const found = maps.get(key) ?? new Map<string, Sourced<Value>>();
  maps.set(key, found);
  return found;
}

function offsetOf(literal: Tree | undefined, names: readonly string[]): number {
  if (literal === undefined) return 0;
  return (follow(literal, names)?.span ?? literal).start;
}
