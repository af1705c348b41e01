import type { EqlSelected } from '../../../../rules/model/eql.ts';
import type { SqlExpression, SqlSelect } from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { walkWindow } from './call.ts';
import { type At, walkExpression } from './expression.ts';
import { readFrom } from './from.ts';
import { meaningOf } from './item.ts';
import type { Level } from './level.ts';
import { placeOf } from './operand.ts';
import type { Outputs } from './output.ts';
import type { Raw } from './raw.ts';
import { groupUse, mention, useBase } from './reference.ts';
import { Scope } from './scope.ts';
import { pushEach, walkTargets } from './targets.ts';

export function walkSelect(analysis: Analysis, select: SqlSelect, level: Level): Outputs {
  const { names, outer, top } = level;
  const scope = new Scope(outer);
  const at: At = { view: { scope, from: 0 }, names };
  const shapes = readFrom(analysis, select.from, scope, names);
  if (select.where !== undefined) walkExpression(analysis, select.where, at);

  scope.grouped = true;
  const outputs = walkTargets(analysis, select.targets, shapes, at);
  if (select.having !== undefined) walkExpression(analysis, select.having, at);
  for (const window of select.windows) walkWindow(analysis, window, at);
  const orders = select.orderBy.map(({ expression }) => ({
    expression,
    meaning: meaningOf(analysis, expression, outputs, at, 'output'),
  }));
  for (const { meaning } of orders) if (meaning !== undefined) mention(meaning.raw, false);
  scope.grouped = false;

  const { distinct } = select;
  const distinctOn = (typeof distinct === 'boolean' ? [] : distinct).map((expression) => ({
    expression,
    meaning: meaningOf(analysis, expression, outputs, at, 'output'),
  }));
  const groups = select.groupBy
    .flatMap((expression) => groupItems(expression))
    .map((item) => ({
      ...item,
      meaning: meaningOf(analysis, item.expression, outputs, at, 'input'),
    }));

  if (distinct === true) pushEach(analysis, outputs, 'distinct');
  const file = analysis.context.file;
  for (const { expression, meaning } of distinctOn) {
    if (meaning === undefined) continue;
    // What DISTINCT ON names must be what ORDER BY begins with.
    const ordered = orders.some((order) => order.meaning?.raw.found === meaning.raw.found);
    analysis.uses.push(
      groupUse(
        analysis,
        meaning.raw,
        placeOf(file, expression),
        'distinct-on',
        !ordered && meaning.raw.nested !== true,
      ),
    );
  }
  for (const { expression, meaning, alone } of groups) {
    if (meaning === undefined) continue;
    const { selected, legal } = beside(scope, meaning.raw, outputs, top);
    const place = placeOf(file, expression);
    analysis.uses.push(
      groupUse(
        analysis,
        meaning.raw,
        place,
        'group-by',
        alone && legal && meaning.raw.nested !== true,
        selected,
        groups.some((other) => other.meaning === undefined),
      ),
    );
  }
  for (const { expression, meaning } of orders) {
    if (meaning === undefined) continue;
    const replaceable =
      distinct !== true &&
      meaning.raw.nested !== true &&
      !distinctOn.some((item) => item.meaning?.raw.found === meaning.raw.found);
    analysis.uses.push({
      ...useBase(analysis, meaning.raw, placeOf(file, expression)),
      kind: 'order',
      clause: 'query',
      through: meaning.through,
      ...(replaceable ? {} : { replaceable }),
    });
  }
  return outputs;
}

/** `alone`: an item of GROUP BY itself, not of GROUPING SETS, ROLLUP or a row. */
function groupItems(expression: SqlExpression): { expression: SqlExpression; alone: boolean }[] {
  const parts = expression.kind === 'row' ? expression.items : groupingSetOf(expression);
  if (parts === undefined) return [{ expression, alone: true }];
  return parts.flatMap(groupItems).map((item) => ({ ...item, alone: false }));
}

function groupingSetOf(expression: SqlExpression): readonly SqlExpression[] | undefined {
  if (expression.kind !== 'other') return undefined;
  return /group|rollup|cube/i.test(expression.name) ? expression.parts : undefined;
}

/** Where else a grouped column stands, and whether the statement stays legal when only its term is grouped. */
function beside(
  scope: Scope,
  { found }: Raw,
  { whole }: Outputs,
  top: boolean,
): { readonly selected: readonly EqlSelected[]; readonly legal: boolean } {
  const mentions = scope.mentions.get(found) ?? [];
  const selected = mentions
    .filter(({ bare }) => bare)
    .map(({ place, aliased }): EqlSelected => (aliased ? { ...place, aliased } : place));
  const elsewhere = mentions.some(({ bare, aggregated }) => !bare && !aggregated);
  // What is selected gets another type: only a client that asks for nothing by type can bear that.
  return { selected, legal: whole && !elsewhere && (top || selected.length === 0) };
}
