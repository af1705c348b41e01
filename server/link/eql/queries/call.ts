import type { SqlSortItem, SqlWindow } from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { type At, type Kind, plain, walkExpression } from './expression.ts';
import { isAggregate } from './functions.ts';
import { operandOf, placeOf } from './operand.ts';
import { groupUse, rawOf, useBase } from './reference.ts';

export function walkCall(analysis: Analysis, call: Kind<'call'>, at: At): void {
  const { schema, name } = call.function;
  const { scope } = at.view;
  const namePlace = placeOf(analysis.context.file, call.function);
  const outcome = { kind: 'call', name, place: namePlace } as const;
  const aggregated = call.over === undefined && isAggregate(call.function) ? 1 : 0;
  scope.aggregates += aggregated;
  const raws = call.arguments.map(({ value }) =>
    rawOf(walkExpression(analysis, value, { ...plain(at), outcome })),
  );
  walkSort(analysis, call.orderBy, 'aggregate', at, !call.distinct);
  if (call.filter !== undefined) walkExpression(analysis, call.filter, plain(at));
  scope.aggregates -= aggregated;
  if (call.over !== undefined) walkWindow(analysis, call.over, at);
  if (raws.every((raw) => raw === undefined)) return;

  const all = call.arguments.map(({ value }) => operandOf(analysis.context.file, value, at.view));
  for (const [argument, raw] of raws.entries()) {
    if (raw === undefined) continue;
    analysis.uses.push({
      ...useBase(analysis, raw, namePlace),
      kind: 'call',
      ...(schema === undefined ? {} : { schema }),
      name,
      namePlace,
      argument,
      arguments: all,
      distinct: call.distinct,
      ...(at.negation === undefined ? {} : { negation: at.negation }),
      whole: placeOf(analysis.context.file, call),
      // biome-ignore lint/suspicious/noThenProperty: the word of the model; nobody awaits a use.
      ...(at.outcome === undefined ? {} : { then: at.outcome }),
    });
    if (call.distinct && name === 'count' && aggregated === 1) {
      analysis.uses.push(groupUse(analysis, raw, raw.place, 'count-distinct', call.orderBy.length === 0));
    }
  }
}

export function walkWindow(analysis: Analysis, window: SqlWindow, at: At): void {
  for (const expression of window.partitionBy) {
    const raw = rawOf(walkExpression(analysis, expression, plain(at)));
    if (raw !== undefined)
      analysis.uses.push(
        groupUse(analysis, raw, placeOf(analysis.context.file, expression), 'partition-by', true),
      );
  }
  walkSort(analysis, window.orderBy, 'window', at);
}

/** ORDER BY of a window or an aggregate, which sees neither names nor positions of the select list. */
function walkSort(
  analysis: Analysis,
  items: readonly SqlSortItem[],
  clause: 'window' | 'aggregate',
  at: At,
  replaceable = true,
): void {
  for (const { expression } of items) {
    const raw = rawOf(walkExpression(analysis, expression, plain(at)));
    if (raw !== undefined) {
      analysis.uses.push({
        ...useBase(analysis, raw, placeOf(analysis.context.file, expression)),
        kind: 'order',
        clause,
        through: 'column',
        // With DISTINCT only what is aggregated may be sorted by.
        ...(replaceable ? {} : { replaceable }),
      });
    }
  }
}
