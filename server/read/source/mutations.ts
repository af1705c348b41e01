import ts from 'typescript';
import { type Alias, readAliases } from './aliases.ts';
import { callNames } from './interest.ts';
import { rootOf } from './root-of.ts';
import type { Binding, Name, Scopes } from './scopes.ts';

/** What a statement does to names, in order, whatever they are bound to. */
export interface Changes {
  readonly aliases: readonly Alias[];
  readonly all: readonly Change[];
  /** What the parameters of its functions are bound to; null for a pattern. */
  readonly parameters: ReadonlyMap<ts.Node, readonly (Binding | null)[]>;
}

type Change =
  | { readonly kind: 'bound-again'; readonly name: Name }
  | { readonly kind: 'assigned-below'; readonly name: Name; readonly property: string }
  | {
      readonly kind: 'handed-over';
      readonly callee: Name | undefined;
      readonly arguments: readonly Argument[];
    };

interface Argument {
  readonly index: number;
  readonly name: Name;
}

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

/** What a statement may change: what was written at a declaration is then not the whole. */
export function readChanges(scopes: Scopes): Changes {
  const { resolve } = scopes;
  const all: Change[] = [];

  const mark = (target: ts.Expression, property: string): void => {
    const root = rootOf(target);
    if (root !== undefined) all.push({ kind: 'assigned-below', name: resolve(root.text, root), property });
  };

  const assign = (target: ts.Expression): void => {
    if (ts.isIdentifier(target)) all.push({ kind: 'bound-again', name: resolve(target.text, target) });
    else if (ts.isPropertyAccessExpression(target)) mark(target, target.name.text);
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
    if (ts.isBinaryExpression(node)) {
      if (isAssignment(node.operatorToken.kind)) assign(node.left);
    } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) {
        assign(node.operand);
      }
    } else if (ts.isDeleteExpression(node)) assign(node.expression);
    else if (ts.isCallExpression(node)) {
      if (ts.isPropertyAccessExpression(node.expression)) {
        const { expression, name } = node.expression;
        if (mutatingMethods.has(name.text)) mark(expression, '*');
        else if (name.text === 'assign' && ts.isIdentifier(expression) && expression.text === 'Object') {
          const [target] = node.arguments;
          if (target !== undefined) mark(target, '*');
        }
      }
      handOver(node);
    } else if (ts.isNewExpression(node)) handOver(node);
  };

  const handOver = (call: ts.CallExpression | ts.NewExpression) => {
    const callee = call.expression;
    const given = call.arguments ?? [];
    const name = ts.isPropertyAccessExpression(callee)
      ? callee.name.text
      : ts.isIdentifier(callee)
        ? callee.text
        : '';
    if (given.length === 0 || leavesAlone(callee, name)) return;
    const named = given.flatMap((argument, index): Argument[] => {
      const root = rootOf(argument);
      return root === undefined || isText(argument) ? [] : [{ index, name: resolve(root.text, root) }];
    });
    if (named.length === 0) return;
    all.push({
      kind: 'handed-over',
      callee: ts.isIdentifier(callee) ? resolve(callee.text, callee) : undefined,
      arguments: named,
    });
  };

  for (const node of scopes.nodes) visit(node);
  return { aliases: readAliases(scopes), all, parameters: parametersOf(scopes) };
}

function parametersOf({ bindings, resolve }: Scopes): Changes['parameters'] {
  const parameters = new Map<ts.Node, readonly (Binding | null)[]>();
  for (const { initializer } of bindings) {
    if (
      initializer === undefined ||
      !(
        ts.isFunctionDeclaration(initializer) ||
        ts.isArrowFunction(initializer) ||
        ts.isFunctionExpression(initializer)
      )
    ) {
      continue;
    }
    parameters.set(
      initializer,
      initializer.parameters.map(({ name }) => {
        const binding = ts.isIdentifier(name) ? resolve(name.text, name) : null;
        return typeof binding === 'string' ? null : binding;
      }),
    );
  }
  return parameters;
}

/** Which names a file binds again, and below which it assigns; `shared` are those that all its statements see. */
export function readMutations(changes: readonly Changes[], shared: ReadonlyMap<string, Binding>): Mutations {
  const rebound = new Set<Binding>();
  const properties = new Map<Binding, Set<string>>();
  const aliases = new Map<Binding, readonly Name[]>();
  let marks = 0;

  const bindingOf = (name: Name) => (typeof name === 'string' ? shared.get(name) : name);

  const mark = (name: Name, property: string, seen: ReadonlySet<Binding> = new Set()): void => {
    const binding = bindingOf(name);
    if (binding === undefined || seen.has(binding)) return;
    const names = properties.get(binding) ?? new Set<string>();
    if (!names.has(property)) marks += 1;
    properties.set(binding, names.add(property));
    for (const source of aliases.get(binding) ?? []) mark(source, property, new Set([...seen, binding]));
  };

  /** What a function of this file assigns below a parameter it assigns below the argument; of others nothing is known. */
  const handedOver: { readonly argument: Name; readonly parameter: Binding }[] = [];
  const handOver = (callee: Name | undefined, given: readonly Argument[]): void => {
    const body = callee === undefined ? undefined : bindingOf(callee)?.initializer;
    const parameters = body === undefined ? undefined : parametersOfFunction.get(body);
    for (const { index, name } of given) {
      const parameter = parameters?.[index];
      if (parameters === undefined || parameter === null) mark(name, '*');
      else if (parameter !== undefined) handedOver.push({ argument: name, parameter });
    }
  };

  const parametersOfFunction = new Map<ts.Node, readonly (Binding | null)[]>();
  for (const one of changes) {
    for (const [node, parameters] of one.parameters) parametersOfFunction.set(node, parameters);
    for (const { name, sources } of one.aliases) {
      const binding = bindingOf(name);
      if (binding !== undefined) aliases.set(binding, [...(aliases.get(binding) ?? []), ...sources]);
    }
  }
  for (const { all } of changes) {
    for (const change of all) {
      switch (change.kind) {
        case 'bound-again': {
          const binding = bindingOf(change.name);
          if (binding !== undefined) rebound.add(binding);
          break;
        }
        case 'assigned-below':
          mark(change.name, change.property);
          break;
        case 'handed-over':
          handOver(change.callee, change.arguments);
          break;
      }
    }
  }
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
