import type {
  Alias,
  DeleteStmt,
  InsertStmt,
  MergeStmt,
  Node,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from 'libpg-query';
import { nodesOf, readExpression, readExpressions, readSortItems, readWindow } from './expressions.ts';
import type {
  SqlAssignment,
  SqlColumnName,
  SqlCte,
  SqlExpression,
  SqlFrom,
  SqlName,
  SqlQuery,
  SqlTarget,
} from './statement.ts';
import { bodyOf, itemsOf, Misfit, type Read, type Stretch, textOf, type Walk } from './walk.ts';

/** Reads a query of the tree: SELECT, VALUES, what joins them, and the statements that write. */
export function readQuery(walk: Walk, node: Node): Read<SqlQuery> {
  const read = walk.deeper(() => {
    const select = bodyOf(node, 'SelectStmt');
    if (select !== undefined) return readSelect(walk, select);
    const insert = bodyOf(node, 'InsertStmt');
    if (insert !== undefined) return readInsert(walk, insert);
    const update = bodyOf(node, 'UpdateStmt');
    if (update !== undefined) return readUpdate(walk, update);
    const remove = bodyOf(node, 'DeleteStmt');
    if (remove !== undefined) return readDelete(walk, remove);
    const merge = bodyOf(node, 'MergeStmt');
    if (merge !== undefined) return readMerge(walk, merge);
    throw new Misfit(`${Object.keys(node)[0]} is no query`);
  });
  if (read === undefined) throw new Misfit('it nests too deep');
  return read;
}

const setWords = ['union', 'intersect', 'except'];

function readSelect(walk: Walk, select: SelectStmt): Read<SqlQuery> {
  if (select.larg !== undefined && select.rarg !== undefined) return readSetOperation(walk, select);
  const ctes = readWith(walk, select.withClause);
  const start = startOfWith(walk, select.withClause);
  if (select.valuesLists !== undefined) {
    const rows = select.valuesLists.map((row) => readExpressions(walk, itemsOf(row)));
    const [first] = rows[0] ?? [];
    if (first === undefined) throw new Misfit('VALUES has no value');
    const stretch = restOfQuery(walk, start ?? back(walk, first.first, 'values'), hasTail(select));
    return {
      ...stretch,
      node: { kind: 'values', ...walk.span(stretch), with: ctes, rows: rows.map(nodesOf) },
    };
  }
  const isTable = bodyOf(bodyOf(select.targetList?.[0], 'ResTarget')?.val, 'ColumnRef')?.location === -1;
  const targets = isTable ? [] : readTargets(walk, select.targetList);
  const from = (select.fromClause ?? []).map((item) => readFrom(walk, item));
  const inside = targets[0] ?? from[0];
  const begin = start ?? (inside === undefined ? lonely(walk, select) : beginOf(walk, inside.first, isTable));
  const where = select.whereClause === undefined ? undefined : readExpression(walk, select.whereClause);
  const having = select.havingClause === undefined ? undefined : readExpression(walk, select.havingClause);
  const stretch = restOfQuery(walk, begin, hasTail(select));
  return {
    ...stretch,
    node: {
      kind: 'select',
      ...walk.span(stretch),
      with: ctes,
      distinct: distinctOf(walk, select.distinctClause),
      targets: isTable ? everything(walk, from) : nodesOf(targets),
      from: nodesOf(from),
      ...(where === undefined ? {} : { where: where.node }),
      groupBy: nodesOf(readExpressions(walk, select.groupClause)),
      ...(having === undefined ? {} : { having: having.node }),
      windows: (select.windowClause ?? []).flatMap((node) => {
        const window = bodyOf(node, 'WindowDef');
        if (window === undefined) return [];
        const open = walk.at(window.location);
        return [readWindow(walk, window, { first: open - 2, last: walk.partner(open) })];
      }),
      orderBy: nodesOf(readSortItems(walk, select.sortClause)),
    },
  };
}

/** `TABLE t` says `SELECT *` without a place for the star. */
function everything(walk: Walk, from: readonly Read<SqlFrom>[]): SqlTarget[] {
  return from.slice(0, 1).map((item) => {
    const span = walk.span(item);
    return { ...span, expression: { ...span, kind: 'column', parts: [], star: true, text: '*' } };
  });
}

function distinctOf(walk: Walk, clause: readonly Node[] | undefined): boolean | SqlExpression[] {
  if (clause === undefined) return false;
  const on = clause.filter((node) => Object.keys(node).length > 0);
  return on.length === 0 ? true : nodesOf(readExpressions(walk, on));
}

function beginOf(walk: Walk, inside: number, isTable: boolean): number {
  return isTable ? back(walk, inside, 'table') : back(walk, inside, 'select');
}

/** A SELECT that selects nothing from nothing: then it is all that stands there, or stands at the start. */
function lonely(walk: Walk, select: SelectStmt): number {
  const part = select.whereClause ?? select.havingClause;
  if (part !== undefined) return back(walk, readExpression(walk, part).first, 'select');
  if (walk.mark(0) === 'select') return 0;
  throw new Misfit('SELECT has no parts');
}

/** The nearest key word before a token. What stands between them are further words and brackets of the same query. */
function back(walk: Walk, from: number, word: string): number {
  for (let index = from - 1; index >= 0; index -= 1) {
    const partner = walk.piece.partners[index] ?? -1;
    if (walk.mark(index) === word) return index;
    if (partner >= 0 && partner < index) index = partner;
  }
  throw new Misfit(`no ${word} before token ${from}`);
}

/**
 * From the first token of a query to where the grammar can end it: a closing bracket, or a word of what holds it. The
 * last of several that UNION joins has no tail of its own: ORDER BY and LIMIT behind it belong to all.
 */
function restOfQuery(walk: Walk, first: number, tail: boolean): Stretch {
  for (let index = first; index < walk.length; index += 1) {
    const partner = walk.piece.partners[index] ?? -1;
    if (partner > index) index = partner;
    else if (partner >= 0) return { first, last: index - 1 };
    else if (index > first && (endsQuery(walk, index) || (!tail && walk.isWord(index, tailWords)))) {
      return { first, last: index - 1 };
    }
  }
  return { first, last: walk.length - 1 };
}

const tailWords = ['order', 'limit', 'offset', 'fetch', 'for'];

function hasTail({ sortClause, limitCount, limitOffset, lockingClause }: SelectStmt): boolean {
  return [sortClause, limitCount, limitOffset, lockingClause].some((clause) => clause !== undefined);
}

function endsQuery(walk: Walk, index: number): boolean {
  if (walk.isWord(index, [...setWords, 'returning'])) return true;
  const next = walk.mark(index + 1);
  if (walk.isWord(index, ['on'])) {
    return next === 'conflict' && ['(', 'do', 'on'].includes(walk.mark(index + 2));
  }
  if (!walk.isWord(index, ['with'])) return false;
  return (
    next === 'check' ||
    ((next === 'local' || next === 'cascaded') && walk.mark(index + 2) === 'check') ||
    endsData(walk, index)
  );
}

/** CREATE TABLE AS … WITH [NO] DATA. */
function endsData(walk: Walk, index: number): boolean {
  const last = walk.length - 1;
  return walk.mark(last) === 'data' && index === (walk.mark(last - 1) === 'no' ? last - 2 : last - 1);
}

function readSetOperation(walk: Walk, select: SelectStmt): Read<SqlQuery> {
  const ctes = readWith(walk, select.withClause);
  const left = readQuery(walk, { SelectStmt: select.larg ?? {} });
  const right = readQuery(walk, { SelectStmt: select.rarg ?? {} });
  const own = walk.cover(left, right);
  const first = startOfWith(walk, select.withClause) ?? own.first;
  const orderBy = readSortItems(walk, select.sortClause);
  const last = hasTail(select) ? restOfQuery(walk, own.last + 1, true).last : own.last;
  const stretch = { first, last };
  return {
    ...stretch,
    node: {
      kind: 'set-operation',
      ...walk.span(stretch),
      with: ctes,
      operation: operations[select.op ?? 'SETOP_UNION'] ?? 'union',
      all: select.all === true,
      left: left.node,
      right: right.node,
      orderBy: nodesOf(orderBy),
    },
  };
}

const operations: Readonly<Record<string, 'union' | 'intersect' | 'except'>> = {
  SETOP_UNION: 'union',
  SETOP_INTERSECT: 'intersect',
  SETOP_EXCEPT: 'except',
};

function startOfWith(walk: Walk, clause: WithClause | undefined): number | undefined {
  return clause === undefined ? undefined : walk.at(clause.location);
}

function readWith(walk: Walk, clause: WithClause | undefined): SqlCte[] {
  return (clause?.ctes ?? []).flatMap((node) => {
    const cte = bodyOf(node, 'CommonTableExpr');
    if (cte?.ctequery === undefined) return [];
    const first = walk.at(cte.location);
    const query = readQuery(walk, cte.ctequery);
    let at = first + 1;
    if (walk.mark(at) === '(') at = walk.partner(at) + 1;
    while (walk.mark(at) !== '(') at += 1;
    const stretch = { first, last: walk.partner(at) };
    const columns = (cte.aliascolnames ?? []).map(textOf);
    const name = cte.ctename ?? '';
    const recursive = clause?.recursive === true ? { recursive: true } : {};
    return [{ ...walk.span(stretch), name, columns, query: query.node, ...recursive }];
  });
}

function readTargets(walk: Walk, nodes: readonly Node[] | undefined): Read<SqlTarget>[] {
  return (nodes ?? []).flatMap((node) => {
    const target = bodyOf(node, 'ResTarget');
    if (target?.val === undefined) return [];
    const expression = readExpression(walk, target.val);
    if (target.name === undefined) {
      return [{ ...expression, node: { ...walk.span(expression), expression: expression.node } }];
    }
    let last = walk.pastClosers(expression.last);
    if (walk.mark(last) === 'as') last += 1;
    const stretch = walk.cover(expression, { first: last, last });
    const alias = walk.isHole(last) ? '' : target.name;
    return [{ ...stretch, node: { ...walk.span(stretch), expression: expression.node, alias } }];
  });
}

export function readTable(walk: Walk, relation: RangeVar | undefined): Read<SqlName> {
  return walk.name(walk.at(relation?.location));
}

interface ReadAlias {
  readonly last: number;
  readonly alias?: string;
  readonly columns: readonly string[];
}

/** `[AS] name [(columns)]` behind a token. */
function readAlias(walk: Walk, from: number, alias: Alias | undefined): ReadAlias {
  if (alias === undefined) return { last: from - 1, columns: [] };
  let last = from;
  while (last < walk.length && walk.namePart(last) !== alias.aliasname) {
    if (!['*', 'as', 'with', 'ordinality', ')'].includes(walk.mark(last))) break;
    last += 1;
  }
  const columns = (alias.colnames ?? []).map(textOf);
  if (walk.mark(last + 1) === '(' && columns.length > 0) last = walk.partner(last + 1);
  return { last, columns, alias: alias.aliasname ?? '' };
}

function withAlias<Thing>(read: Thing, { alias }: ReadAlias): Thing & { readonly alias?: string } {
  return { ...read, ...(alias === undefined ? {} : { alias }) };
}

function readFrom(walk: Walk, node: Node): Read<SqlFrom> {
  const read = walk.deeper(() => readFromItem(walk, node));
  if (read === undefined) throw new Misfit('it nests too deep');
  return read;
}

function readFromItem(walk: Walk, node: Node): Read<SqlFrom> {
  const table = bodyOf(node, 'RangeVar');
  if (table !== undefined) {
    const name = readTable(walk, table);
    const alias = readAlias(walk, name.last + 1, table.alias);
    const stretch = { first: name.first, last: Math.max(name.last, alias.last) };
    const columns = alias.columns;
    return placed(walk, stretch, withAlias({ kind: 'table', table: name.node, columns }, alias));
  }
  const subselect = bodyOf(node, 'RangeSubselect');
  if (subselect?.subquery !== undefined) {
    const query = readQuery(walk, subselect.subquery);
    let { first, last } = query;
    while (walk.mark(first - 1) === '(' && walk.partner(first - 1) === last + 1) {
      first -= 1;
      last += 1;
    }
    const alias = readAlias(walk, last + 1, subselect.alias);
    if (subselect.lateral) first -= 1;
    return placed(
      walk,
      { first, last: alias.last },
      withAlias(
        {
          kind: 'subquery',
          query: query.node,
          columns: alias.columns,
          lateral: subselect.lateral === true,
        },
        alias,
      ),
    );
  }
  const join = bodyOf(node, 'JoinExpr');
  if (join?.larg !== undefined && join.rarg !== undefined) {
    const left = readFrom(walk, join.larg);
    const right = readFrom(walk, join.rarg);
    const on = join.quals === undefined ? undefined : readExpression(walk, join.quals);
    const using = (join.usingClause ?? []).map(textOf);
    const parts: Stretch[] = [left, right];
    if (on !== undefined) parts.push(on);
    if (using.length > 0) {
      const open = walk.pastClosers(right.last) + 1;
      parts.push({ first: open, last: walk.partner(open) });
    }
    const own = walk.cover(...parts);
    const alias = readAlias(walk, walk.pastClosers(own.last), join.alias);
    const stretch = join.alias === undefined ? own : walk.cover(own, { first: alias.last, last: alias.last });
    return placed(
      walk,
      stretch,
      withAlias(
        {
          kind: 'join',
          left: left.node,
          right: right.node,
          ...(on === undefined ? {} : { on: on.node }),
          using,
          natural: join.isNatural === true,
          ...(alias.columns.length === 0 ? {} : { columns: alias.columns }),
        },
        alias,
      ),
    );
  }
  const sample = bodyOf(node, 'RangeTableSample');
  if (sample?.relation !== undefined) return readFrom(walk, sample.relation);
  return readFunctions(walk, node);
}

function readFunctions(walk: Walk, node: Node): Read<SqlFrom> {
  const range = bodyOf(node, 'RangeFunction');
  const other = bodyOf(node, 'RangeTableFunc') ?? bodyOf(node, 'JsonTable');
  if (range === undefined && other === undefined)
    throw new Misfit(`${Object.keys(node)[0]} is not read from`);
  const calls =
    range === undefined
      ? [readExpression(walk, node)]
      : readExpressions(
          walk,
          (range.functions ?? []).flatMap((one) => itemsOf(one).slice(0, 1)),
        );
  const own = walk.cover(...calls);
  const alias = readAlias(walk, walk.pastClosers(own.last), (range ?? other)?.alias);
  const last = (range ?? other)?.alias === undefined ? own.last : alias.last;
  return placed(
    walk,
    walk.cover(own, { first: last, last }),
    withAlias({ kind: 'function', calls: nodesOf(calls), columns: alias.columns }, alias),
  );
}

type Unplaced = SqlFrom extends infer One
  ? One extends unknown
    ? Omit<One, 'start' | 'end'>
    : never
  : never;

function placed(walk: Walk, { first, last }: Stretch, node: Unplaced): Read<SqlFrom> {
  return { first, last, node: { ...node, ...walk.span({ first, last }) } as SqlFrom };
}

function readInsert(walk: Walk, insert: InsertStmt): Read<SqlQuery> {
  const table = readTable(walk, insert.relation);
  const first = startOfWith(walk, insert.withClause) ?? back(walk, table.first, 'insert');
  const stretch = restOfWrite(walk, first);
  const alias = insert.relation?.alias?.aliasname;
  const conflict = insert.onConflictClause;
  const source = insert.selectStmt === undefined ? undefined : readQuery(walk, insert.selectStmt);
  return {
    ...stretch,
    node: {
      kind: 'insert',
      ...walk.span(stretch),
      with: readWith(walk, insert.withClause),
      table: table.node,
      ...(alias === undefined ? {} : { alias }),
      columns: (insert.cols ?? []).flatMap((node) => columnOf(walk, node)),
      ...(source === undefined ? {} : { source: source.node }),
      ...(conflict === undefined ? {} : { conflict: conflictKeys(walk, conflict.location) }),
      set: readAssignments(walk, conflict?.targetList),
      ...(conflict?.whereClause === undefined
        ? {}
        : { conflictWhere: readExpression(walk, conflict.whereClause).node }),
      returning: nodesOf(readTargets(walk, insert.returningClause?.exprs)),
    },
  };

  function conflictKeys(walk: Walk, location: number | undefined): SqlExpression[] {
    const at = walk.at(location);
    const open = at + 2;
    if (walk.mark(at) !== 'on' || walk.mark(open) !== '(') return [];
    const segments = walk.segments({ first: open + 1, last: walk.partner(open) - 1 });
    return (conflict?.infer?.indexElems ?? []).flatMap((node, index) => {
      const element = bodyOf(node, 'IndexElem');
      if (element?.expr !== undefined) return [readExpression(walk, element.expr).node];
      const key = segments[index];
      return key === undefined ? [] : [columnAt(walk, key.first)];
    });
  }
}

/** A column by its name alone, as an expression. */
export function columnAt(walk: Walk, index: number): SqlExpression {
  const stretch = { first: index, last: index };
  return {
    kind: 'column',
    ...walk.span(stretch),
    parts: [walk.namePart(index)],
    star: false,
    text: walk.raw(stretch),
  };
}

/** A statement that writes ends as a query does, but its own words do not end it. */
function restOfWrite(walk: Walk, first: number): Stretch {
  for (let index = first; index < walk.length; index += 1) {
    const partner = walk.piece.partners[index] ?? -1;
    if (partner > index) index = partner;
    else if (partner >= 0) return { first, last: index - 1 };
  }
  return { first, last: walk.length - 1 };
}

function columnOf(walk: Walk, node: Node): SqlColumnName[] {
  const target = bodyOf(node, 'ResTarget');
  if (target === undefined) return [];
  const index = walk.at(target.location);
  return [{ ...walk.span({ first: index, last: index }), name: walk.namePart(index) }];
}

function readAssignments(walk: Walk, nodes: readonly Node[] | undefined): SqlAssignment[] {
  return (nodes ?? []).flatMap((node) => {
    const target = bodyOf(node, 'ResTarget');
    const [column] = columnOf(walk, node);
    if (target?.val === undefined || column === undefined) return [];
    const value = readExpression(walk, target.val);
    const stretch = walk.cover({ first: walk.at(target.location), last: walk.at(target.location) }, value);
    // The new value of one of several columns stands apart from its name.
    const own = bodyOf(target.val, 'MultiAssignRef') === undefined ? walk.span(stretch) : column;
    return [{ start: own.start, end: own.end, column, value: value.node }];
  });
}

function readUpdate(walk: Walk, update: UpdateStmt): Read<SqlQuery> {
  const table = readTable(walk, update.relation);
  const first = startOfWith(walk, update.withClause) ?? back(walk, table.first, 'update');
  const stretch = restOfWrite(walk, first);
  const alias = update.relation?.alias?.aliasname;
  return {
    ...stretch,
    node: {
      kind: 'update',
      ...walk.span(stretch),
      with: readWith(walk, update.withClause),
      table: table.node,
      ...(alias === undefined ? {} : { alias }),
      set: readAssignments(walk, update.targetList),
      from: (update.fromClause ?? []).map((item) => readFrom(walk, item).node),
      ...(update.whereClause === undefined ? {} : { where: readExpression(walk, update.whereClause).node }),
      returning: nodesOf(readTargets(walk, update.returningClause?.exprs)),
    },
  };
}

function readDelete(walk: Walk, remove: DeleteStmt): Read<SqlQuery> {
  const table = readTable(walk, remove.relation);
  const first = startOfWith(walk, remove.withClause) ?? back(walk, table.first, 'delete');
  const stretch = restOfWrite(walk, first);
  const alias = remove.relation?.alias?.aliasname;
  return {
    ...stretch,
    node: {
      kind: 'delete',
      ...walk.span(stretch),
      with: readWith(walk, remove.withClause),
      table: table.node,
      ...(alias === undefined ? {} : { alias }),
      using: (remove.usingClause ?? []).map((item) => readFrom(walk, item).node),
      ...(remove.whereClause === undefined ? {} : { where: readExpression(walk, remove.whereClause).node }),
      returning: nodesOf(readTargets(walk, remove.returningClause?.exprs)),
    },
  };
}

/** MERGE as an UPDATE: what it writes in any of its branches, and what it compares. */
function readMerge(walk: Walk, merge: MergeStmt): Read<SqlQuery> {
  const table = readTable(walk, merge.relation);
  const first = startOfWith(walk, merge.withClause) ?? back(walk, table.first, 'merge');
  const stretch = restOfWrite(walk, first);
  const alias = merge.relation?.alias?.aliasname;
  const branches = (merge.mergeWhenClauses ?? []).flatMap((node) => bodyOf(node, 'MergeWhenClause') ?? []);
  const set = branches.flatMap((branch) =>
    branch.commandType === 'CMD_INSERT'
      ? (branch.targetList ?? []).flatMap((node, index) => {
          const [column] = columnOf(walk, node);
          const value = branch.values?.[index];
          if (column === undefined || value === undefined) return [];
          return [{ start: column.start, end: column.end, column, value: readExpression(walk, value).node }];
        })
      : readAssignments(walk, branch.targetList),
  );
  const compared = [merge.joinCondition, ...branches.map(({ condition }) => condition)].flatMap((node) =>
    node === undefined ? [] : [readExpression(walk, node)],
  );
  const [only] = compared;
  const where: SqlExpression | undefined =
    only === undefined || compared.length === 1
      ? only?.node
      : { kind: 'and', operands: nodesOf(compared), ...walk.span(walk.cover(...compared)) };
  return {
    ...stretch,
    node: {
      kind: 'update',
      ...walk.span(stretch),
      with: readWith(walk, merge.withClause),
      table: table.node,
      ...(alias === undefined ? {} : { alias }),
      set,
      from: merge.sourceRelation === undefined ? [] : [readFrom(walk, merge.sourceRelation).node],
      ...(where === undefined ? {} : { where }),
      returning: nodesOf(readTargets(walk, merge.returningClause?.exprs)),
    },
  };
}
