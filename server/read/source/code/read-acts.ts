import ts from 'typescript';
import type { Span, Tree } from '../../tree.ts';
import type { Converter } from '../convert.ts';
import type { Scopes } from '../scopes.ts';
import type { Act, BranchAct, CallAct, ClassProperty, FunctionAct, LoopAct } from './code.ts';
import { heldName, type Named, nameOfProperty } from './held-name.ts';
import { createParameterReader } from './read-parameters.ts';
import { unwrapped } from './unwrapped.ts';

interface Setting {
  readonly scopes: Scopes;
  readonly converter: Converter;
  readonly span: (node: ts.Node) => Span;
  /** The number of the first declaration of the statement. */
  readonly first: number;
}

/** What becomes of the value of an expression. */
type Use = Pick<CallAct, 'result' | 'awaited'>;

const used: Use = { result: 'used', awaited: false };
const discarded: Use = { result: 'discarded', awaited: false };

const nothing: readonly never[] = [];

/** What a statement at the top of a file does. */
export function readActs(
  statement: ts.Statement,
  { scopes, converter, span, first }: Setting,
): readonly Act[] {
  const { convert } = converter;
  const declarations = declarationsOf(scopes, first);
  const parameters = createParameterReader({ convert, span });
  let acts: Act[] = [];

  const inside = (walk: () => void): readonly Act[] => {
    const outer = acts;
    acts = [];
    walk();
    const found = acts;
    acts = outer;
    return found.length === 0 ? nothing : found;
  };

  const actsIn = (node: ts.Node | undefined, use: Use = used): readonly Act[] =>
    node === undefined ? nothing : inside(() => visit(node, use));

  const visitAll = (nodes: readonly ts.Node[] | undefined): void => {
    for (const node of nodes ?? nothing) visit(node, used);
  };

  const visitUsed = (node: ts.Node): void => visit(node, used);

  const visit = (node: ts.Node, use: Use): void => {
    if (isOfTypes(node.kind)) return;
    if (ts.isExpressionStatement(node)) visit(node.expression, discarded);
    else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      visit(node.expression, used);
      visitAll(node.arguments);
      addCall(node, use);
    } else if (ts.isTaggedTemplateExpression(node)) {
      visit(node.tag, used);
      visit(node.template, used);
      addCall(node, use);
    } else if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isTypeAssertionExpression(node) ||
      ts.isExpressionWithTypeArguments(node)
    ) {
      visit(node.expression, use);
    } else if (ts.isAwaitExpression(node)) visit(node.expression, { ...use, awaited: true });
    else if (ts.isVoidExpression(node)) visit(node.expression, discarded);
    else if (ts.isBinaryExpression(node)) visitBinary(node, use);
    else if (ts.isConditionalExpression(node)) {
      visit(node.condition, used);
      addChoice(node, node.condition, actsIn(node.whenTrue, use), actsIn(node.whenFalse, use));
    } else if (isFunction(node)) visitFunction(node);
    else if (ts.isClassLike(node)) visitClass(node);
    else visitStatement(node);
  };

  const visitStatement = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) {
      const { expression } = node;
      if (expression !== undefined) visit(expression, used);
      const value = expression === undefined ? undefined : convert(expression);
      if (ts.isThrowStatement(node)) {
        if (value !== undefined) acts.push({ kind: 'throw', ...span(node), value });
      } else acts.push({ kind: 'return', ...span(node), ...(value === undefined ? {} : { value }) });
    } else if (ts.isIfStatement(node)) {
      visit(node.expression, used);
      addBranch(span(node), convert(node.expression), actsIn(node.thenStatement), actsIn(node.elseStatement));
    } else if (ts.isSwitchStatement(node)) visitSwitch(node);
    else if (ts.isForStatement(node)) {
      const { initializer, condition, incrementor, statement: body } = node;
      if (initializer !== undefined) visit(initializer, discarded);
      const inner = inside(() => {
        if (condition !== undefined) visit(condition, used);
        if (incrementor !== undefined) visit(incrementor, discarded);
        visit(body, used);
      });
      addLoop(node, 'for', condition, inner);
    } else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) visitForEach(node);
    else if (ts.isWhileStatement(node)) {
      const { expression, statement: body } = node;
      addLoop(
        node,
        'while',
        expression,
        inside(() => visitAll([expression, body])),
      );
    } else if (ts.isDoStatement(node)) {
      const { expression, statement: body } = node;
      addLoop(
        node,
        'do',
        expression,
        inside(() => visitAll([body, expression])),
      );
    } else if (ts.isTryStatement(node)) {
      const tried = actsIn(node.tryBlock);
      const caught = actsIn(node.catchClause);
      acts.push({ kind: 'try', ...span(node), acts: tried, caught, last: actsIn(node.finallyBlock) });
    } else ts.forEachChild(node, visitUsed);
  };

  const addCall = (
    node: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression,
    { result, awaited }: Use,
  ): void => {
    const tree = convert(node);
    if (tree.kind !== 'call' && tree.kind !== 'tagged') return;
    acts.push({ kind: 'call', start: tree.start, end: tree.end, tree, result, awaited });
  };

  const addBranch = (at: Span, condition: Tree, then: readonly Act[], otherwise: readonly Act[]): void => {
    const branch: BranchAct = { kind: 'branch', ...at, condition, then, otherwise };
    acts.push(branch);
  };

  /** Of an expression: one under whose condition nothing happens is none. */
  const addChoice = (
    node: ts.Expression,
    condition: ts.Expression,
    then: readonly Act[],
    otherwise: readonly Act[],
  ): void => {
    if (then.length + otherwise.length > 0) addBranch(span(node), convert(condition), then, otherwise);
  };

  const visitBinary = (node: ts.BinaryExpression, use: Use): void => {
    // A long sum stands to the left of itself, as deep as it is long.
    const sums: ts.BinaryExpression[] = [node];
    for (let left = node.left; ts.isBinaryExpression(left) && isSum(node) && isSum(left); left = left.left) {
      sums.push(left);
    }
    for (const [index, sum] of sums.reverse().entries()) visitOperands(sum, use, index === 0);
  };

  const visitOperands = (node: ts.BinaryExpression, use: Use, leftToo: boolean): void => {
    const { left, right } = node;
    const operator = node.operatorToken.kind;
    if (leftToo) visit(left, operator === ts.SyntaxKind.CommaToken ? discarded : used);
    switch (operator) {
      case ts.SyntaxKind.CommaToken:
        visit(right, use);
        return;
      case ts.SyntaxKind.AmpersandAmpersandToken:
        addChoice(node, left, actsIn(right, use), nothing);
        return;
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
        addChoice(node, left, nothing, actsIn(right, use));
        return;
      case ts.SyntaxKind.AmpersandAmpersandEqualsToken:
        addChoice(node, left, actsIn(right), nothing);
        break;
      case ts.SyntaxKind.BarBarEqualsToken:
      case ts.SyntaxKind.QuestionQuestionEqualsToken:
        addChoice(node, left, nothing, actsIn(right));
        break;
      default:
        visit(right, used);
        if (operator < ts.SyntaxKind.FirstAssignment || operator > ts.SyntaxKind.LastAssignment) return;
    }
    acts.push({
      kind: 'assign',
      ...span(node),
      operator: ts.tokenToString(operator) ?? '=',
      target: convert(left),
      value: convert(right),
    });
  };

  const visitSwitch = ({ expression, caseBlock }: ts.SwitchStatement): void => {
    visit(expression, used);
    const subject = convert(expression);
    for (const clause of caseBlock.clauses) {
      const at = span(clause);
      if (ts.isCaseClause(clause)) visit(clause.expression, used);
      const then = inside(() => visitAll(clause.statements));
      const condition: Tree = ts.isCaseClause(clause)
        ? {
            kind: 'operation',
            ...span(clause.expression),
            operator: '===',
            operands: [subject, convert(clause.expression)],
          }
        : { kind: 'unknown', start: at.start, end: at.start + 'default'.length };
      addBranch(at, condition, then, nothing);
    }
  };

  const visitForEach = (node: ts.ForOfStatement | ts.ForInStatement): void => {
    const { initializer, expression, statement: body } = node;
    visit(expression, used);
    const inner = inside(() => visitAll([initializer, body]));
    const list = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
    const item = list !== undefined && ts.isIdentifier(list.name) ? ownDeclaration(list.name) : undefined;
    const of = ts.isForInStatement(node)
      ? 'for-in'
      : node.awaitModifier === undefined
        ? 'for-of'
        : 'for-await';
    addLoop(node, of, expression, inner, item);
  };

  /** The number of a name that the statement keeps to itself. */
  const ownDeclaration = (name: ts.Identifier): number | undefined => {
    const binding = scopes.resolve(name.text, name);
    if (typeof binding === 'string' || typeof binding.from !== 'number') return undefined;
    return first + binding.from;
  };

  const addLoop = (
    node: ts.Node,
    of: LoopAct['of'],
    over: ts.Expression | undefined,
    inner: readonly Act[],
    item?: number,
  ): void => {
    acts.push({
      kind: 'loop',
      ...span(node),
      of,
      ...(over === undefined ? {} : { over: convert(over) }),
      ...(item === undefined ? {} : { item }),
      acts: inner,
    });
  };

  const visitFunction = (node: FunctionNode): void => {
    const given = ts.isClassStaticBlockDeclaration(node) ? nothing : node.parameters;
    const { modifiers } = node as { readonly modifiers?: readonly ts.ModifierLike[] };
    // These run where the function stands.
    visitAll(modifiers);
    for (const parameter of given) visitAll(parameter.modifiers);
    if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) visit(node.name, used);
    const { body } = node;
    const visitParameters = (): void => {
      for (const { name, initializer } of given) {
        visit(name, used);
        if (initializer !== undefined) visit(initializer, used);
      }
    };
    if (body === undefined) {
      visitParameters();
      return;
    }
    const inner = inside(() => {
      visitParameters();
      visit(body, used);
      if (!ts.isBlock(body)) acts.push({ kind: 'return', ...span(body), value: convert(body) });
    });
    const has = (kind: ts.SyntaxKind): boolean => modifiers?.some((one) => one.kind === kind) === true;
    const held = ts.isConstructorDeclaration(node) ? undefined : heldName(node);
    const declaration = declarations.get(node);
    acts.push({
      kind: 'function',
      ...span(node),
      form: formOf(node),
      ...named(held),
      ...(declaration === undefined ? {} : { declaration }),
      parameters: parameters.read(given),
      async: has(ts.SyntaxKind.AsyncKeyword),
      generator: 'asteriskToken' in node && node.asteriskToken !== undefined,
      static: ts.isClassStaticBlockDeclaration(node) || has(ts.SyntaxKind.StaticKeyword),
      decorators: parameters.decoratorsOf(modifiers),
      acts: inner,
    });
  };

  /** The name with its place, as far as there is one. */
  const named = (held: Named | undefined): Pick<FunctionAct, 'name' | 'nameSpan'> =>
    held === undefined ? {} : { name: held.name, nameSpan: span(held.node) };

  const visitClass = (node: ts.ClassLikeDeclaration): void => {
    visitAll(node.modifiers);
    const bases = (node.heritageClauses ?? nothing)
      .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
      .flatMap(({ types }) => types);
    visitAll(bases);
    const [base] = bases;
    const properties: ClassProperty[] = [];
    const inner = inside(() => {
      for (const member of node.members) {
        if (ts.isPropertyDeclaration(member)) {
          const property = readProperty(member);
          if (property !== undefined) properties.push(property);
        }
        visit(member, used);
      }
    });
    const declaration = declarations.get(node);
    const held = heldName(node);
    acts.push({
      kind: 'class',
      ...span(node),
      ...(held === undefined ? {} : { name: held.name }),
      ...(declaration === undefined ? {} : { declaration }),
      ...(base === undefined ? {} : { extends: convert(base.expression) }),
      decorators: parameters.decoratorsOf(node.modifiers),
      properties,
      acts: inner,
    });
  };

  const readProperty = (member: ts.PropertyDeclaration): ClassProperty | undefined => {
    const name = nameOfProperty(member.name);
    if (name === undefined) return undefined;
    const { modifiers, initializer, type } = member;
    return {
      ...span(member),
      name,
      static: modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true,
      ...parameters.typeOf(type),
      ...(initializer === undefined ? {} : { value: convert(initializer) }),
      decorators: parameters.decoratorsOf(modifiers),
    };
  };

  visit(statement, used);
  return acts;
}

/** The declarations of a statement whose values are functions and classes, by those. */
function declarationsOf({ bindings }: Scopes, first: number): ReadonlyMap<ts.Node, number> {
  const found = new Map<ts.Node, number>();
  bindings.forEach(({ initializer, path }, index) => {
    if (initializer === undefined || path.length > 0) return;
    const value = unwrapped(initializer);
    if (isFunction(value) || ts.isClassLike(value)) found.set(value, first + index);
  });
  return found;
}

type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.AccessorDeclaration
  | ts.ClassStaticBlockDeclaration;

const forms: ReadonlyMap<ts.SyntaxKind, FunctionAct['form']> = new Map<ts.SyntaxKind, FunctionAct['form']>([
  [ts.SyntaxKind.FunctionDeclaration, 'declaration'],
  [ts.SyntaxKind.FunctionExpression, 'expression'],
  [ts.SyntaxKind.ArrowFunction, 'arrow'],
  [ts.SyntaxKind.MethodDeclaration, 'method'],
  [ts.SyntaxKind.Constructor, 'constructor'],
  [ts.SyntaxKind.GetAccessor, 'getter'],
  [ts.SyntaxKind.SetAccessor, 'setter'],
  [ts.SyntaxKind.ClassStaticBlockDeclaration, 'static-block'],
]);

function isFunction(node: ts.Node): node is FunctionNode {
  return forms.has(node.kind);
}

function formOf(node: FunctionNode): FunctionAct['form'] {
  return forms.get(node.kind) ?? 'expression';
}

function isSum({ operatorToken }: ts.BinaryExpression): boolean {
  return operatorToken.kind === ts.SyntaxKind.PlusToken;
}

/** Types, and what declares nothing but types. */
function isOfTypes(kind: ts.SyntaxKind): boolean {
  return (
    (kind >= ts.SyntaxKind.FirstTypeNode && kind <= ts.SyntaxKind.LastTypeNode) ||
    kind === ts.SyntaxKind.InterfaceDeclaration ||
    kind === ts.SyntaxKind.TypeAliasDeclaration ||
    kind === ts.SyntaxKind.TypeParameter ||
    kind === ts.SyntaxKind.IndexSignature
  );
}
