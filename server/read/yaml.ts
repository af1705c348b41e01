import {
  type Alias,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type ParsedNode,
  parseAllDocuments,
  type YAMLMap,
} from 'yaml';
import { bounds } from './bounds.ts';
import { createDirectiveReader, directiveWord } from './directives.ts';
import type { Directive, ParsedFacts, Problem } from './facts.ts';
import { numberTypesOf } from './numbers.ts';
import { type PlainDocument, type PlainNode, type PlainPair, readPlainYaml } from './plain-yaml.ts';
import { looksSecret, masked, nameBelow } from './secrets.ts';
import type { PropertyTree, Span, SpreadTree, Tree } from './tree.ts';

interface Reading {
  /** What each anchor stands for, as far as the document has been read. */
  readonly anchors: Map<string, Exclude<Node, Alias>>;
  readonly secrets: Span[];
  readonly problems: Problem[];
  /** Where the document stops making sense: what starts behind it may be meant otherwise, what ends there may lack something. */
  readonly brokenAt: number;
  nodes: number;
}

type PlainReading = Pick<Reading, 'secrets' | 'brokenAt'>;

/** YAML, every document of it; anchors are followed, `<<` is a spread. */
export function readYaml(file: string, text: string): ParsedFacts {
  const secrets: Span[] = [];
  const problems: Problem[] = [];
  const plain = readPlainYaml(text);
  const documents =
    plain === undefined
      ? readDocuments(text, secrets, problems)
      : [readPlain(text, plain, secrets, problems)];
  return {
    file,
    syntax: 'yaml',
    documents,
    directives: readDirectives(text, plain !== undefined),
    problems: problems.slice(0, 1),
    secrets,
  };
}

function readPlain(
  text: string,
  { root, halfKey }: PlainDocument,
  secrets: Span[],
  problems: Problem[],
): Tree {
  if (halfKey !== undefined) problems.push(...problemOf(text, halfKey));
  return plainToTree(root, '', { secrets, brokenAt: halfKey?.start ?? Number.POSITIVE_INFINITY });
}

function readDocuments(text: string, secrets: Span[], problems: Problem[]): Tree[] {
  const parsed = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  const documents = 'empty' in parsed ? [] : parsed;
  const trees: Tree[] = [];
  for (const document of documents) {
    const [error] = document.errors;
    if (error !== undefined) {
      const [start, end] = error.pos;
      problems.push(...problemOf(text, { message: error.message, start, end }));
    }
    if (document.contents !== null) {
      const broken = document.errors.find(({ code }) => !harmless.has(code));
      const brokenAt = broken?.pos[0] ?? Number.POSITIVE_INFINITY;
      trees.push(
        toTree(document.contents, '', { anchors: new Map(), secrets, problems, brokenAt, nodes: 0 }),
      );
    }
  }
  return trees;
}

function problemOf(text: string, { message, start, end }: Span & { readonly message: string }): Problem[] {
  if (templateTag.test(text)) return [];
  return [{ kind: 'syntax', message: `this is no YAML: ${firstLine(message)}`, start, end }];
}

/** Errors after which the rest still stands where it was meant to. */
const harmless: ReadonlySet<ErrorCode> = new Set(['BAD_ALIAS', 'BAD_DQ_ESCAPE', 'TAG_RESOLVE_FAILED']);

function plainToTree(node: PlainNode, name: string, reading: PlainReading): Tree {
  const { start, end } = node;
  const { brokenAt } = reading;
  if (start > brokenAt) return { kind: 'unknown', start, end };
  switch (node.kind) {
    case 'scalar':
      return toScalar(node.value, node.source, node, name, reading);
    case 'list': {
      const items = node.items.map((item) => plainToTree(item, name, reading));
      return end >= brokenAt
        ? { kind: 'array', start, end, incomplete: true, items }
        : { kind: 'array', start, end, items };
    }
    case 'map': {
      const entries = node.pairs.map((pair) => plainProperty(pair, name, reading));
      return end >= brokenAt
        ? { kind: 'object', start, end, incomplete: true, entries }
        : { kind: 'object', start, end, entries };
    }
  }
}

function plainProperty(
  { key, keySpan, value }: PlainPair,
  holder: string,
  reading: PlainReading,
): PropertyTree {
  const { start, end } = keySpan;
  if (value === undefined) {
    const absent: Tree = { kind: 'null', start: end, end, undefined: false };
    return { kind: 'property', start, end, key, keySpan, value: absent };
  }
  const tree = plainToTree(
    value,
    nameBelow(() => holder, key),
    reading,
  );
  return { kind: 'property', start, end: Math.max(end, value.end), key, keySpan, value: tree };
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/^(.)/, (letter) => letter.toLowerCase());
}

/** A text that another program makes YAML of: Helm, Jinja, ERB. */
const templateTag = /\{\{|\{%|<%/;

/** Tokens that the lexer adds for the parser; all others are the text, in order. */
const markers = new Set(['\u0002', '\u0018', '\u001f']);

function readDirectives(text: string, isPlain: boolean): Directive[] {
  const found: Directive[] = [];
  const readDirective = createDirectiveReader(text);
  for (let at = text.indexOf(directiveWord); at >= 0; at = text.indexOf(directiveWord, at)) {
    // In plain YAML nothing goes on over the end of a line.
    const from = isPlain ? text.lastIndexOf('\n', at) + 1 : 0;
    const end = isPlain ? lineEnd(text, at) : text.length;
    found.push(...commentsIn(text, from, end).flatMap((span) => readDirective(span) ?? []));
    at = end;
  }
  return found;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

function commentsIn(text: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  let start = from;
  for (const token of new Lexer().lex(text.slice(from, to))) {
    if (markers.has(token)) continue;
    if (token.startsWith('#')) spans.push({ start, end: start + token.length });
    start += token.length;
  }
  return spans;
}

function toTree(node: Node, name: string, reading: Reading): Tree {
  reading.nodes += 1;
  const span = spanOf(node);
  if (reading.nodes > bounds.nodes) {
    if (reading.nodes === bounds.nodes + 1) {
      const message = `the aliases of this file stand for more than ${bounds.nodes.toLocaleString('en')} values`;
      reading.problems.push({ kind: 'too-many', message, ...span });
    }
    return { kind: 'unknown', ...span };
  }
  if (isAlias(node)) {
    const source = reading.anchors.get(node.source);
    return source === undefined ? { kind: 'unknown', ...span } : toTree(source, name, reading);
  }
  const tree = toNewTree(node, name, span, reading);
  // Known only from here on, so that a value that holds an alias of itself ends.
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, node);
  return tree;
}

function toNewTree(node: Node, name: string, span: Span, reading: Reading): Tree {
  if (span.start > reading.brokenAt) return { kind: 'unknown', ...span };
  const incomplete = span.end >= reading.brokenAt ? ({ incomplete: true } as const) : {};
  if (isMap(node)) return { kind: 'object', ...span, ...incomplete, entries: toEntries(node, name, reading) };
  if (isSeq(node)) {
    return {
      kind: 'array',
      ...span,
      ...incomplete,
      items: node.items.map((item) => toTree(item as Node, name, reading)),
    };
  }
  if (isScalar(node)) return toScalar(node.value, node.source, span, name, reading);
  return { kind: 'unknown', ...span };
}

function toScalar(
  value: unknown,
  source: string | undefined,
  { start, end }: Span,
  name: string,
  reading: Pick<Reading, 'secrets'>,
): Tree {
  switch (typeof value) {
    case 'string':
      if (looksSecret(name, value)) {
        reading.secrets.push({ start, end });
        return { kind: 'string', start, end, value: masked(value) };
      }
      return { kind: 'string', start, end, value };
    case 'number':
    case 'bigint': {
      const digits = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source ?? '')
        ? (source ?? '')
        : String(value);
      return { kind: 'number', start, end, digits, types: numberTypesOf(digits) };
    }
    case 'boolean':
      return { kind: 'boolean', start, end, value };
    default:
      // `!!binary`: the bytes are not kept, and their text is still in the file.
      if (value !== null && looksSecret(name, source ?? '')) reading.secrets.push({ start, end });
      return value === null
        ? { kind: 'null', start, end, undefined: false }
        : { kind: 'unknown', start, end };
  }
}

function toEntries(map: YAMLMap, holder: string, reading: Reading): (PropertyTree | SpreadTree)[] {
  const entries: (PropertyTree | SpreadTree)[] = [];
  for (const pair of map.items) {
    const key = pair.key as ParsedNode | null;
    const value = pair.value as ParsedNode | null;
    if (key === null) continue;
    const keySpan = spanOf(key);
    const end = value === null ? keySpan.end : Math.max(keySpan.end, spanOf(value).end);
    const text = isScalar(key) ? String(key.value) : '';
    const tree: Tree =
      value === null
        ? { kind: 'null', start: keySpan.end, end: keySpan.end, undefined: false }
        : toTree(
            value,
            nameBelow(() => holder, text),
            reading,
          );
    if (text === '<<') entries.push(...merged(tree, { start: keySpan.start, end }));
    else entries.push({ kind: 'property', start: keySpan.start, end, key: text, keySpan, value: tree });
  }
  return entries;
}

/** In a list of merged maps the first one wins, in a row of spreads the last. */
function merged(tree: Tree, span: Span): SpreadTree[] {
  const sources = tree.kind === 'array' ? tree.items.toReversed() : [tree];
  return sources.flatMap((source) =>
    source.kind === 'spread' ? [] : [{ kind: 'spread', ...span, value: source }],
  );
}

function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return { start, end };
}
