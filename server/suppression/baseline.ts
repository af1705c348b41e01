import { compare } from '../../rules/model/compare.ts';
import type { Finding } from '../../rules/model/finding.ts';
import { folderOf } from '../project/folders.ts';
import { isNeverHidden } from './never-hidden.ts';

export const baselineFile = 'encsafe.baseline.json';

/** Findings that a project started with and that are all alike. */
export interface BaselineEntry {
  readonly file: string;
  readonly rule: string;
  /** The path of the field that they are about. */
  readonly field?: string;
  /** A hash of what they underline, where they are about no field: lines may move without a finding being new. */
  readonly text?: string;
  readonly count: number;
}

export interface Baseline {
  readonly version: 1;
  readonly findings: readonly BaselineEntry[];
}

export interface Baselined {
  /** Findings that the baseline does not know. */
  readonly kept: readonly Finding[];
  /** Findings that it hides. */
  readonly known: readonly Finding[];
  /** Entries that nothing matches any more, each with the count that is too many. */
  readonly stale: readonly BaselineEntry[];
  /** Lines for stderr. */
  readonly notes: readonly string[];
}

/** What was looked at; an entry for anything else is left alone. */
export interface BaselineRun {
  readonly files: readonly string[];
  /** Folders whose entries were all looked at: what is not among `files` there is gone. */
  readonly walked: readonly string[];
}

type Texts = ReadonlyMap<string, string>;

/** Takes out the findings that a baseline knows. `texts`: of the files of the findings. */
export function applyBaseline(
  findings: readonly Finding[],
  baseline: Baseline,
  texts: Texts,
  run?: BaselineRun,
): Baselined {
  const left = countsOf(baseline.findings);
  const kept: Finding[] = [];
  const known: Finding[] = [];
  for (const finding of findings) {
    const key = keyOf(entryOf(finding, texts));
    const count = isNeverHidden(finding.rule) ? 0 : (left.get(key) ?? 0);
    if (count === 0) kept.push(finding);
    else {
      left.set(key, count - 1);
      known.push(finding);
    }
  }
  const looked = lookedAt(texts, run);
  const stale = entriesOnce(baseline.findings).flatMap((entry) => {
    const count = left.get(keyOf(entry)) ?? 0;
    return count > 0 && looked(entry.file) ? [{ ...entry, count }] : [];
  });
  const gone = stale.reduce((sum, { count }) => sum + count, 0);
  const notes =
    gone === 0
      ? []
      : [
          `${gone} known ${gone === 1 ? 'finding is' : 'findings are'} gone: run encsafe lint --update-baseline, so that ${gone === 1 ? 'it stays' : 'they stay'} gone`,
        ];
  return { kept, known, stale, notes };
}

/**
 * The baseline for these findings. Where one exists it only shrinks: no entry is added and no count rises; what was not
 * looked at stays as it is.
 */
export function writeBaseline(
  findings: readonly Finding[],
  texts: Texts,
  before?: Baseline,
  run?: BaselineRun,
): string {
  const hideable = findings
    .filter(({ rule }) => !isNeverHidden(rule))
    .map((finding) => entryOf(finding, texts));
  const counts = countsOf(hideable);
  const looked = lookedAt(texts, run);
  const entries =
    before === undefined
      ? entriesOnce(hideable).map((entry) => ({ ...entry, count: counts.get(keyOf(entry)) ?? 0 }))
      : entriesOnce(before.findings).map((entry) => ({
          ...entry,
          count: looked(entry.file) ? Math.min(entry.count, counts.get(keyOf(entry)) ?? 0) : entry.count,
        }));
  const remaining = entries
    .filter(({ count }) => count > 0)
    .sort(
      (one, other) =>
        compare(one.file, other.file) || compare(one.rule, other.rule) || compare(keyOf(one), keyOf(other)),
    );
  return `${JSON.stringify({ version: 1, findings: remaining } satisfies Baseline, undefined, 2)}\n`;
}

/** A text that is no baseline gives the reason. */
export function readBaseline(text: string): Baseline | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { problem: 'it is no JSON' };
  }
  if (!isObject(value)) return { problem: 'it is no baseline' };
  if (value.version !== 1)
    return { problem: `it has version ${String(value.version)}, and this encsafe reads version 1` };
  const { findings } = value;
  if (!Array.isArray(findings)) return { problem: 'it has no list of findings' };
  const wrong = findings.findIndex((entry) => !isEntry(entry));
  if (wrong >= 0) return { problem: `entry ${wrong + 1} needs a file, a rule, a field or text, and a count` };
  return { version: 1, findings };
}

function entryOf({ place, rule, field }: Finding, texts: Texts): BaselineEntry {
  const about =
    field === undefined
      ? { text: hash((texts.get(place.file) ?? '').slice(place.start, place.end)) }
      : { field };
  return { file: place.file, rule, ...about, count: 1 };
}

function keyOf({ file, rule, field, text }: BaselineEntry): string {
  return JSON.stringify([file, rule, field ?? null, text ?? null]);
}

function countsOf(entries: readonly BaselineEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + entry.count);
  return counts;
}

/** Of equal entries one, with the count of all. */
function entriesOnce(entries: readonly BaselineEntry[]): BaselineEntry[] {
  const counts = countsOf(entries);
  const once = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return [...once].map(([key, entry]) => ({ ...entry, count: counts.get(key) ?? 0 }));
}

function lookedAt(texts: Texts, run: BaselineRun = { files: [], walked: [] }): (file: string) => boolean {
  const files = new Set(run.files);
  const walked = new Set(run.walked);
  return (file) => {
    if (texts.has(file) || files.has(file)) return true;
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      if (walked.has(folder)) return true;
      if (folder === '') return false;
    }
  };
}

/** FNV-1a with 64 bits over UTF-16 units; white space counts as one space, so that formatting changes nothing. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const unit of text.replace(/\s+/g, ' ').slice(0, hashedAtMost).split('')) {
    value = BigInt.asUintN(64, (value ^ BigInt(unit.charCodeAt(0))) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, '0');
}

const hashedAtMost = 10_000;

function isEntry(value: unknown): value is BaselineEntry {
  if (!isObject(value)) return false;
  const { file, rule, field, text, count } = value;
  return (
    typeof file === 'string' &&
    typeof rule === 'string' &&
    (typeof field === 'string') !== (typeof text === 'string') &&
    Number.isSafeInteger(count) &&
    Number(count) > 0
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
