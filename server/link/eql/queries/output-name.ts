import type { SqlExpression, SqlQuery } from '../../../read/sql/statement.ts';

/** The name that PostgreSQL gives to an item of a select list that has no alias (FigureColname of its parser). */
export function outputName(expression: SqlExpression): string {
  return named(expression) ?? '?column?';
}

function named(expression: SqlExpression): string | undefined {
  switch (expression.kind) {
    case 'column':
      return expression.parts.at(-1);
    case 'call':
      return expression.function.name;
    case 'cast':
      return named(expression.operand) ?? expression.type.name;
    case 'subscript':
      return named(expression.operand);
    case 'query':
      return expression.form === 'scalar' ? firstOutputName(expression.query) : expression.form;
    case 'array':
    case 'row':
      return expression.kind;
    case 'other':
      return expression.name.toLowerCase();
    default:
      return undefined;
  }
}

function firstOutputName(query: SqlQuery): string | undefined {
  let first = query;
  while (first.kind === 'set-operation') first = first.left;
  const target = first.kind === 'select' ? first.targets[0] : undefined;
  return target && (target.alias ?? named(target.expression));
}
