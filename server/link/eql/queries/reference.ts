import type { EqlColumn, EqlSelected, EqlUse, EqlUseBase } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { SqlExpression } from '../../../read/sql/statement.ts';
import type { Analysis } from './analysis.ts';
import { placeOf } from './operand.ts';
import type { Raw } from './raw.ts';
import { append, resolve, type View } from './scope.ts';

/** What is known of a value that is encrypted: as a reference of this text, or as what a query inside of it gives. */
export type Value =
  | { readonly kind: 'raw'; readonly raw: Raw }
  | { readonly kind: 'inner'; readonly column: EqlColumn };

/** The encrypted column that an expression refers to, when it is a reference and nothing more. */
export function rawColumn(analysis: Analysis, expression: SqlExpression, view: View): Raw | undefined {
  if (expression.kind !== 'column' || expression.star) return undefined;
  const resolved = resolve(view, expression.parts);
  const column = resolved?.found.column.encrypted;
  if (resolved === undefined || column === undefined) return undefined;
  return {
    column,
    place: placeOf(analysis.context.file, expression),
    text: expression.text,
    through: [],
    ...resolved,
  };
}

export function rawValue(raw: Raw | undefined): Value | undefined {
  return raw && { kind: 'raw', raw };
}

/** Notes what GROUP BY must know: where else a column stands. */
export function mention({ scope, found, place }: Raw, bare: boolean, aliased = false): void {
  if (!scope.grouped) return;
  append(scope.mentions, found, { place, bare, aliased, aggregated: scope.aggregates > 0 });
}

export function useBase(analysis: Analysis, raw: Raw, place: Place): EqlUseBase {
  return {
    column: raw.column,
    columnPlace: raw.place,
    columnText: raw.text,
    place,
    in: analysis.context.in,
  };
}

/** The column itself, not a part of its document. */
export function rawOf(value: Value | undefined): Raw | undefined {
  return value?.kind === 'raw' && value.raw.through.length === 0 ? value.raw : undefined;
}

export function groupUse(
  analysis: Analysis,
  raw: Raw,
  place: Place,
  clause: Extract<EqlUse, { kind: 'group' }>['clause'],
  replaceable: boolean,
  selected: readonly EqlSelected[] = [],
  accompanied = false,
): EqlUse {
  return {
    ...useBase(analysis, raw, place),
    kind: 'group',
    clause,
    selected,
    replaceable,
    ...(accompanied ? { accompanied } : {}),
  };
}
