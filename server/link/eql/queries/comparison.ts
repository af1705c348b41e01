import type { EqlOperand } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { SqlExpression } from '../../../read/sql/statement.ts';
import type { Span } from '../../../read/tree.ts';
import type { Analysis } from './analysis.ts';
import { type At, type Items, type Kind, plain, walkExpression } from './expression.ts';
import { operandOf, placeOf } from './operand.ts';
import { rawOf, rawValue, useBase, type Value } from './reference.ts';

/** Operators that give a part of a document, which EQL still knows to be encrypted. */
const steps: ReadonlySet<string> = new Set(['->', '->>', '#>', '#>>']);

function place(analysis: Analysis, span: Span): Place {
  return placeOf(analysis.context.file, span);
}

function operand(analysis: Analysis, expression: SqlExpression, at: At): EqlOperand {
  return operandOf(analysis.context.file, expression, at.view);
}

/** A comparison that is written in one place, whatever its syntax. */
interface Comparison {
  readonly operator: string;
  readonly written: string;
  readonly operatorPlace: Place;
  readonly whole: Place;
  readonly negation: Place | undefined;
}

interface Side {
  readonly value: Value | undefined;
  /** Made when the other side is a column. */
  readonly operand: () => EqlOperand;
}

/** Each side that is an encrypted column is a use, with the other as its operand. */
function compare(analysis: Analysis, comparison: Comparison, left: Side, right: Side): void {
  pushSide(analysis, comparison, 'left', left, right);
  pushSide(analysis, comparison, 'right', right, left);
}

function pushSide(
  analysis: Analysis,
  comparison: Comparison,
  side: 'left' | 'right',
  { value }: Side,
  other: Side,
): void {
  if (value?.kind !== 'raw') return;
  const { operator, written, operatorPlace, whole, negation } = comparison;
  analysis.uses.push({
    ...useBase(analysis, value.raw, operatorPlace),
    kind: 'operator',
    operator,
    operatorPlace,
    written,
    side,
    operand: other.operand(),
    through: value.raw.through,
    ...(negation === undefined ? {} : { negation }),
    whole,
  });
}

/** One operand can stand beside many columns. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

function walkSide(
  analysis: Analysis,
  expression: SqlExpression,
  at: At,
  operator: string,
  operatorPlace: Place,
): Side {
  const outcome = { kind: 'operator', name: operator, place: operatorPlace } as const;
  const value = walkExpression(analysis, expression, { ...plain(at), outcome });
  return { value, operand: once(() => operand(analysis, expression, at)) };
}

export function walkOperator(analysis: Analysis, expression: Kind<'operator'>, at: At): Value | undefined {
  const { operator, written } = expression;
  const operatorPlace = place(analysis, expression.operatorSpan);
  const comparison = {
    operator,
    written,
    operatorPlace,
    whole: place(analysis, expression),
    negation: at.negation,
  };
  if (expression.left === undefined) {
    walkSide(analysis, expression.right, at, operator, operatorPlace);
    return undefined;
  }
  if (expression.left.kind === 'row' && expression.right.kind === 'row') {
    compareRows(analysis, comparison, expression.left, expression.right, at);
    return undefined;
  }
  const left = walkSide(analysis, expression.left, at, operator, operatorPlace);
  const right = walkSide(analysis, expression.right, at, operator, operatorPlace);
  compare(analysis, comparison, left, right);
  if (left.value?.kind !== 'raw' || !steps.has(operator)) return undefined;
  const { raw } = left.value;
  return rawValue({ ...raw, through: [...raw.through, operator] });
}

/** `(a, b) = ($1, $2)` compares item by item. */
function compareRows(analysis: Analysis, comparison: Comparison, left: Items, right: Items, at: At): void {
  const sides = [left, right].map(({ items }) =>
    items.map((item) => walkSide(analysis, item, at, comparison.operator, comparison.operatorPlace)),
  );
  for (const [index, one] of (sides[0] ?? []).entries()) {
    const other = sides[1]?.[index];
    if (other !== undefined) compare(analysis, comparison, one, other);
  }
}

export function walkBetween(analysis: Analysis, expression: Kind<'between'>, at: At): void {
  const operatorPlace = place(analysis, expression.operatorSpan);
  const whole = place(analysis, expression);
  const negation = negatedBy(expression.negated, at.negation, whole);
  const side = (part: SqlExpression, operator: string) =>
    walkSide(analysis, part, at, operator, operatorPlace);
  const of = side(expression.operand, '>=');
  const common = { written: 'BETWEEN', operatorPlace, whole, negation };
  compare(analysis, { ...common, operator: '>=' }, of, side(expression.low, '>='));
  compare(analysis, { ...common, operator: '<=' }, of, side(expression.high, '<='));
}

function negatedBy(own: boolean, outer: Place | undefined, whole: Place): Place | undefined {
  if (!own) return outer;
  return outer === undefined ? whole : undefined;
}

export function walkIn(analysis: Analysis, expression: Kind<'in'>, at: At): void {
  const operator = expression.negated ? '<>' : '=';
  const operatorPlace = place(analysis, expression.operatorSpan);
  const whole = place(analysis, expression);
  const comparison = {
    operator,
    written: expression.negated ? 'NOT IN' : 'IN',
    operatorPlace,
    whole,
    negation: at.negation,
  };
  if (expression.operand.kind === 'row') {
    walkRowsIn(analysis, comparison, expression.operand, expression.items, at);
    return;
  }
  const left = walkSide(analysis, expression.operand, at, operator, operatorPlace);
  for (const item of expression.items) {
    const right = walkSide(analysis, item, at, operator, operatorPlace);
    pushSide(analysis, comparison, 'right', right, left);
  }
  const raw = rawOf(left.value);
  if (raw === undefined) return;
  analysis.uses.push({
    ...useBase(analysis, raw, whole),
    kind: 'in',
    negated: expression.negated,
    items: expression.items.map((item) => operand(analysis, item, at)),
    whole,
  });
}

/** `(a, b) IN (($1, $2), …)`: PostgreSQL makes it `(a, b) = ($1, $2) OR …`. */
function walkRowsIn(
  analysis: Analysis,
  comparison: Comparison,
  row: Items,
  items: readonly SqlExpression[],
  at: At,
): void {
  const { operator, operatorPlace } = comparison;
  const left = row.items.map((part) => walkSide(analysis, part, at, operator, operatorPlace));
  for (const item of items) {
    if (item.kind !== 'row') {
      walkExpression(analysis, item, plain(at));
      continue;
    }
    for (const [index, part] of item.items.entries()) {
      const right = walkSide(analysis, part, at, operator, operatorPlace);
      const of = left[index];
      if (of !== undefined) compare(analysis, comparison, of, right);
    }
  }
}

export function walkQuantified(analysis: Analysis, expression: Kind<'quantified'>, at: At): void {
  const { operator, quantifier } = expression;
  const operatorPlace = place(analysis, expression.operatorSpan);
  const whole = place(analysis, expression);
  const raw = rawOf(walkSide(analysis, expression.left, at, operator, operatorPlace).value);
  walkExpression(analysis, expression.right, plain(at));
  if (raw === undefined) return;
  analysis.uses.push({
    ...useBase(analysis, raw, whole),
    kind: 'any',
    operator,
    quantifier,
    operand: operand(analysis, expression.right, at),
    whole,
  });
}
