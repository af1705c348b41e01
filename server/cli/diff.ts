import { mask } from '../read/secrets.ts';
import type { Span } from '../read/tree.ts';
import type { Colors } from '../report/colors.ts';
import { visible } from '../report/escape.ts';

export interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly secretsBefore: readonly Span[];
  readonly secretsAfter: readonly Span[];
}

interface DiffOptions {
  readonly colors: Colors;
  /** True for a terminal; a patch keeps every character. */
  readonly terminal: boolean;
}

/** A unified diff, as `git apply` and `patch` take it, unless it had to mask a secret. */
export async function unifiedDiff(
  { file, before, after, secretsBefore, secretsAfter }: ChangedFile,
  { colors, terminal }: DiffOptions,
): Promise<{ readonly text: string; readonly masked: boolean }> {
  const { structuredPatch } = await import('diff');
  const [one, other] = [masked(before, secretsBefore), masked(after, secretsAfter)];
  const { hunks } = structuredPatch(file, file, one, other, undefined, undefined, { context: 3 });
  const shown = (text: string) =>
    terminal ? visible(text.replace(/\r$/, '')).replaceAll('\\t', '\t') : text;
  const name = shown(file);
  const lines = [colors.bold(`--- a/${name}`), colors.bold(`+++ b/${name}`)];
  for (const { oldStart, oldLines, newStart, newLines, lines: body } of hunks) {
    lines.push(colors.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`));
    for (const line of body) {
      const text = `${line[0]}${shown(line.slice(1))}`;
      lines.push(line[0] === '+' ? colors.green(text) : line[0] === '-' ? colors.red(text) : text);
    }
  }
  const all = hunks.flatMap((hunk) => hunk.lines);
  return { text: `${lines.join('\n')}\n`, masked: all.some((line) => line.includes(mask)) };
}

function masked(text: string, secrets: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of [...secrets].sort((one, other) => one.start - other.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + mask;
    at = end;
  }
  return result + text.slice(at);
}
