import type { SqlHole, SqlText } from './sql/statement.ts';
import type { Span } from './tree.ts';

/** What a piece of SQL is made of, in order. */
export type SqlPiece =
  /** Text as the file writes it, between its quotes. `raw` knows no escapes. */
  | { readonly kind: 'text'; readonly written: string; readonly start: number; readonly raw: boolean }
  | { readonly kind: 'hole'; readonly span: Span; readonly holds: SqlHole['holds'] };

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  v: '\v',
  f: '\f',
  '0': '\0',
  '\n': '',
  '\r\n': '',
  '\r': '',
  '\u2028': '',
  '\u2029': '',
};

const special = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\s\S]))|\r\n?/g;
const lineEnd = /\r\n?/g;

/** The pieces as one text, with the way back to the file. */
export function joinPieces(pieces: readonly SqlPiece[], span: Span, by: string): SqlText {
  const written = pieces.map((piece) => (piece.kind === 'text' ? piece.written : '')).join(' ');
  // A text may have parameters of its own beside its holes.
  let parameters = pieces.some(({ kind }) => kind === 'hole') ? highestParameter(written) : 0;
  let text = '';
  const map: { at: number; start: number }[] = [];
  const holes: SqlHole[] = [];
  const put = (decoded: string, start: number) => {
    if (decoded === '') return;
    const last = map.at(-1);
    if (last === undefined || start - last.start !== text.length - last.at)
      map.push({ at: text.length, start });
    text += decoded;
  };
  for (const piece of pieces) {
    if (piece.kind === 'hole') {
      parameters += 1;
      const name = `$${parameters}`;
      holes.push({ at: text.length, length: name.length, span: piece.span, holds: piece.holds });
      map.push({ at: text.length, start: piece.span.start });
      text += name;
      // What follows starts a stretch of its own, even where the hole is as long as its name.
      map.push({ at: text.length, start: piece.span.end });
      continue;
    }
    const { written, start } = piece;
    let done = 0;
    for (const match of written.matchAll(piece.raw ? lineEnd : special)) {
      put(written.slice(done, match.index), start + done);
      const decoded = decode(match);
      if (decoded !== '') map.push({ at: text.length, start: start + match.index });
      text += decoded;
      done = match.index + match[0].length;
      if (decoded !== '') map.push({ at: text.length, start: start + done });
    }
    put(written.slice(done), start + done);
  }
  return { ...span, text, map: map.filter(({ at }, index) => map[index + 1]?.at !== at), holes, by };
}

function decode([whole, braces, four, two, character]: RegExpMatchArray): string {
  if (!whole?.startsWith('\\')) return '\n';
  const code = braces ?? four ?? two;
  if (code !== undefined) {
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '' : String.fromCodePoint(point);
  }
  const one = character ?? '';
  return Object.hasOwn(escapes, one) ? (escapes[one] ?? '') : one;
}

function highestParameter(text: string): number {
  let highest = 0;
  for (const [, digits] of text.matchAll(/\$(\d{1,5})/g)) highest = Math.max(highest, Number(digits));
  return highest;
}

/** White space, comments and parentheses in front of a statement. */
const before = String.raw`^(?:\s|--[^\n]*\n|/\*[^*]*(?:\*(?!/)[^*]*)*\*/|\()*`;

const statement = new RegExp(
  `${before}(?:select|insert|update|delete|with|merge|values|create|alter|drop|truncate|copy|explain|comment|grant|do|set|begin)\\b`,
  'i',
);

const certainStatement = new RegExp(
  `${before}(?:select\\s[\\s\\S]*?\\b(?:from|eql_v\\d)\\b|insert\\s+into\\s|update\\s+\\S+\\s+(?:as\\s+)?(?:\\w+\\s+)?set\\s|delete\\s+from\\s|merge\\s+into\\s|with\\s+(?:recursive\\s+)?\\S+\\s+as\\s*\\(|(?:create|alter|drop)\\s+(?:table|index|unique\\s+index|view|schema|domain|type|function|extension)\\s)`,
  'i',
);

const nameOfEql = /\beql_v\d|\bcs_\w+_v\d/i;

/** True for a text that begins as a statement does. */
export function beginsAsSql(text: string): boolean {
  return statement.test(text.slice(0, lookAt));
}

/** True for a text that is a statement whatever it is used for. */
export function isSql(text: string): boolean {
  return certainStatement.test(text.slice(0, lookAt));
}

export function namesEql(text: string): boolean {
  return nameOfEql.test(text);
}

const lookAt = 4000;
