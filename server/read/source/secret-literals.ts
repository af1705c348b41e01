import ts from 'typescript';
import { looksSecret, nameBelow } from '../secrets.ts';
import { calledName } from './convert.ts';

/** Calls that make bytes of a text: `key: Buffer.from('…', 'base64')` holds the key as much as `key: '…'` does. */
const byteMakers = new Set([
  'from',
  'atob',
  'decode',
  'encode',
  'createFromBase64',
  'createFromHexString',
  'fromBase64',
  'fromHex',
  'Binary',
  'BinData',
  'HexData',
]);

/** Which arguments of Node's functions are keys, salts and initialisation vectors. Source: the documentation of `node:crypto`. */
const keyArguments: ReadonlyMap<string, readonly number[]> = new Map([
  ['createHmac', [1]],
  ['createCipheriv', [1, 2]],
  ['createDecipheriv', [1, 2]],
  ['createSecretKey', [0]],
  ['scrypt', [0, 1]],
  ['scryptSync', [0, 1]],
  ['pbkdf2', [0, 1]],
  ['pbkdf2Sync', [0, 1]],
  ['hkdf', [1, 2]],
  ['hkdfSync', [1, 2]],
]);

type Literal = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

/** The literals of a file that are keys, salts or passwords, wherever in it they stand. */
export function readSecretLiterals(nodes: readonly ts.Node[]): ReadonlySet<ts.Node> {
  const found = new Set<ts.Node>();
  for (const node of nodes) {
    if (isLiteral(node) && looksSecret(nameOf(node), node.text)) found.add(node);
  }
  return found;
}

function isLiteral(node: ts.Node): node is Literal {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}

/** The name that the value of an expression gets; empty where it gets none. */
function nameOf(node: ts.Node): string {
  const above = node.parent;
  const name = nameAt(above, node);
  if (name !== undefined) {
    return ts.isPropertyAssignment(above) ? nameBelow(() => nameOf(above.parent), name) : name;
  }
  return passesOn(above, node) ? nameOf(above) : '';
}

/** The name of the property, variable, parameter or target that the expression is written for. */
function nameAt(above: ts.Node, node: ts.Node): string | undefined {
  if (
    (ts.isPropertyAssignment(above) ||
      ts.isVariableDeclaration(above) ||
      ts.isParameter(above) ||
      ts.isPropertyDeclaration(above)) &&
    above.initializer === node
  ) {
    const { name } = above;
    return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : '';
  }
  if (ts.isCallExpression(above)) {
    const position = [...above.arguments].indexOf(node as ts.Expression);
    return keyArguments.get(calledName(above))?.includes(position) === true ? 'key' : undefined;
  }
  if (ts.isBinaryExpression(above) && above.right === node) {
    if (above.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
    const { left } = above;
    if (ts.isPropertyAccessExpression(left)) return left.name.text;
    return ts.isIdentifier(left) ? left.text : '';
  }
  return undefined;
}

/** True where the value of an expression is made of the one in it. */
function passesOn(above: ts.Node, node: ts.Node): boolean {
  if (ts.isCallExpression(above) || ts.isNewExpression(above)) {
    const { expression: callee } = above;
    const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    return callee !== node && ts.isIdentifier(name) && byteMakers.has(name.text);
  }
  return (
    ts.isParenthesizedExpression(above) ||
    ts.isAsExpression(above) ||
    ts.isSatisfiesExpression(above) ||
    ts.isNonNullExpression(above) ||
    ts.isTemplateExpression(above) ||
    ts.isTemplateSpan(above) ||
    ts.isBinaryExpression(above)
  );
}
