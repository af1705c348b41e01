import ts from 'typescript';

/** An expression without the parentheses and types around it. */
export function unwrapped(node: ts.Node): ts.Node {
  let current = node;
  while (isWrapper(current)) current = current.expression;
  return current;
}

export function isWrapper(
  node: ts.Node,
): node is
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  );
}
