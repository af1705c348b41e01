import type { Finding } from '../../rules/model/finding.ts';
import { safeEdits, toEdits } from '../edit/edits.ts';
import { applyEdits, type TextEdit } from '../edit/text-edit.ts';
import type { Analysis } from '../project/analyse.ts';
import type { CheckedProject } from './check.ts';

/** A project that was checked, with what it was made of. */
interface Fixable extends CheckedProject {
  readonly analysis: Analysis;
}

/** What safe fixes made of the files, before anything is written. */
export interface Fixed<Checked> {
  /** The project with the fixes in it. */
  readonly checked: Checked;
  /** Every changed file: its text before, and after all passes. */
  readonly files: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
  /** The edits of each pass: places of a later one are places in what the earlier ones made. */
  readonly passes: readonly (readonly TextEdit[])[];
  readonly applied: readonly AppliedFix[];
  /** Files whose fixes were taken back, since the result could not be read. */
  readonly takenBack: readonly string[];
}

export interface AppliedFix {
  readonly file: string;
  readonly rule: string;
  readonly title: string;
}

const mostPasses = 10;

/** Applies safe fixes and looks again, until nothing safe is left. With `within` only those that stay in that file. */
export async function fixAll<Checked extends Fixable>(
  first: Checked,
  again: (texts: ReadonlyMap<string, string>) => Promise<Checked>,
  within?: string,
): Promise<Fixed<Checked>> {
  const changed = new Map<string, string>();
  const takenBack = new Set<string>();
  const applied: AppliedFix[] = [];
  const passes: (readonly TextEdit[])[] = [];
  let checked = first;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const { sourceOf, texts } = checked;
    const findings = checked.findings.filter(
      (finding) =>
        !takenBack.has(finding.place.file) && (within === undefined || staysIn(within, finding, checked)),
    );
    const edits = safeEdits(findings, sourceOf).filter(({ file }) => texts.has(file) && !takenBack.has(file));
    if (edits.length === 0) break;
    const before = new Map(changed);
    for (const [file, own] of byFile(edits)) changed.set(file, applyEdits(texts.get(file) ?? '', own));
    const after = await again(changed);
    const broken = [...byFile(edits).keys()].filter(
      (file) => problemsOf(after, file) > problemsOf(checked, file),
    );
    if (broken.length > 0) {
      for (const file of broken) takenBack.add(file);
      changed.clear();
      for (const [file, text] of before) changed.set(file, text);
      continue;
    }
    applied.push(...appliedFixes(findings, edits, checked));
    passes.push(edits);
    checked = after;
  }
  const files = [...changed]
    .map(([file, after]) => [file, { before: first.texts.get(file) ?? '', after }] as const)
    .filter(([, { before, after }]) => before !== after);
  return { checked, files: new Map(files), passes, applied, takenBack: [...takenBack] };
}

function staysIn(file: string, { place, fixes }: Finding, { sourceOf }: Fixable): boolean {
  const fix = place.file === file ? fixes.find(({ safe }) => safe) : undefined;
  return fix !== undefined && toEdits(fix, sourceOf)?.every((edit) => edit.file === file) === true;
}

function byFile(edits: readonly TextEdit[]): ReadonlyMap<string, readonly TextEdit[]> {
  const files = new Map<string, TextEdit[]>();
  for (const edit of edits) {
    const own = files.get(edit.file) ?? [];
    own.push(edit);
    files.set(edit.file, own);
  }
  return files;
}

function problemsOf({ analysis }: Fixable, file: string): number {
  return analysis.facts.find((one) => one.file === file)?.problems.length ?? 0;
}

function appliedFixes(
  findings: readonly Finding[],
  edits: readonly TextEdit[],
  { sourceOf }: Fixable,
): AppliedFix[] {
  const chosen = new Set(edits.map(keyOf));
  return findings.flatMap(({ fixes, place, rule }) => {
    const fix = fixes.find(({ safe }) => safe);
    const own = fix === undefined ? undefined : toEdits(fix, sourceOf);
    if (fix === undefined || own === undefined || !own.every((edit) => chosen.has(keyOf(edit)))) return [];
    return [{ file: place.file, rule, title: fix.title }];
  });
}

function keyOf({ file, start, end, text }: TextEdit): string {
  return JSON.stringify([file, start, end, text]);
}
