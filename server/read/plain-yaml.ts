import type { Span } from './tree.ts';

/** YAML as most people write it most of the time: blocks, lines of one value, short lists and maps in brackets. */
export type PlainNode = Span &
  (
    | { readonly kind: 'map'; readonly pairs: readonly PlainPair[] }
    | { readonly kind: 'list'; readonly items: readonly PlainNode[] }
    | { readonly kind: 'scalar'; readonly value: PlainValue; readonly source: string }
  );

export interface PlainPair {
  readonly key: string;
  readonly keySpan: Span;
  /** Absent where nothing says that there is one. */
  readonly value?: PlainNode;
}

export interface PlainDocument {
  readonly root: PlainNode;
  /** A key that has no colon yet, as the whole language complains of it. */
  readonly halfKey?: HalfKey;
}

interface HalfKey extends Span {
  readonly message: string;
}

type PlainValue = string | number | boolean | null;

/**
 * Reads plain YAML in one pass over its lines: what a person types in a long file is seen at once, where the whole
 * language takes tens of milliseconds. Undefined for everything that is not certain to mean just this (anchors, tags,
 * values of several lines, several documents, errors): then the whole language is read. Only a key that a person is
 * typing is understood as well, since a file is in that state as often as not.
 */
export function readPlainYaml(text: string): PlainDocument | undefined {
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error === notPlain) return undefined;
    throw error;
  }
}

const notPlain = Symbol('this is more than plain YAML');

interface Line {
  /** Offset of the first character that is no space. */
  readonly start: number;
  /** Offset where the line ends, before its break. */
  readonly end: number;
  /** Offset where the next line begins. */
  readonly next: number;
  readonly indent: number;
  /** True when comments stand between the line above and this one. */
  readonly commented: boolean;
}

/** Letters by their codes: every one of a file is looked at on every keystroke. */
const code = {
  lineFeed: 10,
  return: 13,
  space: 32,
  doubleQuote: 34,
  hash: 35,
  quote: 39,
  comma: 44,
  dash: 45,
  colon: 58,
  openBracket: 91,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const;

class Reader {
  readonly #text: string;
  /** Lines that hold something besides a comment. */
  readonly #lines: readonly Line[];
  /** True when comments stand behind the last line. */
  readonly #commentedEnd: boolean;
  #at = 0;
  /** Where the line of the last value ends: what holds it ends there too. */
  #end = 0;
  #halfKey: HalfKey | undefined;

  constructor(text: string) {
    this.#text = text;
    const { lines, commented } = linesOf(text);
    this.#lines = lines;
    this.#commentedEnd = commented;
  }

  document(): PlainDocument {
    const [first] = this.#lines;
    if (first === undefined) throw notPlain;
    const root = this.#block(first.indent, first.start);
    if (this.#at < this.#lines.length) throw notPlain;
    return this.#halfKey === undefined ? { root } : { root, halfKey: this.#halfKey };
  }

  /** The list or map that starts at a column of the current line. */
  #block(column: number, start: number): PlainNode {
    return this.#isItem(start, this.#line().end) ? this.#list(column, start) : this.#map(column, start);
  }

  #list(column: number, start: number): PlainNode {
    const items: PlainNode[] = [];
    let from = start;
    for (;;) {
      const line = this.#line();
      const content = this.#skipSpaces(from + 1, line.end);
      items.push(
        content === line.end
          ? this.#below(column, from + 1, line)
          : this.#inline(column, column + content - from, content, line),
      );
      const next = this.#lines[this.#at];
      if (next === undefined || next.indent < column) break;
      if (next.indent > column) throw notPlain;
      if (!this.#isItem(next.start, next.end)) {
        // A list may stand in the column of the key that holds it.
        break;
      }
      from = next.start;
    }
    return { kind: 'list', start, end: this.#end, items };
  }

  #map(column: number, start: number): PlainNode {
    const pairs: PlainPair[] = [];
    let from = start;
    for (;;) {
      this.#pair(column, from, pairs);
      const next = this.#lines[this.#at];
      if (next === undefined || next.indent < column) break;
      if (next.indent > column || this.#isItem(next.start, next.end)) throw notPlain;
      from = next.start;
    }
    return { kind: 'map', start, end: this.#end, pairs };
  }

  #pair(column: number, from: number, pairs: PlainPair[]): void {
    const line = this.#line();
    const keyEnd = this.#keyEnd(from, line.end);
    if (keyEnd === undefined) {
      this.#halfPair(column, from, line, pairs);
      return;
    }
    const keySpan = { start: from, end: keyEnd };
    this.#valueOf(this.#keyText(from, keyEnd), keySpan, column, line, pairs);
  }

  #valueOf(key: string, keySpan: Span, column: number, line: Line, pairs: PlainPair[]): void {
    const colon = keySpan.end;
    const content = this.#skipSpaces(colon + 1, line.end);
    const empty = content === line.end || this.#text.charCodeAt(content) === code.hash;
    if (content === colon + 1 && !empty) throw notPlain;
    const value = empty ? this.#below(column, content, line, true) : this.#inlineValue(column, content, line);
    pairs.push({ key, keySpan, value });
  }

  /** A key that a person is typing: what follows is not what was meant. */
  #halfPair(column: number, start: number, line: Line, pairs: PlainPair[]): void {
    const { end } = line;
    if (this.#halfKey !== undefined || line.commented || this.#wordEnd(start, end) !== end) throw notPlain;
    const word = this.#text.slice(start, end);
    if (typeof scalarOf(word) !== 'string') throw notPlain;
    this.#at += 1;
    const next = this.#lines[this.#at];
    if (next !== undefined && next.indent === column) {
      if (word.length > 1) {
        this.#joinedPair(start, line, next, pairs);
        return;
      }
      // A letter alone right below another line is no line that goes on.
      if (this.#lines[this.#at - 2]?.next !== start - column) throw notPlain;
    }
    if (pairs.length === 0 || (next?.commented ?? this.#commentedEnd)) throw notPlain;
    if (next !== undefined && next.indent > column) throw notPlain;
    const keySpan = { start, end };
    this.#halfKey = { ...keySpan, message: 'Implicit map keys need to be followed by map values' };
    pairs.push({ key: word, keySpan });
    this.#end = next === undefined ? this.#text.length : next.start;
  }

  /** The word takes the next key for its second line. */
  #joinedPair(start: number, line: Line, next: Line, pairs: PlainPair[]): void {
    if (next.commented || next.start - next.indent !== line.next) throw notPlain;
    const end = this.#wordEnd(next.start, next.end);
    if (end === next.start || end !== this.#keyEnd(next.start, next.end)) throw notPlain;
    const keySpan = { start, end };
    this.#halfKey = { ...keySpan, message: 'Implicit keys need to be on a single line' };
    const key = `${this.#text.slice(start, line.end)} ${this.#text.slice(next.start, end)}`;
    this.#valueOf(key, keySpan, next.indent, next, pairs);
  }

  /** What stands on the lines below a key or a dash: a deeper block, or nothing. */
  #below(column: number, at: number, line: Line, key = false): PlainNode {
    this.#at += 1;
    const next = this.#lines[this.#at];
    const sameColumn =
      key && next !== undefined && next.indent === column && this.#isItem(next.start, next.end);
    if (next !== undefined && (next.indent > column || sameColumn))
      return this.#block(next.indent, next.start);
    // Where an empty value ends depends on what stands around it.
    if (line.commented || (next?.commented ?? this.#commentedEnd)) throw notPlain;
    if (at !== line.end && !(key && next !== undefined && next.indent === column)) throw notPlain;
    this.#end = at;
    return { kind: 'scalar', start: at, end: at, value: null, source: '' };
  }

  /** What stands behind a dash: a value, or a block that starts there. */
  #inline(column: number, inner: number, start: number, line: Line): PlainNode {
    if (this.#isItem(start, line.end)) return this.#list(inner, start);
    if (this.#text.charCodeAt(start) === code.hash) throw notPlain;
    return this.#keyEnd(start, line.end) !== undefined || this.#startsHalfMap(inner, start, line)
      ? this.#map(inner, start)
      : this.#inlineValue(column, start, line);
  }

  /** True where a word alone stands above keys, in their column. */
  #startsHalfMap(column: number, start: number, line: Line): boolean {
    const next = this.#lines[this.#at + 1];
    return next !== undefined && next.indent === column && this.#wordEnd(start, line.end) === line.end;
  }

  /** A value of one line. */
  #inlineValue(column: number, start: number, line: Line): PlainNode {
    const node = this.#value(start, line.end, false);
    const behind = this.#skipSpaces(node.end, line.end);
    const comment = this.#text.charCodeAt(behind) === code.hash && behind > node.end;
    if (behind !== line.end && !comment) throw notPlain;
    this.#at += 1;
    const next = this.#lines[this.#at];
    // It goes on below, in a way that only the whole language knows.
    if (next !== undefined && next.indent > column) throw notPlain;
    this.#end = line.next;
    return node;
  }

  #value(start: number, limit: number, inFlow: boolean): PlainNode {
    switch (this.#text.charCodeAt(start)) {
      case code.doubleQuote:
      case code.quote:
        return this.#quoted(start, limit);
      case code.openBracket:
        return this.#flowList(start, limit);
      case code.openBrace:
        return this.#flowMap(start, limit);
      default:
        return this.#plain(start, limit, inFlow);
    }
  }

  #quoted(start: number, limit: number): PlainNode {
    const text = this.#text;
    const quote = text[start] ?? '';
    let close = text.indexOf(quote, start + 1);
    let doubled = false;
    while (quote === "'" && close >= 0 && close < limit && text[close + 1] === quote) {
      doubled = true;
      close = text.indexOf(quote, close + 2);
    }
    if (close < 0 || close >= limit || text[close + 1] === quote) throw notPlain;
    const written = text.slice(start + 1, close);
    if (quote === '"' && written.includes('\\')) throw notPlain;
    const value = doubled ? written.replaceAll("''", "'") : written;
    return { kind: 'scalar', start, end: close + 1, value, source: value };
  }

  #plain(start: number, limit: number, inFlow: boolean): PlainNode {
    const text = this.#text;
    if (!beginsPlain(text, start)) throw notPlain;
    let end = start;
    let index = start;
    for (; index < limit; index += 1) {
      const letter = text.charCodeAt(index);
      if (letter === code.space) continue;
      if (letter === code.hash && text.charCodeAt(index - 1) === code.space) break;
      if (letter === code.colon && (index + 1 >= limit || endsKey(text, index + 1))) throw notPlain;
      if (inFlow) {
        if (letter === code.comma || letter === code.closeBracket || letter === code.closeBrace) break;
        if (letter === code.openBracket || letter === code.openBrace || letter === code.hash) throw notPlain;
      }
      end = index + 1;
    }
    const source = text.slice(start, end);
    return { kind: 'scalar', start, end, value: scalarOf(source), source };
  }

  #flowList(start: number, limit: number): PlainNode {
    const items: PlainNode[] = [];
    let at = this.#skipSpaces(start + 1, limit);
    while (this.#text.charCodeAt(at) !== code.closeBracket) {
      const item = this.#value(at, limit, true);
      items.push(item);
      at = this.#pastComma(item.end, limit, code.closeBracket);
    }
    return { kind: 'list', start, end: at + 1, items };
  }

  #flowMap(start: number, limit: number): PlainNode {
    const pairs: PlainPair[] = [];
    let at = this.#skipSpaces(start + 1, limit);
    while (this.#text.charCodeAt(at) !== code.closeBrace) {
      const pair = this.#flowPair(at, limit);
      pairs.push(pair);
      at = this.#pastComma(pair.value?.end ?? pair.keySpan.end, limit, code.closeBrace);
    }
    return { kind: 'map', start, end: at + 1, pairs };
  }

  #flowPair(start: number, limit: number): PlainPair {
    const end = this.#keyEnd(start, limit);
    if (end === undefined) {
      const wordEnd = this.#wordEnd(start, limit);
      const key = this.#text.slice(start, wordEnd);
      if (wordEnd === start || typeof scalarOf(key) !== 'string') throw notPlain;
      return { key, keySpan: { start, end: wordEnd } };
    }
    const key = this.#keyText(start, end);
    const content = this.#skipSpaces(end + 1, limit);
    if (content === end + 1) throw notPlain;
    const letter = this.#text.charCodeAt(content);
    const empty = letter === code.comma || letter === code.closeBrace;
    const value: PlainNode = empty
      ? { kind: 'scalar', start: content, end: content, value: null, source: '' }
      : this.#value(content, limit, true);
    return { key, keySpan: { start, end }, value };
  }

  #pastComma(from: number, limit: number, closer: number): number {
    const at = this.#skipSpaces(from, limit);
    if (at >= limit) throw notPlain;
    const letter = this.#text.charCodeAt(at);
    if (letter === closer) return at;
    if (letter !== code.comma) throw notPlain;
    const next = this.#skipSpaces(at + 1, limit);
    if (next >= limit || this.#text.charCodeAt(next) === code.comma) throw notPlain;
    return next;
  }

  #keyText(start: number, end: number): string {
    const quote = this.#text.charCodeAt(start);
    const quoted = quote === code.doubleQuote || quote === code.quote;
    return quoted ? this.#text.slice(start + 1, end - 1) : this.#text.slice(start, end);
  }

  /** Where a key ends, with a colon right behind it. */
  #keyEnd(start: number, limit: number): number | undefined {
    const text = this.#text;
    const quote = text.charCodeAt(start);
    let end = start;
    if (quote === code.doubleQuote || quote === code.quote) {
      const quoted = this.#quoted(start, limit) as PlainScalar;
      end = quoted.end;
      if (end - start < 3) return undefined;
      if (String(quoted.value).length !== end - start - 2) throw notPlain;
    } else {
      end = this.#wordEnd(start, limit);
      if (end === start) return undefined;
      if (text.charCodeAt(end) === code.colon && typeof scalarOf(text.slice(start, end)) !== 'string') {
        throw notPlain;
      }
    }
    if (end - start > longestKey) throw notPlain;
    const colon = text.charCodeAt(end) === code.colon;
    return colon && (end + 1 >= limit || text.charCodeAt(end + 1) === code.space) ? end : undefined;
  }

  /** Where a key ends that is written without quotes; where it starts when it is none. */
  #wordEnd(start: number, limit: number): number {
    const text = this.#text;
    if (start >= limit || wordLetters[text.charCodeAt(start)] !== letterOfWords.first) return start;
    let end = start + 1;
    while (end < limit && (wordLetters[text.charCodeAt(end)] ?? 0) !== 0) end += 1;
    return end;
  }

  #isItem(start: number, limit: number): boolean {
    const text = this.#text;
    return (
      text.charCodeAt(start) === code.dash &&
      (start + 1 >= limit || text.charCodeAt(start + 1) === code.space)
    );
  }

  #skipSpaces(from: number, limit: number): number {
    let at = from;
    while (at < limit && this.#text.charCodeAt(at) === code.space) at += 1;
    return at;
  }

  #line(): Line {
    const line = this.#lines[this.#at];
    if (line === undefined) throw notPlain;
    return line;
  }
}

type PlainScalar = Extract<PlainNode, { readonly kind: 'scalar' }>;

/** Far below what the language allows for a key of one line. */
const longestKey = 500;

/** What a letter may be in a key that is written without quotes. */
const letterOfWords = { first: 1, other: 2 } as const;
const wordLetters = new Uint8Array(128);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$') {
  wordLetters[letter.charCodeAt(0)] = letterOfWords.first;
}
for (const letter of '0123456789./-') wordLetters[letter.charCodeAt(0)] = letterOfWords.other;

function beginsPlain(text: string, start: number): boolean {
  const letter = text.charCodeAt(start);
  if (letter < 128 && wordLetters[letter] !== 0 && letter !== code.dash) return true;
  return /^(?:\p{L}|-\d)/u.test(text.slice(start, start + 2));
}

/** True for what ends a key behind its colon. */
function endsKey(text: string, index: number): boolean {
  return /[\s,[\]{}]/.test(text[index] ?? '');
}

function linesOf(text: string): { readonly lines: readonly Line[]; readonly commented: boolean } {
  const lines: Line[] = [];
  /** How deep the comments above a line stand: one that stands deeper than what follows belongs to what ends there. */
  let comments = -1;
  const { length } = text;
  for (let from = 0; from < length; ) {
    let start = from;
    while (start < length && text.charCodeAt(start) === code.space) start += 1;
    let end = start;
    let letter = 0;
    for (; end < length; end += 1) {
      letter = text.charCodeAt(end);
      if (letter === code.lineFeed || letter === code.return) break;
      if (isUnusual(letter)) throw notPlain;
    }
    let next = end;
    if (end < length) next = letter === code.return ? end + 2 : end + 1;
    if (letter === code.return && end < length && text.charCodeAt(end + 1) !== code.lineFeed) throw notPlain;
    const indent = start - from;
    if (start < end && text.charCodeAt(start) === code.hash) {
      comments = Math.max(comments, indent);
    } else if (start < end) {
      if (comments > indent) throw notPlain;
      lines.push({ start, end, next, indent, commented: comments >= 0 });
      comments = -1;
    }
    from = next;
  }
  if (comments > 0) throw notPlain;
  return { lines, commented: comments >= 0 };
}

/** Control characters and line breaks whose meaning differs from what it looks like. */
function isUnusual(letter: number): boolean {
  if (letter < 32) return true;
  if (letter < 127) return false;
  return letter < 160 || letter === 0x20_28 || letter === 0x20_29 || letter === 0xfe_ff;
}

const words: ReadonlyMap<string, PlainValue> = new Map<string, PlainValue>([
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** What a plain scalar means in YAML's core schema; numbers that are written in an unusual way are left to it. */
function scalarOf(source: string): PlainValue {
  if (source.length <= 5) {
    const word = words.get(source);
    if (word !== undefined) return word;
  }
  const first = source.charCodeAt(0);
  // Only signs, points and digits begin a number.
  if (first > 57 || first < 43) return source;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source)) return Number(source);
  if (/^[-+]?(?:\.?\d|\.(?:inf|nan)$)/i.test(source) && looksNumeric.test(source)) throw notPlain;
  return source;
}

const looksNumeric =
  /^(?:[-+]?\d+|0o[0-7]+|0x[\da-f]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|[-+]?\.inf|\.nan)$/i;
