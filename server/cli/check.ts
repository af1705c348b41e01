import { catalogue } from '../../rules/catalogue.ts';
import { byPlace, type Finding } from '../../rules/model/finding.ts';
import type { SourceFile } from '../edit/source-file.ts';
import { lint } from '../lint.ts';
import { type Analysis, analyse } from '../project/analyse.ts';
import { applyBaseline, type Baseline, type Baselined } from '../suppression/baseline.ts';
import { suppress } from '../suppression/suppress.ts';
import type { OpenedProject } from './open-project.ts';
import { isQuietCode } from './quiet-code.ts';
import type { Stopwatch } from './stopwatch.ts';
import { timedRules } from './timed-rules.ts';

export interface CheckOptions {
  readonly includeTests: boolean;
  /** `2026-12-31`. */
  readonly today: string;
  readonly baseline: Baseline | undefined;
}

/** What is found in a project as it stands. */
export interface Checked {
  readonly project: OpenedProject;
  readonly analysis: Analysis;
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
  readonly ruleTimes: Stopwatch;
}

export async function check(
  project: OpenedProject,
  { includeTests, today, baseline }: CheckOptions,
  watch: Stopwatch,
  ruleTimes: Stopwatch,
): Promise<Checked> {
  const { settings, sources, named, walked } = project;
  const analysis = await watch.time('reading and linking', () => analyse(sources, settings));
  const { facts } = analysis;
  const texts = new Map([...settings.texts, ...analysis.texts]);
  const found = await watch.time('rules', () =>
    lint(analysis.project, facts, timedRules(catalogue, ruleTimes), settings),
  );
  const run = { files: sources.files, walked };
  const { kept, suppressed } = await watch.time('suppression', () =>
    suppress(found, facts, settings.suppress, texts, today, { ...run, severity: settings.severity }),
  );
  // After the suppressions, so that one which hides something in a test is not called unused.
  const loud = includeTests
    ? kept
    : kept.filter(({ place: { file } }) => named.has(file) || !isQuietCode(file, texts.get(file)));
  const baselined = baseline === undefined ? undefined : applyBaseline(loud, baseline, texts, run);
  const bySyntax = new Map([...settings.facts, ...facts].map((one) => [one.file, one]));
  return {
    project,
    analysis,
    findings: [...settings.problems, ...(baselined?.kept ?? loud)].sort(byPlace),
    unsuppressed: loud,
    suppressed,
    baselined,
    quiet: kept.length - loud.length,
    texts,
    sourceOf(file) {
      const one = bySyntax.get(file);
      const text = texts.get(file);
      return one === undefined || text === undefined ? undefined : { facts: one, text };
    },
    ruleTimes,
  };
}
