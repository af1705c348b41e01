import type { FuncCall, Node, WindowDef } from 'libpg-query';
import { looksSecret, masked } from '../secrets.ts';
import { decodeString } from './literals.ts';
import { readQuery } from './queries.ts';
import type { SqlArgument, SqlExpression, SqlName, SqlSortItem, SqlWindow } from './statement.ts';
import { isUnknownName } from './unknown-names.ts';
import {
  bodyOf,
  itemsOf,
  lastText,
  Misfit,
  type NodeBody,
  type Read,
  type Stretch,
  textOf,
  type Walk,
} from './walk.ts';

type Kinds = keyof typeof readers;

/** Reads an expression of the tree. */
export function readExpression(walk: Walk, node: Node): Read<SqlExpression> {
  const [kind] = Object.keys(node);
  const body: unknown = Object.values(node)[0];
  const read = walk.deeper(() => {
    const reader = readers[kind as Kinds] as ((walk: Walk, body: unknown) => Read<SqlExpression>) | undefined;
    return reader === undefined ? readOther(walk, kind ?? '', body) : reader(walk, body);
  });
  if (read === undefined) throw new Misfit('it nests too deep');
  return read;
}

export function readExpressions(walk: Walk, nodes: readonly Node[] | undefined): Read<SqlExpression>[] {
  return (nodes ?? []).map((node) => readExpression(walk, node));
}

export function nodesOf<Thing>(reads: readonly Read<Thing>[]): Thing[] {
  return reads.map(({ node }) => node);
}

type Reader<Kind extends Parameters<typeof bodyOf>[1]> = (
  walk: Walk,
  body: NodeBody<Kind>,
) => Read<SqlExpression>;

const readConstant: Reader<'A_Const'> = (walk, body) => {
  const first = walk.at(body.location);
  if (body.isnull) return placed(walk, { first, last: first }, { kind: 'null' });
  if (body.boolval !== undefined) {
    return placed(walk, { first, last: first }, { kind: 'boolean', value: body.boolval.boolval === true });
  }
  if (body.ival !== undefined || body.fval !== undefined) {
    let digits = first;
    while (walk.token(digits).kind !== 'number') digits += 1;
    const sign = walk.mark(first) === '-' ? '-' : '';
    return placed(walk, walk.cover({ first, last: first }, { first: digits, last: digits }), {
      kind: 'number',
      digits: sign + walk.raw({ first: digits, last: digits }),
    });
  }
  if (body.sval !== undefined && walk.token(first).kind === 'string') return readString(walk, first);
  // `extract(year from …)`.
  if (body.sval !== undefined) {
    return placed(walk, { first, last: first }, { kind: 'other', name: 'keyword', parts: [] });
  }
  return placed(walk, { first, last: first }, { kind: 'other', name: 'bit string', parts: [] });
};

export function readString(walk: Walk, index: number): Read<SqlExpression> {
  const token = walk.token(index);
  const { value, map } = decodeString(walk.text, token);
  const secret = walk.secrets.has(token.start) || looksSecret('', value);
  return placed(
    walk,
    { first: index, last: index },
    {
      kind: 'string',
      value: secret ? masked(value) : value,
      map: secret ? [] : walk.placing.map(map, value.length),
    },
  );
}

const readColumn: Reader<'ColumnRef'> = (walk, { fields = [], location }) => {
  const first = walk.at(location);
  let last = first;
  for (let field = 1; field < fields.length; field += 1) {
    if (walk.mark(last + 1) !== '.') throw new Misfit('a column has more parts than its text');
    last += 2;
  }
  const stretch = { first, last };
  if (fields.length === 1 && isUnknownName(textOf(fields[0]))) {
    return placed(walk, stretch, parameterAt(walk, first));
  }
  const star = bodyOf(fields.at(-1), 'A_Star') !== undefined;
  const parts = (star ? fields.slice(0, -1) : fields).map((field) => {
    const name = textOf(field);
    return isUnknownName(name) ? '' : name;
  });
  return placed(walk, stretch, { kind: 'column', parts, star, text: walk.raw(stretch) });
};

const readParameter: Reader<'ParamRef'> = (walk, { location }) => {
  const first = walk.at(location);
  return placed(walk, { first, last: first }, parameterAt(walk, first));
};

function parameterAt(walk: Walk, index: number): Unplaced {
  const hole = walk.placing.hole(walk.token(index).start);
  return hole === undefined ? { kind: 'parameter' } : { kind: 'parameter', hole: hole.holds };
}

const readOperation: Reader<'A_Expr'> = (walk, body) => {
  const at = walk.at(body.location);
  const operator = lastText(body.name);
  switch (body.kind) {
    case 'AEXPR_NULLIF':
      return within(walk, 'nullif', at, at + 1, [body.lexpr, body.rexpr]);
    case 'AEXPR_IN':
      return readIn(walk, at, operator === '<>', body.lexpr, itemsOf(body.rexpr));
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
    case 'AEXPR_NOT_BETWEEN_SYM':
      return readBetween(walk, at, body.lexpr, itemsOf(body.rexpr));
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL': {
      const quantifier = body.kind === 'AEXPR_OP_ANY' ? 'any' : 'all';
      const left = readExpression(walk, needed(body.lexpr));
      const right = readExpression(walk, needed(body.rexpr));
      return readQuantified(walk, at, operator, quantifier, left, right);
    }
    default: {
      const [last, written] = operatorFrom(walk, at);
      const named = body.kind === 'AEXPR_SIMILAR' ? similar(operator) : distinct(body.kind, operator);
      const left = body.lexpr === undefined ? undefined : readExpression(walk, body.lexpr);
      const [right, ...further] = patternOf(walk, needed(body.rexpr));
      const operatorStretch = { first: at, last };
      const stretch = walk.cover(operatorStretch, right, ...further, ...(left === undefined ? [] : [left]));
      return placed(walk, stretch, {
        kind: 'operator',
        operator: named,
        written,
        operatorSpan: walk.span(operatorStretch),
        ...(left === undefined ? {} : { left: left.node }),
        right: right.node,
      });
    }
  }
};

/** What an operator compares with; the pattern of LIKE … ESCAPE stands in the call of a function that nobody writes. */
function patternOf(
  walk: Walk,
  node: Node,
): readonly [Read<SqlExpression>, ...(readonly Read<SqlExpression>[])] {
  const call = bodyOf(node, 'FuncCall');
  const [pattern, further] = call?.args ?? [];
  if (pattern === undefined || !/^(?:like|similar_to)_escape$/.test(lastText(call?.funcname)))
    return [readExpression(walk, node)];
  // Where it is written as a function, it is one.
  if (walk.mark(walk.name(walk.at(call?.location)).last + 1) === '(') return [readExpression(walk, node)];
  return [readExpression(walk, pattern), ...(further === undefined ? [] : [readExpression(walk, further)])];
}

function similar(operator: string): string {
  return operator.startsWith('!') ? 'not similar to' : 'similar to';
}

function distinct(kind: NodeBody<'A_Expr'>['kind'], operator: string): string {
  if (kind === 'AEXPR_DISTINCT') return 'is distinct from';
  return kind === 'AEXPR_NOT_DISTINCT' ? 'is not distinct from' : operator;
}

const operatorWords: readonly (readonly string[])[] = [
  ['like'],
  ['ilike'],
  ['similar', 'to'],
  ['not', 'like'],
  ['not', 'ilike'],
  ['not', 'similar', 'to'],
  ['is', 'distinct', 'from'],
  ['is', 'not', 'distinct', 'from'],
];

/** The last token of an operator, and how a person would call it. */
function operatorFrom(walk: Walk, first: number): readonly [number, string] {
  if (walk.mark(first) === 'operator' && walk.mark(first + 1) === '(') {
    const last = walk.partner(first + 1);
    return [last, walk.mark(last - 1)];
  }
  const words = operatorWords.find((some) => some.every((word, index) => walk.mark(first + index) === word));
  if (words === undefined) return [first, walk.mark(first)];
  return [first + words.length - 1, words.join(' ').toUpperCase()];
}

function readIn(
  walk: Walk,
  at: number,
  negated: boolean,
  left: Node | undefined,
  list: readonly Node[],
): Read<SqlExpression> {
  const operand = readExpression(walk, needed(left));
  const last = walk.mark(at) === 'not' ? at + 1 : at;
  const items = readExpressions(walk, list);
  const stretch = walk.cover(operand, { first: at, last: walk.partner(last + 1) });
  return placed(walk, stretch, {
    kind: 'in',
    negated,
    operand: operand.node,
    items: nodesOf(items),
    operatorSpan: walk.span({ first: at, last }),
  });
}

function readBetween(
  walk: Walk,
  at: number,
  left: Node | undefined,
  bounds: readonly Node[],
): Read<SqlExpression> {
  const operand = readExpression(walk, needed(left));
  const [low, high] = readExpressions(walk, bounds);
  if (low === undefined || high === undefined) throw new Misfit('BETWEEN has two bounds');
  const negated = walk.mark(at) === 'not';
  let last = negated ? at + 1 : at;
  if (['symmetric', 'asymmetric'].includes(walk.mark(last + 1))) last += 1;
  const operator = { first: at, last };
  return placed(walk, walk.cover(operand, operator, low, high), {
    kind: 'between',
    negated,
    operand: operand.node,
    low: low.node,
    high: high.node,
    operatorSpan: walk.span(operator),
  });
}

function readQuantified(
  walk: Walk,
  at: number,
  operator: string,
  quantifier: 'any' | 'all',
  left: Read<SqlExpression>,
  right: Read<SqlExpression>,
): Read<SqlExpression> {
  const isIn = walk.mark(at) === 'in' || (walk.mark(at) === 'not' && walk.mark(at + 1) === 'in');
  const [last, written] = isIn
    ? ([walk.mark(at) === 'in' ? at : at + 1, 'IN'] as const)
    : operatorFrom(walk, at);
  const open = isIn ? last + 1 : last + 2;
  const stretch = walk.cover(left, { first: at, last: walk.partner(open) });
  return placed(walk, stretch, {
    kind: 'quantified',
    operator: operator === '' ? '=' : operator,
    written,
    quantifier,
    left: left.node,
    right: right.node,
    operatorSpan: walk.span({ first: at, last }),
  });
}

const readBoolean: Reader<'BoolExpr'> = (walk, { boolop, args = [], location }) => {
  const operands = readExpressions(walk, args);
  if (boolop === 'NOT_EXPR') {
    const [operand] = operands;
    if (operand === undefined) throw new Misfit('NOT has an operand');
    const at = walk.at(location);
    const stretch = walk.cover({ first: at, last: at }, operand);
    return placed(walk, stretch, { kind: 'not', operand: operand.node });
  }
  return placed(walk, walk.cover(...operands), {
    kind: boolop === 'AND_EXPR' ? 'and' : 'or',
    operands: nodesOf(operands),
  });
};

const readSubLink: Reader<'SubLink'> = (walk, { subLinkType, testexpr, operName, subselect, location }) => {
  const at = walk.at(location);
  const query = readQuery(walk, needed(subselect));
  switch (subLinkType) {
    case 'ANY_SUBLINK':
    case 'ALL_SUBLINK': {
      const left = readExpression(walk, needed(testexpr));
      const quantifier = subLinkType === 'ANY_SUBLINK' ? 'any' : 'all';
      const parentheses = { first: query.first - 1, last: walk.partner(query.first - 1) };
      const right = placed(walk, parentheses, { kind: 'query', form: 'scalar', query: query.node });
      return readQuantified(walk, at, lastText(operName), quantifier, left, right);
    }
    case 'EXISTS_SUBLINK':
    case 'ARRAY_SUBLINK': {
      const stretch = { first: at, last: walk.partner(at + 1) };
      const form = subLinkType === 'EXISTS_SUBLINK' ? 'exists' : 'array';
      return placed(walk, stretch, { kind: 'query', form, query: query.node });
    }
    default:
      return placed(
        walk,
        { first: at, last: walk.partner(at) },
        {
          kind: 'query',
          form: 'scalar',
          query: query.node,
        },
      );
  }
};

const readCast: Reader<'TypeCast'> = (walk, { arg, typeName, location }) => {
  const operand = readExpression(walk, needed(arg));
  const type = walk.type(typeName?.location, typeName?.arrayBounds?.length ?? 0);
  const at = location === undefined || location < 0 ? undefined : walk.at(location);
  let stretch: Stretch;
  if (at === undefined) {
    stretch = walk.cover(type, operand);
    if (type.node.name === 'interval') {
      const units = ['year', 'month', 'day', 'hour', 'minute', 'second', 'to'];
      while (units.includes(walk.mark(stretch.last + 1))) stretch = { ...stretch, last: stretch.last + 1 };
    }
  } else if (walk.mark(at) === '::') {
    stretch = walk.cover(operand, { first: at, last: at }, type);
  } else {
    stretch = { first: at, last: walk.partner(at + 1) };
  }
  return placed(walk, stretch, { kind: 'cast', operand: operand.node, type: type.node });
};

const readCall: Reader<'FuncCall'> = (walk, body) => {
  const at = walk.at(body.location);
  const name = walk.isName(at) ? walk.name(at) : undefined;
  const infix = body.funcformat === 'COERCE_SQL_SYNTAX' && walk.mark(at) === 'overlaps';
  if (name === undefined || infix || walk.mark(name.last + 1) !== '(') {
    // `a AT TIME ZONE b`, `a OVERLAPS b`: functions without their name.
    const parts = readExpressions(walk, body.args);
    const last = lastText(body.funcname) === 'is_normalized' ? walk.word(at, 'normalized') : undefined;
    return placed(walk, walk.cover(...parts, { first: at, last: last ?? at }), {
      kind: 'other',
      name: lastText(body.funcname),
      parts: nodesOf(parts),
    });
  }
  const close = walk.partner(name.last + 1);
  const { last, over } = afterCall(walk, close, body);
  return placed(
    walk,
    { first: at, last },
    {
      kind: 'call',
      function: name.node as SqlName,
      arguments: (body.args ?? []).map((argument) => readArgument(walk, argument)),
      star: body.agg_star === true,
      distinct: body.agg_distinct === true,
      orderBy: nodesOf(readSortItems(walk, body.agg_order)),
      ...(body.agg_filter === undefined ? {} : { filter: readExpression(walk, body.agg_filter).node }),
      ...(over === undefined ? {} : { over }),
    },
  );
};

function readArgument(walk: Walk, node: Node): SqlArgument {
  const named = bodyOf(node, 'NamedArgExpr');
  if (named?.arg === undefined) return { value: readExpression(walk, node).node };
  return { name: named.name ?? '', value: readExpression(walk, named.arg).node };
}

/** WITHIN GROUP (…), FILTER (…), OVER …. */
function afterCall(
  walk: Walk,
  close: number,
  { agg_within_group, agg_filter, over }: FuncCall,
): { readonly last: number; readonly over?: SqlWindow } {
  let last = close;
  if (agg_within_group && walk.mark(last + 1) === 'within') last = walk.partner(last + 3);
  if (agg_filter !== undefined && walk.mark(last + 1) === 'filter') last = walk.partner(last + 2);
  if (over === undefined) return { last };
  if (['respect', 'ignore'].includes(walk.mark(last + 1))) last += 2;
  const from = last + 2;
  last = walk.mark(from) === '(' ? walk.partner(from) : from;
  return { last, over: readWindow(walk, over, { first: from, last }) };
}

export function readWindow(walk: Walk, window: WindowDef, stretch: Stretch): SqlWindow {
  const name = window.name ?? window.refname;
  return {
    ...walk.span(stretch),
    ...(name === undefined ? {} : { name }),
    partitionBy: nodesOf(readExpressions(walk, window.partitionClause)),
    orderBy: nodesOf(readSortItems(walk, window.orderClause)),
  };
}

/** The items of ORDER BY, with their directions. */
export function readSortItems(walk: Walk, nodes: readonly Node[] | undefined): Read<SqlSortItem>[] {
  return (nodes ?? []).flatMap((node) => {
    const sort = bodyOf(node, 'SortBy');
    if (sort?.node === undefined) return [];
    const expression = readExpression(walk, sort.node);
    const stretch = sortStretch(walk, expression);
    return [{ ...stretch, node: { ...walk.span(stretch), expression: expression.node } }];
  });
}

function sortStretch(walk: Walk, expression: Stretch): Stretch {
  let at = walk.pastClosers(expression.last);
  let last = expression.last;
  if (['asc', 'desc'].includes(walk.mark(at))) {
    last = at;
    at += 1;
  } else if (walk.mark(at) === 'using') {
    [last] = operatorFrom(walk, at + 1);
    at = last + 1;
  }
  if (walk.mark(at) === 'nulls') last = at + 1;
  return last === expression.last ? expression : walk.cover(expression, { first: last, last });
}

const readIndirection: Reader<'A_Indirection'> = (walk, { arg, indirection = [] }) => {
  let read = readExpression(walk, needed(arg));
  let indexes: SqlExpression[] = [];
  const subscript = (stretch: Stretch) => {
    if (indexes.length === 0) return;
    read = placed(walk, stretch, { kind: 'subscript', operand: read.node, indexes });
    indexes = [];
  };
  let { last } = read;
  let stretch: Stretch = read;
  for (const step of indirection) {
    const at = walk.pastClosers(last);
    const subscripts = bodyOf(step, 'A_Indices');
    if (subscripts !== undefined) {
      last = walk.partner(at);
      for (const bound of [subscripts.lidx, subscripts.uidx]) {
        if (bound !== undefined) indexes.push(readExpression(walk, bound).node);
      }
      stretch = walk.cover(stretch, { first: last, last });
      continue;
    }
    subscript(stretch);
    last = at + 1;
    stretch = walk.cover(stretch, { first: last, last });
    read = placed(walk, stretch, { kind: 'other', name: 'field', parts: [read.node] });
  }
  subscript(stretch);
  return read;
};

const readArray: Reader<'A_ArrayExpr'> = (walk, { elements, location }) => {
  const first = walk.at(location);
  const open = walk.mark(first) === '[' ? first : first + 1;
  return placed(
    walk,
    { first, last: walk.partner(open) },
    {
      kind: 'array',
      items: nodesOf(readExpressions(walk, elements)),
    },
  );
};

const readRow: Reader<'RowExpr'> = (walk, { args, location }) => {
  const first = walk.at(location);
  const open = walk.mark(first) === '(' ? first : first + 1;
  return placed(
    walk,
    { first, last: walk.partner(open) },
    {
      kind: 'row',
      items: nodesOf(readExpressions(walk, args)),
    },
  );
};

const readCase: Reader<'CaseExpr'> = (walk, { arg, args = [], defresult, location }) => {
  const first = walk.at(location);
  const branches = args.flatMap((branch) => {
    const { expr, result } = bodyOf(branch, 'CaseWhen') ?? {};
    return [expr, result];
  });
  const parts = [arg, ...branches, defresult].flatMap((node) => (node === undefined ? [] : [node]));
  const reads = readExpressions(walk, parts);
  const lastPart = Math.max(first, ...reads.map(({ last }) => last));
  // All that can stand between the last part and END is brackets that close.
  const last = walk.pastClosers(lastPart);
  if (walk.mark(last) !== 'end') throw new Misfit('CASE has no END');
  return placed(walk, { first, last }, { kind: 'other', name: 'case', parts: nodesOf(reads) });
};

const readNullTest: Reader<'NullTest'> = (walk, { arg, location }) =>
  readTest(walk, 'null-test', arg, location);

const readBooleanTest: Reader<'BooleanTest'> = (walk, { arg, location }) =>
  readTest(walk, 'boolean-test', arg, location);

function readTest(
  walk: Walk,
  kind: 'null-test' | 'boolean-test',
  arg: Node | undefined,
  location: number | undefined,
): Read<SqlExpression> {
  const operand = readExpression(walk, needed(arg));
  const at = walk.at(location);
  // ISNULL and NOTNULL are one word.
  const words = walk.mark(at) === 'is' ? (walk.mark(at + 1) === 'not' ? 3 : 2) : 1;
  const stretch = walk.cover(operand, { first: at, last: at + words - 1 });
  return placed(walk, stretch, { kind, operand: operand.node });
}

const readCollate: Reader<'CollateClause'> = (walk, { arg, location }) => {
  const operand = readExpression(walk, needed(arg));
  const at = walk.at(location);
  const stretch = walk.cover(operand, { first: at, last: walk.name(at + 1).last });
  return placed(walk, stretch, { kind: 'other', name: 'collate', parts: [operand.node] });
};

const readDefault: Reader<'SetToDefault'> = (walk, { location }) => {
  const first = walk.at(location);
  return placed(walk, { first, last: first }, { kind: 'default' });
};

const jsonWords = [
  'is',
  'not',
  'json',
  'value',
  'array',
  'object',
  'scalar',
  'with',
  'without',
  'unique',
  'keys',
];

const readJsonTest: Reader<'JsonIsPredicate'> = (walk, { expr }) => {
  const operand = readExpression(walk, needed(expr));
  const at = walk.pastClosers(operand.last);
  let last = at;
  while (jsonWords.includes(walk.mark(last + 1))) last += 1;
  return placed(walk, walk.cover(operand, { first: at, last }), {
    kind: 'other',
    name: 'is json',
    parts: [operand.node],
  });
};

/** The new values of `SET (a, b) = …`: the tree repeats the source for each column. */
const readMultiAssignment: Reader<'MultiAssignRef'> = (walk, { source, colno = 1 }) => {
  const row = bodyOf(source, 'RowExpr')?.args?.[colno - 1];
  return readExpression(walk, row ?? needed(source));
};

const readers = {
  A_Const: readConstant,
  ColumnRef: readColumn,
  ParamRef: readParameter,
  A_Expr: readOperation,
  BoolExpr: readBoolean,
  SubLink: readSubLink,
  TypeCast: readCast,
  FuncCall: readCall,
  A_Indirection: readIndirection,
  A_ArrayExpr: readArray,
  RowExpr: readRow,
  CaseExpr: readCase,
  NullTest: readNullTest,
  BooleanTest: readBooleanTest,
  CollateClause: readCollate,
  SetToDefault: readDefault,
  JsonIsPredicate: readJsonTest,
  MultiAssignRef: readMultiAssignment,
} as const;

/** Functions that have a node of their own: what stands in their parentheses. */
function within(
  walk: Walk,
  name: string,
  first: number,
  open: number,
  nodes: readonly (Node | undefined)[],
): Read<SqlExpression> {
  const parts = nodes.flatMap((node) => (node === undefined ? [] : [readExpression(walk, node)]));
  return placed(walk, { first, last: walk.partner(open) }, { kind: 'other', name, parts: nodesOf(parts) });
}

/** Any other node: the expressions in it, and the parentheses behind its word. */
function readOther(walk: Walk, kind: string, body: unknown): Read<SqlExpression> {
  const parts = expressionsIn(walk, body);
  const name = kind.replace(/(?:Expr|Clause|Func)$/, '').toLowerCase();
  const own = ownStretch(walk, body);
  const stretches = own === undefined ? parts : [own, ...parts];
  if (stretches.length === 0) throw new Misfit(`${kind} says no place`);
  return placed(walk, walk.cover(...stretches), { kind: 'other', name, parts: nodesOf(parts) });
}

function ownStretch(walk: Walk, body: unknown): Stretch | undefined {
  const { location } = body as { readonly location?: unknown };
  if (typeof location !== 'number' || location < 0) return undefined;
  const first = walk.at(location);
  if (walk.mark(first) === '(') return { first, last: walk.partner(first) };
  const open = walk.mark(first) === 'grouping' && walk.mark(first + 1) === 'sets' ? first + 2 : first + 1;
  const calls = walk.token(first).kind === 'word' && walk.mark(open) === '(';
  return { first, last: calls && walk.piece.partners[open] !== -1 ? walk.partner(open) : first };
}

function expressionsIn(walk: Walk, body: unknown): Read<SqlExpression>[] {
  if (Array.isArray(body)) return body.flatMap((item) => expressionsIn(walk, item));
  if (typeof body !== 'object' || body === null) return [];
  const keys = Object.keys(body);
  const [kind = ''] = keys;
  if (keys.length === 1 && isExpression(kind, body)) return [readExpression(walk, body as Node)];
  if (keys.length === 1 && kind === 'SelectStmt') {
    const query = readQuery(walk, body as Node);
    return [{ ...query, node: { kind: 'query', form: 'scalar', query: query.node, ...walk.span(query) } }];
  }
  return keys.flatMap((key) =>
    key === 'typeName' ? [] : expressionsIn(walk, (body as Record<string, unknown>)[key]),
  );
}

function isExpression(kind: string, body: object): boolean {
  if (kind in readers) return true;
  const inner: unknown = Object.values(body)[0];
  return (
    /^[A-Z]\w*(?:Expr|Function|Func)$/.test(kind) &&
    typeof inner === 'object' &&
    inner !== null &&
    'location' in inner
  );
}

type Unplaced = SqlExpression extends infer One
  ? One extends unknown
    ? Omit<One, 'start' | 'end'>
    : never
  : never;

function placed(walk: Walk, stretch: Stretch, node: Unplaced): Read<SqlExpression> {
  const { first, last } = stretch;
  return { first, last, node: { ...node, ...walk.span(stretch) } as SqlExpression };
}

function needed(node: Node | undefined): Node {
  if (node === undefined) throw new Misfit('a part is missing');
  return node;
}
