import ts from 'typescript';
import { rootOf } from './root-of.ts';
import type { Name, Scopes } from './scopes.ts';

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

/** A name, and the names that it was taken from. */
export interface Alias {
  readonly name: Name;
  readonly sources: readonly Name[];
}

/**
 * Names that stand for something inside another name's value, with what they were taken from: the variable of a loop, the
 * parameter of a callback, a name for a member. What is assigned below them changes that value.
 */
export function readAliases({ nodes, resolve }: Scopes): readonly Alias[] {
  const aliases: Alias[] = [];

  const add = (name: ts.BindingName, expressions: readonly ts.Expression[]): void => {
    if (expressions.length === 0) return;
    if (ts.isIdentifier(name)) {
      const sources = expressions.flatMap((expression) => {
        const root = rootOf(expression);
        return root === undefined ? [] : resolve(root.text, root);
      });
      aliases.push({ name: resolve(name.text, name), sources });
      return;
    }
    for (const element of name.elements) if (!ts.isOmittedExpression(element)) add(element.name, expressions);
  };

  for (const node of nodes) {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      add(node.name, takenFrom(node.initializer));
    } else if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
      const [item] = node.initializer.declarations;
      if (item !== undefined) add(item.name, takenFrom(node.expression));
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [callback] = node.arguments;
      const isFunction =
        callback !== undefined && (ts.isArrowFunction(callback) || ts.isFunctionExpression(callback));
      const [item] = isFunction ? callback.parameters : [];
      if (item !== undefined && iterators.has(node.expression.name.text)) {
        add(item.name, takenFrom(node.expression.expression));
      }
    }
  }
  return aliases;
}

/** The names, or the members below them, whose parts an expression gives out; none for anything else. */
function takenFrom(expression: ts.Expression): readonly ts.Expression[] {
  if (ts.isIdentifier(expression)) return [expression];
  if (ts.isConditionalExpression(expression)) {
    return [...takenFrom(expression.whenTrue), ...takenFrom(expression.whenFalse)];
  }
  if (ts.isArrayLiteralExpression(expression)) {
    return expression.elements.flatMap((element) =>
      takenFrom(ts.isSpreadElement(element) ? element.expression : element),
    );
  }
  if (
    ts.isPropertyAccessExpression(expression) ||
    ts.isElementAccessExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression)
  ) {
    return rootOf(expression) === undefined ? takenFrom(expression.expression) : [expression];
  }
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return [];
  const { name, expression: owner } = expression.expression;
  const [argument] = expression.arguments;
  if (ts.isIdentifier(owner) && owner.text === 'Object') {
    return argument !== undefined && /^(?:values|entries)$/.test(name.text) ? takenFrom(argument) : [];
  }
  return views.has(name.text) ? takenFrom(owner) : [];
}
