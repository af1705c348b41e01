import { catalogue } from '../../rules/catalogue.ts';
import { byPlace, type Finding } from '../../rules/model/finding.ts';
import type { Rule } from '../../rules/model/rule.ts';
import type { SourceFile } from '../edit/source-file.ts';
import { finish, lintInSteps } from '../lint.ts';
import type { Analysis } from '../project/analyse.ts';
import type { Settings } from '../project/configuration/settings.ts';
import { applyBaseline, type Baseline, type Baselined } from '../suppression/baseline.ts';
import { suppress } from '../suppression/suppress.ts';
import { isQuietCode } from './quiet-code.ts';

/** A project that was read, and what a person says about it. */
export interface CheckInput {
  readonly analysis: Analysis;
  readonly settings: Settings;
  /** The files that were looked at. */
  readonly files: readonly string[];
  /** Files that a person named: they are reported whatever they are. */
  readonly named: ReadonlySet<string>;
  readonly walked: readonly string[];
  readonly includeTests: boolean;
  /** `2026-12-31`. */
  readonly today: string;
  readonly baseline: Baseline | undefined;
  /** Those of the catalogue, unless a caller wraps them. */
  readonly rules?: readonly Rule[];
}

/** What is found in a project as it stands. */
export interface CheckedProject {
  /** What remains to be reported, by place. */
  readonly findings: readonly Finding[];
  /** Before the baseline hides any. */
  readonly unsuppressed: readonly Finding[];
  readonly suppressed: number;
  readonly baselined: Baselined | undefined;
  /** Findings in tests, scripts and the like, which are not reported. */
  readonly quiet: number;
  /** The texts of all files that findings may stand in. */
  readonly texts: ReadonlyMap<string, string>;
  readonly sourceOf: (file: string) => SourceFile | undefined;
}

/** Findings of a project after everything that may hide one: what every front end shows. */
export function checkProject(input: CheckInput): CheckedProject {
  return finish(checkInSteps(input));
}

/** The same, a step a rule. */
export function* checkInSteps(input: CheckInput): Generator<void, CheckedProject> {
  const { analysis, settings, files, named, walked, includeTests, today, baseline } = input;
  const { facts } = analysis;
  const texts = new Map([...settings.texts, ...analysis.texts]);
  const everywhere = yield* lintInSteps(analysis.project, facts, input.rules ?? catalogue, settings);
  const { reported } = analysis;
  const found =
    reported === undefined ? everywhere : everywhere.filter(({ place }) => reported.has(place.file));
  const run = { files, walked };
  const { kept, suppressed } = suppress(found, facts, settings.suppress, texts, today, {
    ...run,
    severity: settings.severity,
  });
  // After the suppressions, so that one which hides something in a test is not called unused.
  const loud = includeTests
    ? kept
    : kept.filter(({ place: { file } }) => named.has(file) || !isQuietCode(file, texts.get(file)));
  const baselined = baseline === undefined ? undefined : applyBaseline(loud, baseline, texts, run);
  const factsOf = new Map([...settings.facts, ...facts].map((one) => [one.file, one]));
  return {
    findings: [...settings.problems, ...(baselined?.kept ?? loud)].sort(byPlace),
    unsuppressed: loud,
    suppressed,
    baselined,
    quiet: kept.length - loud.length,
    texts,
    sourceOf(file) {
      const one = factsOf.get(file);
      const text = texts.get(file);
      return one === undefined || text === undefined ? undefined : { facts: one, text };
    },
  };
}
