import type { Node } from 'libpg-query';
import { bounds } from '../bounds.ts';
import type { Span } from '../tree.ts';
import type { Token } from './lexer.ts';
import type { Placing } from './placing.ts';
import type { Piece } from './split.ts';
import type { SqlName, SqlType } from './statement.ts';
import { isUnknownName } from './unknown-names.ts';

/** Tokens of a statement, by index; `last` inclusive. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** What was read, and the tokens that it stands on. */
export interface Read<Thing> extends Stretch {
  readonly node: Thing;
}

/** Thrown where a tree and the tokens do not fit: the statement is passed over. */
export class Misfit extends Error {}

type NodeKind = Node extends infer One ? (One extends unknown ? keyof One : never) : never;
export type NodeBody<Kind extends NodeKind> = Extract<Node, Record<Kind, unknown>>[Kind];

/** The body of a node that is of a kind. */
export function bodyOf<Kind extends NodeKind>(
  node: Node | undefined,
  kind: Kind,
): NodeBody<Kind> | undefined {
  return node !== undefined && kind in node
    ? (node as unknown as Record<Kind, NodeBody<Kind>>)[kind]
    : undefined;
}

/** The items of a list node. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return bodyOf(node, 'List')?.items ?? [];
}

export function textOf(node: Node | undefined): string {
  return bodyOf(node, 'String')?.sval ?? '';
}

/** The last of a list of names: `pg_catalog.text` is `text`. */
export function lastText(names: readonly Node[] | undefined): string {
  return textOf(names?.at(-1));
}

/** A text and what is known of it. */
export interface WalkedText {
  readonly text: string;
  readonly placing: Placing;
  /** Where string literals start that are secrets. */
  readonly secrets: ReadonlySet<number>;
  /** True in a block of PL/pgSQL, where INTO names a variable. */
  readonly inBlock: boolean;
}

/**
 * A statement's tokens beside its tree. The tree says where things start; where they end, the tokens say.
 */
export class Walk {
  readonly text: string;
  readonly piece: Piece;
  readonly placing: Placing;
  readonly secrets: ReadonlySet<number>;
  readonly inBlock: boolean;
  readonly #offsets: Int32Array | undefined;
  /** How deep the reading of the tree is. */
  #depth = 0;

  constructor({ text, placing, secrets, inBlock }: WalkedText, piece: Piece, sent: string) {
    this.text = text;
    this.placing = placing;
    this.secrets = secrets;
    this.inBlock = inBlock;
    this.piece = piece;
    this.#offsets = offsetsOfBytes(sent);
  }

  /** Runs a step into the tree, or undefined where it is too deep. */
  deeper<Thing>(step: () => Thing): Thing | undefined {
    if (this.#depth >= deepest) return undefined;
    this.#depth += 1;
    try {
      return step();
    } finally {
      this.#depth -= 1;
    }
  }

  get length(): number {
    return this.piece.tokens.length;
  }

  token(index: number): Token {
    const token = this.piece.tokens[index];
    if (token === undefined) throw new Misfit(`no token ${index}`);
    return token;
  }

  /** The text of a token; empty where there is none. */
  mark(index: number): string {
    const token = this.piece.tokens[index];
    return token === undefined || token.kind === 'quoted' ? '' : token.text;
  }

  partner(index: number): number {
    const partner = this.piece.partners[index] ?? -1;
    if (partner < 0) throw new Misfit(`no bracket at token ${index}`);
    return partner;
  }

  /** The token that holds a location of the tree, which counts bytes; absent is 0. */
  at(location: number | undefined): number {
    const bytes = location ?? 0;
    const offset = this.piece.start + (this.#offsets?.[bytes] ?? bytes);
    const { tokens } = this.piece;
    let low = 0;
    let high = tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tokens[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const found = tokens[low - 1];
    if (found === undefined || offset >= found.end) throw new Misfit(`no token at byte ${bytes}`);
    return low - 1;
  }

  span({ first, last }: Stretch): Span {
    return this.placing.span(this.token(first).start, this.token(last).end);
  }

  raw({ first, last }: Stretch): string {
    return this.text.slice(this.token(first).start, this.token(last).end);
  }

  /**
   * The stretch over several, with the parentheses that belong to them: a bracket between two of them whose partner lies
   * outside takes the stretch there.
   */
  cover(...stretches: readonly Stretch[]): Stretch {
    const sorted = stretches.toSorted((one, other) => one.first - other.first);
    let first = sorted[0]?.first ?? 0;
    let last = sorted[0]?.last ?? 0;
    for (const stretch of sorted.slice(1)) {
      for (let index = last + 1; index < stretch.first; index += 1) {
        const partner = this.piece.partners[index] ?? -1;
        if (partner >= 0) {
          first = Math.min(first, partner);
          last = Math.max(last, partner);
        }
      }
      last = Math.max(last, stretch.last);
    }
    return { first, last };
  }

  /** The index behind the brackets that close right behind a token. */
  pastClosers(index: number): number {
    let at = index + 1;
    while (this.mark(at) === ')') at += 1;
    return at;
  }

  /** `a.b.c` from a token on. */
  name(first: number): Read<SqlName> {
    let last = first;
    while (this.mark(last + 1) === '.' && this.isName(last + 2)) last += 2;
    const parts: string[] = [];
    for (let index = first; index <= last; index += 2) parts.push(this.namePart(index));
    const schema = parts.at(-2);
    const node = {
      ...(schema === undefined ? {} : { schema }),
      name: parts.at(-1) ?? '',
      nameSpan: this.span({ first: last, last }),
      ...this.span({ first, last }),
    };
    return { first, last, node };
  }

  isName(index: number): boolean {
    const kind = this.piece.tokens[index]?.kind;
    return kind === 'word' || kind === 'quoted' || this.isHole(index);
  }

  /** A name as PostgreSQL folds it; empty for one that a template or a variable of psql gives. */
  namePart(index: number): string {
    const { text, kind } = this.token(index);
    return this.isHole(index) || (kind !== 'word' && kind !== 'quoted') || isUnknownName(text) ? '' : text;
  }

  isHole(index: number): boolean {
    const token = this.piece.tokens[index];
    if (token === undefined) return false;
    return (
      token.kind === 'variable' ||
      (token.kind === 'parameter' && this.placing.hole(token.start) !== undefined)
    );
  }

  /** Names with commas between them, from a token on. */
  names(first: number): Read<SqlName>[] {
    const found: Read<SqlName>[] = [];
    for (let at = first; at < this.length && this.isName(at); ) {
      const name = this.name(at);
      found.push(name);
      at = name.last + 1;
      if (this.mark(at) === '(') at = this.partner(at) + 1;
      if (this.mark(at) !== ',') break;
      at += 1;
    }
    return found;
  }

  /** What stands between commas in a stretch, brackets passed over. */
  segments({ first, last }: Stretch): Stretch[] {
    const found: Stretch[] = [];
    let from = first;
    for (let index = first; index <= last; index += 1) {
      const partner = this.piece.partners[index] ?? -1;
      if (partner > index) index = partner;
      else if (this.mark(index) === ',') {
        found.push({ first: from, last: index - 1 });
        from = index + 1;
      }
    }
    if (from <= last) found.push({ first: from, last });
    return found;
  }

  /** The first token from an index on, at its own level, that is one of the words; a name after a dot is none. */
  word(from: number, ...words: readonly string[]): number | undefined {
    for (let index = from; index < this.length; index += 1) {
      const partner = this.piece.partners[index] ?? -1;
      if (partner > index) index = partner;
      else if (partner >= 0) return undefined;
      else if (this.isWord(index, words)) return index;
    }
    return undefined;
  }

  /** True for a key word; not for a name that is spelled like one. */
  isWord(index: number, words: readonly string[]): boolean {
    const token = this.piece.tokens[index];
    if (token?.kind !== 'word' || !words.includes(token.text)) return false;
    const before = this.mark(index - 1);
    return before !== '.' && before !== 'as';
  }

  type(typeLocation: number | undefined, bounds: number): Read<SqlType> {
    return readType(this, this.at(typeLocation), bounds);
  }
}

/** Chains of operators nest in the tree without a bracket in the text. */
const deepest = 10 * bounds.nesting;

/** The offset of each byte of a text, or undefined where every letter is one byte. */
function offsetsOfBytes(text: string): Int32Array | undefined {
  if (/^[\0-\x7f]*$/.test(text)) return undefined;
  const offsets = new Int32Array(text.length * 3 + 1);
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const pair = code >= 0xd800 && code < 0xdc00 && isLow(text.charCodeAt(index + 1));
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : pair ? 4 : 3;
    for (let one = 0; one < length; one += 1) offsets[bytes + one] = index;
    bytes += length;
    if (pair) index += 1;
  }
  offsets[bytes] = text.length;
  return offsets;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

const secondWords: Readonly<Record<string, readonly string[]>> = {
  double: ['precision'],
  character: ['varying'],
  char: ['varying'],
  nchar: ['varying'],
  bit: ['varying'],
};

/** A type with its schema or its further words, its modifiers and its brackets. */
function readType(walk: Walk, start: number, arrayBounds: number): Read<SqlType> {
  const first = walk.mark(start) === 'setof' ? start + 1 : start;
  const simple = walk.name(first);
  const words = [simple.node.name];
  let last = simple.last;
  const takeWords = (...taken: readonly string[]) => {
    if (!taken.every((word, index) => walk.mark(last + 1 + index) === word)) return;
    last += taken.length;
    words.push(...taken);
  };
  const own = simple.first === simple.last ? walk.mark(first) : '';
  if (own === 'national') {
    takeWords('character');
    takeWords('char');
    takeWords('varying');
  }
  for (const second of secondWords[own] ?? []) takeWords(second);
  const nameEnd = last;
  const modifiers: number[] = [];
  if (walk.mark(last + 1) === '(') {
    const close = walk.partner(last + 1);
    for (let index = last + 2; index < close; index += 1) {
      if (walk.token(index).kind === 'number')
        modifiers.push(Number(walk.raw({ first: index, last: index })));
    }
    last = close;
  }
  if (own === 'time' || own === 'timestamp') {
    takeWords('with', 'time', 'zone');
    takeWords('without', 'time', 'zone');
  }
  if (own === 'interval') last = pastFields(walk, last);
  if (walk.mark(last + 1) === '%' && walk.mark(last + 2) === 'type') last += 2;
  for (let bound = 0; bound < arrayBounds; bound += 1) {
    if (walk.mark(last + 1) === 'array') last += 1;
    if (walk.mark(last + 1) === '[') last = walk.partner(last + 1);
  }
  const node = {
    ...simple.node,
    name: words.join(' '),
    nameSpan: simple.first === simple.last ? walk.span({ first, last: nameEnd }) : simple.node.nameSpan,
    ...walk.span({ first, last }),
    array: arrayBounds > 0,
    modifiers,
  };
  return { first, last, node };
}

const fields = ['year', 'month', 'day', 'hour', 'minute', 'second', 'to'];

function pastFields(walk: Walk, from: number): number {
  let last = from;
  while (fields.includes(walk.mark(last + 1))) last += 1;
  if (last > from && walk.mark(last + 1) === '(') return walk.partner(last + 1);
  return last;
}
