import ts from 'typescript';
import { readAliases } from './aliases.ts';
import type { Binding, Scopes } from './scopes.ts';

export interface Mutations {
  /** Bindings that are assigned again. */
  readonly rebound: ReadonlySet<Binding>;
  /** Names of properties assigned below a binding; `*` when any may change. */
  readonly properties: ReadonlyMap<Binding, ReadonlySet<string>>;
}

const mutatingMethods = new Set([
  'push',
  'unshift',
  'splice',
  'pop',
  'shift',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
]);

/** Which names a file binds again, and below which it assigns: what was written at the declaration is then not the whole. */
export function readMutations(file: ts.SourceFile, scopes: Scopes): Mutations {
  const rebound = new Set<Binding>();
  const properties = new Map<Binding, Set<string>>();
  const aliases = readAliases(file, scopes);

  const mark = (target: ts.Expression, property: string, seen: ReadonlySet<Binding> = new Set()): void => {
    const root = rootOf(target);
    const binding = root === undefined ? undefined : scopes.resolve(root.text, root);
    if (binding === undefined || seen.has(binding)) return;
    const names = properties.get(binding) ?? new Set<string>();
    properties.set(binding, names.add(property));
    const source = aliases.get(binding);
    if (source !== undefined) mark(source, property, new Set([...seen, binding]));
  };

  const assign = (target: ts.Expression): void => {
    if (ts.isIdentifier(target)) {
      const binding = scopes.resolve(target.text, target);
      if (binding !== undefined) rebound.add(binding);
    } else if (ts.isPropertyAccessExpression(target)) mark(target, target.name.text);
    else if (ts.isElementAccessExpression(target)) {
      const key = target.argumentExpression;
      mark(target, ts.isStringLiteralLike(key) ? key.text : '*');
    } else if (ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target)) {
      ts.forEachChild(target, (child) => {
        if (ts.isExpression(child)) assign(child);
        else if (ts.isShorthandPropertyAssignment(child)) assign(child.name);
        else if (ts.isPropertyAssignment(child)) assign(child.initializer);
      });
    }
  };

  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) assign(node.left);
    else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) {
        assign(node.operand);
      }
    } else if (ts.isDeleteExpression(node)) assign(node.expression);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      if (mutatingMethods.has(name.text)) mark(expression, '*');
      else if (name.text === 'assign' && expression.getText(file) === 'Object') {
        const [target] = node.arguments;
        if (target !== undefined) mark(target, '*');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { rebound, properties };
}

function rootOf(expression: ts.Expression): ts.Identifier | undefined {
  let current: ts.Expression = expression;
  while (true) {
    if (ts.isIdentifier(current)) return current;
    if (
      ts.isPropertyAccessExpression(current) ||
      ts.isElementAccessExpression(current) ||
      ts.isNonNullExpression(current) ||
      ts.isParenthesizedExpression(current) ||
      ts.isAsExpression(current)
    ) {
      current = current.expression;
    } else return undefined;
  }
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
