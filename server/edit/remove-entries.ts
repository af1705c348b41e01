import { commaAfter } from './commas.ts';
import { lineStart, nextLine, startsLine, trimmedEnd } from './lines.ts';
import type { SourceFile } from './source-file.ts';
import type { TextEdit } from './text-edit.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Takes entries out of an object or list with the commas and lines that belong to them. All removals of one container
 * come together, since neighbours share a comma.
 */
export function removeEntries(
  file: string,
  source: SourceFile,
  container: Stretch,
  entries: readonly Stretch[],
  removed: ReadonlySet<Stretch>,
): readonly TextEdit[] {
  const { text, facts } = source;
  const opener = text[container.start];
  if (facts.syntax === 'yaml' && opener !== '{' && opener !== '[') {
    return removeBlockEntries(file, text, container, entries, removed);
  }
  const comments = facts.syntax === 'yaml' ? 'hash' : 'slashes';
  if (entries.every((entry) => removed.has(entry))) {
    return [{ file, start: container.start + 1, end: container.end - 1, text: '' }];
  }
  const edits: TextEdit[] = [];
  for (const { first, last, before, after } of runs(entries, removed)) {
    const comma = commaAfter(text, last.end, comments);
    const ownLines = startsLine(text, first.start);
    if (after !== undefined) {
      // A comment line above the next entry is that entry's: only the removed lines go.
      const lineAfter = nextLine(text, comma ?? last.end);
      const end = ownLines && lineAfter <= after.start ? lineAfter : after.start;
      edits.push({ file, start: ownLines ? lineStart(text, first.start) : first.start, end, text: '' });
      continue;
    }
    if (before === undefined) continue;
    const commaBefore = commaAfter(text, before.end, comments);
    if (!ownLines || commaBefore === undefined) {
      edits.push({
        file,
        start: commaBefore ?? before.end,
        end: comma === undefined ? last.end : comma,
        text: '',
      });
      continue;
    }
    // The last entry leaves no comma behind, unless the list ended in one.
    if (comma === undefined) edits.push({ file, start: commaBefore, end: commaBefore + 1, text: '' });
    const closing = nextLine(text, comma ?? last.end);
    const end = closing <= container.end - 1 ? closing : comma === undefined ? last.end : comma + 1;
    edits.push({ file, start: lineStart(text, first.start), end, text: '' });
  }
  return edits;
}

function removeBlockEntries(
  file: string,
  text: string,
  container: Stretch,
  entries: readonly Stretch[],
  removed: ReadonlySet<Stretch>,
): readonly TextEdit[] {
  const isList = text[container.start] === '-';
  if (entries.every((entry) => removed.has(entry))) {
    const empty = isList ? '[]' : '{}';
    return [{ file, start: container.start, end: trimmedEnd(text, container.end), text: empty }];
  }
  return runs(entries, removed).map(({ first, last, after }) => {
    const dash = isList ? dashBefore(text, first.start) : undefined;
    const start = dash ?? first.start;
    // The first key of a list item shares its line with the dash.
    if (!startsLine(text, start))
      return { file, start, end: after?.start ?? trimmedEnd(text, last.end), text: '' };
    return { file, start: lineStart(text, start), end: nextLine(text, trimmedEnd(text, last.end)), text: '' };
  });
}

/** The dash of a block list's item, when the item starts right behind it. */
function dashBefore(text: string, offset: number): number | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  const match = /^(\s*)-\s+$/.exec(before);
  return match === null ? undefined : offset - before.length + (match[1]?.length ?? 0);
}

interface Run {
  readonly first: Stretch;
  readonly last: Stretch;
  readonly before?: Stretch;
  readonly after?: Stretch;
}

/** The removed entries in rows of neighbours, each with what stays on its sides. */
function runs(entries: readonly Stretch[], removed: ReadonlySet<Stretch>): readonly Run[] {
  const found: Run[] = [];
  let start = -1;
  entries.forEach((entry, index) => {
    if (!removed.has(entry)) return;
    if (start < 0) start = index;
    const after = entries[index + 1];
    if (after !== undefined && removed.has(after)) return;
    const first = entries[start];
    const before = entries[start - 1];
    if (first !== undefined) {
      found.push({
        first,
        last: entry,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      });
    }
    start = -1;
  });
  return found;
}
