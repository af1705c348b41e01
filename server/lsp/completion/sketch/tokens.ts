export type Syntax = 'json' | 'source' | 'flow';

export type TokenKind = 'open' | 'close' | 'comma' | 'colon' | 'string' | 'word' | 'spread' | 'other';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Of a string what stands between its quotes. */
  readonly text: string;
  readonly quote: string;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** The comment that the offset stands in. */
  readonly comment?: { readonly start: number; readonly end: number };
}

/**
 * The tokens of a text with brackets. A string that the cursor stands in and that does not end behind the word there is
 * still being typed: it ends with the word, so that what follows is read as what it is.
 */
export function readTokens(text: string, syntax: Syntax, offset: number, from = 0): Tokens {
  const tokens: Token[] = [];
  let comment: Tokens['comment'];
  /** In a flow collection of YAML the text goes on behind it: there nothing is read beyond its end. */
  let depth = 0;
  const push = (kind: TokenKind, start: number, end: number, quote = '', inner = text.slice(start, end)) =>
    tokens.push({ kind, start, end, text: inner, quote });

  for (let index = from; index < text.length; ) {
    const letter = text[index] ?? '';
    if (isSpace(letter)) {
      index += 1;
      continue;
    }
    const past = pastComment(text, index, syntax);
    if (past > index) {
      const line = text[index + 1] !== '*';
      if (index < offset && (line ? offset <= past : offset < past)) comment = { start: index, end: past };
      index = past;
      continue;
    }
    if (letter === '{' || letter === '[' || letter === '(') {
      push('open', index, index + 1);
      index += 1;
      depth += 1;
    } else if (letter === '}' || letter === ']' || letter === ')') {
      push('close', index, index + 1);
      index += 1;
      depth -= 1;
      if (syntax === 'flow' && depth <= 0) break;
    } else if (letter === ',' || letter === ':') {
      push(letter === ',' ? 'comma' : 'colon', index, index + 1);
      index += 1;
    } else if (letter === '"' || letter === "'" || (letter === '`' && syntax === 'source')) {
      const { end, closed } = pastString(text, index, letter, offset, syntax === 'flow' && letter === "'");
      push('string', index, end, letter, text.slice(index + 1, closed ? end - 1 : end));
      index = end;
      if (syntax === 'flow' && depth <= 0) break;
    } else if (text.startsWith('...', index)) {
      push('spread', index, index + 3);
      index += 3;
    } else {
      const end = syntax === 'flow' ? pastPlain(text, index) : pastWord(text, index);
      if (end > index) push('word', index, end);
      else if (letter === '/' && syntax === 'source' && startsRegex(tokens.at(-1))) {
        const after = pastRegex(text, index);
        push('other', index, after);
        index = after;
        continue;
      } else push('other', index, index + 1);
      index = Math.max(end, index + 1);
    }
  }
  return comment === undefined ? { tokens } : { tokens, comment };
}

function isSpace(letter: string): boolean {
  return letter === ' ' || letter === '\n' || letter === '\t' || letter === '\r' || letter === '\uFEFF';
}

function isBreak(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r';
}

function pastComment(text: string, index: number, syntax: Syntax): number {
  if (syntax === 'flow') {
    return text[index] === '#' && isSpace(text[index - 1] ?? ' ') ? pastLine(text, index) : index;
  }
  if (text[index] !== '/') return index;
  if (text[index + 1] === '/') return pastLine(text, index);
  if (text[index + 1] !== '*') return index;
  const end = text.indexOf('*/', index + 2);
  return end < 0 ? text.length : end + 2;
}

export function pastLine(text: string, index: number): number {
  let end = index;
  while (end < text.length && !isBreak(text[end])) end += 1;
  return end;
}

function pastString(
  text: string,
  start: number,
  quote: string,
  offset: number,
  doubled: boolean,
): { readonly end: number; readonly closed: boolean } {
  let end = start + 1;
  let closed = false;
  for (; end < text.length; end += 1) {
    const letter = text[end];
    if (letter === '\\' && !doubled) end += 1;
    else if (letter === quote) {
      if (doubled && text[end + 1] === quote) end += 1;
      else {
        closed = true;
        end += 1;
        break;
      }
    } else if (quote !== '`' && isBreak(letter)) break;
  }
  end = Math.min(end, text.length);
  if (offset <= start || offset > end || (closed && offset === end)) return { end, closed };
  let word = offset;
  while (word < end && /[\w.$-]/.test(text[word] ?? '')) word += 1;
  return text[word] === quote ? { end: word + 1, closed: true } : { end: word, closed: false };
}

function pastWord(text: string, start: number): number {
  let end = start;
  if (text[end] === '-' && /[\d.]/.test(text[end + 1] ?? '')) end += 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code > 127 || wordLetters[code] === true) continue;
    if (text[end] !== '.' || end === start || text[end + 1] === '.') break;
  }
  return end;
}

/** ASCII letters, digits, `_` and `$`, by their codes: a table, since every letter of a file is asked. */
const wordLetters: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[\w$]/.test(String.fromCharCode(code)),
);

/** A plain scalar in a flow collection. */
function pastPlain(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end += 1) {
    const letter = text[end] ?? '';
    if (isBreak(letter) || ',[]{}"'.includes(letter)) break;
    if (letter === ':' && (isSpace(text[end + 1] ?? ' ') || ',[]{}'.includes(text[end + 1] ?? ''))) break;
    if (letter === '#' && isSpace(text[end - 1] ?? '')) break;
  }
  while (end > start && isSpace(text[end - 1] ?? '')) end -= 1;
  return end;
}

function startsRegex(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'word') return /^(?:return|typeof|case|in|of|do|else|void|delete)$/.test(before.text);
  return before.kind !== 'string' && before.kind !== 'close';
}

function pastRegex(text: string, start: number): number {
  let inClass = false;
  for (let index = start + 1; index < text.length; index += 1) {
    const letter = text[index];
    if (isBreak(letter)) return start + 1;
    if (letter === '\\') index += 1;
    else if (letter === '[') inClass = true;
    else if (letter === ']') inClass = false;
    else if (letter === '/' && !inClass) return index + 1;
  }
  return start + 1;
}
