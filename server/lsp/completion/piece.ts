import type { NumericType } from '../../../rules/model/value.ts';

export type Literal = string | number | boolean | null;

/** What an offer writes, in no syntax. A stop is where the cursor goes on, where the client has snippets. */
export type Piece =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'stop'; readonly value: Literal }
  | { readonly kind: 'choice'; readonly values: readonly [Literal, ...Literal[]] }
  | { readonly kind: 'number'; readonly type: NumericType; readonly digits: string }
  | { readonly kind: 'date'; readonly day: string }
  /** The id of a key, which only a person knows. */
  | { readonly kind: 'uuid' }
  | { readonly kind: 'list'; readonly items: readonly Piece[] }
  | { readonly kind: 'object'; readonly entries: readonly PieceEntry[] };

export interface PieceEntry {
  readonly key: string;
  readonly value: Piece;
}

export const literal = (value: Literal): Piece => ({ kind: 'literal', value });
export const stop = (value: Literal): Piece => ({ kind: 'stop', value });
export const list = (...items: readonly Piece[]): Piece => ({ kind: 'list', items });
export const object = (...entries: readonly PieceEntry[]): Piece => ({ kind: 'object', entries });
export const uuid: Piece = { kind: 'uuid' };

/** One of several values, the first of them where the client cannot choose; undefined when there is none. */
export function choice([first, ...others]: readonly Literal[]): Piece | undefined {
  if (first === undefined) return undefined;
  return others.length === 0 ? literal(first) : { kind: 'choice', values: [first, ...others] };
}
