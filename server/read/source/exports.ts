import ts from 'typescript';
import type { Span, Tree } from '../tree.ts';
import type { Converter } from './convert.ts';

/** What other files get from a statement of this one, in ES modules and in CommonJS. */
export interface Exports {
  readonly named: readonly Export[];
  /** Modules whose exports it passes on whole. */
  readonly passedOn: readonly string[];
}

export interface Export {
  readonly name: string;
  readonly value: Tree;
}

const none: Exports = { named: [], passedOn: [] };

export function readExports(
  statement: ts.Statement,
  span: (node: ts.Node) => Span,
  { convert }: Converter,
): Exports {
  if (ts.isExportDeclaration(statement)) return readExportDeclaration(statement, span, convert);
  if (ts.isExportAssignment(statement)) return exported('default', convert(statement.expression));
  if (ts.isVariableStatement(statement)) {
    if (!isExported(statement)) return none;
    const names = statement.declarationList.declarations.flatMap(({ name }) => namesOf(name));
    return { named: names.map((name) => ({ name: name.text, value: convert(name) })), passedOn: [] };
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    if (!isExported(statement)) return none;
    const isDefault = statement.modifiers?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword) === true;
    if (isDefault) return exported('default', convert(statement));
    return statement.name === undefined ? none : exported(statement.name.text, convert(statement.name));
  }
  if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression)) {
    return readCommonJs(statement.expression, convert);
  }
  return none;
}

function exported(name: string, value: Tree): Exports {
  return { named: [{ name, value }], passedOn: [] };
}

function readExportDeclaration(
  statement: ts.ExportDeclaration,
  span: (node: ts.Node) => Span,
  convert: Converter['convert'],
): Exports {
  const from = statement.moduleSpecifier;
  const module = from !== undefined && ts.isStringLiteral(from) ? from.text : undefined;
  const clause = statement.exportClause;
  if (clause === undefined) return module === undefined ? none : { named: [], passedOn: [module] };
  const at = span(clause);
  const imported = (local: string, name: string): Tree =>
    module === undefined
      ? { kind: 'unknown', ...at }
      : { kind: 'reference', ...at, name: local, to: { kind: 'import', module, name } };
  if (ts.isNamespaceExport(clause)) {
    return module === undefined ? none : exported(clause.name.text, imported(clause.name.text, '*'));
  }
  const named = clause.elements.map(({ name, propertyName }): Export => {
    const local = propertyName ?? name;
    const own = module === undefined && ts.isIdentifier(local);
    return { name: name.text, value: own ? convert(local) : imported(local.text, local.text) };
  });
  return { named, passedOn: [] };
}

/** `module.exports = x`, `module.exports.name = x`, `exports.name = x`. */
function readCommonJs(assignment: ts.BinaryExpression, convert: Converter['convert']): Exports {
  if (assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return none;
  const target = assignment.left;
  if (!ts.isPropertyAccessExpression(target)) return none;
  const isModule = (node: ts.Expression): boolean =>
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'exports' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module';
  if (isModule(target)) return exported('*', convert(assignment.right));
  const owner = target.expression;
  return isModule(owner) || (ts.isIdentifier(owner) && owner.text === 'exports')
    ? exported(target.name.text, convert(assignment.right))
    : none;
}

function isExported(statement: ts.VariableStatement | ts.FunctionDeclaration | ts.ClassDeclaration): boolean {
  return statement.modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) === true;
}

function namesOf(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}
