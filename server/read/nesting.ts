import { bounds } from './bounds.ts';
import type { Syntax } from './facts.ts';

/**
 * The offset where a text nests deeper than the bound, or undefined. One linear scan, no recursion: it runs before the
 * parsers, some of which end the process on deep nesting. Brackets in strings and comments do not count; a bracket that
 * closes nothing is passed over, so that text which only looks like code cannot add up.
 */
export function tooDeepAt(text: string, syntax: Syntax): number | undefined {
  return tooManyBrackets(text, syntax) ?? (syntax === 'yaml' ? tooManyIndents(text) : undefined);
}

const closers: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

function tooManyBrackets(text: string, syntax: Syntax): number | undefined {
  const open: string[] = [];
  const skip = { json: skipJson, yaml: skipYaml, source: skipSource }[syntax];
  for (let index = 0; index < text.length; index += 1) {
    const next = skip(text, index);
    if (next > index) {
      index = next - 1;
      continue;
    }
    const letter = text[index] ?? '';
    if (letter === '{' || letter === '[' || letter === '(') {
      open.push(letter);
      if (open.length > bounds.nesting) return index;
    } else {
      const opener = closers[letter];
      if (opener !== undefined) {
        const from = open.lastIndexOf(opener);
        if (from >= 0) open.length = from;
      }
    }
  }
  return undefined;
}

/** Past the string or comment that starts at the index, or the index itself. */
function skipJson(text: string, index: number): number {
  const letter = text[index];
  if (letter === '"') return pastString(text, index, '"');
  if (letter === '/') return pastComment(text, index);
  return index;
}

function skipYaml(text: string, index: number): number {
  const letter = text[index];
  const before = text[index - 1];
  const starts = before === undefined || /[\s[{,:(]/.test(before);
  if (letter === '#' && (before === undefined || /\s/.test(before))) return pastLine(text, index);
  if (letter === '"' && starts) return pastString(text, index, '"', true);
  if (letter === "'" && starts) return pastString(text, index, "'", true);
  return index;
}

function skipSource(text: string, index: number): number {
  const letter = text[index];
  if (letter === '"' || letter === "'") return pastString(text, index, letter);
  if (letter === '`') return pastString(text, index, '`', true);
  if (letter !== '/') return index;
  const past = pastComment(text, index);
  if (past > index) return past;
  return startsRegex(text, index) ? pastRegex(text, index) : index;
}

function pastString(text: string, start: number, quote: string, lines = false): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '\\') index += 1;
    else if (letter === quote) return index + 1;
    else if (!lines && (letter === '\n' || letter === '\r')) return index;
  }
  return text.length;
}

function pastComment(text: string, start: number): number {
  if (text[start + 1] === '/') return pastLine(text, start);
  if (text[start + 1] !== '*') return start;
  const end = text.indexOf('*/', start + 2);
  return end < 0 ? text.length : end + 2;
}

function pastLine(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '\n' || text[index] === '\r') return index;
  }
  return text.length;
}

function startsRegex(text: string, slash: number): boolean {
  let index = slash - 1;
  while (index >= 0 && /\s/.test(text[index] ?? '')) index -= 1;
  if (index < 0) return true;
  if (/[(,=:[!&|?{};+\-*%~^<>]/.test(text[index] ?? '')) return true;
  return /\b(?:return|typeof|case|in|of|do|else|void|delete)$/.test(
    text.slice(Math.max(0, index - 8), index + 1),
  );
}

function pastRegex(text: string, start: number): number {
  let inClass = false;
  for (let index = start + 1; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '\n' || letter === '\r') return start;
    if (letter === '\\') index += 1;
    else if (letter === '[') inClass = true;
    else if (letter === ']') inClass = false;
    else if (letter === '/' && !inClass) return index + 1;
  }
  return start;
}

/** Block nesting: a deeper indent opens a level, and so does each dash of a compact list. */
function tooManyIndents(text: string): number | undefined {
  const open: number[] = [];
  for (let start = 0; start < text.length; ) {
    const end = pastLine(text, start);
    let column = start;
    while (text[column] === ' ') column += 1;
    if (column < end && text[column] !== '#') {
      const indent = column - start;
      while ((open.at(-1) ?? -1) >= indent) open.pop();
      open.push(indent);
      while ((text[column] === '-' || text[column] === '?') && text[column + 1] === ' ') {
        column += 1;
        while (text[column] === ' ') column += 1;
        open.push(column - start);
        if (open.length > bounds.nesting) return column;
      }
      if (open.length > bounds.nesting) return column;
    }
    start = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  }
  return undefined;
}
