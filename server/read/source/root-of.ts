import ts from 'typescript';

/** The name that a chain of members begins with. */
export function rootOf(expression: ts.Expression): ts.Identifier | undefined {
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
