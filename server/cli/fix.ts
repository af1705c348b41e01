import type { Finding } from '../../rules/model/finding.ts';
import { safeEdits, toEdits } from '../edit/edits.ts';
import { applyEdits, type TextEdit } from '../edit/text-edit.ts';
import type { Checked } from './check.ts';

/** What safe fixes made of the files, before anything is written. */
export interface Fixed {
  /** The project with the fixes in it. */
  readonly checked: Checked;
  /** Every changed file: its text before, and after all passes. */
  readonly files: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
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

/** Applies safe fixes and looks again, until nothing safe is left. */
export async function fixAll(
  first: Checked,
  again: (texts: ReadonlyMap<string, string>) => Promise<Checked>,
): Promise<Fixed> {
  const changed = new Map<string, string>();
  const takenBack = new Set<string>();
  const applied: AppliedFix[] = [];
  let checked = first;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const { sourceOf, texts } = checked;
    const findings = checked.findings.filter(({ place }) => !takenBack.has(place.file));
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
    checked = after;
  }
  const files = [...changed]
    .map(([file, after]) => [file, { before: first.texts.get(file) ?? '', after }] as const)
    .filter(([, { before, after }]) => before !== after);
  return { checked, files: new Map(files), applied, takenBack: [...takenBack] };
}

function byFile(edits: readonly TextEdit[]): ReadonlyMap<string, readonly TextEdit[]> {
  const files = new Map<string, TextEdit[]>();
  for (const edit of edits) files.set(edit.file, [...(files.get(edit.file) ?? []), edit]);
  return files;
}

function problemsOf({ analysis }: Checked, file: string): number {
  return analysis.facts.find((one) => one.file === file)?.problems.length ?? 0;
}

function appliedFixes(
  findings: readonly Finding[],
  edits: readonly TextEdit[],
  { sourceOf }: Checked,
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
