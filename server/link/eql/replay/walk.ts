import type {
  SqlConstraint,
  SqlExpression,
  SqlFrom,
  SqlQuery,
  SqlStatement,
  SqlTableAction,
  SqlType,
  SqlWindow,
} from '../../../read/sql/statement.ts';

/** Called for every part of a statement, outer parts first. */
export interface SqlVisitor {
  readonly expression?: (expression: SqlExpression) => void;
  readonly type?: (type: SqlType) => void;
  readonly query?: (query: SqlQuery) => void;
}

export function walkStatement(statement: SqlStatement, visitor: SqlVisitor): void {
  switch (statement.kind) {
    case 'create-table':
      for (const column of statement.columns) {
        visitor.type?.(column.type);
        walkConstraints(column.constraints, visitor);
      }
      walkConstraints(statement.constraints, visitor);
      walkAll(statement.partitionBy, visitor);
      if (statement.as !== undefined) walkQuery(statement.as, visitor);
      return;
    case 'alter-table':
      for (const action of statement.actions) walkAction(action, visitor);
      return;
    case 'create-index':
      for (const { expression } of statement.keys) walkExpression(expression, visitor);
      if (statement.where !== undefined) walkExpression(statement.where, visitor);
      return;
    case 'create-view':
    case 'query':
      walkQuery(statement.query, visitor);
      return;
    case 'create-type':
      if (statement.base !== undefined) visitor.type?.(statement.base);
      return;
    case 'create-function':
      for (const type of statement.arguments) visitor.type?.(type);
      return;
    case 'rename':
    case 'set-schema':
    case 'drop':
    case 'create-schema':
    case 'create-extension':
    case 'copy-from':
    case 'truncate':
    case 'set-search-path':
    case 'include':
    case 'json-index-syntax':
    case 'other':
      return;
  }
}

function walkAction(action: SqlTableAction, visitor: SqlVisitor): void {
  switch (action.kind) {
    case 'add-column':
      visitor.type?.(action.column.type);
      walkConstraints(action.column.constraints, visitor);
      return;
    case 'alter-type':
      visitor.type?.(action.type);
      if (action.using !== undefined) walkExpression(action.using, visitor);
      return;
    case 'set-default':
      walkExpression(action.expression, visitor);
      return;
    case 'add-constraint':
      walkConstraints([action.constraint], visitor);
      return;
    case 'drop-column':
    case 'drop-default':
    case 'drop-constraint':
    case 'other':
      return;
  }
}

function walkConstraints(constraints: readonly SqlConstraint[], visitor: SqlVisitor): void {
  for (const constraint of constraints) {
    if ('expression' in constraint) walkExpression(constraint.expression, visitor);
  }
}

function walkAll(expressions: readonly SqlExpression[], visitor: SqlVisitor): void {
  for (const expression of expressions) walkExpression(expression, visitor);
}

export function walkQuery(query: SqlQuery, visitor: SqlVisitor): void {
  visitor.query?.(query);
  for (const cte of query.with) walkQuery(cte.query, visitor);
  switch (query.kind) {
    case 'select':
      if (typeof query.distinct !== 'boolean') walkAll(query.distinct, visitor);
      walkTargets(query.targets, visitor);
      for (const from of query.from) walkFrom(from, visitor);
      if (query.where !== undefined) walkExpression(query.where, visitor);
      walkAll(query.groupBy, visitor);
      if (query.having !== undefined) walkExpression(query.having, visitor);
      for (const window of query.windows) walkWindow(window, visitor);
      walkTargets(query.orderBy, visitor);
      return;
    case 'set-operation':
      walkQuery(query.left, visitor);
      walkQuery(query.right, visitor);
      walkTargets(query.orderBy, visitor);
      return;
    case 'values':
      for (const row of query.rows) walkAll(row, visitor);
      return;
    case 'insert':
      if (query.source !== undefined) walkQuery(query.source, visitor);
      walkAll(query.conflict ?? [], visitor);
      for (const { value } of query.set) walkExpression(value, visitor);
      if (query.conflictWhere !== undefined) walkExpression(query.conflictWhere, visitor);
      walkTargets(query.returning, visitor);
      return;
    case 'update':
      for (const { value } of query.set) walkExpression(value, visitor);
      for (const from of query.from) walkFrom(from, visitor);
      if (query.where !== undefined) walkExpression(query.where, visitor);
      walkTargets(query.returning, visitor);
      return;
    case 'delete':
      for (const from of query.using) walkFrom(from, visitor);
      if (query.where !== undefined) walkExpression(query.where, visitor);
      walkTargets(query.returning, visitor);
      return;
  }
}

function walkTargets(targets: readonly { readonly expression: SqlExpression }[], visitor: SqlVisitor): void {
  for (const { expression } of targets) walkExpression(expression, visitor);
}

function walkWindow(window: SqlWindow, visitor: SqlVisitor): void {
  walkAll(window.partitionBy, visitor);
  walkTargets(window.orderBy, visitor);
}

function walkFrom(from: SqlFrom, visitor: SqlVisitor): void {
  switch (from.kind) {
    case 'table':
      return;
    case 'subquery':
      walkQuery(from.query, visitor);
      return;
    case 'function':
      walkAll(from.calls, visitor);
      return;
    case 'join':
      walkFrom(from.left, visitor);
      walkFrom(from.right, visitor);
      if (from.on !== undefined) walkExpression(from.on, visitor);
      return;
  }
}

export function walkExpression(expression: SqlExpression, visitor: SqlVisitor): void {
  visitor.expression?.(expression);
  switch (expression.kind) {
    case 'column':
    case 'parameter':
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'default':
      return;
    case 'cast':
      walkExpression(expression.operand, visitor);
      visitor.type?.(expression.type);
      return;
    case 'operator':
      if (expression.left !== undefined) walkExpression(expression.left, visitor);
      walkExpression(expression.right, visitor);
      return;
    case 'and':
    case 'or':
      walkAll(expression.operands, visitor);
      return;
    case 'not':
    case 'null-test':
    case 'boolean-test':
      walkExpression(expression.operand, visitor);
      return;
    case 'between':
      walkExpression(expression.operand, visitor);
      walkExpression(expression.low, visitor);
      walkExpression(expression.high, visitor);
      return;
    case 'in':
      walkExpression(expression.operand, visitor);
      walkAll(expression.items, visitor);
      return;
    case 'quantified':
      walkExpression(expression.left, visitor);
      walkExpression(expression.right, visitor);
      return;
    case 'call':
      for (const { value } of expression.arguments) walkExpression(value, visitor);
      walkTargets(expression.orderBy, visitor);
      if (expression.filter !== undefined) walkExpression(expression.filter, visitor);
      if (expression.over !== undefined) walkWindow(expression.over, visitor);
      return;
    case 'query':
      walkQuery(expression.query, visitor);
      return;
    case 'array':
    case 'row':
      walkAll(expression.items, visitor);
      return;
    case 'subscript':
      walkExpression(expression.operand, visitor);
      walkAll(expression.indexes, visitor);
      return;
    case 'other':
      walkAll(expression.parts, visitor);
      return;
  }
}
