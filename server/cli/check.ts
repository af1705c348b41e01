import { catalogue } from '../../rules/catalogue.ts';
import { type Analysis, analyse } from '../project/analyse.ts';
import { type CheckedProject, type CheckInput, checkProject } from '../session/check.ts';
import type { OpenedProject } from './open-project.ts';
import type { Stopwatch } from './stopwatch.ts';
import { timedRules } from './timed-rules.ts';

export type CheckOptions = Pick<CheckInput, 'includeTests' | 'today' | 'baseline'>;

/** What is found in a project as it stands, with what the command line needs to say about it. */
export interface Checked extends CheckedProject {
  readonly project: OpenedProject;
  readonly analysis: Analysis;
  readonly ruleTimes: Stopwatch;
}

export async function check(
  project: OpenedProject,
  options: CheckOptions,
  watch: Stopwatch,
  ruleTimes: Stopwatch,
): Promise<Checked> {
  const { settings, sources, context, named, walked } = project;
  const analysis = await watch.time('reading and linking', () => analyse({ ...sources, context }, settings));
  const checked = await watch.time('rules', () =>
    checkProject({
      ...options,
      analysis,
      settings,
      files: sources.files,
      named,
      walked,
      rules: timedRules(catalogue, ruleTimes),
    }),
  );
  return { ...checked, project, analysis, ruleTimes };
}
