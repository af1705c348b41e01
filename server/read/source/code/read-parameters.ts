import ts from 'typescript';
import type { Span, Tree } from '../../tree.ts';
import type { Converter } from '../convert.ts';
import type { CodeParameter, TakenName } from './code.ts';

interface Setting {
  readonly convert: Converter['convert'];
  readonly span: (node: ts.Node) => Span;
}

export interface ParameterReader {
  readonly read: (parameters: readonly ts.ParameterDeclaration[]) => readonly CodeParameter[];
  readonly typeOf: (type: ts.TypeNode | undefined) => Pick<CodeParameter, 'type' | 'typeTree'>;
  readonly decoratorsOf: (modifiers: readonly ts.ModifierLike[] | undefined) => readonly Tree[];
}

const none: readonly never[] = [];

/** The parameters of functions, with their types and decorators, which properties of classes have as well. */
export function createParameterReader({ convert, span }: Setting): ParameterReader {
  const decoratorsOf = (modifiers: readonly ts.ModifierLike[] | undefined): readonly Tree[] => {
    const found = modifiers?.filter(ts.isDecorator) ?? none;
    return found.length === 0 ? none : found.map(({ expression }) => convert(expression));
  };

  const typeOf = (type: ts.TypeNode | undefined): Pick<CodeParameter, 'type' | 'typeTree'> => {
    const name = namedType(type);
    if (name === undefined) return {};
    return { type: ts.isIdentifier(name) ? name.text : name.right.text, typeTree: toTree(name) };
  };

  const toTree = (name: ts.EntityName): Tree =>
    ts.isIdentifier(name)
      ? convert(name)
      : { kind: 'member', ...span(name), object: toTree(name.left), name: name.right.text };

  const declarationOf = (name: ts.Identifier): number | undefined => {
    const tree = convert(name);
    return tree.kind === 'reference' && tree.to.kind === 'declaration' ? tree.to.index : undefined;
  };

  const takenBy = (pattern: ts.BindingPattern, path: readonly string[]): readonly TakenName[] =>
    pattern.elements.flatMap((element, index): readonly TakenName[] => {
      if (ts.isOmittedExpression(element)) return none;
      const { name, propertyName, dotDotDotToken, initializer } = element;
      const key = keyOf(pattern, propertyName ?? name, index);
      const inner = dotDotDotToken !== undefined ? path : key === undefined ? undefined : [...path, key];
      // A rest of a list counts its items anew.
      if (inner === undefined || (dotDotDotToken !== undefined && ts.isArrayBindingPattern(pattern)))
        return none;
      if (!ts.isIdentifier(name)) return initializer === undefined ? takenBy(name, inner) : none;
      const declaration = declarationOf(name);
      if (declaration === undefined) return none;
      return [
        {
          path: inner,
          declaration,
          ...(initializer === undefined ? {} : { default: convert(initializer) }),
        },
      ];
    });

  const read = (parameters: readonly ts.ParameterDeclaration[]): readonly CodeParameter[] => {
    const counting = parameters.filter(({ name }) => !ts.isIdentifier(name) || name.text !== 'this');
    return counting.map((parameter): CodeParameter => {
      const { name, type, initializer, modifiers } = parameter;
      const declaration = ts.isIdentifier(name) ? declarationOf(name) : undefined;
      return {
        ...span(parameter),
        ...(ts.isIdentifier(name) ? { name: name.text } : { taken: takenBy(name, none) }),
        ...(declaration === undefined ? {} : { declaration }),
        ...typeOf(type),
        ...(initializer === undefined ? {} : { default: convert(initializer) }),
        member: modifiers?.some(({ kind }) => makesMember.has(kind)) === true,
        decorators: decoratorsOf(modifiers),
      };
    });
  };

  return { read, typeOf, decoratorsOf };
}

const makesMember: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PublicKeyword,
  ts.SyntaxKind.ProtectedKeyword,
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ReadonlyKeyword,
  ts.SyntaxKind.OverrideKeyword,
]);

function keyOf(
  pattern: ts.BindingPattern,
  key: ts.PropertyName | ts.BindingName,
  index: number,
): string | undefined {
  if (ts.isArrayBindingPattern(pattern)) return String(index);
  return ts.isIdentifier(key) || ts.isStringLiteral(key) ? key.text : undefined;
}

/** The one name of a type, beside `null` and `undefined`. */
function namedType(type: ts.TypeNode | undefined): ts.EntityName | undefined {
  if (type === undefined) return undefined;
  if (ts.isTypeReferenceNode(type)) return type.typeName;
  if (ts.isParenthesizedTypeNode(type)) return namedType(type.type);
  if (!ts.isUnionTypeNode(type)) return undefined;
  const others = type.types.filter((one) => !isNothing(one));
  return others.length === 1 ? namedType(others[0]) : undefined;
}

function isNothing(type: ts.TypeNode): boolean {
  return (
    type.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}
