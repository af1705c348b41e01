import ts from 'typescript';

/** What a name can be bound to. */
export type Bindable = ts.Expression | ts.FunctionDeclaration | ts.ClassDeclaration;

/** What a name stands for before its value is read. */
export interface Binding {
  readonly name: string;
  /** Which of the declarations of its statement it is, or what it is imported from. */
  readonly from: number | { readonly module: string; readonly name: string };
  /** The expression it is bound to, and the names to follow into it (`const { a: { b } } = x`). */
  readonly initializer?: Bindable;
  readonly path: readonly string[];
  readonly constant: boolean;
}

/** A name as a statement sees it: bound inside of it, or one of the file or of the world. */
export type Name = Binding | string;

/** What a statement at the top of a file declares, whatever stands around it. */
export interface Scopes {
  /** In the order of the text, without what is imported. */
  readonly bindings: readonly Binding[];
  /** Those that the whole file sees, imports among them. */
  readonly shared: readonly Binding[];
  /** The nodes that others look through, each before what stands in it. */
  readonly nodes: readonly ts.Node[];
  readonly resolve: (name: string, at: ts.Node) => Name;
}

/** Nodes that others look through. Most are names, types and members, which nobody looks for. */
const listed = kinds([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
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
 * The lexical scopes of a statement at the top of a file. This is the one walk over its tree, which is what reading a
 * file spends its time on: it also tells each node its parent, and lists them for all others.
 */
export function readScopes(statement: ts.Statement, file: ts.SourceFile): Scopes {
  const bindings: Binding[] = [];
  const shared: Binding[] = [];
  const nodes: ts.Node[] = [];
  const scopes = new Map<ts.Node, Map<string, Binding>>();

  const declare = (scope: ts.Node, binding: Omit<Binding, 'from'>) => {
    const full: Binding = { ...binding, from: bindings.length };
    bindings.push(full);
    if (scope === file) {
      shared.push(full);
      return;
    }
    const names = scopes.get(scope) ?? new Map<string, Binding>();
    scopes.set(scope, names);
    names.set(binding.name, besides(names.get(binding.name), full));
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
      shared.push(...importsOf(node));
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
        const from = { module: module.text, name: '*' };
        shared.push({ name: node.name.text, from, path: [], constant: true });
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
  visit(statement);

  const resolve = (name: string, at: ts.Node): Name => {
    for (let node = at; node !== file; node = node.parent) {
      const found = scopes.get(node)?.get(name);
      if (found !== undefined) return found;
    }
    return name;
  };
  return { bindings, shared, nodes, resolve };
}

/** A second declaration of the same name (var, overloads) leaves neither certain. */
export function besides(before: Binding | undefined, binding: Binding): Binding {
  return before?.initializer === undefined ? binding : { ...binding, constant: false };
}

function importsOf(node: ts.ImportDeclaration): readonly Binding[] {
  const clause = node.importClause;
  if (clause === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return [];
  const module = node.moduleSpecifier.text;
  const binding = (name: string, imported: string): Binding => ({
    name,
    from: { module, name: imported },
    path: [],
    constant: true,
  });
  const named = clause.namedBindings;
  return [
    ...(clause.name === undefined ? [] : [binding(clause.name.text, 'default')]),
    ...(named === undefined
      ? []
      : ts.isNamespaceImport(named)
        ? [binding(named.name.text, '*')]
        : named.elements.map(({ name, propertyName }) => binding(name.text, (propertyName ?? name).text))),
  ];
}
