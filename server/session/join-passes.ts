import type { TextEdit } from '../edit/text-edit.ts';

/** A stretch of the first text that is still there, or something new. */
type Piece = { readonly from: number; readonly to: number } | { readonly text: string };

/**
 * Passes of edits over one file as edits of its first text: what no pass touched is not written again, so that an
 * editor keeps its cursors and marks.
 */
export function joinPasses(
  file: string,
  length: number,
  passes: readonly (readonly TextEdit[])[],
): TextEdit[] {
  let pieces: readonly Piece[] = [{ from: 0, to: length }];
  for (const edits of passes) pieces = applyToPieces(pieces, edits);
  const joined: TextEdit[] = [];
  let [at, text] = [0, ''];
  for (const piece of pieces) {
    if ('text' in piece) text += piece.text;
    else {
      if (piece.from > at || text !== '') joined.push({ file, start: at, end: piece.from, text });
      [at, text] = [piece.to, ''];
    }
  }
  if (at < length || text !== '') joined.push({ file, start: at, end: length, text });
  return joined;
}

function applyToPieces(pieces: readonly Piece[], edits: readonly TextEdit[]): Piece[] {
  const ordered = edits
    .map((edit, index) => ({ edit, index }))
    .sort(
      (one, other) =>
        one.edit.start - other.edit.start || one.edit.end - other.edit.end || one.index - other.index,
    );
  const result: Piece[] = [];
  let from = 0;
  for (const { edit } of ordered) {
    result.push(...slice(pieces, from, edit.start), { text: edit.text });
    from = edit.end;
  }
  return [...result, ...slice(pieces, from, Number.POSITIVE_INFINITY)];
}

function slice(pieces: readonly Piece[], from: number, to: number): Piece[] {
  const found: Piece[] = [];
  let start = 0;
  for (const piece of pieces) {
    const size = 'text' in piece ? piece.text.length : piece.to - piece.from;
    const [low, high] = [Math.max(from - start, 0), Math.min(to - start, size)];
    if (low < high) {
      found.push(
        'text' in piece
          ? { text: piece.text.slice(low, high) }
          : { from: piece.from + low, to: piece.from + high },
      );
    }
    start += size;
  }
  return found;
}
