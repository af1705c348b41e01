import ts from 'typescript';
import type { ReferenceTarget } from '../tree.ts';

/** What a name can be bound to. */
export type Bindable = ts.Expression | ts.FunctionDeclaration | ts.ClassDeclaration;

/** What a name stands for before its value is read. */
export interface Binding {
  readonly name: string;
  readonly target: ReferenceTarget;
  /** The expression it is bound to, and the names to follow into it (`const { a: { b } } = x`). */
  readonly initializer?: Bindable;
  readonly path: readonly string[];
  readonly constant: boolean;
}

export interface Scopes {
  readonly bindings: readonly Binding[];
  /** The nodes that others look through, each before what stands in it. */
  readonly nodes: readonly ts.Node[];
  readonly resolve: (name: string, at: ts.Node) => Binding | undefined;
}

/** Nodes that others look through. Most are names, types and members, which nobody looks for. */
const listed = kinds([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.DeleteExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);

/** Nodes that declare a name or open a scope, besides everything that is like a function. */
const scoping = kinds([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ImportEqualsDeclaration,
  ts.SyntaxKind.VariableDeclarationList,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.Block,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.CaseBlock,
  ts.SyntaxKind.CatchClause,
]);

/** A table, since it is asked for every node of the file. */
function kinds(some: readonly ts.SyntaxKind[]): Uint8Array {
  const table = new Uint8Array(ts.SyntaxKind.Count);
  for (const kind of some) table[kind] = 1;
  return table;
}

/**
 * The lexical scopes of a file. Declarations are numbered in the order of the text. This is the one walk over the tree,
 * which is what reading a file spends its time on: it also tells each node its parent, and lists them for all others.
 */
export function readScopes(file: ts.SourceFile): Scopes {
  const bindings: Binding[] = [];
  const nodes: ts.Node[] = [];
  const scopes = new Map<ts.Node, Map<string, Binding>>();

  const declare = (scope: ts.Node, binding: Omit<Binding, 'target'>, target?: ReferenceTarget) => {
    const names = scopes.get(scope) ?? new Map<string, Binding>();
    scopes.set(scope, names);
    const full: Binding = { ...binding, target: target ?? { kind: 'declaration', index: bindings.length } };
    if (full.target.kind === 'declaration') bindings.push(full);
    // A second declaration of the same name (var, overloads) leaves neither certain.
    const before = names.get(binding.name);
    names.set(
      binding.name,
      before === undefined || before.initializer === undefined ? full : { ...full, constant: false },
    );
  };

  const declarePattern = (
    scope: ts.Node,
    name: ts.BindingName,
    initializer: ts.Expression | undefined,
    path: readonly string[],
    constant: boolean,
  ): void => {
    if (ts.isIdentifier(name)) {
      declare(scope, {
        name: name.text,
        path,
        constant,
        ...(initializer === undefined ? {} : { initializer }),
      });
      return;
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      const key = element.propertyName ?? element.name;
      const followed =
        ts.isObjectBindingPattern(name) &&
        element.dotDotDotToken === undefined &&
        element.initializer === undefined &&
        (ts.isIdentifier(key) || ts.isStringLiteral(key));
      if (followed) declarePattern(scope, element.name, initializer, [...path, key.text], constant);
      else declarePattern(scope, element.name, undefined, [], constant);
    }
  };

  /** Where the walk stands: kept here, so that it makes nothing for each node. */
  let parent: ts.Node = file;
  let scope: ts.Node = file;
  let functionScope: ts.Node = file;

  const visit = (node: ts.Node): void => {
    const [outerParent, outerScope, outerFunction] = [parent, scope, functionScope];
    (node as { parent: ts.Node }).parent = parent;
    if (listed[node.kind] === 1) nodes.push(node);
    if (scoping[node.kind] === 1 || ts.isFunctionLike(node)) enter(node);
    parent = node;
    ts.forEachChild(node, visit);
    parent = outerParent;
    scope = outerScope;
    functionScope = outerFunction;
  };

  /** Declares the names of a node, and opens its scope. */
  const enter = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      declareImport(node, scope, declare);
    } else if (ts.isVariableDeclarationList(node)) {
      const lexical = (node.flags & ts.NodeFlags.BlockScoped) !== 0;
      const constant = (node.flags & ts.NodeFlags.Const) !== 0;
      for (const item of node.declarations) {
        declarePattern(
          lexical ? scope : functionScope,
          item.name,
          item.initializer,
          [],
          constant || item.initializer !== undefined,
        );
      }
    } else if (ts.isFunctionDeclaration(node) && node.name !== undefined) {
      declare(scope, { name: node.name.text, initializer: node, path: [], constant: true });
    } else if (ts.isClassDeclaration(node) && node.name !== undefined) {
      declare(scope, { name: node.name.text, initializer: node, path: [], constant: true });
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      const module = node.moduleReference.expression;
      if (ts.isStringLiteral(module)) {
        declare(
          scope,
          { name: node.name.text, path: [], constant: true },
          { kind: 'import', module: module.text, name: '*' },
        );
      }
    }
    if (ts.isFunctionLike(node)) {
      scope = node;
      functionScope = node;
      for (const parameter of node.parameters) declarePattern(node, parameter.name, undefined, [], true);
    } else if (
      ts.isBlock(node) ||
      ts.isForStatement(node) ||
      ts.isForOfStatement(node) ||
      ts.isForInStatement(node) ||
      ts.isCaseBlock(node) ||
      ts.isCatchClause(node)
    ) {
      scope = node;
      if (ts.isCatchClause(node) && node.variableDeclaration !== undefined) {
        declarePattern(node, node.variableDeclaration.name, undefined, [], true);
      }
    }
  };
  ts.forEachChild(file, visit);

  const resolve = (name: string, at: ts.Node): Binding | undefined => {
    for (let node: ts.Node | undefined = at; node !== undefined; node = node.parent) {
      const found = scopes.get(node)?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return { bindings, nodes, resolve };
}

function declareImport(
  node: ts.ImportDeclaration,
  scope: ts.Node,
  declare: (scope: ts.Node, binding: Omit<Binding, 'target'>, target: ReferenceTarget) => void,
): void {
  const clause = node.importClause;
  if (clause === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return;
  const module = node.moduleSpecifier.text;
  const add = (name: string, imported: string) =>
    declare(scope, { name, path: [], constant: true }, { kind: 'import', module, name: imported });
  if (clause.name !== undefined) add(clause.name.text, 'default');
  const named = clause.namedBindings;
  if (named === undefined) return;
  if (ts.isNamespaceImport(named)) add(named.name.text, '*');
  else
    for (const element of named.elements) add(element.name.text, (element.propertyName ?? element.name).text);
}
