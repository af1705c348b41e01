import { compare } from './compare.ts';
import { byPosition, type Place } from './place.ts';
import type { ArrayValue, ObjectValue, Property, Value } from './value.ts';

export type Severity = 'error' | 'warning' | 'info';

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence of headline: what is wrong, why, and what to write instead. It ends with the engine's code. */
  readonly message: string;
  readonly place: Place;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
  /** The path of the encrypted field that this is about, for suppressions that survive reordering. */
  readonly field?: string;
}

export interface RelatedPlace {
  readonly message: string;
  readonly place: Place;
}

/** A change of the file that goes together or not at all. */
export interface Fix {
  /** What the light bulb says: an imperative, with the new numbers where there are any. */
  readonly title: string;
  /** Safe fixes are applied by `--fix`; the others are offered and never applied unasked. */
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

/**
 * What to change in the literal, in the words of the literal: the server prints it in the syntax of the file, so that
 * a rule needs to know neither quotes nor commas nor indentation.
 */
export type Change =
  | { readonly kind: 'set-value'; readonly value: Value; readonly to: NewValue }
  | { readonly kind: 'rename-key'; readonly property: Property; readonly to: string }
  | { readonly kind: 'remove-property'; readonly object: ObjectValue; readonly property: Property }
  | {
      readonly kind: 'add-property';
      readonly object: ObjectValue;
      readonly key: string;
      readonly value: NewValue;
    }
  | { readonly kind: 'remove-item'; readonly array: ArrayValue; readonly item: Value }
  | { readonly kind: 'add-item'; readonly array: ArrayValue; readonly value: NewValue }
  | { readonly kind: 'text'; readonly place: Place; readonly text: string }
  /** The text of a place, put before an offset of the same file as it stands. */
  | { readonly kind: 'copy-text'; readonly of: Place; readonly at: number }
  /** A statement of code that a place begins and ends, with its `await`, its semicolon and its line. */
  | { readonly kind: 'remove-statement'; readonly place: Place }
  /** New lines at the end of a file: a script that has no successor. */
  | { readonly kind: 'append'; readonly file: string; readonly text: string }
  /** A file that is not there yet: a new migration. Nothing happens where one of that name exists. */
  | { readonly kind: 'create-file'; readonly file: string; readonly text: string };

/** A value to write. Plain JavaScript values, typed BSON numbers, dates and UUIDs, and pieces of the file as they stand. */
export type NewValue =
  | string
  | number
  | boolean
  | null
  | readonly NewValue[]
  | { readonly kind: 'int' | 'long' | 'double' | 'decimal'; readonly digits: string }
  | { readonly kind: 'date'; readonly milliseconds: number }
  | { readonly kind: 'uuid'; readonly text: string }
  | { readonly kind: 'copy'; readonly of: Value }
  | {
      readonly kind: 'object';
      readonly properties: readonly { readonly key: string; readonly value: NewValue }[];
    };

/** Orders findings as a person reads them: by file, then by place. */
export function byPlace(one: Finding, other: Finding): number {
  return byPosition(one.place, other.place) || compare(one.rule, other.rule);
}
