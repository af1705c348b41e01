import type { EqlColumn } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { Found, Scope } from './scope.ts';

/** An expression whose value is an encrypted column as it is stored, or a part of its document. */
export interface Raw {
  readonly column: EqlColumn;
  /** The reference as written. */
  readonly place: Place;
  readonly text: string;
  /** Operators of JSON between the reference and the value, outermost last; empty for the column itself. */
  readonly through: readonly string[];
  /** It is what a query inside of the select list gives: `text` is the name of the item, and nothing can stand around it. */
  readonly nested?: true;
  readonly found: Found;
  readonly scope: Scope;
}
