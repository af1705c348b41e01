import type { Span } from '../tree.ts';
import type { SqlHole, SqlStringMap } from './statement.ts';

/** Where offsets of a text that is read stand in the file that holds it. */
export interface Placing {
  readonly span: (start: number, end: number) => Span;
  /** The hole of a template that stands at an offset. */
  readonly hole: (offset: number) => SqlHole | undefined;
  /** The same for a string inside the text. */
  readonly map: (map: SqlStringMap, length: number) => SqlStringMap;
}

/** The text is the file. */
export const inPlace: Placing = {
  span: (start, end) => ({ start, end }),
  hole: () => undefined,
  map: (map) => map,
};

/** The text was decoded from a stretch of another one. */
export function placingOf(map: SqlStringMap, holes: readonly SqlHole[], outer: Placing = inPlace): Placing {
  const hole = (offset: number) => {
    const found = holes[lastAtOrBefore(holes, offset)];
    return found !== undefined && offset < found.at + found.length ? found : undefined;
  };
  const mapped = (offset: number) => {
    const stretch = map[Math.max(0, lastAtOrBefore(map, offset))];
    return stretch === undefined ? offset : stretch.start + offset - stretch.at;
  };
  const start = (offset: number) => hole(offset)?.span.start ?? mapped(offset);
  /** The end of a span stands behind its last letter, which may lie in another stretch than what follows. */
  const end = (offset: number) =>
    offset === 0 ? start(0) : (hole(offset - 1)?.span.end ?? endOfLetter(offset));
  const endOfLetter = (offset: number) => {
    const at = lastAtOrBefore(map, offset - 1);
    const next = map[at + 1];
    // A letter that was written as an escape ends where the next stretch begins.
    const last = mapped(offset - 1) + 1;
    return next?.at === offset && map[at]?.at === offset - 1 && next.start - last <= longestEscape
      ? Math.max(last, next.start)
      : last;
  };
  return {
    span: (from, to) => {
      const outside = { start: start(from), end: to <= from ? start(from) : end(to) };
      return outer.span(outside.start, Math.max(outside.start, outside.end));
    },
    hole: (offset) => hole(offset) ?? (holes.length === 0 ? outer.hole(mapped(offset)) : undefined),
    map: (inner, length) => outer.map(throughBoth(inner, length, map, mapped), length),
  };
}

/** `\U0001F600`. */
const longestEscape = 9;

/** Stretches of a string in a text that has stretches itself: each begins where one of either begins. */
function throughBoth(
  inner: SqlStringMap,
  length: number,
  outerMap: SqlStringMap,
  mapped: (offset: number) => number,
): SqlStringMap {
  const found: { at: number; start: number }[] = [];
  for (const [index, { at, start }] of inner.entries()) {
    found.push({ at, start: mapped(start) });
    const end = start + (inner[index + 1]?.at ?? length) - at;
    for (let next = lastAtOrBefore(outerMap, start) + 1; next < outerMap.length; next += 1) {
      const stretch = outerMap[next];
      if (stretch === undefined || stretch.at >= end) break;
      found.push({ at: at + stretch.at - start, start: stretch.start });
    }
  }
  return found;
}

function lastAtOrBefore(list: readonly { readonly at: number }[], offset: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
