/** Replaces `start`..`end` of a file by a text. Offsets are UTF-16, `end` exclusive. */
export interface TextEdit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** True when the file is not there yet: the edit is its whole text, at offset 0. */
  readonly creates?: true;
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

/** Edits that do not touch each other. */
interface EditSet {
  readonly edits: readonly TextEdit[];
  readonly touches: (edit: TextEdit) => boolean;
  readonly add: (edit: TextEdit) => void;
}

export function createEditSet(): EditSet {
  const edits: TextEdit[] = [];
  const ordered = new Map<string, TextEdit[]>();
  /** How many edits of the file start before an offset. */
  const before = (own: readonly TextEdit[], offset: number): number => {
    let low = 0;
    let high = own.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    edits,
    touches(edit) {
      const own = ordered.get(edit.file) ?? [];
      const at = before(own, edit.start);
      // They are in order: only the neighbours can touch it.
      return [own[at - 1], own[at]].some((one) => one !== undefined && overlap(one, edit));
    },
    add(edit) {
      edits.push(edit);
      const own = ordered.get(edit.file) ?? [];
      ordered.set(edit.file, own);
      own.splice(before(own, edit.start), 0, edit);
    },
  };
}
