import type { Span, Tree } from '../../read/tree.ts';

/** A key for a stretch of one file. */
export function spot({ start, end }: Span): string {
  return `${start}:${end}`;
}

/** A key for a stretch of some file. */
export function spotIn(file: string, span: Span): string {
  return `${file}:${spot(span)}`;
}

export function isThis({ kind }: Tree): boolean {
  return kind === 'this';
}
