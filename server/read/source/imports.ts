import ts from 'typescript';
import type { ImportedName, SourceImport } from '../facts.ts';
import type { Span } from '../tree.ts';

/** Packages whose imports are told one by one. */
function isOfInterest(module: string): boolean {
  return module.startsWith('@cipherstash/') || modules.has(module);
}

const modules: ReadonlySet<string> = new Set([
  'crypto',
  'node:crypto',
  'prisma-field-encryption',
  'prisma-encryption',
  '@fieldseal/prisma',
]);

/** What a statement takes from packages that matter. */
export function readImports(
  statement: ts.Statement,
  nodes: readonly ts.Node[],
  span: (node: ts.Node) => Span,
): readonly SourceImport[] {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
    const { moduleSpecifier } = statement;
    const clause = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    const named = clause !== undefined && (ts.isNamedImports(clause) || ts.isNamedExports(clause));
    return importOf(
      moduleSpecifier,
      span,
      named ? clause.elements.map((element) => toName(element, span)) : [],
    );
  }
  if (ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference)) {
    return importOf(statement.moduleReference.expression, span, []);
  }
  return nodes.flatMap((node) => {
    if (!ts.isCallExpression(node) || !isRequire(node)) return [];
    return importOf(node.arguments[0], span, destructured(node, span));
  });
}

function importOf(
  module: ts.Expression | undefined,
  span: (node: ts.Node) => Span,
  names: readonly ImportedName[],
): readonly SourceImport[] {
  if (module === undefined || !ts.isStringLiteralLike(module) || !isOfInterest(module.text)) return [];
  return [{ module: module.text, moduleSpan: span(module), names }];
}

function toName(
  { name, propertyName }: ts.ImportSpecifier | ts.ExportSpecifier,
  span: (node: ts.Node) => Span,
): ImportedName {
  const imported = propertyName ?? name;
  return { name: imported.text, span: span(imported), local: name.text };
}

function isRequire({ expression, arguments: given }: ts.CallExpression): boolean {
  const requires = ts.isIdentifier(expression) && expression.text === 'require';
  return (requires || expression.kind === ts.SyntaxKind.ImportKeyword) && given.length > 0;
}

/** `const { csTable: table } = require('…')`, `const { csTable } = await import('…')`. */
function destructured(node: ts.Expression, span: (node: ts.Node) => Span): readonly ImportedName[] {
  let above: ts.Node = node.parent;
  if (above !== undefined && ts.isAwaitExpression(above)) above = above.parent;
  if (above === undefined || !ts.isVariableDeclaration(above) || !ts.isObjectBindingPattern(above.name))
    return [];
  return above.name.elements.flatMap(({ name, propertyName }): ImportedName[] => {
    const imported = propertyName ?? name;
    if (!ts.isIdentifier(imported) || !ts.isIdentifier(name)) return [];
    return [{ name: imported.text, span: span(imported), local: name.text }];
  });
}
