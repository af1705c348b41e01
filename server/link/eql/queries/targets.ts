import type { EqlColumn } from '../../../../rules/model/eql.ts';
import type { SqlExpression, SqlTarget } from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { type At, walkExpression } from './expression.ts';
import { identifier } from './identifier.ts';
import { operandOf, placeOf } from './operand.ts';
import { type Output, OutputList, type Outputs, relationColumn } from './output.ts';
import { outputName } from './output-name.ts';
import type { Raw } from './raw.ts';
import { groupUse, mention, rawColumn } from './reference.ts';
import { type FromShape, starOf, type View } from './scope.ts';

/** A select list or RETURNING: reports the uses in it, and says what it gives. */
export function walkTargets(
  analysis: Analysis,
  targets: readonly SqlTarget[],
  shapes: readonly FromShape[],
  at: At,
): Outputs {
  const list = new OutputList();
  for (const { expression, alias } of targets) {
    if (expression.kind === 'column' && expression.star) addStar(analysis, list, expression, shapes, at.view);
    else if (expression.kind === 'parameter' && expression.hole === 'sql') list.addUnknown();
    else list.add(outputOf(analysis, expression, alias, at));
  }
  return list.outputs();
}

function outputOf(analysis: Analysis, expression: SqlExpression, alias: string | undefined, at: At): Output {
  const name = alias ?? outputName(expression);
  const operand = () => operandOf(analysis.context.file, expression, at.view);
  const raw = rawColumn(analysis, expression, at.view);
  if (raw !== undefined) {
    mention(raw, true, alias !== undefined);
    return { name, encrypted: raw.column, raw, operand };
  }
  const value = walkExpression(analysis, expression, at);
  if (value?.kind !== 'inner') return { name, operand };
  return {
    name,
    encrypted: value.column,
    raw: nestedRaw(analysis, expression, name, value.column, at),
    operand,
  };
}

function nestedRaw(
  analysis: Analysis,
  expression: SqlExpression,
  name: string,
  column: EqlColumn,
  at: At,
): Raw {
  const member = { index: -1, columns: [], whole: true };
  return {
    column,
    place: placeOf(analysis.context.file, expression),
    text: identifier(name),
    through: [],
    nested: true,
    found: { member, column: { name, encrypted: column } },
    scope: at.view.scope,
  };
}

function addStar(
  analysis: Analysis,
  list: OutputList,
  star: Extract<SqlExpression, { readonly kind: 'column' }>,
  shapes: readonly FromShape[],
  view: View,
): void {
  const parts = star.parts.at(-1) === '*' ? star.parts.slice(0, -1) : star.parts;
  const { scope } = view;
  const one = parts.length === 0 ? undefined : memberNamed(view, parts);
  if (one === 'unknown') {
    list.addUnknown();
    return;
  }
  const { columns, whole } = one ?? starOf(shapes);
  const place = placeOf(analysis.context.file, star);
  for (const found of columns) {
    const { column, member } = found;
    const operand = () =>
      ({
        place,
        kind: 'column',
        name: column.name,
        ...(column.encrypted === undefined ? {} : { column: column.encrypted }),
      }) as const;
    const alone = parts.length === 0 && scope.members.length === 1;
    const text = [...(alone || member.name === undefined ? [] : [member.name]), column.name]
      .map(identifier)
      .join('.');
    const raw = column.encrypted && { column: column.encrypted, place, text, through: [], found, scope };
    if (raw !== undefined) mention(raw, false);
    list.add({ ...relationColumn(column), ...(raw === undefined ? {} : { raw }), operand });
  }
  if (!whole) list.addUnknown();
}

/** The relation of `t.*`, of this level or an outer one. */
function memberNamed(view: View, parts: readonly string[]) {
  for (let at: View | undefined = view; at !== undefined; at = at.scope.outer) {
    const member = at.scope.member(parts, at.from);
    if (member !== undefined) return member;
  }
  return 'unknown';
}

/** Reports every raw column of a select list. */
export function pushEach(
  analysis: Analysis,
  { all, whole }: Outputs,
  clause: 'distinct' | 'union' | 'intersect' | 'except',
): void {
  const accompanied = !whole || all.some(({ raw }) => raw === undefined);
  for (const { raw } of all) {
    if (raw !== undefined) {
      analysis.uses.push(groupUse(analysis, raw, raw.place, clause, false, [], accompanied));
    }
  }
}
