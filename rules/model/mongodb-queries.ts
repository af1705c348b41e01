import type { Container } from './field.ts';
import type { CsfleSchema, FieldList } from './mongodb.ts';
import type { Place } from './place.ts';
import type { MongodbTarget } from './target.ts';
import type { Value } from './value.ts';

/** What code asks of collections with encrypted fields. */
export interface MongodbQueries {
  readonly operations: readonly MongodbOperation[];
  /**
   * Calls that may search and of which nobody can tell what they are called on, or what they do: those by the name of an
   * operation, methods that are added to a model, and functions that get a collection.
   */
  readonly unknown: readonly UnknownOperation[];
}

export type OperationKind =
  | 'find'
  | 'count'
  | 'distinct'
  | 'aggregate'
  | 'insert'
  | 'update'
  | 'replace'
  | 'delete'
  | 'bulk';

/** The arguments of an operation, each absent where none is given; what cannot be read is an unknown value. */
export interface OperationArguments {
  readonly filter?: Value;
  /** The document or pipeline of an update, or the replacement. */
  readonly update?: Value;
  /** What is inserted: a document or a list of them. */
  readonly documents?: Value;
  readonly pipeline?: Value;
  /** The projection where it is an argument of its own, as in the shell and in Mongoose; else it stands in the options. */
  readonly projection?: Value;
  readonly options?: Value;
  /** The name of the field that `distinct` lists. */
  readonly key?: Value;
  /** The list of `bulkWrite`. */
  readonly writes?: Value;
}

/** A call on a collection or model of which exactly one declaration says what is encrypted there. */
export interface MongodbOperation extends OperationArguments {
  readonly kind: OperationKind;
  /** As called: `findOneAndUpdate`. Of an item of `bulkWrite` its key: `updateMany`. */
  readonly method: string;
  /** The called name, or the key of the item. */
  readonly place: Place;
  /** The whole call, from its receiver on; of an item of `bulkWrite` that of `bulkWrite`. */
  readonly call: Place;
  readonly through: 'driver' | 'shell' | 'mongoose';
  /** True for an item of `bulkWrite`, which is listed beside the `bulkWrite` that it is of. */
  readonly inBulk: boolean;
  /** False where a spread hides which argument is which. */
  readonly argumentsKnown: boolean;
  readonly target: MongodbTarget;
  /** The collection, as far as the call names it. */
  readonly container: Container;
  /** What encrypts the collection: exactly one of the two. */
  readonly fieldList?: FieldList;
  readonly csfleSchema?: CsfleSchema;
  /** Calls on what it returns, in order: `.sort({ … })`, `.project({ … })`, `.toArray()`. */
  readonly chained: readonly ChainedCall[];
}

export interface ChainedCall {
  readonly method: string;
  /** The called name. */
  readonly place: Place;
  /** The arguments before the first spread. */
  readonly arguments: readonly Value[];
}

export interface UnknownOperation extends OperationArguments {
  readonly method: string;
  readonly place: Place;
}
