import ts from 'typescript';
import { isWrapper } from './unwrapped.ts';

export interface Named {
  readonly name: string;
  readonly node: ts.Node;
}

/** The name of a function or class: its own, else that of the variable or property that it is the value of. */
export function heldName(node: ts.Node & { readonly name?: ts.Node }): Named | undefined {
  if (node.name !== undefined) return toNamed(node.name);
  let value = node;
  let above: ts.Node | undefined = node.parent;
  while (above !== undefined && isWrapper(above)) [value, above] = [above, above.parent];
  if (above === undefined) return undefined;
  if (
    (ts.isVariableDeclaration(above) || ts.isPropertyAssignment(above) || ts.isPropertyDeclaration(above)) &&
    above.initializer === value
  ) {
    return toNamed(above.name);
  }
  if (
    ts.isBinaryExpression(above) &&
    above.right === value &&
    above.operatorToken.kind === ts.SyntaxKind.EqualsToken
  ) {
    return toNamed(ts.isPropertyAccessExpression(above.left) ? above.left.name : above.left);
  }
  return undefined;
}

function toNamed(node: ts.Node): Named | undefined {
  const name = nameOfProperty(node);
  return name === undefined ? undefined : { name, node };
}

/** A name as it is written; private ones with their `#`; undefined for one that is worked out, and for a pattern. */
export function nameOfProperty(node: ts.Node): string | undefined {
  if (ts.isComputedPropertyName(node)) {
    return ts.isStringLiteralLike(node.expression) ? node.expression.text : undefined;
  }
  const isName =
    ts.isIdentifier(node) ||
    ts.isPrivateIdentifier(node) ||
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node);
  return isName && node.text !== '' ? node.text : undefined;
}
