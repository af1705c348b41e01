import { findSlot, readNodes } from './brackets.ts';
import type {
  CommentCursor,
  Cursor,
  SketchArray,
  SketchContainer,
  SketchEntry,
  SketchNode,
  SketchObject,
  Slot,
  Step,
} from './sketch.ts';
import { pastLine, readTokens } from './tokens.ts';

/** An object or list of a block that later lines may go on with. */
interface Frame {
  readonly indent: number;
  readonly node: SketchObject | SketchArray;
  readonly key: string | undefined;
}

/** Where a cursor stands in YAML. Lines are read by their indents; what is in brackets is read as such. */
export function findInBlock(text: string, offset: number): Cursor | CommentCursor | undefined {
  let frames: Frame[] = [];
  let found: Cursor | CommentCursor | undefined;
  let skipDeeper: number | undefined;

  for (let start = 0; start <= text.length; ) {
    const end = pastLine(text, start);
    const here = start <= offset && offset <= end;
    let next = pastBreak(text, end);
    let at = start;
    while (text[at] === ' ') at += 1;
    const indent = at - start;
    const blank = at >= end;
    if (skipDeeper !== undefined && (blank || indent > skipDeeper)) {
      if (here && !blank) return undefined;
      if (here && offset - start > skipDeeper) return undefined;
    } else if (blank || text[at] === '#') {
      if (here && !blank && offset > at) found = { comment: { start: at, end } };
      else if (here) found = onBlankLine(offset - start);
    } else if (/^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(start, start + 4))) {
      if (found !== undefined) break;
      frames = [];
    } else {
      skipDeeper = undefined;
      next = readLine(start, at, end, here) ?? next;
    }
    if (next <= start) break;
    start = next;
    if (end >= text.length) break;
  }
  return found;

  /** Reads a line with something on it; answers where to go on when a value goes beyond the line. */
  function readLine(start: number, from: number, end: number, here: boolean): number | undefined {
    let at = from;
    let dashed = false;
    while (text[at] === '-' && (at + 1 >= end || text[at + 1] === ' ')) {
      openItem(at - start);
      dashed = true;
      const dash = at;
      at += 1;
      while (at < end && text[at] === ' ') at += 1;
      if (here && offset > dash && offset <= at && (at >= end || text[at] === '#')) {
        found = keyCursor(freshObject(offset, at - start), { start: offset, end: offset }, '', false);
      }
    }
    if (at >= end || text[at] === '#') {
      if (here && offset > at) found = { comment: { start: at, end } };
      return undefined;
    }
    const key = readKey(at, end);
    const column = at - start;
    if (key === undefined) return readScalar(at, end, column, dashed, here);
    const object = objectAt(column, dashed, at);
    if (object === undefined) return undefined;
    const entry: SketchEntry = {
      key: key.text === '<<' ? undefined : key.text,
      keySpan: { start: at, end: key.end },
      value: undefined,
    };
    object.entries.push(entry);
    object.end = end;
    if (here && offset > at - 1 && offset <= key.end) {
      found = keyCursor(stepsNow(), { start: at, end: key.end }, key.quote, true);
    }
    return readEntryValue(entry, key.colon + 1, end, column, here);
  }

  function readEntryValue(
    entry: SketchEntry,
    from: number,
    end: number,
    column: number,
    here: boolean,
  ): number | undefined {
    let at = from;
    while (at < end && (text[at] === ' ' || text[at] === '\t')) at += 1;
    const comment = text[at] === '#' && at > from;
    const inValue = here && offset >= from;
    if (at >= end || comment) {
      if (inValue && comment && offset > at) found = { comment: { start: at, end } };
      else if (inValue) found = valueCursor(entry, { start: offset, end: offset }, '', offset === from);
      return undefined;
    }
    const letter = text[at] ?? '';
    if (letter === '|' || letter === '>') {
      entry.value = { kind: 'unknown', start: at, end, inner: [] };
      skipDeeper = column;
      return undefined;
    }
    if ('{["\''.includes(letter)) return readFlow(at, end, entry, inValue, from);
    const stop = plainEnd(at, end);
    const written = text.slice(at, stop);
    entry.value = /^[&*!]/.test(written)
      ? { kind: 'unknown', start: at, end: stop, inner: [] }
      : { kind: 'word', start: at, end: stop, text: written };
    if (inValue && offset <= stop) {
      found = valueCursor(entry, { start: Math.min(at, offset), end: stop }, '', offset === from);
    } else if (
      inValue &&
      text[stop] !== undefined &&
      offset > stop &&
      text.slice(stop, offset).includes('#')
    ) {
      found = { comment: { start: stop, end } };
    }
    return undefined;
  }

  function readFlow(
    at: number,
    end: number,
    entry: SketchEntry,
    inValue: boolean,
    colon: number,
  ): number | undefined {
    const flow = flowAt(at, entry.key);
    entry.value = flow.node;
    if (flow.found !== undefined) found = flow.found;
    else if (flow.node?.kind === 'string') {
      const { start, end: stop } = flow.node;
      if (
        inValue &&
        offset >= colon &&
        offset <= stop &&
        !(offset === stop && text[stop - 1] === text[start] && stop > start + 1)
      ) {
        found = valueCursor(
          entry,
          { start: Math.min(start, offset), end: stop },
          text[start] ?? '',
          offset === colon,
        );
      }
    }
    return flow.end > end ? pastBreak(text, pastLine(text, flow.end)) : undefined;
  }

  function flowAt(at: number, key: string | undefined) {
    const { tokens, comment } = readTokens(text, 'flow', offset, at);
    const inner: Step[] = [];
    const [node] = readNodes(tokens, text, 'flow', { offset, trail: inner });
    const end = node?.end ?? tokens.at(-1)?.end ?? at;
    let own: Cursor | CommentCursor | undefined;
    const inside = at < offset && offset < end + (tokens.at(-1)?.kind === 'close' ? 0 : 1);
    if (inside && comment !== undefined) own = { comment };
    else if (inside && inner.length > 0) {
      const slot = findSlot(tokens, text, 'flow', offset, inner.at(-1)?.node);
      const steps = inner.map((step, depth) => (depth === 0 ? { ...step, key } : step));
      if (slot !== undefined) own = { trail: [...stepsNow(), ...steps], slot };
    }
    return { node, end, found: own };
  }

  /** A line without a key: an item, a flow collection, or a key that is being typed. */
  function readScalar(
    at: number,
    end: number,
    column: number,
    dashed: boolean,
    here: boolean,
  ): number | undefined {
    const top = frames.at(-1);
    if ('{["\''.includes(text[at] ?? '')) {
      const flow = flowAt(at, undefined);
      if (flow.node !== undefined) attach(flow.node);
      if (flow.found !== undefined) found = flow.found;
      return flow.end > end ? pastBreak(text, pastLine(text, flow.end)) : undefined;
    }
    const stop = plainEnd(at, end);
    if (here && offset >= at && offset <= stop) {
      const object = objectAt(column, dashed, at);
      if (object === undefined) return undefined;
      found = keyCursor(stepsNow(), { start: at, end: stop }, '', false);
      return undefined;
    }
    if (dashed && top?.node.kind === 'array') {
      attach({ kind: 'word', start: at, end: stop, text: text.slice(at, stop) });
    }
    return undefined;
  }

  function attach(node: SketchNode): void {
    const top = frames.at(-1)?.node;
    if (top?.kind === 'array') top.items.push(node);
    else {
      const last = top?.entries.at(-1);
      if (last !== undefined && last.value === undefined) last.value = node;
    }
  }

  /** A dash at a column: the list there, or a new one. */
  function openItem(column: number): void {
    popDeeper(column);
    const top = frames.at(-1);
    if (top?.node.kind === 'array' && top.indent === column) return;
    const array: SketchArray = { kind: 'array', start: 0, end: 0, items: [] };
    const key = top?.node.kind === 'object' ? top.node.entries.at(-1)?.key : undefined;
    attach(array);
    frames.push({ indent: column, node: array, key });
  }

  /** The object whose keys stand at a column, or a new one. */
  function objectAt(column: number, dashed: boolean, at: number): SketchObject | undefined {
    popDeeper(column);
    // A key below the dashes of a list that is not indented belongs to what holds the list.
    if (!dashed) {
      while (frames.at(-1)?.node.kind === 'array' && frames.at(-1)?.indent === column) frames.pop();
    }
    const top = frames.at(-1);
    if (top?.node.kind === 'object' && top.indent === column && !dashed) return top.node;
    const object: SketchObject = { kind: 'object', start: at, end: at, entries: [], loose: [], fresh: false };
    const last = top?.node.kind === 'object' ? top.node.entries.at(-1) : undefined;
    // Deeper than what holds it, where nothing can stand.
    if (top?.node.kind === 'object' && (last === undefined || last.value !== undefined)) return undefined;
    attach(object);
    frames.push({ indent: column, node: object, key: last?.key });
    return object;
  }

  function popDeeper(column: number): void {
    while ((frames.at(-1)?.indent ?? -1) > column) frames.pop();
  }

  function onBlankLine(column: number): Cursor | undefined {
    const around = frames.filter(({ indent }) => indent <= column);
    const top = around.at(-1);
    if (top === undefined) {
      return frames.length === 0
        ? keyCursor(freshObject(offset, column), { start: offset, end: offset }, '', false)
        : undefined;
    }
    const empty = { start: offset, end: offset };
    if (top.node.kind === 'array') {
      const [holder] = around
        .slice(0, -1)
        .filter(({ indent, node }) => indent === column && node.kind === 'object')
        .slice(-1);
      if (top.indent !== column || holder === undefined) return undefined;
      return keyCursor(steps(around.slice(0, -1)), empty, '', false);
    }
    if (top.indent === column) {
      return keyCursor(steps(around), empty, '', false);
    }
    const last = top.node.entries.at(-1);
    if (last === undefined || last.value !== undefined || around.length < frames.length) return undefined;
    return keyCursor(freshObject(offset, column), empty, '', false);
  }

  /** An object that begins at the cursor, as an item or as the value of the last key. */
  function freshObject(at: number, column: number): Step[] {
    const top = frames.at(-1);
    const object: SketchObject = { kind: 'object', start: at, end: at, entries: [], loose: [], fresh: true };
    const key = top?.node.kind === 'object' ? top.node.entries.at(-1)?.key : undefined;
    attach(object);
    frames.push({ indent: column, node: object, key });
    return stepsNow();
  }

  function stepsNow(): Step[] {
    return steps(frames);
  }

  function steps(of: readonly Frame[]): Step[] {
    return of.map(({ node, key }) => ({ node: node as SketchContainer, key }));
  }

  function keyCursor(trail: readonly Step[], span: Slot['span'], quote: string, colon: boolean): Cursor {
    return { trail, slot: { kind: 'key', span, quote, commaAt: undefined, commaAfter: false, colon } };
  }

  function valueCursor(
    entry: SketchEntry,
    span: Slot['span'],
    quote: string,
    spaceBefore: boolean,
  ): Cursor | undefined {
    const { key, keySpan } = entry;
    if (key === undefined) return undefined;
    const place = { span, quote, commaAt: undefined, commaAfter: false };
    return { trail: stepsNow(), slot: { ...place, kind: 'value', key, keySpan, spaceBefore } };
  }

  function plainEnd(at: number, end: number): number {
    let stop = at;
    while (stop < end && !(text[stop] === '#' && /\s/.test(text[stop - 1] ?? ''))) stop += 1;
    while (stop > at && /\s/.test(text[stop - 1] ?? '')) stop -= 1;
    return stop;
  }

  interface Key {
    readonly text: string;
    readonly end: number;
    readonly colon: number;
    readonly quote: string;
  }

  function readKey(at: number, end: number): Key | undefined {
    const quote = text[at] === '"' || text[at] === "'" ? (text[at] ?? '') : '';
    if (quote !== '') {
      const close = text.indexOf(quote, at + 1);
      if (close < 0 || close >= end) return undefined;
      let colon = close + 1;
      while (text[colon] === ' ') colon += 1;
      return text[colon] === ':'
        ? { text: text.slice(at + 1, close), end: close + 1, colon, quote }
        : undefined;
    }
    if ('{[&*!|>%@`'.includes(text[at] ?? '')) return undefined;
    for (let colon = at; colon < end; colon += 1) {
      if (text[colon] === '#' && text[colon - 1] === ' ') return undefined;
      if (text[colon] !== ':' || (colon + 1 < end && text[colon + 1] !== ' ')) continue;
      let stop = colon;
      while (stop > at && text[stop - 1] === ' ') stop -= 1;
      return { text: text.slice(at, stop), end: stop, colon, quote };
    }
    return undefined;
  }
}

function pastBreak(text: string, end: number): number {
  if (text[end] === '\r' && text[end + 1] === '\n') return end + 2;
  return Math.min(text.length + 1, end + 1);
}
