import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { counted } from '../../rules/model/words.ts';
import { visible } from '../report/escape.ts';
import {
  applyBaseline,
  type Baseline,
  baselineFile,
  readBaseline,
  writeBaseline,
} from '../suppression/baseline.ts';
import type { Checked } from './check.ts';
import type { WrongUse } from './flags.ts';
import { writeOwnFile } from './write-file.ts';

/** The baseline of a run. */
export interface BaselineUse {
  readonly file: string;
  /** What it says; undefined where there is none. */
  readonly known: Baseline | undefined;
}

/** The baseline that a person names, else the usual one where it is there. */
export async function openBaseline(
  named: string | undefined,
  update: boolean,
  cwd: string,
): Promise<BaselineUse | WrongUse> {
  const file = named ?? baselineFile;
  let text: string;
  try {
    text = await readFile(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing && (named === undefined || update)) return { file, known: undefined };
    const reason = missing ? 'there is none; --update-baseline writes one' : 'it cannot be read';
    return { wrong: `the baseline ${visible(file)}: ${reason}` };
  }
  const baseline = readBaseline(text);
  if ('problem' in baseline) return { wrong: `the baseline ${visible(file)}: ${visible(baseline.problem)}` };
  return { file, known: baseline };
}

/** Writes what is found into the baseline, and leaves in the report what it does not take. */
export async function updateBaseline(
  checked: Checked,
  { file, known }: BaselineUse,
  cwd: string,
): Promise<{ readonly checked: Checked; readonly notes: readonly string[] } | WrongUse> {
  const { sources, walked } = checked.project;
  const run = { files: sources.files, walked };
  const text = writeBaseline(checked.unsuppressed, checked.texts, known, run);
  const problem = await writeOwnFile(cwd, file, text);
  if (problem !== undefined)
    return { wrong: `the baseline ${visible(file)} cannot be written: ${problem.reason}` };
  const written = readBaseline(text);
  if ('problem' in written) throw new Error(`the baseline that was just written: ${written.problem}`);
  const baselined = applyBaseline(checked.unsuppressed, written, checked.texts, run);
  const hidden = new Set(baselined.known);
  return {
    checked: { ...checked, baselined, findings: checked.findings.filter((finding) => !hidden.has(finding)) },
    notes: [`${visible(file)} now holds ${counted(baselined.known.length, 'known finding')}`],
  };
}
