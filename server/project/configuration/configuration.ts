import type { GuessabilityClass } from '../../../rules/guessability/classes.ts';
import type { Assumptions, Budgets } from '../../../rules/model/field.ts';
import type { Severity } from '../../../rules/model/finding.ts';
import type { EqlVersion, MongodbVersion } from '../../../rules/model/target.ts';
import type { EntryPointKind } from './settings.ts';

/** What one configuration file says, once everything wrong was taken out of it. */
export interface Configuration extends FileSettings {
  readonly extends?: string | readonly string[];
  readonly root?: boolean;
  readonly entryPoints?: readonly {
    readonly files: string | readonly string[];
    readonly functions?: readonly string[];
    readonly kind: EntryPointKind;
  }[];
  readonly ignore?: readonly string[];
  readonly overrides?: readonly Override[];
  readonly suppress?: readonly SuppressEntry[];
}

/** What may differ between files. */
export interface FileSettings {
  readonly targets?: {
    readonly mongodb?: MongodbVersion;
    readonly eql?: EqlVersion;
    readonly eqlProxy?: boolean;
  };
  readonly rules?: Readonly<Record<string, RuleEntry>>;
  readonly budgets?: Budgets & { readonly searchesPerSecond?: number };
  readonly assumptions?: Assumptions;
  readonly fields?: Readonly<Record<string, FieldEntry>>;
}

export type RuleSeverity = Severity | 'off';

export type RuleEntry =
  | RuleSeverity
  | readonly [severity: RuleSeverity, options?: Readonly<Record<string, number>>];

export interface FieldEntry extends Assumptions {
  readonly class?: GuessabilityClass;
}

export interface Override extends FileSettings {
  readonly files: string | readonly string[];
}

export interface SuppressEntry {
  readonly rule: string;
  readonly file: string;
  readonly pointer?: string;
  readonly field?: string;
  readonly reason: string;
  readonly until?: string;
}
