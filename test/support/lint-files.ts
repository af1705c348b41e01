import { catalogue } from '../../rules/catalogue.ts';
import type { EqlPlatform } from '../../rules/model/eql.ts';
import type { Budgets, FieldOverride } from '../../rules/model/field.ts';
import type { Finding } from '../../rules/model/finding.ts';
import {
  type EqlVersion,
  eqlVersions,
  type MongodbVersion,
  newestMongodb,
} from '../../rules/model/target.ts';
import type { LinkSettings } from '../../server/link/settings.ts';
import { type LintSettings, lint } from '../../server/lint.ts';
import { type Analysis, analyse } from '../../server/project/analyse.ts';
import { createPackages } from '../../server/project/packages.ts';
import { mayNameVariables, readVariables, variablesOf } from '../../server/project/targets/variables.ts';

export interface LintOptions {
  /** Checked against this version; without it the newest is assumed. */
  readonly mongodb?: MongodbVersion;
  /** The same for EQL. */
  readonly eql?: EqlVersion;
  readonly eqlProxy?: boolean;
  readonly eqlPlatform?: EqlPlatform;
  /** The versions of packages that the project installs. */
  readonly installed?: Readonly<Record<string, string>>;
  /** Variables that environment files set; unless said, those of the files at hand. */
  readonly variables?: readonly string[];
  readonly length?: number;
  readonly budgets?: Budgets;
  readonly overrides?: Readonly<Record<string, FieldOverride>>;
}

export type Files = Readonly<Record<string, string>>;

/** Reads and links a table of files, as the command line does with a folder. */
export function analyseFiles(files: Files, options: LintOptions = {}): Promise<Analysis> {
  return analyse(
    {
      files: Object.keys(files).sort(),
      read: async (file) => {
        const text = files[file];
        if (text === undefined) throw new Error(`no such file: ${file}`);
        return text;
      },
    },
    settingsOf(options, files),
  );
}

/** The findings of every rule on a table of files. */
export async function lintFiles(files: Files, options: LintOptions = {}): Promise<readonly Finding[]> {
  const { project, facts } = await analyseFiles(files, options);
  return lint(project, facts, catalogue, settingsOf(options, files));
}

export function settingsOf(
  {
    mongodb,
    eql,
    eqlProxy = false,
    eqlPlatform,
    installed = {},
    variables,
    length,
    budgets = {},
    overrides = {},
  }: LintOptions,
  files: Files = {},
): LinkSettings & LintSettings {
  const shown = variablesIn(files);
  const given = variables && new Set(variables);
  return {
    mongodb: () =>
      mongodb === undefined
        ? { version: newestMongodb, assumed: true }
        : { version: mongodb, assumed: false },
    eql: () =>
      eql === undefined
        ? { version: eqlVersions.at(-1) ?? '3.0.5', assumed: true }
        : { version: eql, assumed: false },
    eqlProxy: () => eqlProxy,
    eqlPlatform: () => eqlPlatform,
    installed: (_file, name) => installed[name],
    variables: (file) => given ?? shown.of(file),
    setsVariable: (file, name) => given?.has(name) ?? shown.sets(file, name),
    assumptions: () => (length === undefined ? {} : { length }),
    override: (_file, _container, path) => (path === undefined ? {} : (overrides[path] ?? {})),
    budgets: () => budgets,
    packageOf: () => '',
    severity: () => undefined,
    options: (rule) =>
      Object.fromEntries(Object.entries(rule.options ?? {}).map(([name, option]) => [name, option.default])),
  };
}

/** What environment and deployment files of a table set, all of one package. */
function variablesIn(files: Files) {
  const found = Object.entries(files).flatMap(([file, text]) =>
    mayNameVariables(file) ? (readVariables(file, text) ?? []) : [],
  );
  return variablesOf(
    found,
    createPackages(new Set(['']), () => ['']),
  );
}

/** What a test compares: the rule and the text that the finding underlines. */
export function shown(files: Files, findings: readonly Finding[]): string[] {
  return findings.map(
    ({ rule, place }) => `${rule} ${(files[place.file] ?? '').slice(place.start, place.end)}`,
  );
}
