import type { EqlOrderUse } from '../../../../rules/model/eql.ts';
import type { SqlExpression } from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { type At, walkExpression } from './expression.ts';
import { placeOf } from './operand.ts';
import type { Outputs } from './output.ts';
import type { Raw } from './raw.ts';
import { rawOf } from './reference.ts';

interface Meaning {
  readonly raw: Raw;
  readonly through: EqlOrderUse['through'];
}

/**
 * What an item of ORDER BY, GROUP BY or DISTINCT ON means: a position, a name of the select list or an expression over the
 * input. For a bare name `first` says which is asked first: ORDER BY and DISTINCT ON ask the output, GROUP BY the input.
 */
export function meaningOf(
  analysis: Analysis,
  expression: SqlExpression,
  outputs: Outputs,
  at: At,
  first: 'output' | 'input',
): Meaning | undefined {
  const position = positionOf(expression);
  if (position !== undefined) {
    const raw = outputs.numbered[position]?.raw;
    return raw && { raw, through: 'position' };
  }
  const name = bareName(expression);
  if (name !== undefined && (first === 'output' || at.view.scope.find([name], 0) === undefined)) {
    const named = outputs.all.filter((output) => output.name === name);
    const [output] = named;
    if (output !== undefined) {
      const { raw } = output;
      if (raw === undefined || named.some((other) => other.raw?.found !== raw.found)) return undefined;
      if (raw.found.column.name !== name) return { raw, through: 'alias' };
      return { raw: { ...raw, place: placeOf(analysis.context.file, expression) }, through: 'column' };
    }
  }
  const raw = rawOf(walkExpression(analysis, expression, at));
  return raw && { raw, through: 'column' };
}

export function positionOf(expression: SqlExpression): number | undefined {
  if (expression.kind !== 'number' || !/^\d{1,4}$/.test(expression.digits)) return undefined;
  return Number(expression.digits) - 1;
}

export function bareName(expression: SqlExpression): string | undefined {
  if (expression.kind !== 'column' || expression.star || expression.parts.length !== 1) return undefined;
  return expression.parts[0];
}
