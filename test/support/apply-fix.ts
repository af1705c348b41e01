import { catalogue } from '../../rules/catalogue.ts';
import { toEdits } from '../../server/edit/edits.ts';
import { applyEdits } from '../../server/edit/text-edit.ts';
import { lint } from '../../server/lint.ts';
import { analyseFiles, type Files, type LintOptions, settingsOf } from './lint-files.ts';

/** A file after the one fix with this title, or undefined where no finding offers it. */
export async function afterFix(
  files: Files,
  file: string,
  title: string,
  options: LintOptions = { mongodb: '9.0' },
): Promise<string | undefined> {
  const { project, facts, texts } = await analyseFiles(files, options);
  const findings = lint(project, facts, catalogue, settingsOf(options));
  const fix = findings.flatMap(({ fixes }) => fixes).find((one) => one.title === title);
  if (fix === undefined) return undefined;
  const edits = toEdits(fix, (name) => {
    const own = facts.find((one) => one.file === name);
    const text = texts.get(name);
    return own === undefined || text === undefined ? undefined : { facts: own, text };
  });
  return edits === undefined
    ? undefined
    : applyEdits(
        files[file] ?? '',
        edits.filter((edit) => edit.file === file),
      );
}
