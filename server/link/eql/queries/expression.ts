import type { EqlCastUse } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { SqlExpression } from '../../../read/sql/statement.ts';
import { type Analysis, mostDepth } from './analysis.ts';
import { walkCall } from './call.ts';
import { walkBetween, walkIn, walkOperator, walkQuantified } from './comparison.ts';
import type { Names } from './names.ts';
import { placeOf, typeName } from './operand.ts';
import { mention, rawColumn, rawOf, rawValue, useBase, type Value } from './reference.ts';
import type { View } from './scope.ts';

/** Where an expression stands: the names in sight, and what stands around it. */
export interface At {
  readonly view: View;
  readonly names: Names | undefined;
  /** The outermost NOT over it, with only AND and OR between, where their number is odd. */
  readonly negation?: Place | undefined;
  /** What is done with its value. */
  readonly outcome?: EqlCastUse['then'] | undefined;
}

export type Items = Extract<SqlExpression, { readonly kind: 'array' | 'row' }>;

export type Kind<Name extends SqlExpression['kind']> = Extract<SqlExpression, { readonly kind: Name }>;

/** Reports the uses in an expression, each part of it once, and says what its value is. */
export function walkExpression(analysis: Analysis, expression: SqlExpression, at: At): Value | undefined {
  if (analysis.depth >= mostDepth) return undefined;
  analysis.depth += 1;
  const value = walkOne(analysis, expression, at);
  analysis.depth -= 1;
  return value;
}

function walkOne(analysis: Analysis, expression: SqlExpression, at: At): Value | undefined {
  switch (expression.kind) {
    case 'column':
      return walkReference(analysis, expression, at);
    case 'parameter':
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'default':
      return undefined;
    case 'cast':
      walkCast(analysis, expression, at);
      return undefined;
    case 'operator':
      return walkOperator(analysis, expression, at);
    case 'and':
    case 'or':
      for (const operand of expression.operands)
        walkExpression(analysis, operand, { ...at, outcome: undefined });
      return undefined;
    case 'not': {
      const negation = at.negation === undefined ? placeOf(analysis.context.file, expression) : undefined;
      walkExpression(analysis, expression.operand, { ...plain(at), negation });
      return undefined;
    }
    case 'between':
      walkBetween(analysis, expression, at);
      return undefined;
    case 'in':
      walkIn(analysis, expression, at);
      return undefined;
    case 'quantified':
      walkQuantified(analysis, expression, at);
      return undefined;
    case 'null-test':
    case 'boolean-test':
      walkExpression(analysis, expression.operand, plain(at));
      return undefined;
    case 'call':
      walkCall(analysis, expression, at);
      return undefined;
    case 'query': {
      const { columns, whole } = analysis.rowsOf(expression.query, at.names, at.view);
      const column = columns[0]?.encrypted;
      return expression.form === 'scalar' && whole && column !== undefined
        ? { kind: 'inner', column }
        : undefined;
    }
    case 'array':
    case 'row':
      for (const item of expression.items) walkExpression(analysis, item, plain(at));
      return undefined;
    case 'subscript':
      walkExpression(analysis, expression.operand, plain(at));
      for (const index of expression.indexes) walkExpression(analysis, index, plain(at));
      return undefined;
    case 'other':
      // The outcome of COALESCE and the like is one of its parts.
      for (const part of expression.parts)
        walkExpression(analysis, part, { ...plain(at), outcome: at.outcome });
      return undefined;
  }
}

export function plain({ view, names }: At): At {
  return { view, names };
}

function walkReference(analysis: Analysis, reference: Kind<'column'>, { view }: At): Value | undefined {
  const raw = rawColumn(analysis, reference, view);
  if (raw !== undefined) mention(raw, false);
  return rawValue(raw);
}

function walkCast(analysis: Analysis, cast: Kind<'cast'>, at: At): void {
  const raw = rawOf(walkExpression(analysis, cast.operand, { ...plain(at), outcome: at.outcome }));
  if (raw === undefined) return;
  analysis.uses.push({
    ...useBase(analysis, raw, placeOf(analysis.context.file, cast)),
    kind: 'cast',
    type: typeName(analysis.context.file, cast.type),
    // biome-ignore lint/suspicious/noThenProperty: the word of the model; nobody awaits a use.
    ...(at.outcome === undefined ? {} : { then: at.outcome }),
  });
}
