import { compare } from './compare.ts';

/** A stretch of one file: offsets are UTF-16 code units, `end` is exclusive, `file` is relative with `/`. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export function samePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.start === other.start && one.end === other.end;
}

export function holds(outer: Place, inner: Place): boolean {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

/** Orders places as a person reads them. */
export function byPosition(one: Place, other: Place): number {
  return compare(one.file, other.file) || one.start - other.start || one.end - other.end;
}
