import { type Files, type LintOptions, lintFiles } from './lint-files.ts';

/** What one rule says of a table of files: the severity and the text that each finding underlines. */
export async function ruleFindings(
  rule: string,
  files: Files,
  options: LintOptions = { mongodb: '9.0' },
): Promise<string[]> {
  const findings = await lintFiles(files, options);
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ severity, place }) => `${severity} ${(files[place.file] ?? '').slice(place.start, place.end)}`);
}
