import type { Placing } from './placing.ts';
import type { Piece } from './split.ts';
import type { SqlStatement } from './statement.ts';

type Found = Extract<SqlStatement, { readonly kind: 'json-index-syntax' }>;

/**
 * CREATE INDEX over a JSON term whose cast stands without the parentheses that PostgreSQL's grammar asks for: with them
 * it must be right, else the error is another one.
 */
export function jsonIndexSyntax(
  text: string,
  piece: Piece,
  placing: Placing,
  isRight: (text: string) => boolean,
): Found | undefined {
  const { tokens, partners } = piece;
  const mark = (index: number) => (tokens[index]?.kind === 'quoted' ? '' : tokens[index]?.text);
  if (mark(0) !== 'create' || !(mark(1) === 'index' || (mark(1) === 'unique' && mark(2) === 'index'))) {
    return undefined;
  }
  const term = tokens.findIndex(({ text }) => text === 'to_ste_vec_query');
  const close = partners[term + 1] ?? -1;
  if (term < 0 || close < 0 || mark(close + 1) !== '::') return undefined;
  let first = term;
  while (mark(first - 1) === '.') first -= 2;
  let last = close + 2;
  while (mark(last + 1) === '.') last += 2;
  const [opens, closes] = [tokens[first]?.start, tokens[last]?.end];
  const on = tokens.findIndex(({ kind, text }) => kind === 'word' && text === 'on');
  if (opens === undefined || closes === undefined || on < 0) return undefined;
  const whole = `${text.slice(piece.start, opens)}(${text.slice(opens, closes)})${text.slice(closes, piece.end)}`;
  if (!isRight(whole)) return undefined;
  let table = mark(on + 1) === 'only' ? on + 2 : on + 1;
  while (mark(table + 1) === '.') table += 2;
  const place = placing.span(opens, closes);
  return {
    kind: 'json-index-syntax',
    ...placing.span(piece.start, piece.end),
    open: place.start,
    close: place.end,
    table: tokens[table]?.text ?? '',
  };
}
