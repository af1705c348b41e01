import { catalogue } from '../../rules/catalogue.ts';
import { byPlace, type Finding, type Severity } from '../../rules/model/finding.ts';
import type { ConfiguredSuppression } from '../project/configuration/settings.ts';
import type { FileFacts } from '../read/facts.ts';
import { readComments } from './comments.ts';
import { readConfigured } from './configured.ts';
import { isNeverHidden } from './never-hidden.ts';

/** What is known of the run besides its findings; without it fewer suppressions can be called unused. */
export interface SuppressionRun {
  /** Every file that was looked at. */
  readonly files: readonly string[];
  /** Folders whose entries were all looked at: an entry for a file that is not below hides nothing. */
  readonly walked: readonly string[];
  /** What the configuration says of a rule: a suppression of one that is off is not called unused. */
  readonly severity: (rule: string, file: string) => Severity | 'off' | undefined;
}

export interface Suppressed {
  /** What is left, in order, with what is wrong with the suppressions themselves. */
  readonly kept: readonly Finding[];
  readonly suppressed: number;
}

/** One way to suppress: what it hides, and what of it is unused or wrong once all findings went by. */
export interface Suppressor {
  /** The finding as it stays, or undefined when it is hidden. Asked once a finding. */
  readonly pass: (finding: Finding) => Finding | undefined;
  readonly complaints: () => Finding[];
}

/**
 * Takes out what comments and configurations suppress, each with a reason. `texts`: of the files of the findings.
 * `today`: the day as `2026-12-31`, for entries that end.
 */
export function suppress(
  findings: readonly Finding[],
  facts: readonly FileFacts[],
  configured: readonly ConfiguredSuppression[],
  texts: ReadonlyMap<string, string>,
  today: string,
  run: SuppressionRun = { files: facts.map(({ file }) => file), walked: [], severity: () => undefined },
): Suppressed {
  const ids = catalogue.map(({ id }) => id);
  const suppressors = [readComments(facts, texts, ids, run), readConfigured(configured, facts, today, run)];
  const kept: Finding[] = [];
  let suppressed = 0;
  for (const finding of findings) {
    // Every suppressor is asked, so that none which hides the same finding is called unused.
    const passed = isNeverHidden(finding.rule) ? [finding] : suppressors.map(({ pass }) => pass(finding));
    if (passed.includes(undefined)) suppressed += 1;
    else kept.push(passed.findLast((one) => one !== finding) ?? finding);
  }
  const complaints = suppressors
    .flatMap((one) => one.complaints())
    .flatMap((one) => {
      const severity = run.severity(one.rule, one.place.file);
      return severity === 'off' ? [] : [severity === undefined ? one : { ...one, severity }];
    });
  return { kept: [...kept, ...complaints].sort(byPlace), suppressed };
}
