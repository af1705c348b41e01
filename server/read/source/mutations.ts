import ts from 'typescript';
import { readAliases } from './aliases.ts';
import { callNames } from './interest.ts';
import { rootOf } from './root-of.ts';
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
  const aliases = readAliases(scopes);
  let marks = 0;

  const mark = (target: ts.Expression, property: string, seen: ReadonlySet<Binding> = new Set()): void => {
    const root = rootOf(target);
    const binding = root === undefined ? undefined : scopes.resolve(root.text, root);
    if (binding === undefined || seen.has(binding)) return;
    const names = properties.get(binding) ?? new Set<string>();
    if (!names.has(property)) marks += 1;
    properties.set(binding, names.add(property));
    for (const source of aliases.get(binding) ?? []) mark(source, property, new Set([...seen, binding]));
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
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) handOver(node);
  };

  /** What a function of this file assigns below a parameter it assigns below the argument; of others nothing is known. */
  const handedOver: { readonly argument: ts.Expression; readonly parameter: Binding }[] = [];
  const handOver = (call: ts.CallExpression | ts.NewExpression): void => {
    const callee = call.expression;
    const name = ts.isPropertyAccessExpression(callee)
      ? callee.name.text
      : ts.isIdentifier(callee)
        ? callee.text
        : '';
    if (leavesAlone(callee, name)) return;
    const binding = ts.isIdentifier(callee) ? scopes.resolve(callee.text, callee) : undefined;
    const body = binding?.initializer;
    const known =
      body !== undefined &&
      (ts.isFunctionDeclaration(body) || ts.isArrowFunction(body) || ts.isFunctionExpression(body))
        ? body
        : undefined;
    for (const [index, argument] of (call.arguments ?? []).entries()) {
      if (rootOf(argument) === undefined || isText(argument)) continue;
      const parameter = known?.parameters[index];
      if (known === undefined) mark(argument, '*');
      else if (parameter !== undefined && ts.isIdentifier(parameter.name)) {
        const target = scopes.resolve(parameter.name.text, parameter.name);
        if (target !== undefined) handedOver.push({ argument, parameter: target });
      } else if (parameter !== undefined) mark(argument, '*');
    }
  };

  for (const node of scopes.nodes) visit(node);
  // A parameter may be handed on: each round brings what is assigned one call further out.
  for (let round = 0, before = -1; round < 20 && before !== marks; round += 1) {
    before = marks;
    for (const { argument, parameter } of handedOver) {
      for (const property of properties.get(parameter) ?? []) mark(argument, property);
    }
  }
  return { rebound, properties };
}

/** Calls that change nothing of what they are given: those that declarations are handed to, and those that only look. */
function leavesAlone(callee: ts.Expression, name: string): boolean {
  if (callNames.has(name) || harmless.has(name)) return true;
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return false;
  const owner = callee.expression.text;
  return (
    owner === 'console' || (owner === 'Object' && name !== 'defineProperty' && name !== 'defineProperties')
  );
}

/** Members of a field that are strings, which nobody can change from within. */
function isText(argument: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(argument) &&
    /^(?:path|bsonType|keyAltName|queryType|length)$/.test(argument.name.text)
  );
}

const harmless: ReadonlySet<string> = new Set([
  'ClientEncryption',
  'stringify',
  'structuredClone',
  'isArray',
  'log',
  'expect',
]);

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
