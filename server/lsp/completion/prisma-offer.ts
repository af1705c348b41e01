import type { Span } from '../../read/tree.ts';

/** What may stand in an annotation where the cursor is. */
export interface AnnotationOffer {
  readonly label: string;
  readonly kind: 'annotation' | 'key' | 'value';
  readonly text: string;
  /** The same with stops, for clients that have them. */
  readonly snippet?: string;
  readonly detail?: string;
  /** What is said when a person looks closer. */
  readonly about?: string;
}

export interface AnnotationOffers {
  /** What is replaced, in the file. */
  readonly span: Span;
  readonly offers: readonly AnnotationOffer[];
}
