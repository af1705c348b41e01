import type { EqlColumn } from '../../../rules/model/eql.ts';

/** A table or view as queries see it. */
export interface Relation {
  readonly kind: 'table' | 'view';
  readonly schema?: string;
  readonly name: string;
  readonly columns: readonly RelationColumn[];
  /** False where columns may exist that are not listed: then a name that is not found says nothing. */
  readonly whole: boolean;
}

export interface RelationColumn {
  readonly name: string;
  /** Present when it is encrypted, also through views. */
  readonly encrypted?: EqlColumn;
}

/** The relations that a statement may name. */
export interface Catalog {
  /** Undefined where no file makes it, or where two that differ may be meant. */
  readonly relation: (name: { readonly schema?: string; readonly name: string }) => Relation | undefined;
}
