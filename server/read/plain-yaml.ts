import type { Span } from './tree.ts';

/** YAML as most people write it most of the time: blocks, lines of one value, short lists and maps in brackets. */
export type PlainNode =
  | { readonly kind: 'map'; readonly span: Span; readonly pairs: readonly PlainPair[] }
  | { readonly kind: 'list'; readonly span: Span; readonly items: readonly PlainNode[] }
  | { readonly kind: 'scalar'; readonly span: Span; readonly value: PlainValue; readonly source: string };

export interface PlainPair {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: PlainNode;
}

type PlainValue = string | number | boolean | null;

/**
 * Reads plain YAML in one pass over its lines: what a person types in a long file is seen at once, where the whole
 * language takes tens of milliseconds. Undefined for everything that is not certain to mean just this (anchors, tags,
 * values of several lines, several documents, errors): then the whole language is read.
 */
export function readPlainYaml(text: string): PlainNode | undefined {
  if (unusual.test(text)) return undefined;
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error === notPlain) return undefined;
    throw error;
  }
}

/** Line breaks and control characters whose meaning differs from what it looks like. */
const unusual = /\r(?!\n)|[^\P{Cc}\r\n]|[\u2028\u2029\ufeff]/u;

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

/** A value and where its line ends: what holds it ends there too. */
interface Ended {
  readonly node: PlainNode;
  readonly end: number;
}

class Reader {
  readonly #text: string;
  /** Lines that hold something besides a comment. */
  readonly #lines: readonly Line[];
  /** True when comments stand behind the last line. */
  readonly #commentedEnd: boolean;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    const { lines, commented } = linesOf(text);
    this.#lines = lines;
    this.#commentedEnd = commented;
  }

  document(): PlainNode {
    const [first] = this.#lines;
    if (first === undefined) throw notPlain;
    const { node } = this.#block(first.indent, first.start);
    if (this.#at < this.#lines.length) throw notPlain;
    return node;
  }

  /** The list or map that starts at a column of the current line. */
  #block(column: number, start: number): Ended {
    return this.#isItem(start, this.#line().end) ? this.#list(column, start) : this.#map(column, start);
  }

  #list(column: number, start: number): Ended {
    const items: PlainNode[] = [];
    let end = start;
    let from = start;
    for (;;) {
      const line = this.#line();
      const content = this.#skipSpaces(from + 1, line.end);
      const item =
        content === line.end
          ? this.#below(column, from + 1, line)
          : this.#inline(column, column + content - from, content, line);
      items.push(item.node);
      end = item.end;
      const next = this.#lines[this.#at];
      if (next === undefined || next.indent < column) break;
      if (next.indent > column) throw notPlain;
      if (!this.#isItem(next.start, next.end)) {
        // A list may stand in the column of the key that holds it.
        break;
      }
      from = next.start;
    }
    return { node: { kind: 'list', span: { start, end }, items }, end };
  }

  #map(column: number, start: number): Ended {
    const pairs: PlainPair[] = [];
    let end = start;
    let from = start;
    for (;;) {
      const line = this.#line();
      const key = this.#key(from, line.end);
      const colon = key.keySpan.end;
      const content = this.#skipSpaces(colon + 1, line.end);
      const empty = content === line.end || this.#text[content] === '#';
      if (content === colon + 1 && !empty) throw notPlain;
      const value = empty
        ? this.#below(column, colon + 1, line, true)
        : this.#inlineValue(column, content, line);
      pairs.push({ ...key, value: value.node });
      end = value.end;
      const next = this.#lines[this.#at];
      if (next === undefined || next.indent < column) break;
      if (next.indent > column || this.#isItem(next.start, next.end)) throw notPlain;
      from = next.start;
    }
    return { node: { kind: 'map', span: { start, end }, pairs }, end };
  }

  /** What stands on the lines below a key or a dash: a deeper block, or nothing. */
  #below(column: number, at: number, line: Line, key = false): Ended {
    this.#at += 1;
    const next = this.#lines[this.#at];
    const sameColumn =
      key && next !== undefined && next.indent === column && this.#isItem(next.start, next.end);
    if (next !== undefined && (next.indent > column || sameColumn))
      return this.#block(next.indent, next.start);
    // Where an empty value ends depends on what stands behind it.
    if (at !== line.end || (next?.commented ?? this.#commentedEnd)) throw notPlain;
    const span = { start: at, end: at };
    return { node: { kind: 'scalar', span, value: null, source: '' }, end: at };
  }

  /** What stands behind a dash: a value, or a block that starts there. */
  #inline(column: number, inner: number, start: number, line: Line): Ended {
    if (this.#isItem(start, line.end)) return this.#list(inner, start);
    if (this.#text[start] === '#') throw notPlain;
    return this.#startsMap(start, line.end)
      ? this.#map(inner, start)
      : this.#inlineValue(column, start, line);
  }

  /** A value of one line. */
  #inlineValue(column: number, start: number, line: Line): Ended {
    const node = this.#value(start, line.end, false);
    const behind = this.#skipSpaces(node.span.end, line.end);
    const comment = this.#text[behind] === '#' && behind > node.span.end;
    if (behind !== line.end && !comment) throw notPlain;
    this.#at += 1;
    const next = this.#lines[this.#at];
    // It goes on below, in a way that only the whole language knows.
    if (next !== undefined && next.indent > column) throw notPlain;
    return { node, end: line.next };
  }

  #value(start: number, limit: number, inFlow: boolean): PlainNode {
    switch (this.#text[start]) {
      case '"':
      case "'":
        return this.#quoted(start, limit);
      case '[':
        return this.#flowList(start, limit);
      case '{':
        return this.#flowMap(start, limit);
      default:
        return this.#plain(start, limit, inFlow);
    }
  }

  #quoted(start: number, limit: number): PlainNode {
    const text = this.#text;
    const quote = text[start] ?? '';
    const close = text.indexOf(quote, start + 1);
    if (close < 0 || close >= limit || text[close + 1] === quote) throw notPlain;
    const value = text.slice(start + 1, close);
    if (quote === '"' && value.includes('\\')) throw notPlain;
    return { kind: 'scalar', span: { start, end: close + 1 }, value, source: value };
  }

  #plain(start: number, limit: number, inFlow: boolean): PlainNode {
    const text = this.#text;
    let end = start;
    let index = start;
    for (; index < limit; index += 1) {
      const letter = text[index] ?? '';
      if (inFlow && (letter === ',' || letter === ']' || letter === '}')) break;
      if (inFlow && (letter === '[' || letter === '{' || letter === '#')) throw notPlain;
      if (letter === ':' && (index + 1 >= limit || /[\s,[\]{}]/.test(text[index + 1] ?? ''))) throw notPlain;
      if (letter === '#' && text[index - 1] === ' ') break;
      if (letter !== ' ') end = index + 1;
    }
    const source = text.slice(start, end);
    if (!/^(?:[\p{L}\d_$./]|-\d)/u.test(source)) throw notPlain;
    return { kind: 'scalar', span: { start, end }, value: scalarOf(source), source };
  }

  #flowList(start: number, limit: number): PlainNode {
    const items: PlainNode[] = [];
    let at = this.#skipSpaces(start + 1, limit);
    while (this.#text[at] !== ']') {
      const item = this.#value(at, limit, true);
      items.push(item);
      at = this.#pastComma(item.span.end, limit, ']');
    }
    return { kind: 'list', span: { start, end: at + 1 }, items };
  }

  #flowMap(start: number, limit: number): PlainNode {
    const pairs: PlainPair[] = [];
    let at = this.#skipSpaces(start + 1, limit);
    while (this.#text[at] !== '}') {
      const key = this.#key(at, limit);
      const content = this.#skipSpaces(key.keySpan.end + 1, limit);
      if (content === key.keySpan.end + 1) throw notPlain;
      const value = this.#value(content, limit, true);
      pairs.push({ ...key, value });
      at = this.#pastComma(value.span.end, limit, '}');
    }
    return { kind: 'map', span: { start, end: at + 1 }, pairs };
  }

  #pastComma(from: number, limit: number, closer: string): number {
    const at = this.#skipSpaces(from, limit);
    if (at >= limit) throw notPlain;
    if (this.#text[at] === closer) return at;
    if (this.#text[at] !== ',') throw notPlain;
    const next = this.#skipSpaces(at + 1, limit);
    if (next >= limit || this.#text[next] === ',') throw notPlain;
    return next;
  }

  #key(start: number, limit: number): { readonly key: string; readonly keySpan: Span } {
    const end = this.#keyEnd(start, limit);
    if (end === undefined) throw notPlain;
    const quote = this.#text[start];
    const quoted = quote === '"' || quote === "'";
    const key = quoted ? this.#text.slice(start + 1, end - 1) : this.#text.slice(start, end);
    return { key, keySpan: { start, end } };
  }

  #startsMap(start: number, limit: number): boolean {
    return this.#keyEnd(start, limit) !== undefined;
  }

  /** Where a key ends, with a colon right behind it. */
  #keyEnd(start: number, limit: number): number | undefined {
    const text = this.#text;
    const quote = text[start];
    let end = start;
    if (quote === '"' || quote === "'") {
      end = this.#quoted(start, limit).span.end;
      if (end - start < 3) return undefined;
    } else {
      if (!/[A-Za-z_$]/.test(quote ?? '')) return undefined;
      while (end < limit && /[\w$./-]/.test(text[end] ?? '')) end += 1;
      if (typeof scalarOf(text.slice(start, end)) !== 'string') throw notPlain;
    }
    if (end - start > longestKey) throw notPlain;
    return text[end] === ':' && (end + 1 >= limit || text[end + 1] === ' ') ? end : undefined;
  }

  #isItem(start: number, limit: number): boolean {
    return this.#text[start] === '-' && (start + 1 >= limit || this.#text[start + 1] === ' ');
  }

  #skipSpaces(from: number, limit: number): number {
    let at = from;
    while (at < limit && this.#text[at] === ' ') at += 1;
    return at;
  }

  #line(): Line {
    const line = this.#lines[this.#at];
    if (line === undefined) throw notPlain;
    return line;
  }
}

/** Far below what the language allows for a key of one line. */
const longestKey = 500;

function linesOf(text: string): { readonly lines: readonly Line[]; readonly commented: boolean } {
  const lines: Line[] = [];
  /** How deep the comments above a line stand: one that stands deeper than what follows belongs to what ends there. */
  let comments = -1;
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const next = found < 0 ? text.length : found + 1;
    const end = found < 0 ? text.length : text[found - 1] === '\r' && found > from ? found - 1 : found;
    let start = from;
    while (start < end && text[start] === ' ') start += 1;
    const indent = start - from;
    if (start < end && text[start] === '#') {
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

/** What a plain scalar means in YAML's core schema; numbers that are written in an unusual way are left to it. */
function scalarOf(source: string): PlainValue {
  if (/^(?:null|Null|NULL|~)$/.test(source)) return null;
  if (/^(?:true|True|TRUE)$/.test(source)) return true;
  if (/^(?:false|False|FALSE)$/.test(source)) return false;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source)) return Number(source);
  if (/^[-+]?(?:\.?\d|\.(?:inf|nan)$)/i.test(source) && looksNumeric.test(source)) throw notPlain;
  return source;
}

const looksNumeric =
  /^(?:[-+]?\d+|0o[0-7]+|0x[\da-f]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|[-+]?\.inf|\.nan)$/i;
