import ts from 'typescript';
import type { Binding, Scopes } from './scopes.ts';

const iterators = new Set(['forEach', 'map', 'flatMap', 'filter', 'some', 'every', 'find', 'findLast']);
const views = new Set([
  'entries',
  'values',
  'at',
  'find',
  'findLast',
  'slice',
  'filter',
  'toReversed',
  'toSorted',
]);

/**
 * Names that stand for something inside another name's value, with what they were taken from: the variable of a loop, the
 * parameter of a callback, a name for a member. What is assigned below them changes that value.
 */
export function readAliases(file: ts.SourceFile, scopes: Scopes): ReadonlyMap<Binding, ts.Expression> {
  const aliases = new Map<Binding, ts.Expression>();

  const add = (name: ts.BindingName, source: ts.Expression): void => {
    if (ts.isIdentifier(name)) {
      const binding = scopes.resolve(name.text, name);
      if (binding !== undefined) aliases.set(binding, source);
      return;
    }
    for (const element of name.elements) if (!ts.isOmittedExpression(element)) add(element.name, source);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      const source = takenFrom(node.initializer);
      if (source !== undefined) add(node.name, source);
    } else if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
      const source = takenFrom(node.expression);
      const [item] = node.initializer.declarations;
      if (source !== undefined && item !== undefined) add(item.name, source);
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [callback] = node.arguments;
      const source = iterators.has(node.expression.name.text)
        ? takenFrom(node.expression.expression)
        : undefined;
      const isFunction =
        callback !== undefined && (ts.isArrowFunction(callback) || ts.isFunctionExpression(callback));
      const [item] = isFunction ? callback.parameters : [];
      if (source !== undefined && item !== undefined) add(item.name, source);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return aliases;
}

/** The name, or the members below a name, whose parts an expression gives out; undefined for anything else. */
function takenFrom(expression: ts.Expression): ts.Expression | undefined {
  if (ts.isIdentifier(expression)) return expression;
  if (
    ts.isPropertyAccessExpression(expression) ||
    ts.isElementAccessExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression)
  ) {
    return takenFrom(expression.expression) === undefined ? undefined : expression;
  }
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression))
    return undefined;
  const { name, expression: owner } = expression.expression;
  const [argument] = expression.arguments;
  if (ts.isIdentifier(owner) && owner.text === 'Object') {
    return argument !== undefined && /^(?:values|entries)$/.test(name.text) ? takenFrom(argument) : undefined;
  }
  return views.has(name.text) ? takenFrom(owner) : undefined;
}
