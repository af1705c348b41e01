import type { Span } from '../../../read/tree.ts';

/** One `@fieldseal(…)` of a documentation; offsets are those of the text. */
export interface FieldsealCall {
  readonly start: number;
  /** Behind the closing parenthesis, else the end of the text. */
  readonly end: number;
  readonly arguments: readonly FieldsealArgument[];
  readonly faults: readonly FieldsealFault[];
}

/** A flag such as `encrypted`, or a key with its value. */
export interface FieldsealArgument {
  readonly key: string;
  readonly keyStart: number;
  /** A number where one is written without quotes; absent for a flag. */
  readonly value?: string | number;
  readonly valueStart: number;
  /** The end of the value, of a flag that of its name. */
  readonly end: number;
}

/** Why Fieldseal refuses to read a call, in the order in which it looks. */
export interface FieldsealFault {
  readonly kind:
    | 'unclosed'
    | 'argument'
    | 'repeated-flag'
    | 'key'
    | 'repeated-key'
    | 'no-value'
    | 'unterminated-string'
    | 'unquoted-value';
  /** What is wrong, as it is written: the argument, the key, the value. */
  readonly text: string;
  /** The key that a value is of. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Every call in a documentation, whatever else it says. Fieldseal gives up at the first fault; this goes on, so that all
 * of them show. Source: npm @fieldseal/prisma 0.1.3, `dist/annotations.js`.
 */
export function readFieldsealCalls(text: string): readonly FieldsealCall[] {
  const calls: FieldsealCall[] = [];
  const opening = /@fieldseal\s*\(/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const bodyStart = opening.lastIndex;
    const closing = closingParenthesis(text, bodyStart);
    const end = closing === undefined ? text.length : closing + 1;
    const read = readArguments(text, bodyStart, closing ?? text.length);
    const unclosed: FieldsealFault = {
      kind: 'unclosed',
      text: '',
      key: '',
      start: match.index,
      end: bodyStart,
    };
    // What an unclosed one holds besides may be any text.
    calls.push({
      start: match.index,
      end,
      ...read,
      faults: closing === undefined ? [unclosed] : read.faults,
    });
    opening.lastIndex = end;
  }
  return calls;
}

/** The parenthesis that closes the one before `from`; those in quotes do not count. */
function closingParenthesis(text: string, from: number): number | undefined {
  let depth = 1;
  for (const { letter, at } of unquoted(text, from, text.length)) {
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

interface Arguments {
  readonly arguments: readonly FieldsealArgument[];
  readonly faults: readonly FieldsealFault[];
}

function readArguments(text: string, from: number, to: number): Arguments {
  const found: FieldsealArgument[] = [];
  const faults: FieldsealFault[] = [];
  const flags = new Set<string>();
  const keys = new Set<string>();
  for (const part of partsOf(text, from, to)) {
    const { start, end } = withoutBlanks(text, part.start, part.end);
    if (start === end) continue;
    const colon = colonOf(text, start, end);
    const name = withoutBlanks(text, start, colon ?? end);
    const key = text.slice(name.start, name.end);
    const fault = (kind: FieldsealFault['kind'], span: Span) => {
      faults.push({ kind, text: text.slice(span.start, span.end), key, ...span });
    };
    if (colon === undefined) {
      if (!isName.test(key)) fault('argument', name);
      else if (flags.has(key)) fault('repeated-flag', name);
      else {
        flags.add(key);
        found.push({ key, keyStart: start, valueStart: end, end });
      }
      continue;
    }
    if (!isName.test(key)) {
      fault('key', key === '' ? { start, end } : name);
      continue;
    }
    if (keys.has(key)) {
      fault('repeated-key', name);
      continue;
    }
    const written = withoutBlanks(text, colon + 1, end);
    const value = readValue(text.slice(written.start, written.end));
    if (typeof value === 'object') fault(value.fault, value.fault === 'no-value' ? name : written);
    // A key whose value cannot be read is written all the same: what stands behind it is no first one.
    keys.add(key);
    if (typeof value !== 'object') {
      found.push({ key, keyStart: name.start, value, valueStart: written.start, end: written.end });
    }
  }
  return { arguments: found, faults };
}

const isName = /^[a-z_][a-z0-9_]*$/i;

type Unreadable = { readonly fault: 'no-value' | 'unterminated-string' | 'unquoted-value' };

function readValue(written: string): string | number | Unreadable {
  if (written === '') return { fault: 'no-value' };
  const [first] = written;
  if (first === '"' || first === "'") {
    if (written.length < 2 || !written.endsWith(first)) return { fault: 'unterminated-string' };
    return written.slice(1, -1).replace(/\\(.)/g, '$1');
  }
  if (/^-?\d+$/.test(written)) return Number(written);
  return /^[a-z0-9][a-z0-9._-]*$/i.test(written) ? written : { fault: 'unquoted-value' };
}

/** The stretches between commas that stand in no quotes, parentheses or brackets. */
function partsOf(text: string, from: number, to: number): readonly Span[] {
  const parts: Span[] = [];
  let depth = 0;
  let start = from;
  for (const { letter, at } of unquoted(text, from, to)) {
    if (letter === '(' || letter === '[') depth += 1;
    else if (letter === ')' || letter === ']') depth -= 1;
    else if (letter === ',' && depth === 0) {
      parts.push({ start, end: at });
      start = at + 1;
    }
  }
  return [...parts, { start, end: to }];
}

function colonOf(text: string, from: number, to: number): number | undefined {
  for (const { letter, at } of unquoted(text, from, to)) if (letter === ':') return at;
  return undefined;
}

/** The letters of a stretch that stand outside of quotes; a backslash inside of them takes the next letter with it. */
function* unquoted(text: string, from: number, to: number): Generator<{ letter: string; at: number }> {
  let quote: string | undefined;
  for (let at = from; at < to; at += 1) {
    const letter = text[at] ?? '';
    if (quote !== undefined) {
      if (letter === '\\') at += 1;
      else if (letter === quote) quote = undefined;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
    } else {
      yield { letter, at };
    }
  }
}

/** A stretch without the white space at its ends. */
function withoutBlanks(text: string, from: number, to: number): Span {
  const written = text.slice(from, to);
  const start = from + written.length - written.trimStart().length;
  return { start, end: Math.max(start, from + written.trimEnd().length) };
}
