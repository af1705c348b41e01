import type { Names } from './names.ts';
import type { Outputs, Rows } from './output.ts';
import type { View } from './scope.ts';

/** What a query gives, and the select lists that make it. */
export interface Result {
  readonly rows: Rows;
  /** The select lists of all arms: INSERT stores what they give. */
  readonly arms: Outputs[];
  /** Those that no UNION above them has compared yet. */
  readonly uncompared: Outputs[];
}

export interface Level {
  readonly names: Names | undefined;
  readonly outer: View | undefined;
  /** What it gives goes to the client and nowhere else. */
  readonly top: boolean;
}
