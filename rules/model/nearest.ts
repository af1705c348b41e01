/**
 * The one candidate that a person most likely meant, or undefined when none is near or two are equally near.
 * Near: the same but for case, or at most a third of the letters (and at most two) changed, swapped, added or left out.
 */
export function nearest<Word extends string>(word: string, candidates: readonly Word[]): Word | undefined {
  const folded = word.toLowerCase();
  const same = candidates.filter((candidate) => candidate.toLowerCase() === folded);
  if (same.length === 1) return same[0];
  let best: Word | undefined;
  let bestDistance = Math.min(2, Math.floor(word.length / 3)) + 1;
  let tied = false;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance + 1) continue;
    const distance = editDistance(folded, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
      tied = false;
    } else if (distance === bestDistance && best !== undefined) {
      tied = true;
    }
  }
  return tied ? undefined : best;
}

/** Damerau's distance with adjacent swaps. Words beyond 60 letters are never near. */
function editDistance(one: string, other: string): number {
  if (one.length > 60 || other.length > 60) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
