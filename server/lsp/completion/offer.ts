import type { FieldSettings } from '../../../rules/costs/settings.ts';
import type { Piece } from './piece.ts';

/** One thing that may stand where the cursor is, in no syntax. Offers come in the order in which they are shown. */
export interface Offer {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'whole' | 'rule';
  readonly detail?: string;
  /** What is said of it when a person looks closer. */
  readonly about?: About;
  /** The value; of a key what comes after its colon. */
  readonly piece: Piece;
}

/** What documentation is made of, small enough to travel with every offer. */
export type About =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'search';
      readonly name: string;
      readonly settings?: FieldSettings;
      readonly length: number;
    }
  | { readonly kind: 'rule'; readonly id: string };
