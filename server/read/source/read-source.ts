import ts from 'typescript';
import { createDirectiveReader, directiveWord } from '../directives.ts';
import type { Directive, DriverImport, ParsedFacts, Problem, SourceFacts } from '../facts.ts';
import { mayAct } from '../keywords.ts';
import type { Declaration, Span, Tree } from '../tree.ts';
import type { Act } from './code/code.ts';
import { readNames, type SourceNames } from './source-names.ts';
import { type Outline, outlineOf, readStatement, type StatementFacts } from './statement-facts.ts';
import { parseStatements, type Statement, type Statements } from './statements.ts';

/** TypeScript and JavaScript, and the shell's and Compass's text, which is one bare literal. */
export function readSource(file: string, text: string): ParsedFacts {
  const before = recent.get(file);
  recent.delete(file);
  try {
    const reading = readParsed(file, text, before);
    remember(file, reading);
    return reading.facts;
  } catch (error) {
    // A chain of thousands of operators or calls is flat to the eye and deep to a tree.
    if (!(error instanceof RangeError)) throw error;
    const problem: Problem = {
      kind: 'too-deep',
      message: 'an expression of this file is too long to follow',
      start: 0,
      end: 0,
    };
    return { file, syntax: 'source', documents: [], directives: [], problems: [problem], secrets: [] };
  }
}

/** A file as it was read, to read it again after an edit. */
interface Reading {
  readonly statements: Statements;
  readonly known: ReadonlyMap<ts.Statement, Known>;
  readonly facts: ParsedFacts;
}

interface Known {
  readonly outline: Outline;
  readonly facts: StatementFacts;
  readonly declarations: readonly Declaration[];
}

/** A person types in one file, and looks into a few others meanwhile. */
const mostRecent = 3;
const recent = new Map<string, Reading>();

function remember(file: string, reading: Reading): void {
  recent.set(file, reading);
  const [oldest] = recent.keys();
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
}

function readParsed(file: string, text: string, before: Reading | undefined): Reading {
  // A bare object literal would be read as a block: the parenthesis takes the place of the white space before it.
  const isBare = bareLiteralAt(text) !== undefined;
  const shifted = isBare ? 1 : 0;
  const statements = parseStatements(file, isBare ? `(${text})` : text, scriptKind(file), before?.statements);
  const entries = statements.all.map((statement) => {
    const was = before?.known.get(statement.node);
    return { statement, was, outline: was?.outline ?? outlineOf(statement) };
  });
  const names = readNames(entries.map(({ outline }) => outline));

  const acts = mayAct(text);
  const known = new Map<ts.Statement, Known>();
  for (const [index, { statement, was, outline }] of entries.entries()) {
    const around = {
      first: names.firsts[index] ?? 0,
      shift: statement.shift - shifted,
      targetOf: names.targetOf,
      acts,
    };
    const facts = readStatement(statement, outline, around, was?.facts);
    const declarations = toDeclarations(outline, facts, names, was?.declarations);
    known.set(statement.node, { outline, facts, declarations });
  }

  const all = [...known.values()];
  const exports: Record<string, Tree> = {};
  for (const { facts } of all) for (const { name, value } of facts.exports) exports[name] = value;
  const driverImport = readDriverImport(statements.all, shifted);
  const imports = all.flatMap(({ facts }) => facts.imports);
  const sqlTexts = all.flatMap(({ facts }) => facts.sqlTexts);
  const source: SourceFacts = {
    declarations: all.flatMap(({ declarations }) => declarations),
    exports,
    reexports: all.flatMap(({ facts }) => facts.reexports),
    calls: all.flatMap(({ facts }) => facts.calls),
    literals: all.flatMap(({ facts }) => facts.literals),
    ...(imports.length === 0 ? {} : { imports }),
    ...(driverImport === undefined ? {} : { driverImport }),
    ...(acts ? { code: codeOf(statements, all) } : {}),
  };
  const facts: ParsedFacts = {
    file,
    syntax: 'source',
    documents: [],
    source,
    ...(sqlTexts.length === 0 ? {} : { sqlTexts }),
    directives: text.includes(directiveWord) ? readDirectives(statements, text, shifted) : [],
    problems: readProblems(statements, shifted),
    secrets: all.flatMap(({ facts }) => facts.secrets),
  };
  return { statements, known, facts };
}

function codeOf(statements: Statements, all: readonly Known[]): readonly Act[] {
  const code = all.flatMap(({ facts }) => facts.acts ?? []);
  // What the parser found when it began anew may stand across what it found before.
  const once = statements.all.every(({ parsed }) => parsed.once);
  return once ? code : code.toSorted((one, other) => one.end - other.end);
}

function toDeclarations(
  { scopes }: Outline,
  { values }: StatementFacts,
  { mutations }: SourceNames,
  before: readonly Declaration[] | undefined,
): readonly Declaration[] {
  return scopes.bindings.map((binding, index) => {
    const value = values[index];
    const constant = binding.constant && !mutations.rebound.has(binding);
    const mutated = mutations.properties.get(binding);
    const was = before?.[index];
    if (
      was?.value === value &&
      was?.constant === constant &&
      mutated === undefined &&
      was.mutated.length === 0
    ) {
      return was;
    }
    return {
      name: binding.name,
      constant,
      mutated: [...(mutated ?? [])],
      ...(value === undefined ? {} : { value }),
    };
  });
}

/** Where a text that is nothing but one object or array literal starts. */
function bareLiteralAt(text: string): number | undefined {
  const start = /^(?:\uFEFF|\s|\/\/[^\n\r]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*/.exec(text)?.[0].length ?? 0;
  if (text[start] !== '{') return undefined;
  return /^\{\s*(?:["']?\$?[\w.$]+["']?\s*:|\})/.test(text.slice(start, start + 200)) && /\}\s*$/.test(text)
    ? start
    : undefined;
}

function scriptKind(file: string): ts.ScriptKind {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  switch (ending) {
    case 'ts':
    case 'mts':
    case 'cts':
      return ts.ScriptKind.TS;
    case 'tsx':
      return ts.ScriptKind.TSX;
    default:
      return ts.ScriptKind.JSX;
  }
}

/** The comments of a file that hold the word stand in or before one of few statements: only those are looked through. */
function readDirectives({ all, text: parsed }: Statements, text: string, shifted: number): Directive[] {
  const comments = new Map<number, Span>();
  const add = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) comments.set(pos, { start: pos - shifted, end: end - shifted });
  };
  let at = parsed.indexOf(directiveWord);
  let end = 0;
  for (const { node: statement, shift } of all) {
    const collect = (node: ts.Node): void => {
      add(ts.getLeadingCommentRanges(parsed, node.pos + shift));
      add(ts.getTrailingCommentRanges(parsed, node.end + shift));
      ts.forEachChild(node, collect);
    };
    const start = end;
    end = statement.end + shift;
    if (at < 0 || at >= end) continue;
    add(ts.getTrailingCommentRanges(parsed, start));
    collect(statement);
    at = parsed.indexOf(directiveWord, end);
  }
  if (at >= 0) {
    add(ts.getLeadingCommentRanges(parsed, end));
    add(ts.getTrailingCommentRanges(parsed, end));
  }
  const readDirective = createDirectiveReader(text);
  return [...comments.values()]
    .sort((one, other) => one.start - other.start)
    .flatMap((span) => readDirective(span) ?? []);
}

function readProblems({ errors }: Statements, shifted: number): Problem[] {
  return errors.slice(0, 1).map(({ start, length, message }) => ({
    kind: 'syntax',
    message: `this cannot be parsed: ${message.replace(/\.$/, '')}`,
    start: Math.max(0, start - shifted),
    end: Math.max(0, start + length - shifted),
  }));
}

const driverModules = new Set(['mongodb', 'bson']);

function readDriverImport(statements: readonly Statement[], shifted: number): DriverImport | undefined {
  for (const { node: statement, parsed, shift } of statements) {
    const startOf = (node: ts.Node) => node.getStart(parsed.file);
    const textOf = (node: ts.Node) => node.getText(parsed.file);
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const named = statement.importClause?.namedBindings;
      const typeOnly = statement.importClause?.isTypeOnly === true;
      if (
        driverModules.has(statement.moduleSpecifier.text) &&
        !typeOnly &&
        named !== undefined &&
        ts.isNamedImports(named)
      ) {
        return {
          module: statement.moduleSpecifier.text,
          names: named.elements.filter((element) => !element.isTypeOnly).map((element) => element.name.text),
          insertAt: (named.elements.at(-1)?.end ?? startOf(named) + 1) + shift - shifted,
        };
      }
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isObjectBindingPattern(name) || initializer === undefined || !ts.isCallExpression(initializer))
        continue;
      const [module] = initializer.arguments;
      if (textOf(initializer.expression) !== 'require' || module === undefined) continue;
      if (!ts.isStringLiteral(module) || !driverModules.has(module.text)) continue;
      return {
        module: module.text,
        names: name.elements.map((element) => textOf(element.name)),
        insertAt: (name.elements.at(-1)?.end ?? startOf(name) + 1) + shift - shifted,
      };
    }
  }
  return undefined;
}
