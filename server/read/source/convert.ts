import ts from 'typescript';
import { driverTypesOf } from '../numbers.ts';
import { publishedKeys, withoutPassword } from '../secrets.ts';
import type { Operator, PropertyTree, ReferenceTarget, Span, SpreadTree, Tree } from '../tree.ts';
import type { Bindable, Name, Scopes } from './scopes.ts';

const operators: ReadonlyMap<ts.SyntaxKind, Operator> = new Map<ts.SyntaxKind, Operator>([
  [ts.SyntaxKind.QuestionQuestionToken, '??'],
  [ts.SyntaxKind.BarBarToken, '||'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '&&'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '==='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.EqualsEqualsToken, '=='],
  [ts.SyntaxKind.ExclamationEqualsToken, '!='],
  [ts.SyntaxKind.LessThanToken, '<'],
  [ts.SyntaxKind.LessThanEqualsToken, '<='],
  [ts.SyntaxKind.GreaterThanToken, '>'],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>='],
  [ts.SyntaxKind.InKeyword, 'in'],
  [ts.SyntaxKind.InstanceOfKeyword, 'instanceof'],
  [ts.SyntaxKind.CommaToken, ','],
  [ts.SyntaxKind.EqualsToken, '='],
  [ts.SyntaxKind.QuestionQuestionEqualsToken, '??='],
  [ts.SyntaxKind.BarBarEqualsToken, '||='],
  [ts.SyntaxKind.AmpersandAmpersandEqualsToken, '&&='],
]);

export interface Converter {
  readonly convert: (node: Bindable) => Tree;
  /** The member of a tree that a destructuring takes. */
  readonly along: (tree: Tree, path: readonly string[]) => Tree;
}

interface Setting {
  readonly resolve: Scopes['resolve'];
  /** What a name is bound to; undefined for those of the world. */
  readonly targetOf: (name: Name) => ReferenceTarget | undefined;
  readonly span: (node: ts.Node) => Span;
  /** True where the parser had to guess inside a node. */
  readonly brokenIn: (node: ts.Node) => boolean;
  /** Literals whose text stays out of the trees. */
  readonly secrets: ReadonlySet<ts.Node>;
}

/** Turns expressions into trees. What has no meaning as a literal becomes `unknown`; types and casts fall away. */
export function createConverter({ resolve, targetOf, span, brokenIn, secrets }: Setting): Converter {
  const known = new Map<ts.Node, Tree>();

  const convert = (node: Bindable): Tree => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const tree = convertNew(node);
    known.set(node, tree);
    return tree;
  };

  const along = (tree: Tree, path: readonly string[]): Tree =>
    path.reduce<Tree>(
      (object, name) => ({ kind: 'member', start: tree.start, end: tree.end, object, name }),
      tree,
    );

  const convertNew = (node: Bindable): Tree => {
    const at = span(node);
    if (secrets.has(node)) return concealed(node, at);
    if (isUnterminated(node)) return { kind: 'unknown', ...at };
    if (ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
      return convertFunction(node);
    }
    if (ts.isClassDeclaration(node)) return { kind: 'class', ...at, statics: convertStatics(node) };
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isTypeAssertionExpression(node) ||
      ts.isAwaitExpression(node)
    ) {
      return convert(node.expression);
    }
    if (ts.isObjectLiteralExpression(node)) {
      return {
        kind: 'object',
        ...at,
        ...incomplete(node),
        entries: node.properties.map((property) => convertProperty(property)),
      };
    }
    if (ts.isArrayLiteralExpression(node)) {
      return {
        kind: 'array',
        ...at,
        ...incomplete(node),
        items: node.elements.map((element) => convertElement(element)),
      };
    }
    if (ts.isStringLiteralLike(node)) return { kind: 'string', ...at, value: node.text };
    if (ts.isNumericLiteral(node)) return convertNumber(Number(node.text.replaceAll('_', '')), at);
    if (ts.isBigIntLiteral(node)) return convertBigInt(node.text, '', at);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      return convertOperation('!', at, node.operand);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
      const { operand } = node;
      if (ts.isNumericLiteral(operand)) return convertNumber(-Number(operand.text.replaceAll('_', '')), at);
      if (ts.isBigIntLiteral(operand)) return convertBigInt(operand.text, '-', at);
      return { kind: 'unknown', ...at };
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'boolean', ...at, value: true };
    if (node.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'boolean', ...at, value: false };
    if (node.kind === ts.SyntaxKind.NullKeyword) return { kind: 'null', ...at, undefined: false };
    if (ts.isRegularExpressionLiteral(node)) return { kind: 'other', ...at, type: 'regex' };
    if (ts.isIdentifier(node)) return convertIdentifier(node);
    if (ts.isTemplateExpression(node)) return convertTemplate(node);
    if (ts.isTaggedTemplateExpression(node)) {
      const { tag, template } = node;
      const parts = ts.isTemplateExpression(template) ? partsOf(template) : [convert(template)];
      return { kind: 'tagged', ...at, tag: convert(tag), parts };
    }
    if (ts.isBinaryExpression(node)) return convertBinary(node);
    if (ts.isPropertyAccessExpression(node)) {
      return { kind: 'member', ...at, object: convert(node.expression), name: node.name.text };
    }
    if (ts.isElementAccessExpression(node)) {
      const key = node.argumentExpression;
      if (!ts.isStringLiteralLike(key) && !ts.isNumericLiteral(key)) return { kind: 'unknown', ...at };
      return { kind: 'member', ...at, object: convert(node.expression), name: key.text };
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return convertCall(node);
    if (ts.isConditionalExpression(node)) {
      return {
        kind: 'choice',
        ...at,
        condition: convert(node.condition),
        options: [convert(node.whenTrue), convert(node.whenFalse)],
      };
    }
    if (node.kind === ts.SyntaxKind.ThisKeyword) return { kind: 'this', ...at };
    if (node.kind === ts.SyntaxKind.SuperKeyword) return { kind: 'this', ...at, super: true };
    if (ts.isTypeOfExpression(node)) return convertOperation('typeof', at, node.expression);
    return { kind: 'unknown', ...at };
  };

  const convertOperation = (operator: Operator, at: Span, ...operands: readonly ts.Expression[]): Tree => ({
    kind: 'operation',
    ...at,
    operator,
    operands: operands.map(convert),
  });

  /** A connection string says more than its password. */
  const concealed = (node: ts.Node, at: Span): Tree => {
    const text = 'text' in node && typeof node.text === 'string' ? node.text : '';
    const value = ts.isStringLiteralLike(node) ? withoutPassword(text) : undefined;
    if (value !== undefined) return { kind: 'string', ...at, value };
    return { kind: 'unknown', ...at, secret: publishedKeys.has(text) ? 'published' : 'literal' };
  };

  const incomplete = (node: ts.Node) => (brokenIn(node) ? ({ incomplete: true } as const) : {});

  const convertNumber = (value: number, at: Span): Tree => ({
    kind: 'number',
    ...at,
    digits: String(value),
    types: driverTypesOf(value),
  });

  const convertBigInt = (text: string, sign: string, at: Span): Tree => ({
    kind: 'number',
    ...at,
    digits: sign + BigInt(text.replaceAll('_', '').replace(/n$/, '')).toString(),
    types: ['long'],
  });

  const convertIdentifier = (node: ts.Identifier): Tree => {
    const at = span(node);
    if (node.text === 'undefined') return { kind: 'null', ...at, undefined: true };
    const to = targetOf(resolve(node.text, node)) ?? { kind: 'global' };
    return { kind: 'reference', ...at, name: node.text, to };
  };

  const convertTemplate = (node: ts.TemplateExpression): Tree => ({
    kind: 'template',
    ...span(node),
    parts: partsOf(node),
  });

  const partsOf = (node: ts.TemplateExpression): readonly Tree[] => {
    const part = (literal: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): Tree =>
      secrets.has(literal)
        ? concealed(literal, span(literal))
        : { kind: 'string', ...span(literal), value: literal.text };
    const parts: Tree[] = [part(node.head)];
    for (const { expression, literal } of node.templateSpans) parts.push(convert(expression), part(literal));
    return parts;
  };

  const convertBinary = (node: ts.BinaryExpression): Tree => {
    const at = span(node);
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      return { kind: 'template', ...at, parts: [convert(node.left), convert(node.right)] };
    }
    if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) {
      const [left, right] = [convert(node.left), convert(node.right)];
      if (left.kind === 'number' && right.kind === 'number' && left.types[0] !== 'long') {
        return convertNumber(Number(left.digits) * Number(right.digits), at);
      }
    }
    const operator = operators.get(node.operatorToken.kind);
    if (operator !== undefined) return convertOperation(operator, at, node.left, node.right);
    return { kind: 'unknown', ...at };
  };

  const convertElement = (node: ts.Expression): Tree | SpreadTree =>
    ts.isSpreadElement(node)
      ? { kind: 'spread', ...span(node), value: convert(node.expression) }
      : convert(node);

  const convertProperty = (node: ts.ObjectLiteralElementLike): PropertyTree | SpreadTree => {
    const at = span(node);
    if (ts.isSpreadAssignment(node)) return { kind: 'spread', ...at, value: convert(node.expression) };
    const key = convertKey(node.name);
    const keySpan = span(node.name);
    if (ts.isShorthandPropertyAssignment(node)) {
      return { kind: 'property', ...at, key, keySpan, value: convert(node.name) };
    }
    if (!ts.isPropertyAssignment(node)) {
      return { kind: 'property', ...at, key, keySpan, value: { kind: 'unknown', ...at } };
    }
    return { kind: 'property', ...at, key, keySpan, value: convert(node.initializer) };
  };

  const convertKey = (name: ts.PropertyName): string | Tree => {
    if (ts.isComputedPropertyName(name)) {
      const tree = convert(name.expression);
      return tree.kind === 'string' ? tree.value : tree;
    }
    return name.text;
  };

  const convertCall = (node: ts.CallExpression | ts.NewExpression): Tree => {
    const callee = node.expression;
    const last = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    const required = requiredModule(node);
    if (required !== undefined) {
      return {
        kind: 'reference',
        ...span(node),
        name: 'require',
        to: { kind: 'import', module: required, name: '*' },
      };
    }
    return {
      kind: 'call',
      ...span(node),
      name: calledName(node),
      nameSpan: span(last),
      callee: convert(callee),
      arguments: (node.arguments ?? []).map((argument) => convertElement(argument)),
      construct: ts.isNewExpression(node),
    };
  };

  const requiredModule = (node: ts.CallExpression | ts.NewExpression): string | undefined => {
    const [argument] = node.arguments ?? [];
    if (!ts.isCallExpression(node) || argument === undefined || !ts.isStringLiteralLike(argument))
      return undefined;
    const { expression } = node;
    if (expression.kind === ts.SyntaxKind.ImportKeyword) return argument.text;
    return ts.isIdentifier(expression) &&
      expression.text === 'require' &&
      targetOf(resolve('require', node)) === undefined
      ? argument.text
      : undefined;
  };

  const convertStatics = (node: ts.ClassDeclaration): PropertyTree[] =>
    node.members.flatMap((member): PropertyTree[] => {
      if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) return [];
      const kinds = member.modifiers?.map(({ kind }) => kind) ?? [];
      if (!kinds.includes(ts.SyntaxKind.StaticKeyword) || !kinds.includes(ts.SyntaxKind.ReadonlyKeyword))
        return [];
      const { name, initializer } = member;
      return [
        {
          kind: 'property',
          ...span(member),
          key: convertKey(name),
          keySpan: span(name),
          value: convert(initializer),
        },
      ];
    });

  const convertFunction = (node: ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression): Tree => {
    const at = span(node);
    const parameters = node.parameters.map(({ name, dotDotDotToken, initializer }) => {
      if (!ts.isIdentifier(name) || dotDotDotToken !== undefined || initializer !== undefined) return null;
      const target = targetOf(resolve(name.text, name));
      return target?.kind === 'declaration' ? target.index : null;
    });
    const result = resultOf(node);
    return {
      kind: 'function',
      ...at,
      parameters,
      ...(result === undefined ? {} : { result: convert(result) }),
    };
  };

  /** The one expression that a function returns. */
  const resultOf = (
    node: ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression,
  ): ts.Expression | undefined => {
    const { body } = node;
    if (body === undefined) return undefined;
    if (!ts.isBlock(body)) return body;
    const found: (ts.Expression | undefined)[] = [];
    const visit = (child: ts.Node): void => {
      if (ts.isReturnStatement(child)) found.push(child.expression);
      else if (!ts.isFunctionLike(child)) ts.forEachChild(child, visit);
    };
    ts.forEachChild(body, visit);
    return found.length === 1 ? found[0] : undefined;
  };

  return { convert, along };
}

/** The last name of what is called; empty when it has none. */
export function calledName({ expression }: ts.CallExpression | ts.NewExpression): string {
  const last = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return ts.isIdentifier(last) ? last.text : '';
}

/** A literal that the end of its line, or of the file, cut off. */
function isUnterminated(node: ts.Node): boolean {
  return 'isUnterminated' in node && node.isUnterminated === true;
}
