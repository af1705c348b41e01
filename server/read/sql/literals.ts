import type { Token } from './lexer.ts';
import type { SqlStringMap } from './statement.ts';

/** What a string literal holds, and where in the text that holds it each stretch of that begins. */
export interface DecodedString {
  readonly value: string;
  readonly map: SqlStringMap;
  /** Where the text behind its last letter goes on. */
  readonly end: number;
}

/** Reads the literal of a token: quotes, E'', dollar quotes, and several that a line break joins. */
export function decodeString(text: string, { start, end }: Token): DecodedString {
  const out = new Stretches();
  if (text[start] === '$') {
    const tag = /\$[^$]*\$/y;
    tag.lastIndex = start;
    tag.test(text);
    const open = tag.lastIndex === 0 ? start : tag.lastIndex;
    const close = end - (open - start);
    out.copy(text, open, close >= open && text.startsWith(text.slice(start, open), close) ? close : end);
    return out;
  }
  const escapes = text[start] === 'e' || text[start] === 'E';
  for (let at = text.indexOf("'", start); at >= 0 && at < end; at = nextQuote(text, at, end)) {
    at = copyQuoted(text, at + 1, end, escapes, out);
  }
  return out;
}

/** The quote that opens the next part, past white space and comments. */
function nextQuote(text: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    if (text[at] === "'") return at;
    if (text[at] === '-') {
      while (at < end && text[at] !== '\n' && text[at] !== '\r') at += 1;
    }
  }
  return -1;
}

/** Past the quote that closes. */
function copyQuoted(text: string, from: number, end: number, escapes: boolean, out: Stretches): number {
  let plain = from;
  let at = from;
  while (at < end) {
    if (text[at] === "'") {
      out.copy(text, plain, at);
      if (text[at + 1] !== "'" || at + 1 >= end) return at + 1;
      out.put("'", at);
      at += 2;
      out.end = at;
      plain = at;
    } else if (escapes && text[at] === '\\') {
      out.copy(text, plain, at);
      const [value, length] = escapeAt(text, at);
      out.put(value, at);
      at += length;
      out.end = at;
      plain = at;
    } else {
      at += 1;
    }
  }
  out.copy(text, plain, end);
  return end;
}

const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const numeric = /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{1,2})|([0-7]{1,3}))/y;

function escapeAt(text: string, at: number): readonly [string, number] {
  numeric.lastIndex = at;
  const match = numeric.exec(text);
  if (match !== null) {
    const [all, short, long, hexadecimal, octal] = match;
    const code =
      octal === undefined
        ? Number.parseInt(short ?? long ?? hexadecimal ?? '', 16)
        : Number.parseInt(octal, 8);
    return [code > 0x10ffff ? '' : String.fromCodePoint(code), all.length];
  }
  const letter = text[at + 1] ?? '';
  return [letters[letter] ?? letter, 2];
}

class Stretches implements DecodedString {
  value = '';
  end = 0;
  readonly map: { at: number; start: number }[] = [];

  copy(text: string, from: number, to: number): void {
    if (to <= from) return;
    this.put(text.slice(from, to), from);
    this.end = to;
  }

  put(value: string, start: number): void {
    if (value === '') return;
    this.map.push({ at: this.value.length, start });
    this.value += value;
  }
}
