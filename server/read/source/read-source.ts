import ts from 'typescript';
import { createDirectiveReader, directiveWord } from '../directives.ts';
import type { Directive, DriverImport, ParsedFacts, Problem, SourceFacts } from '../facts.ts';
import type { CallTree, Declaration, ObjectTree, Span } from '../tree.ts';
import { calledName, createConverter } from './convert.ts';
import { readExports } from './exports.ts';
import { callNames, literalKeys } from './interest.ts';
import { readMutations } from './mutations.ts';
import { readScopes } from './scopes.ts';
import { readSecretLiterals } from './secret-literals.ts';

/** TypeScript and JavaScript, and the shell's and Compass's text, which is one bare literal. */
export function readSource(file: string, text: string): ParsedFacts {
  try {
    return readParsed(file, text);
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

function readParsed(file: string, text: string): ParsedFacts {
  // A bare object literal would be read as a block: the parenthesis takes the place of the white space before it.
  const bare = bareLiteralAt(text);
  const shifted = bare === undefined ? 0 : 1;
  const parsed = bare === undefined ? text : `(${text})`;
  const sourceFile = ts.createSourceFile(file, parsed, ts.ScriptTarget.Latest, false, scriptKind(file));
  const span = (node: ts.Node): Span => ({
    start: node.getStart(sourceFile) - shifted,
    end: node.end - shifted,
  });

  const scopes = readScopes(sourceFile);
  const mutations = readMutations(sourceFile, scopes);
  const secrets = readSecretLiterals(scopes.nodes);
  const converter = createConverter({ scopes, mutations, span, brokenIn: brokenIn(sourceFile), secrets });

  const declarations: Declaration[] = scopes.bindings.map((binding) => ({
    name: binding.name,
    constant: binding.constant && !mutations.rebound.has(binding),
    mutated: [...(mutations.properties.get(binding) ?? [])],
    ...(binding.initializer === undefined
      ? {}
      : { value: converter.along(converter.convert(binding.initializer), binding.path) }),
  }));

  const calls: CallTree[] = [];
  const literals: ObjectTree[] = [];
  const kept = new Set<ts.Node>();
  for (const node of scopes.nodes) {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const tree = callNames.has(calledName(node)) ? converter.convert(node) : undefined;
      if (tree?.kind === 'call') calls.push(tree);
    } else if (ts.isObjectLiteralExpression(node) && node.properties.some(hasKeyOfInterest)) {
      if (standsInOneOf(kept, node)) continue;
      const tree = converter.convert(node);
      if (tree.kind === 'object') {
        literals.push(tree);
        kept.add(node);
      }
    }
  }

  const driverImport = readDriverImport(sourceFile, shifted);
  const source: SourceFacts = {
    declarations,
    ...readExports(sourceFile, converter),
    calls,
    literals,
    ...(driverImport === undefined ? {} : { driverImport }),
  };
  return {
    file,
    syntax: 'source',
    documents: [],
    source,
    directives: text.includes(directiveWord) ? readDirectives(sourceFile, text, shifted) : [],
    problems: readProblems(sourceFile, shifted),
    secrets: [...secrets].map(span),
  };
}

/** A function inside a literal starts anew: what it returns is no part of the literal. */
function standsInOneOf(literals: ReadonlySet<ts.Node>, node: ts.Node): boolean {
  for (let { parent } = node; parent !== undefined && !ts.isFunctionLike(parent); { parent } = parent) {
    if (literals.has(parent)) return true;
  }
  return false;
}

function hasKeyOfInterest(property: ts.ObjectLiteralElementLike): boolean {
  const name = property.name;
  return (
    name !== undefined &&
    (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) &&
    (literalKeys.has(name.text) || isNamespace(name.text, property))
  );
}

/** `{ 'db.collection': { … } }`: a map that names what its lists are for. */
function isNamespace(name: string, property: ts.ObjectLiteralElementLike): boolean {
  return (
    /^[\w-]+\.[\w$-][\w.$-]*$/.test(name) &&
    ts.isPropertyAssignment(property) &&
    ts.isObjectLiteralExpression(property.initializer)
  );
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

function readDirectives(sourceFile: ts.SourceFile, text: string, shifted: number): Directive[] {
  const comments = new Map<number, Span>();
  const add = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) comments.set(pos, { start: pos - shifted, end: end - shifted });
  };
  const collect = (node: ts.Node): void => {
    add(ts.getLeadingCommentRanges(sourceFile.text, node.getFullStart()));
    add(ts.getTrailingCommentRanges(sourceFile.text, node.end));
    ts.forEachChild(node, collect);
  };
  collect(sourceFile);
  const readDirective = createDirectiveReader(text);
  return [...comments.values()]
    .sort((one, other) => one.start - other.start)
    .flatMap((span) => readDirective(span) ?? []);
}

/** The parser goes on behind an error: only what holds one may lack something. */
function brokenIn(sourceFile: ts.SourceFile): (node: ts.Node) => boolean {
  const offsets = diagnosticsOf(sourceFile)
    .map(({ start }) => start)
    .sort((one, other) => one - other);
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

function diagnosticsOf(sourceFile: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const { parseDiagnostics = [] } = sourceFile as ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics;
}

function readProblems(sourceFile: ts.SourceFile, shifted: number): Problem[] {
  return diagnosticsOf(sourceFile)
    .slice(0, 1)
    .map((diagnostic) => ({
      kind: 'syntax',
      message: `this cannot be parsed: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ').replace(/\.$/, '')}`,
      start: Math.max(0, diagnostic.start - shifted),
      end: Math.max(0, diagnostic.start + diagnostic.length - shifted),
    }));
}

const driverModules = new Set(['mongodb', 'bson']);

function readDriverImport(sourceFile: ts.SourceFile, shifted: number): DriverImport | undefined {
  for (const statement of sourceFile.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const named = statement.importClause?.namedBindings;
      const typeOnly = statement.importClause?.isTypeOnly === true;
      if (
        driverModules.has(statement.moduleSpecifier.text) &&
        !typeOnly &&
        named !== undefined &&
        ts.isNamedImports(named)
      ) {
        const last = named.elements.at(-1);
        return {
          module: statement.moduleSpecifier.text,
          names: named.elements.filter((element) => !element.isTypeOnly).map((element) => element.name.text),
          insertAt: (last?.end ?? named.getStart(sourceFile) + 1) - shifted,
        };
      }
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      const { name, initializer } = declaration;
      if (!ts.isObjectBindingPattern(name) || initializer === undefined || !ts.isCallExpression(initializer))
        continue;
      const [module] = initializer.arguments;
      if (initializer.expression.getText(sourceFile) !== 'require' || module === undefined) continue;
      if (!ts.isStringLiteral(module) || !driverModules.has(module.text)) continue;
      const last = name.elements.at(-1);
      return {
        module: module.text,
        names: name.elements.map((element) => element.name.getText(sourceFile)),
        insertAt: (last?.end ?? name.getStart(sourceFile) + 1) - shifted,
      };
    }
  }
  return undefined;
}
