import type { IndexField, PrismaAnnotation, StrayAnnotation } from '../../../../rules/model/blind-index.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { PrismaBlock, PrismaComment, PrismaField } from '../../../read/prisma/schema.ts';
import type { Passage } from './passage.ts';

/** A field, or a model itself, with the comments about it. */
export interface Commented {
  readonly file: string;
  readonly block: PrismaBlock;
  /** Absent for the model itself. */
  readonly field?: PrismaField;
  /** What Prisma hands over as its documentation. */
  readonly documentation: Passage;
  /** The comment behind a field on its line, of whatever kind. */
  readonly trailing?: PrismaComment;
  /**
   * Comments that belong to it and are no documentation of it: before a field, since the one before it, plain or lost,
   * and the plain one behind it; for a model those behind its last field.
   */
  readonly others: readonly PrismaComment[];
  /** The line break of the file. */
  readonly lineBreak: string;
  /** True where a variable sets the global salt of prisma-field-encryption, or may set it. */
  readonly globalSalt: boolean;
}

/** What a package makes of the comments of one field or model. */
export interface ReadAnnotations {
  readonly annotations: readonly PrismaAnnotation[];
  readonly strays: readonly StrayAnnotation[];
  /** The package encrypts the field. */
  readonly encrypted?: { readonly annotation: PrismaAnnotation; readonly mode?: string };
  /** The package fills the field with a hash or blind index of another. */
  readonly index?: Pick<IndexField, 'annotation' | 'method' | 'bits' | 'population'> & {
    readonly sourceName: string;
    readonly sourcePlace: Place;
  };
}

/** The grammar of one package: total, whatever the comments say. */
export type AnnotationReader = (commented: Commented) => ReadAnnotations;
