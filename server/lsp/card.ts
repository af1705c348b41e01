/** What a hover says, before it is known how a client shows it. Text in it is as written: printing escapes it. */
export interface Card {
  readonly headline: Line;
  readonly table?: CardTable;
  /** A paragraph each. */
  readonly notes: readonly Line[];
}

export type Line = readonly Piece[];

export type Piece =
  | string
  | { readonly kind: 'strong'; readonly text: string }
  /** A word of a schema that stands here in our own text: never one that came from a file. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** The first column names the rows; the others are numbers. */
export interface CardTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The column that the card is about. */
  readonly own?: number;
}

export function strong(text: string): Piece {
  return { kind: 'strong', text };
}

export function code(text: string): Piece {
  return { kind: 'code', text };
}

export function link(text: string, href: string): Piece {
  return { kind: 'link', text, href };
}
