/** A call `@fieldseal(…)` around an offset of a text, whatever state it is in. */
export interface FieldsealCall {
  /** The arguments before and behind the one at the offset, by key; a flag has no value. */
  readonly others: ReadonlyMap<string, string | undefined>;
  readonly current: CurrentArgument;
  /** True where a further argument follows and no comma stands before it. */
  readonly commaBehind: boolean;
}

export type CurrentArgument =
  | { readonly kind: 'key'; readonly start: number; readonly end: number; readonly colon: boolean }
  | {
      readonly kind: 'value';
      readonly key: string;
      /** With its quotes. */
      readonly start: number;
      readonly end: number;
      readonly spaceBefore: boolean;
    };

interface Stretch {
  readonly start: number;
  readonly end: number;
}

export function fieldsealCallAt(text: string, at: number): FieldsealCall | undefined {
  const calls = /@fieldseal[^\S\r\n]*\(/g;
  for (let match = calls.exec(text); match !== null; match = calls.exec(text)) {
    const open = match.index + match[0].length;
    if (open > at) return undefined;
    const { parts, end } = argumentsFrom(text, open);
    if (at <= end) return callOf(text, at, parts);
    calls.lastIndex = end;
  }
  return undefined;
}

/** The stretches between the commas of a call, to its parenthesis or the end of the text. */
function argumentsFrom(
  text: string,
  open: number,
): { readonly parts: readonly Stretch[]; readonly end: number } {
  const parts: Stretch[] = [];
  let start = open;
  let depth = 0;
  let quote = '';
  for (let at = open; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quote !== '') {
      if (letter === '\\') at += 1;
      // Half a text ends with its line.
      else if (letter === quote || letter === '\n') quote = '';
    } else if (letter === '"' || letter === "'") {
      quote = letter;
    } else if (letter === '(') {
      depth += 1;
    } else if (letter === ')') {
      if (depth === 0) return { parts: [...parts, { start, end: at }], end: at };
      depth -= 1;
    } else if (letter === ',' && depth === 0) {
      parts.push({ start, end: at });
      start = at + 1;
    }
  }
  return { parts: [...parts, { start, end: text.length }], end: text.length };
}

function callOf(text: string, at: number, parts: readonly Stretch[]): FieldsealCall | undefined {
  const own = parts.findIndex(({ start, end }) => start <= at && at <= end);
  const part = parts[own];
  if (part === undefined) return undefined;
  const before = text.slice(part.start, at);
  const behind = text.slice(at, part.end);
  const others = new Map(
    parts.flatMap((one, number): [string, string | undefined][] => {
      const written = /^\s*(\w+)\s*(?::\s*([\s\S]*?)\s*)?$/.exec(text.slice(one.start, one.end));
      return number === own || written === null ? [] : [[written[1] ?? '', unquoted(written[2])]];
    }),
  );
  const key = /^\s*(\w*)$/.exec(before)?.[1];
  if (key !== undefined) {
    const rest = /^\w*/.exec(behind)?.[0] ?? '';
    const after = behind.slice(rest.length);
    const colon = /^\s*:/.test(after);
    const more = /^\s*[\w@]/.test(after);
    return {
      others: more ? new Map([...others, ...laterOf(after)]) : others,
      current: { kind: 'key', start: at - key.length, end: at + rest.length, colon },
      commaBehind: more,
    };
  }
  const value = /^\s*(\w+)\s*:(\s*)((?:"(?:\\.|[^"\\])*|'(?:\\.|[^'\\])*|[\w.-]*))$/.exec(before);
  if (value === null) return undefined;
  const [, name = '', space = '', typed = ''] = value;
  const rest = /^["']/.test(typed)
    ? new RegExp(`^(?:\\\\.|[^\\\\\\n${typed[0]}])*${typed[0]}|^[\\w.-]*`).exec(behind)?.[0]
    : /^[\w.-]*/.exec(behind)?.[0];
  return {
    others,
    current: {
      kind: 'value',
      key: name,
      start: at - typed.length,
      end: at + (rest ?? '').length,
      spaceBefore: space !== '',
    },
    commaBehind: false,
  };
}

/** An argument that begins behind the cursor without a comma before it. */
function laterOf(after: string): [string, string | undefined][] {
  const written = /^\s*(\w+)\s*(?::\s*([\s\S]*?)\s*)?$/.exec(after);
  return written === null ? [] : [[written[1] ?? '', unquoted(written[2])]];
}

function unquoted(value: string | undefined): string | undefined {
  return value === undefined ? undefined : (/^(["'])(.*)\1$/s.exec(value)?.[2] ?? value);
}
