import { counted } from '../../rules/model/words.ts';
import type { Span } from '../read/tree.ts';
import { colorsFor, wantsColor } from '../report/colors.ts';
import { visible } from '../report/escape.ts';
import type { AppliedFix, Fixed } from '../session/fix-all.ts';
import type { Checked } from './check.ts';
import { unifiedDiff } from './diff.ts';
import type { Io } from './io.ts';
import { replaceFile } from './write-file.ts';

interface WrittenFixes {
  readonly notes: readonly string[];
  /** The new texts of the files that could be written. */
  readonly written: ReadonlyMap<string, string>;
  /** True when all could. */
  readonly whole: boolean;
}

/** Writes the fixed files, and says what was fixed. */
export async function writeFixes(
  { files, applied, takenBack }: Fixed<Checked>,
  io: Io,
): Promise<WrittenFixes> {
  const notes: string[] = [];
  const written = new Map<string, string>();
  for (const [file, { before, after }] of files) {
    const problem = await replaceFile(io.cwd, file, before, after);
    if (problem === undefined) written.set(file, after);
    else notes.push(`${visible(file)} was not fixed: ${problem.reason}`);
  }
  const done = applied.filter(({ file }) => written.has(file));
  if (done.length > 0) {
    notes.push(`fixed ${counted(done.length, 'finding')} in ${counted(written.size, 'file')}`);
    notes.push(...linesOf(done));
  }
  return { notes: [...notes, ...takenBackNotes(takenBack)], written, whole: written.size === files.size };
}

/** Prints what the fixes would change, and says what they would fix. */
export async function showFixes(fixed: Fixed<Checked>, first: Checked, io: Io): Promise<string[]> {
  const { files, applied, checked, takenBack } = fixed;
  const terminal = io.stdoutIsTerminal;
  const colors = colorsFor(wantsColor(io.env, terminal));
  let masked = false;
  for (const [file, { before, after }] of files) {
    const diff = await unifiedDiff(
      { file, before, after, secretsBefore: secretsOf(first, file), secretsAfter: secretsOf(checked, file) },
      { colors, terminal },
    );
    masked ||= diff.masked;
    io.stdout(diff.text);
  }
  const { errors, warnings } = countOf(checked);
  return [
    applied.length === 0
      ? '--fix would change nothing'
      : `--fix would fix ${counted(applied.length, 'finding')} in ${counted(files.size, 'file')}`,
    ...linesOf(applied),
    `left: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
    ...(masked ? ['the diff masks what looks like a key, so it cannot be applied as a patch there'] : []),
    ...takenBackNotes(takenBack),
  ];
}

/** One line for each fix of a file; the same one many times is one line. */
function linesOf(applied: readonly AppliedFix[]): string[] {
  const counts = new Map<string, number>();
  for (const { file, rule, title } of applied) {
    const line = `${visible(file)}: ${visible(title)} (${rule})`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `  ${line}${count > 1 ? ` × ${count}` : ''}`);
}

function takenBackNotes(files: readonly string[]): string[] {
  return files.map(
    (file) => `${visible(file)} was not fixed: the result could not be read, please report this`,
  );
}

function secretsOf({ analysis }: Checked, file: string): readonly Span[] {
  return analysis.facts.find((one) => one.file === file)?.secrets ?? [];
}

function countOf({ findings }: Checked) {
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  return { errors: count('error'), warnings: count('warning') };
}
