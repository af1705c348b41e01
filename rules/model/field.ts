import type { Place } from './place.ts';

/** What encrypts. */
export type System =
  | 'mongodb-qe'
  | 'mongodb-csfle'
  | 'eql-v1'
  | 'eql-v2'
  | 'eql-v3'
  | 'prisma-field-encryption'
  | 'prisma-encryption'
  | 'fieldseal'
  | 'ciphersweet'
  | 'hand-made';

/**
 * The collection, table or model. Either name may be unknown; where both are, the container is the file. For EQL
 * `database` is the schema and `collection` the table.
 */
export interface Container {
  readonly system: System;
  readonly file: string;
  readonly database?: string;
  readonly collection?: string;
}

/** How a message names the container: `crm.contacts`, `contacts`, or the file. */
export function containerName(container: Container): string {
  const { database, collection, file } = container;
  if (collection === undefined) return file;
  return database === undefined ? collection : `${database}.${collection}`;
}

/** What a project assumes of its data, from its configuration; each key absent where it says nothing. */
export interface Assumptions {
  /** Bytes of a typical string or binary value (UTF-8). */
  readonly length?: number;
  /** Documents or rows that a container will hold. */
  readonly rows?: number;
}

/** What a person knows better than any classifier, for one field. */
export interface FieldOverride extends Assumptions {
  /** The name of a guessability class. */
  readonly class?: string;
  /** Who says so; absent for the configuration. */
  readonly saidBy?: 'comment';
}

/** What a project allows itself, from its configuration; the worst case is compared. Each key absent where it sets none. */
export interface Budgets {
  /** Tokens that one value of a field may leave. */
  readonly tokens?: number;
  /** Bytes that encryption may add to one document, all its fields together. */
  readonly documentBytes?: number;
  /** How many times longer than the same insert with equality an insert may take. */
  readonly insertRatio?: number;
}

/** What every declared encrypted field has, whatever encrypts it. */
export interface DeclaredField {
  readonly system: System;
  readonly container: Container;
  /** Dotted path or column name; absent when only known at run time. */
  readonly path?: string;
  /** The name as written, else the whole declaration. */
  readonly place: Place;
  readonly assumptions: Assumptions;
  readonly override: FieldOverride;
  readonly budgets: Budgets;
}
