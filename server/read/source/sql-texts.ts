import ts from 'typescript';
import type { SqlHole, SqlText } from '../sql/statement.ts';
import { beginsAsSql, isSql, joinPieces, namesEql, type SqlPiece } from '../sql-pieces.ts';
import type { Span } from '../tree.ts';
import { calledName } from './convert.ts';
import { rootOf } from './root-of.ts';
import type { Scopes } from './scopes.ts';

/** Calls whose first argument is SQL, when it begins as SQL does. */
const runners: ReadonlySet<string> = new Set([
  'query',
  'execute',
  'exec',
  'unsafe',
  'raw',
  'sql',
  'prepare',
  '$queryRawUnsafe',
  '$executeRawUnsafe',
  'queryObject',
  'queryArray',
  'one',
  'oneOrNone',
  'any',
  'many',
  'manyOrNone',
  'none',
]);

/** Properties of an argument that hold its text. */
const textKeys: ReadonlySet<string> = new Set(['text', 'sql', 'statement']);

/** Tags that make a text of a template, and bind nothing. */
const textTags: ReadonlySet<string> = new Set(['raw', 'dedent', 'outdent', 'stripIndent', 'oneLine']);

/** Tags that bind every hole that is no fragment. */
const bindingTags: ReadonlySet<string> = new Set(['$queryRaw', '$executeRaw']);

/** Calls that make a piece of SQL. */
const fragmentMakers: ReadonlySet<string> = new Set([
  'raw',
  'unsafe',
  'join',
  'identifier',
  'id',
  'ref',
  'table',
  'fragment',
  'empty',
  'sql',
]);

interface Setting {
  readonly scopes: Scopes;
  /** The text that the nodes were parsed from. */
  readonly text: string;
  readonly span: (node: ts.Node) => Span;
  readonly secrets: ReadonlySet<ts.Node>;
}

/** The pieces of SQL in a statement of code. */
export function readSqlTexts({ scopes, text, span, secrets }: Setting): readonly SqlText[] {
  const found = new Map<string, SqlText>();

  const add = (
    node: ts.Node,
    pieces: readonly SqlPiece[] | undefined,
    by: string,
    accept: (text: string) => boolean,
  ) => {
    if (pieces === undefined) return;
    const joined = joinPieces(pieces, span(node), by);
    const key = `${joined.map[0]?.start}`;
    if (!found.has(key) && accept(joined.text)) found.set(key, joined);
  };

  const textPiece = (node: ts.LiteralLikeNode, raw: boolean): SqlPiece | undefined => {
    if (secrets.has(node) || node.isUnterminated === true) return undefined;
    const at = span(node);
    const shift = at.end - node.end;
    const continues = ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
    const [start, end] = [at.start + 1, at.end - (continues ? 2 : 1)];
    return { kind: 'text', written: text.slice(start - shift, end - shift), start, raw };
  };

  const templatePieces = (
    template: ts.TemplateLiteral,
    raw: boolean,
    holds: (hole: ts.Expression) => SqlHole['holds'],
  ): readonly SqlPiece[] | undefined => {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return all([textPiece(template, raw)]);
    const pieces: (SqlPiece | undefined)[] = [textPiece(template.head, raw)];
    let end = span(template.head).end;
    for (const { expression, literal } of template.templateSpans) {
      const at = span(literal);
      pieces.push({ kind: 'hole', span: { start: end - 2, end: at.start + 1 }, holds: holds(expression) });
      pieces.push(textPiece(literal, raw));
      end = at.end;
    }
    return all(pieces);
  };

  /** The pieces of an expression that is a text; undefined for any other. */
  const stringPieces = (written: ts.Expression, depth = 0): readonly SqlPiece[] | undefined => {
    const node = bare(written);
    if (ts.isStringLiteral(node)) return all([textPiece(node, false)]);
    if (ts.isTemplateLiteral(node)) return templatePieces(node, false, () => 'sql');
    if (ts.isTaggedTemplateExpression(node)) {
      const tag = lastName(node.tag);
      return textTags.has(tag) ? templatePieces(node.template, tag === 'raw', () => 'sql') : undefined;
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [stringPieces(node.left, depth + 1), stringPieces(node.right, depth + 1)];
      if (left === undefined && right === undefined) return undefined;
      return [...(left ?? unknown(node.left)), ...(right ?? unknown(node.right))];
    }
    if (ts.isIdentifier(node) && depth < 5) {
      const name = scopes.resolve(node.text, node);
      if (typeof name === 'string' || !name.constant || name.path.length > 0) return undefined;
      const { initializer } = name;
      return initializer === undefined ||
        ts.isFunctionDeclaration(initializer) ||
        ts.isClassDeclaration(initializer)
        ? undefined
        : stringPieces(initializer, depth + 1);
    }
    return undefined;
  };

  const unknown = (node: ts.Expression): readonly SqlPiece[] => [
    { kind: 'hole', span: span(node), holds: 'sql' },
  ];

  /** What a hole of a tagged template holds. */
  const holdsOf = (written: ts.Expression, tag: ts.Expression, depth = 0): SqlHole['holds'] => {
    const node = bare(written);
    if (ts.isTaggedTemplateExpression(node)) return 'sql';
    if (ts.isConditionalExpression(node)) {
      const either = [holdsOf(node.whenTrue, tag, depth + 1), holdsOf(node.whenFalse, tag, depth + 1)];
      return either.includes('sql') ? 'sql' : 'value';
    }
    if (ts.isCallExpression(node)) {
      const own =
        ts.isIdentifier(node.expression) && ts.isIdentifier(tag) && node.expression.text === tag.text;
      return own || fragmentMakers.has(calledName(node)) ? 'sql' : 'value';
    }
    const root = rootOf(node);
    if (root === undefined || bindingTags.has(lastName(tag))) {
      const fragment = root === undefined || root !== node ? undefined : initializerOf(root);
      return fragment === undefined || depth > 5 ? 'value' : holdsOf(fragment, tag, depth + 1);
    }
    // What the file imports or makes at its top may be a table or a column of a query builder.
    const name = scopes.resolve(root.text, root);
    if (typeof name === 'string') return root.text === 'undefined' ? 'value' : 'sql';
    const initializer = root === node && depth < 5 ? initializerOf(root) : undefined;
    return initializer === undefined ? 'value' : holdsOf(initializer, tag, depth + 1);
  };

  const initializerOf = (node: ts.Identifier): ts.Expression | undefined => {
    const name = scopes.resolve(node.text, node);
    if (typeof name === 'string' || name.path.length > 0) return undefined;
    const { initializer } = name;
    return initializer === undefined ||
      ts.isFunctionDeclaration(initializer) ||
      ts.isClassDeclaration(initializer)
      ? undefined
      : initializer;
  };

  for (const node of scopes.nodes) {
    if (ts.isTaggedTemplateExpression(node)) {
      const tag = lastName(node.tag);
      if (textTags.has(tag)) continue;
      // `sql<Row>` is the same tag, and `sql.type(row)` makes one.
      const called = ts.isCallExpression(node.tag) ? calledName(node.tag) : tag;
      const pieces = templatePieces(node.template, false, (hole) => holdsOf(hole, node.tag));
      add(node.template, pieces, called, (joined) => beginsAsSql(joined) || namesEql(joined));
    } else if (ts.isCallExpression(node) && runners.has(calledName(node))) {
      const [argument] = node.arguments;
      if (argument === undefined) continue;
      const given = bare(argument);
      const written = ts.isObjectLiteralExpression(given) ? textIn(given) : given;
      if (written !== undefined) add(written, stringPieces(written), calledName(node), beginsAsSql);
    } else if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      add(node.initializer, stringPieces(node.initializer), 'const', isSql);
    }
  }
  return [...found.values()];
}

function all(pieces: readonly (SqlPiece | undefined)[]): readonly SqlPiece[] | undefined {
  return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
}

function bare(node: ts.Expression): ts.Expression {
  let current = node;
  while (
    ts.isParenthesizedExpression(current) ||
    ts.isAsExpression(current) ||
    ts.isSatisfiesExpression(current) ||
    ts.isNonNullExpression(current) ||
    ts.isAwaitExpression(current)
  ) {
    current = current.expression;
  }
  return current;
}

function lastName(node: ts.Expression): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : '';
}

/** `{ text: 'SELECT …', values }`. */
function textIn(object: ts.ObjectLiteralExpression): ts.Expression | undefined {
  for (const property of object.properties) {
    if (
      ts.isPropertyAssignment(property) &&
      (ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name)) &&
      textKeys.has(property.name.text)
    ) {
      return property.initializer;
    }
  }
  return undefined;
}
