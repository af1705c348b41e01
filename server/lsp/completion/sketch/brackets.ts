import type {
  CommentCursor,
  Cursor,
  SketchContainer,
  SketchEntry,
  SketchNode,
  Slot,
  Step,
} from './sketch.ts';
import { readTokens, type Syntax, type Token } from './tokens.ts';

/** Deeper than any declaration: what lies below is passed over. */
const deepest = 100;

const closers: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

/** Where a cursor stands in JSON, source code, or a flow collection of YAML that starts at `from`. */
export function findInBrackets(
  text: string,
  syntax: Syntax,
  offset: number,
): Cursor | CommentCursor | undefined {
  const { tokens, comment } = readTokens(text, syntax, offset);
  if (comment !== undefined) return { comment };
  const trail: Step[] = [];
  readNodes(tokens, text, syntax, { offset, trail });
  const slot = findSlot(tokens, text, syntax, offset, trail.at(-1)?.node);
  return slot === undefined ? undefined : { trail, slot };
}

interface Watch {
  readonly offset: number;
  /** Filled with the containers around the offset, the outermost first. */
  readonly trail: Step[];
}

/** The nodes that stand in a row of tokens, as far as they hold containers. */
export function readNodes(
  tokens: readonly Token[],
  text: string,
  syntax: Syntax,
  { offset, trail }: Watch,
): SketchNode[] {
  let at = 0;
  const open: string[] = [];

  const readAll = (): SketchNode[] => {
    const found: SketchNode[] = [];
    while (at < tokens.length) {
      const token = tokens[at];
      if (token?.kind === 'open') found.push(readContainer(undefined));
      else if (token?.kind === 'word' && isCall(at)) found.push(readCall(undefined));
      else if (syntax === 'flow' && token !== undefined) {
        found.push(leaf(token));
        at += 1;
      } else at += 1;
    }
    return found;
  };

  /** At an opening bracket. */
  const readContainer = (key: string | undefined): SketchNode => {
    const token = tokens[at] as Token;
    if (token.text === '(') {
      const group = readItems(token, key, '', false);
      const [only] = group.kind === 'call' ? group.items : [];
      return only ?? group;
    }
    if (token.text === '[') return readItems(token, key, undefined, false);
    return readObject(token, key);
  };

  const isCall = (index: number): boolean => {
    const next = tokens[index + 1];
    return next?.kind === 'open' && next.text === '(' && syntax === 'source';
  };

  /** At the name of what is called. */
  const readCall = (key: string | undefined): SketchNode => {
    const named = tokens[at] as Token;
    const construct = tokens[at - 1]?.text === 'new';
    at += 1;
    const name = named.text.slice(named.text.lastIndexOf('.') + 1);
    return readItems(tokens[at] as Token, key, name, construct);
  };

  const readItems = (
    opener: Token,
    key: string | undefined,
    name: string | undefined,
    construct: boolean,
  ): SketchContainer => {
    const items: SketchNode[] = [];
    const node: SketchContainer =
      name === undefined
        ? { kind: 'array', start: opener.start, end: opener.end, items }
        : { kind: 'call', start: opener.start, end: opener.end, items, name, construct };
    const step = enter(node, key, opener.text);
    let expected = true;
    while (!ends()) {
      const token = tokens[at] as Token;
      if (token.kind === 'comma') {
        at += 1;
        expected = true;
      } else if (token.kind === 'spread') {
        at += 1;
        items.push(unknown(token, [readValue(undefined) ?? unknown(token, [])]));
        expected = false;
      } else if (expected || token.kind === 'open') {
        const value = readValue(undefined);
        if (value === undefined) at += 1;
        else items.push(value);
        expected = false;
      } else at += 1;
    }
    leave(node, step);
    return node;
  };

  const readObject = (opener: Token, key: string | undefined): SketchNode => {
    const entries: SketchEntry[] = [];
    const loose: SketchNode[] = [];
    const assignedTo = syntax === 'source' ? nameBefore(at) : undefined;
    const node: SketchContainer = {
      kind: 'object',
      start: opener.start,
      end: opener.end,
      entries,
      loose,
      fresh: false,
      ...(assignedTo === undefined ? {} : { assignedTo }),
    };
    const step = enter(node, key, '{');
    while (!ends()) {
      const token = tokens[at] as Token;
      const next = tokens[at + 1];
      if (token.kind === 'spread') {
        at += 1;
        const value = readValue(undefined);
        entries.push({
          key: undefined,
          keySpan: token,
          value: unknown(token, value === undefined ? [] : [value]),
        });
      } else if (isName(token) && next?.kind === 'colon') {
        at += 2;
        entries.push({ key: token.text, keySpan: spanOf(token), value: readValue(token.text) });
      } else if (token.kind === 'open') {
        const value = readContainer(undefined);
        // A name that is computed may be any.
        if (value.kind === 'array' && tokens[at]?.kind === 'colon') {
          at += 1;
          entries.push({
            key: undefined,
            keySpan: { start: value.start, end: value.end },
            value: readValue(undefined),
          });
        } else loose.push(value);
      } else if (token.kind === 'word' && isCall(at)) {
        loose.push(readCall(undefined));
      } else {
        at += 1;
        const shorthand =
          syntax === 'source' && token.kind === 'word' && (next?.kind === 'comma' || next?.text === '}');
        if (shorthand && isStart(at - 2)) {
          entries.push({ key: token.text, keySpan: spanOf(token), value: unknown(token, []) });
        }
      }
    }
    leave(node, step);
    return node;
  };

  /** The value behind a colon or in a list; undefined when none stands there. */
  const readValue = (key: string | undefined): SketchNode | undefined => {
    const first = at;
    const parts: SketchNode[] = [];
    let plain = true;
    let asked = false;
    while (!ends()) {
      const token = tokens[at] as Token;
      if (token.kind === 'comma') break;
      // The next entry, where the comma or the value before it is missing.
      if (isName(token) && tokens[at + 1]?.kind === 'colon' && !asked) {
        const before = tokens[at - 1];
        if (syntax !== 'source' || before?.kind === 'colon' || breaks(before, token)) break;
      }
      if (token.kind === 'open') {
        if (parts.length > 0) plain = false;
        // A block of code that follows what is no value.
        parts.push(readContainer(key));
      } else if (token.kind === 'word' && isCall(at)) {
        const start = tokens[at - 1]?.text === 'new' ? (tokens[at - 1] as Token).start : token.start;
        const call = readCall(key);
        parts.push(call.kind === 'call' ? { ...call, start } : call);
      } else if (token.kind === 'string') {
        if (parts.length > 0 && plain) plain = false;
        parts.push(leaf(token));
        at += 1;
      } else if (token.kind === 'word' && token.text === 'new' && syntax === 'source') {
        at += 1;
      } else if (
        token.kind === 'word' &&
        (token.text === 'as' || token.text === 'satisfies') &&
        parts.length > 0
      ) {
        // A cast says nothing about the value.
        at += 1;
        while (tokens[at]?.kind === 'word' || (tokens[at]?.kind === 'other' && tokens[at]?.text !== '='))
          at += 1;
      } else if (token.kind === 'word') {
        if (parts.length > 0 && syntax !== 'source') break;
        if (parts.length > 0) plain = false;
        parts.push(leaf(token));
        at += 1;
      } else if (token.kind === 'close') {
        break;
      } else {
        if (token.text === '?') asked = true;
        plain = false;
        at += 1;
      }
    }
    const [only, ...others] = parts;
    if (only === undefined) return at === first ? undefined : unknownBetween(first, at);
    if (plain && others.length === 0) return only;
    return { kind: 'unknown', start: only.start, end: tokens[at - 1]?.end ?? only.end, inner: parts };
  };

  const unknownBetween = (from: number, to: number): SketchNode => ({
    kind: 'unknown',
    start: tokens[from]?.start ?? 0,
    end: tokens[to - 1]?.end ?? 0,
    inner: [],
  });

  /** True at the end of the container: at its own bracket, or at one that closes another around it. */
  const ends = (): boolean => {
    const token = tokens[at];
    if (token === undefined) return true;
    if (token.kind !== 'close') return false;
    const opener = closers[token.text] ?? '';
    if (open.includes(opener)) return true;
    // It closes nothing.
    at += 1;
    return ends();
  };

  const enter = (node: SketchContainer, key: string | undefined, bracket: string): number => {
    at += 1;
    open.push(bracket);
    const depth = trail.length;
    if (node.start < offset && depth < deepest) trail.push({ node, key });
    return depth;
  };

  const leave = (node: SketchContainer, step: number): void => {
    const token = tokens[at];
    const bracket = open.pop();
    const closed = token !== undefined && closers[token.text] === bracket;
    node.end = closed ? token.end : (token?.start ?? text.length);
    if (closed) at += 1;
    // What ends before the offset does not hold it.
    const holds = closed ? offset < node.end : offset <= node.end;
    if (!holds) trail.length = Math.min(trail.length, step);
  };

  const isStart = (index: number): boolean => {
    const before = tokens[index];
    return before === undefined || before.kind === 'comma' || before.kind === 'open';
  };

  const breaks = (before: Token | undefined, token: Token): boolean =>
    before !== undefined && /[\r\n]/.test(text.slice(before.end, token.start));

  /** `const name = {`, `const name: Type = {`, `name = {`. */
  const nameBefore = (index: number): string | undefined => {
    if (tokens[index - 1]?.text !== '=') return undefined;
    for (let back = index - 2; back >= 0 && back > index - 8; back -= 1) {
      const token = tokens[back];
      if (token === undefined || token.kind === 'close' || token.kind === 'comma' || token.text === ';')
        break;
      if (token.kind === 'word' && tokens[back + 1]?.text !== '.' && isDeclared(back)) return token.text;
    }
    return undefined;
  };

  const isDeclared = (index: number): boolean =>
    /^(?:const|let|var|static|readonly)$/.test(tokens[index - 1]?.text ?? '') ||
    (tokens[index + 1]?.text === '=' && tokens[index - 1]?.kind !== 'colon');

  return readAll();
}

function spanOf({ start, end }: Token) {
  return { start, end };
}

function isName({ kind }: Token): boolean {
  return kind === 'string' || kind === 'word';
}

function leaf({ kind, start, end, text }: Token): SketchNode {
  if (kind === 'string') return { kind: 'string', start, end, value: text };
  return kind === 'word' ? { kind: 'word', start, end, text } : { kind: 'unknown', start, end, inner: [] };
}

function unknown({ start, end }: Token, inner: readonly SketchNode[]): SketchNode {
  return { kind: 'unknown', start, end, inner };
}

/** What the cursor stands on, by the tokens next to it. */
export function findSlot(
  tokens: readonly Token[],
  text: string,
  syntax: Syntax,
  offset: number,
  container: SketchContainer | undefined,
): Slot | undefined {
  if (container === undefined || container.kind === 'call') return undefined;
  const touching = tokens.findIndex(
    (token) =>
      isName(token) &&
      token.start < offset &&
      (offset < token.end || (offset === token.end && !isClosed(token))),
  );
  const onPunctuation = tokens.some(
    ({ kind, start, end }) => kind !== 'word' && kind !== 'string' && start < offset && offset < end,
  );
  if (onPunctuation) return undefined;
  const following = touching >= 0 ? touching + 1 : tokens.findIndex(({ start }) => start >= offset);
  const nextAt = following < 0 ? tokens.length : following;
  const beforeAt = touching >= 0 ? touching - 1 : nextAt - 1;
  const before = tokens[beforeAt];
  const after = tokens[nextAt];
  const own = touching >= 0 ? tokens[touching] : undefined;
  if (before === undefined) return undefined;

  const sameLine = (one: number, other: number) => !/[\r\n]/.test(text.slice(one, other));
  const place = {
    span: own === undefined ? { start: offset, end: offset } : spanOf(own),
    quote: own?.quote ?? '',
    commaAt: undefined,
    commaAfter: after !== undefined && startsEntry(after),
  };
  // The name of what is called, or a part of a longer expression.
  if (own?.kind === 'word' && syntax === 'source' && (after?.kind === 'open' || after?.kind === 'other')) {
    return undefined;
  }
  const opens = before.kind === 'open' && before.start === container.start;
  if (before.kind === 'colon' && container.kind === 'object') {
    const key = tokens[beforeAt - 1];
    if (key === undefined || !isName(key) || key.start <= container.start) return undefined;
    const value = { ...place, kind: 'value', key: key.text, keySpan: spanOf(key) } as const;
    const spaceBefore = before.end === place.span.start && syntax === 'flow';
    if (own !== undefined || after === undefined) return { ...value, spaceBefore };
    const isValue =
      isName(after) &&
      tokens[nextAt + 1]?.kind !== 'colon' &&
      sameLine(offset, after.end) &&
      plainAfter(nextAt);
    if (isValue) {
      const next = tokens[nextAt + 1];
      return {
        ...value,
        span: { start: offset, end: after.end },
        quote: after.quote,
        commaAfter: next !== undefined && startsEntry(next),
        spaceBefore,
      };
    }
    if (after.kind === 'open' || after.kind === 'other') return undefined;
    if (isName(after) && tokens[nextAt + 1]?.kind !== 'colon') return undefined;
    return { ...value, spaceBefore };
  }
  const separated = opens || before.kind === 'comma';
  const commaAt = separated ? undefined : missingComma();
  if (!separated && commaAt === undefined) return undefined;
  if (container.kind === 'array') {
    if (own === undefined && after !== undefined && isName(after) && sameLine(offset, after.end))
      return undefined;
    return { ...place, kind: 'item', commaAt };
  }
  const colon = own !== undefined && after?.kind === 'colon';
  return { ...place, kind: 'key', commaAt, colon, commaAfter: place.commaAfter && !colon };

  function isClosed(token: Token): boolean {
    return token.kind === 'string' && text[token.end - 1] === token.quote && token.end - token.start >= 2;
  }

  /** True where the value is one token and no more complicated expression. */
  function plainAfter(index: number): boolean {
    const next = tokens[index + 1];
    return next === undefined || next.kind === 'comma' || next.kind === 'close' || isName(next);
  }

  function startsEntry({ kind }: Token): boolean {
    const opens = kind === 'open' && container?.kind === 'array';
    return kind === 'string' || kind === 'word' || kind === 'spread' || opens;
  }

  /** Behind a whole value, where no comma follows: the place for one. */
  function missingComma(): number | undefined {
    if (before === undefined || after?.kind === 'comma' || (after?.kind === 'colon' && own === undefined))
      return undefined;
    if (before.kind !== 'close' && !isName(before)) return undefined;
    const from = own?.start ?? offset;
    if (from === before.end) return undefined;
    if (syntax === 'source' && sameLine(before.end, from)) return undefined;
    if (before.kind === 'close') return before.end;
    const earlier = tokens[beforeAt - 1];
    const whole =
      earlier?.kind === 'colon' ||
      (container?.kind === 'array' && (earlier?.kind === 'open' || earlier?.kind === 'comma'));
    const cast =
      syntax === 'source' && before.kind === 'word' && (earlier?.text === 'as' || earlier?.text === '.');
    return whole || cast ? before.end : undefined;
  }
}
