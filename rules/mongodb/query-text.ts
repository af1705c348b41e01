/** The bounds of a text query type that a searched text must keep. */
export interface QueryTextBounds {
  readonly min: number;
  readonly max: number;
  readonly caseSensitive: boolean;
  readonly diacriticSensitive: boolean;
}

export interface QueryTextCheck {
  readonly result: 'ok' | 'empty' | 'tooShort' | 'tooLong';
  /** Code points after folding: what the client compares with the bounds, and prints. */
  readonly foldedLength: number;
}

/** What the client says of a searched text. Source: libmongocrypt src/mc-text-search-str-encode.c mc_text_search_str_query. */
export function checkQueryText(text: string, bounds: QueryTextBounds): QueryTextCheck {
  const length = foldedLength(text, bounds.diacriticSensitive);
  return { result: verdict(length, bounds), foldedLength: length };
}

function verdict(length: number, { min, max }: QueryTextBounds): QueryTextCheck['result'] {
  if (length === 0) return 'empty';
  if (length > max) return 'tooLong';
  return length < min ? 'tooShort' : 'ok';
}

/**
 * Code points after folding. Lower case replaces one by one and changes no length; folding diacritics deletes whatever
 * Unicode calls one, `^` and the backtick with them. Source: libmongocrypt src/unicode/fold.c.
 */
function foldedLength(text: string, diacriticSensitive: boolean): number {
  let length = 0;
  for (const character of text) if (diacriticSensitive || !/^\p{Diacritic}$/u.test(character)) length += 1;
  return length;
}
