/** Replaces `start`..`end` of a file by a text. Offsets are UTF-16, `end` exclusive. */
export interface TextEdit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the edits in it. They must not overlap; insertions at one place come in the order given. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, index) => ({ edit, index }));
  ordered.sort(
    (one, other) =>
      one.edit.start - other.edit.start || one.edit.end - other.edit.end || one.index - other.index,
  );
  let result = '';
  let from = 0;
  for (const { edit } of ordered) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** True when two edits would touch the same text, or insert at the same place. */
export function overlap(one: TextEdit, other: TextEdit): boolean {
  if (one.file !== other.file) return false;
  if (one.start === other.start) return true;
  return one.start < other.start ? one.end > other.start : other.end > one.start;
}
