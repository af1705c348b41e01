import type { FieldSettings } from './settings.ts';

/** Everything that a page needs to compute costs by itself, as plain JSON. */
export interface CostSheet {
  readonly containers: readonly SheetContainer[];
}

export interface SheetContainer {
  readonly name: string;
  readonly system: 'mongodb-qe' | 'mongodb-csfle';
  readonly target: { readonly version: string; readonly assumed: boolean };
  /** How a person calls the file: its path in the folder. */
  readonly file: string;
  readonly at: SheetPlace;
  readonly fields: readonly SheetField[];
  /** Documents that the configuration assumes. */
  readonly rows?: number;
  /** False where a field may be missing from the list, so that its sums would be too small. */
  readonly whole: boolean;
}

export interface SheetField {
  /** Absent when only known at run time. */
  readonly path?: string;
  /** How it can be searched, in words. */
  readonly searched: string;
  readonly at: SheetPlace;
  /** Absent where no number would be right. */
  readonly settings?: FieldSettings;
  /** Bytes of a typical value, before any strMaxLength cuts it; absent where no query type asks. */
  readonly length?: number;
  readonly limits?: LengthLimits;
  readonly guessability?: { readonly label: string; readonly guessable: boolean };
}

/** What the target takes at most, and at least, of a substring field. */
export interface LengthLimits {
  readonly strMinQueryLength: number;
  readonly strMaxQueryLength: number;
  readonly strMaxLength: number;
}

/** Lines and characters count from 0, as editors count. */
export interface SheetPlace {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}
