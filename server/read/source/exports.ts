import ts from 'typescript';
import type { SourceFacts } from '../facts.ts';
import type { Tree } from '../tree.ts';
import type { Converter } from './convert.ts';

/** What other files get from this one, in ES modules and in CommonJS. */
export function readExports(
  sourceFile: ts.SourceFile,
  converter: Converter,
): Pick<SourceFacts, 'exports' | 'reexports'> {
  const exports: Record<string, Tree> = {};
  const reexports: string[] = [];
  for (const statement of sourceFile.statements) {
    if (ts.isExportDeclaration(statement)) {
      readExportDeclaration(statement, sourceFile, converter, exports, reexports);
    } else if (ts.isExportAssignment(statement)) {
      exports.default = converter.convert(statement.expression);
    } else if (ts.isVariableStatement(statement) && isExported(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        for (const identifier of namesOf(name)) exports[identifier.text] = converter.convert(identifier);
      }
    } else if (
      (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) &&
      isExported(statement)
    ) {
      const isDefault =
        statement.modifiers?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword) === true;
      if (isDefault) exports.default = converter.convert(statement);
      else if (statement.name !== undefined) exports[statement.name.text] = converter.convert(statement.name);
    } else if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression)) {
      readCommonJs(statement.expression, sourceFile, converter, exports);
    }
  }
  return { exports, reexports };
}

function readExportDeclaration(
  statement: ts.ExportDeclaration,
  sourceFile: ts.SourceFile,
  converter: Converter,
  exports: Record<string, Tree>,
  reexports: string[],
): void {
  const from = statement.moduleSpecifier;
  const module = from !== undefined && ts.isStringLiteral(from) ? from.text : undefined;
  const clause = statement.exportClause;
  if (clause === undefined) {
    if (module !== undefined) reexports.push(module);
    return;
  }
  const span = { start: clause.getStart(sourceFile), end: clause.end };
  if (ts.isNamespaceExport(clause)) {
    if (module !== undefined) {
      exports[clause.name.text] = {
        kind: 'reference',
        ...span,
        name: clause.name.text,
        to: { kind: 'import', module, name: '*' },
      };
    }
    return;
  }
  for (const element of clause.elements) {
    const local = element.propertyName ?? element.name;
    exports[element.name.text] =
      module === undefined
        ? ts.isIdentifier(local)
          ? converter.convert(local)
          : { kind: 'unknown', ...span }
        : { kind: 'reference', ...span, name: local.text, to: { kind: 'import', module, name: local.text } };
  }
}

/** `module.exports = x`, `module.exports.name = x`, `exports.name = x`. */
function readCommonJs(
  assignment: ts.BinaryExpression,
  sourceFile: ts.SourceFile,
  converter: Converter,
  exports: Record<string, Tree>,
): void {
  if (assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
  const target = assignment.left;
  if (!ts.isPropertyAccessExpression(target)) return;
  if (target.getText(sourceFile) === 'module.exports') {
    exports['*'] = converter.convert(assignment.right);
    return;
  }
  const owner = target.expression.getText(sourceFile);
  if (owner === 'module.exports' || owner === 'exports')
    exports[target.name.text] = converter.convert(assignment.right);
}

function isExported(statement: ts.VariableStatement | ts.FunctionDeclaration | ts.ClassDeclaration): boolean {
  return statement.modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) === true;
}

function namesOf(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}
