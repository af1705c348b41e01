import ts from 'typescript';

/** A text that the parser has read: all of a file, or the stretch of it that an edit has changed. */
interface Parsed {
  readonly file: ts.SourceFile;
  /** True where the parser had to guess inside a node. */
  readonly brokenIn: (node: ts.Node) => boolean;
  /** False where an `await` that might be a name made the parser begin anew, and mix what it found. */
  readonly once: boolean;
}

/** A statement at the top of a file. It stays as it was parsed while edits elsewhere move it. */
export interface Statement {
  readonly node: ts.Statement;
  readonly parsed: Parsed;
  /** What its offsets lack to be those of the file. */
  readonly shift: number;
}

/** Offsets are of the file. */
export interface ParseError {
  readonly start: number;
  readonly length: number;
  readonly message: string;
}

export interface Statements {
  readonly text: string;
  readonly all: readonly Statement[];
  /** In the order of the text. */
  readonly errors: readonly ParseError[];
}

/**
 * The statements of a file. Where it differs from what it was before by one edit, only the statements around that are
 * parsed: what the parser makes of a statement depends on its own text and on where the next one begins.
 */
export function parseStatements(
  file: string,
  text: string,
  kind: ts.ScriptKind,
  before?: Statements,
): Statements {
  return (before && parseEdit(file, text, kind, before)) ?? parseAll(file, text, kind);
}

function parseAll(file: string, text: string, kind: ts.ScriptKind): Statements {
  const parsed = parse(file, text, kind);
  return {
    text,
    all: parsed.file.statements.map((node) => ({ node, parsed, shift: 0 })),
    errors: errorsOf(parsed.file, 0),
  };
}

function parseEdit(
  file: string,
  text: string,
  kind: ts.ScriptKind,
  before: Statements,
): Statements | undefined {
  const { all, errors } = before;
  if (errors.length > mostErrors || all.some(({ parsed }) => !parsed.once)) return undefined;
  const edit = editOf(before.text, text);
  const delta = text.length - before.text.length;
  const startOf = (index: number) => {
    const statement = all[index];
    return statement === undefined ? before.text.length : statement.node.pos + statement.shift;
  };
  // What the parser passes over without making anything of it counts to the statement in front.
  const isBroken = (index: number) =>
    errors.some((error) => error.start >= startOf(index) && error.start <= startOf(index + 1));

  // One whole statement in front, since the end of a statement depends on what follows it.
  const touched = all.findIndex(({ node, shift }) => node.end + shift >= edit.start);
  let from = Math.max(0, (touched < 0 ? all.length : touched) - 1);
  while (from > 0 && (isBroken(from) || !endsLine(before.text, all[from - 1]))) from -= 1;
  const start = from === 0 ? 0 : startOf(from);

  /** Parses until the parser finds itself again in a whole statement behind the edit. */
  const parseUntil = (behind: number): Statements | undefined => {
    const next = all[behind];
    const end = next === undefined ? text.length : next.node.end + next.shift + delta;
    const border = next === undefined ? end + 1 : startOf(behind) + delta;
    const parsed = parse(file, ownCopy(text.slice(start, end)), kind);
    if (!parsed.once) return undefined;
    const statements = [...parsed.file.statements];
    const found = errorsOf(parsed.file, start);
    if (next !== undefined) {
      const met = statements.pop();
      if (met === undefined || met.pos + start !== border || met.end + start !== end) return undefined;
      if (found.some((error) => error.start >= border)) return undefined;
    }
    const moved = all.slice(behind);
    return {
      text,
      all: [
        ...all.slice(0, from),
        ...statements.map((node) => ({ node, parsed, shift: start })),
        ...(delta === 0
          ? moved
          : moved.map(({ node, parsed, shift }) => ({ node, parsed, shift: shift + delta }))),
      ],
      errors: [
        ...errors.filter((error) => error.start < start),
        ...found,
        ...errors.flatMap((error) =>
          error.start + delta > border ? [{ ...error, start: error.start + delta }] : [],
        ),
      ],
    };
  };
  /** The first statement from there on that is whole and ends its line: half a string or pattern reaches that far. */
  const whole = (index: number): number => {
    let behind = index;
    while (behind < all.length && (isBroken(behind) || !endsLine(before.text, all[behind]))) behind += 1;
    return behind;
  };
  const untouched = all.findIndex(({ node, shift }) => node.pos + shift > edit.end);
  const near = whole(untouched < 0 ? all.length : untouched);
  // Where an edit makes one statement of two, those behind it are found a little later.
  return parseUntil(near) ?? parseUntil(whole(Math.min(near + further, all.length)));
}

const further = 2;

function endsLine(text: string, statement: Statement | undefined): boolean {
  let at = statement === undefined ? text.length : statement.node.end + statement.shift;
  while (text[at] === ' ') at += 1;
  return at === text.length || text[at] === '\n' || text[at] === '\r';
}

/** A text of more errors than this is hardly source code. */
const mostErrors = 50;

/** The stretch of the old text that another one replaces. */
function editOf(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  // Long stretches are compared at once, which is many times faster than letter by letter.
  while (start + stretch <= shorter && isSame(before, start, after, start)) start += stretch;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = before.length;
  let other = after.length;
  while (Math.min(end, other) - stretch >= start) {
    if (!isSame(before, end - stretch, after, other - stretch)) break;
    end -= stretch;
    other -= stretch;
  }
  while (end > start && other > start && before.charCodeAt(end - 1) === after.charCodeAt(other - 1)) {
    end -= 1;
    other -= 1;
  }
  return { start, end };
}

const stretch = 256;

function isSame(one: string, from: number, other: string, otherFrom: number): boolean {
  return one.slice(from, from + stretch) === other.slice(otherFrom, otherFrom + stretch);
}

/** A slice would keep all of the text that it was cut from. */
function ownCopy(slice: string): string {
  return ` ${slice}`.slice(1);
}

/** Every file is parsed as a module, so that what a statement means does not depend on whether another one imports. */
function parse(file: string, text: string, kind: ts.ScriptKind): Parsed {
  let made = 0;
  const options: ts.CreateSourceFileOptions = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    setExternalModuleIndicator(sourceFile) {
      made += 1;
      (sourceFile as { externalModuleIndicator?: true }).externalModuleIndicator = true;
    },
  };
  const parsed = ts.createSourceFile(file, text, options, false, kind);
  return { file: parsed, brokenIn: brokenIn(parsed), once: made === 1 };
}

/** The parser goes on behind an error: only what holds one may lack something. */
function brokenIn(file: ts.SourceFile): (node: ts.Node) => boolean {
  const offsets = diagnosticsOf(file)
    .map(({ start }) => start)
    .sort((one, other) => one - other);
  if (offsets.length === 0) return () => false;
  return (node) => {
    let low = 0;
    let high = offsets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] ?? 0) < node.pos) low = middle + 1;
      else high = middle;
    }
    const next = offsets[low];
    return next !== undefined && next <= node.end;
  };
}

function errorsOf(file: ts.SourceFile, shift: number): readonly ParseError[] {
  return diagnosticsOf(file)
    .map(({ start, length, messageText }) => ({
      start: start + shift,
      length,
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }))
    .sort((one, other) => one.start - other.start);
}

function diagnosticsOf(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const { parseDiagnostics = [] } = file as ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics;
}
