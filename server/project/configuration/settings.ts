import type { Finding, Severity } from '../../../rules/model/finding.ts';
import type { Place } from '../../../rules/model/place.ts';
import type { EqlVersion, MongodbVersion, Target } from '../../../rules/model/target.ts';
import type { LinkSettings } from '../../link/settings.ts';
import type { LintSettings } from '../../lint.ts';
import type { FileFacts } from '../../read/facts.ts';
import type { Sources } from '../sources.ts';
import type { PrintedSettings } from './printed.ts';

/** What a person says on the command line; it goes before every file. */
export interface SettingsFlags {
  readonly mongodb?: MongodbVersion;
  readonly eql?: EqlVersion;
  /** Bytes of a typical string or binary value. */
  readonly length?: number;
  /** The one configuration file of the run, relative to the working directory: none is looked for. */
  readonly config?: string;
  readonly rules?: Readonly<Record<string, Severity | 'off'>>;
}

export interface SettingsRequest {
  /** The files of the run: configuration is looked for from each of them upward. */
  readonly files: readonly string[];
  readonly sources: Sources;
  /** The text of any single file, above the working directory or below; undefined where there is none. */
  readonly readAbove: (file: string) => Promise<string | undefined>;
  /** How many folders stand above the working directory. */
  readonly levelsAbove: number;
  /** The names of the working directory and of the folders above it, nearest first: globs of configurations there need them. */
  readonly namesAbove?: readonly string[];
  readonly flags: SettingsFlags;
  /** Folders whose entries are all known: what is not among `files` there is not asked for. */
  readonly walked?: readonly string[];
}

/** What configuration, targets and flags say, asked by file. */
export interface Settings extends LinkSettings, LintSettings {
  readonly eql: (file: string) => Target<EqlVersion>;
  readonly entryPoints: (file: string) => readonly ConfiguredEntryPoint[];
  /** `encsafe/config` findings, in the configuration files. */
  readonly problems: readonly Finding[];
  /** True for a file that its configuration leaves out. Files that a person names are read all the same. */
  readonly ignored: (file: string) => boolean;
  readonly suppress: readonly ConfiguredSuppression[];
  /** The configuration file that counts for a file, and what that file is called in it; undefined where there is none. */
  readonly configurationOf: (
    file: string,
  ) => { readonly configuration: string; readonly own: string } | undefined;
  /** What a person should know and no finding says: lines for stderr. */
  readonly notes: readonly string[];
  /** Every value that holds for a file, and where it comes from: what `--print-config` prints. */
  readonly printed: (file: string) => PrintedSettings;
  /** The texts of the configuration files, for the places of `problems` and `suppress`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Their facts, for the fixes. */
  readonly facts: readonly FileFacts[];
}

/** One entry of `suppress`. */
export interface ConfiguredSuppression {
  readonly rule: string;
  /** A path or a glob, as written. */
  readonly file: string;
  /** JSON pointer: findings there or below. Exactly one of `pointer` and `field` is given. */
  readonly pointer?: string;
  /** The path of a declared field: its findings, wherever it stands in the file. */
  readonly field?: string;
  readonly reason: string;
  /** The last day that it holds, `2026-12-31`. */
  readonly until?: string;
  /** True for files that the entry speaks of and whose configuration holds it. */
  readonly matches: (file: string) => boolean;
  /** The entry in its configuration file. */
  readonly place: Place;
  /** The list that it stands in, for the fix that takes it out. */
  readonly list: Place;
}

/** Functions that a framework calls, where no convention says so. */
export interface ConfiguredEntryPoint {
  /** Their exported names; absent when every export is one. */
  readonly functions?: readonly string[];
  readonly kind: EntryPointKind;
  /** True for the files that they stand in. */
  readonly matches: (file: string) => boolean;
}

export const entryPointKinds = ['probe', 'every-request', 'page', 'handler', 'schedule', 'start-up'] as const;

export type EntryPointKind = (typeof entryPointKinds)[number];
