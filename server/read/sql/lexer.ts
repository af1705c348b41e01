import type { Span } from '../tree.ts';

/** A token as PostgreSQL's own scanner cuts it, and psql's variables and commands. */
export interface Token extends Span {
  readonly kind:
    | 'word'
    | 'quoted'
    | 'string'
    | 'number'
    | 'parameter'
    | 'operator'
    | 'mark'
    | 'variable'
    | 'command';
  /** A word in lower case, a quoted name without its quotes, a mark or an operator as it stands; empty for the rest. */
  readonly text: string;
}

interface LexerOptions {
  /** True where psql may run the text: a backslash starts a command that ends with the line. */
  readonly psql: boolean;
  readonly onComment?: (comment: Span) => void;
}

/** A NUL too: it is told apart from the rest elsewhere. */
const spaces = /[ \t\n\r\f\v\0]+/y;
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number =
  /0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?/y;
/** PostgreSQL takes no operator of more letters than this. */
const operators = /[-+*/<>=~!@#%^&|`?]{1,64}/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const parameter = /\$\d+/y;
const variable = /:(?:[A-Za-z_]\w*|'[A-Za-z_]\w*'|"[A-Za-z_]\w*")/y;
const dots = /::|:=|\.\./y;
/** Literals with a line break between them are one. */
const goesOn = /[ \t\f\v]*(?:--[^\n\r]*)?[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*[\n\r])*'/y;
/** A longer operator ends in plus or minus only when it holds one of these. */
const endsAnyhow = /[~!@#%^&|`?]/;

/** Cuts a text into tokens, one at a time, each letter looked at once. */
export class Lexer {
  readonly #text: string;
  readonly #end: number;
  readonly #options: LexerOptions;
  /** Where the next token is looked for. */
  at: number;

  constructor(text: string, options: LexerOptions) {
    this.#text = text;
    this.#options = options;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#end = text.length;
  }

  /** The next token, or undefined at the end. Comments are told and passed over. */
  next(): Token | undefined {
    const text = this.#text;
    for (;;) {
      this.at = this.#past(spaces, this.at) ?? this.at;
      const start = this.at;
      if (start >= this.#end) return undefined;
      const letter = text[start];
      if (letter === '-' && text[start + 1] === '-') this.#comment(start, this.#lineEnd(start));
      else if (letter === '/' && text[start + 1] === '*') this.#comment(start, this.#blockEnd(start));
      else return this.#token(start, letter ?? '');
    }
  }

  #comment(start: number, end: number): void {
    this.at = end;
    this.#options.onComment?.({ start, end });
  }

  #token(start: number, letter: string): Token {
    switch (letter) {
      case "'":
        return this.#made('string', start, this.#quotesEnd(start, false));
      case '"': {
        const end = this.#quoteEnd(start, '"');
        return this.#made(
          'quoted',
          start,
          end,
          nameOf(this.#text.slice(start + 1, Math.max(start + 1, end - 1))),
        );
      }
      case '$':
        return this.#dollar(start);
      case '\\':
        return this.#options.psql
          ? this.#made('command', start, this.#lineEnd(start))
          : this.#made('mark', start, start + 1, letter);
      case ':': {
        const double = this.#past(dots, start);
        if (double !== undefined) return this.#made('mark', start, double, this.#text.slice(start, double));
        const named = this.#past(variable, start);
        return named === undefined
          ? this.#made('mark', start, start + 1, letter)
          : this.#made('variable', start, named);
      }
    }
    const wordEnd = this.#past(word, start);
    if (wordEnd !== undefined) return this.#word(start, wordEnd);
    const numberEnd = this.#past(number, start);
    if (numberEnd !== undefined) return this.#made('number', start, numberEnd);
    const operatorEnd = this.#past(operators, start);
    if (operatorEnd !== undefined) {
      const operator = cutOperator(this.#text.slice(start, operatorEnd));
      return this.#made('operator', start, start + operator.length, operator);
    }
    const end = this.#past(dots, start) ?? start + 1;
    return this.#made('mark', start, end, this.#text.slice(start, end));
  }

  #word(start: number, end: number): Token {
    const text = this.#text;
    if (end - start === 1 && text[end] === "'" && /[eEbBxXnN]/.test(text[start] ?? '')) {
      return this.#made('string', start, this.#quotesEnd(end, /[eE]/.test(text[start] ?? '')));
    }
    // U&'…' and U&"…": the word is the U alone.
    if (end - start === 1 && /[uU]/.test(text[start] ?? '') && text[end] === '&') {
      if (text[end + 1] === "'") return this.#made('string', start, this.#quotesEnd(end + 1, false));
      if (text[end + 1] === '"') {
        const close = this.#quoteEnd(end + 1, '"');
        return this.#made('quoted', start, close, unicodeName(nameOf(text.slice(end + 2, close - 1))));
      }
    }
    return this.#made('word', start, end, lowerCase(text.slice(start, end)));
  }

  /** A parameter, or a string between dollar quotes. */
  #dollar(start: number): Token {
    const numbered = this.#past(parameter, start);
    if (numbered !== undefined) return this.#made('parameter', start, numbered);
    const opened = this.#past(dollarTag, start);
    if (opened === undefined) return this.#made('mark', start, start + 1, '$');
    const tag = this.#text.slice(start, opened);
    const close = this.#text.indexOf(tag, opened);
    return this.#made('string', start, close < 0 ? this.#end : close + tag.length);
  }

  #quotesEnd(open: number, escapes: boolean): number {
    let at = open;
    for (;;) {
      at = escapes ? this.#escapedEnd(at) : this.#quoteEnd(at, "'");
      const next = this.#past(goesOn, at);
      if (next === undefined) return at;
      at = next - 1;
    }
  }

  /** Past the quote that closes; two in a row are one of the text. */
  #quoteEnd(open: number, quote: string): number {
    for (let at = open + 1; ; ) {
      const close = this.#text.indexOf(quote, at);
      if (close < 0) return this.#end;
      if (this.#text[close + 1] !== quote) return close + 1;
      at = close + 2;
    }
  }

  #escapedEnd(open: number): number {
    for (let at = open + 1; at < this.#end; at += 1) {
      const letter = this.#text[at];
      if (letter === '\\') at += 1;
      else if (letter === "'") {
        if (this.#text[at + 1] !== "'") return at + 1;
        at += 1;
      }
    }
    return this.#end;
  }

  /** Comments stand in each other. */
  #blockEnd(start: number): number {
    const text = this.#text;
    let depth = 0;
    for (let at = start; at < this.#end; ) {
      if (text[at] === '/' && text[at + 1] === '*') {
        depth += 1;
        at += 2;
      } else if (text[at] === '*' && text[at + 1] === '/') {
        depth -= 1;
        at += 2;
        if (depth === 0) return at;
      } else {
        at += 1;
      }
    }
    return this.#end;
  }

  #lineEnd(start: number): number {
    lineBreak.lastIndex = start;
    const found = lineBreak.exec(this.#text);
    return found === null ? this.#end : found.index;
  }

  #made(kind: Token['kind'], start: number, end: number, text = ''): Token {
    this.at = Math.min(Math.max(end, start + 1), this.#end);
    return { kind, start, end: this.at, text };
  }

  /** Where a match of the pattern that starts at an offset ends. */
  #past(pattern: RegExp, start: number): number | undefined {
    pattern.lastIndex = start;
    return pattern.test(this.#text) ? pattern.lastIndex : undefined;
  }
}

const lineBreak = /[\n\r]/g;

function cutOperator(run: string): string {
  const comment = /--|\/\*/.exec(run);
  let end = comment === null ? run.length : comment.index;
  if (end > 1 && !endsAnyhow.test(run.slice(0, end))) {
    while (end > 1 && (run[end - 1] === '+' || run[end - 1] === '-')) end -= 1;
  }
  return run.slice(0, end);
}

/** PostgreSQL folds the letters of ASCII alone. */
function lowerCase(text: string): string {
  return /^[\w$]*$/.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

function nameOf(inside: string): string {
  return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
}

function unicodeName(name: string): string {
  return name.replace(/\\(?:\+([\da-fA-F]{6})|([\da-fA-F]{4}))/g, (all, long, short) => {
    const code = Number.parseInt(long ?? short, 16);
    return code > 0x10ffff ? all : String.fromCodePoint(code);
  });
}
