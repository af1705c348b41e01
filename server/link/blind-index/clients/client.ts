import type { PrismaEncryption } from '../../../../rules/model/blind-index.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { ClassAct } from '../../../read/source/code/code.ts';
import type { LocatedCall } from '../../eql/declared/trees.ts';
import type { Located } from '../../evaluate.ts';

/** What makes a client: a `new PrismaClient()`, or a class that extends it, however often it is made. */
export interface Maker {
  readonly key: string;
  /** `PrismaClient` in the `new` or the `extends`. */
  readonly place: Place;
  /** Which of the clients that Prisma generated: a project may have several, each of a schema of its own. */
  readonly generated: string;
}

/** A client as it may be at some place of the code. */
export interface Client {
  readonly maker: Maker;
  /** Calls that extended it for encryption on the way. */
  readonly extended: readonly AppliedEncryption[];
  /** True where something unknown may have changed what it writes. */
  readonly open: boolean;
}

export interface AppliedEncryption {
  readonly package: PrismaEncryption;
  /** The name of the call that applies it. */
  readonly place: Place;
}

export interface Clients {
  readonly all: readonly Client[];
  /** False where it may be something else, too. */
  readonly whole: boolean;
}

/** A class of the project. */
export interface ClassAt {
  readonly file: string;
  readonly act: ClassAct;
  readonly key: string;
}

/** What an expression comes from, one step back. */
export type Step =
  | { readonly kind: 'new'; readonly maker: Maker }
  | { readonly kind: 'instance'; readonly of: ClassAt }
  | { readonly kind: 'extended'; readonly call: LocatedCall; readonly receiver: Located }
  | {
      readonly kind: 'several';
      readonly options: readonly Located[];
      readonly whole: boolean;
      /** They are what is stored under one name that outlives this run of the file. */
      readonly cache?: string;
    }
  | { readonly kind: 'unknown' };

export interface Resolver {
  readonly step: (located: Located) => Step;
  readonly clientsOf: (located: Located) => Clients;
  /** What is assigned to a name that outlives a run of the file. */
  readonly assignedTo: (cache: string) => readonly Located[];
  /** The class of the project that an expression names. */
  readonly classAt: (located: Located) => ClassAt | undefined;
  readonly prismaClass: (of: ClassAt) => PrismaClass | undefined;
}

/** A class that extends PrismaClient, directly or through others. */
export interface PrismaClass {
  readonly maker: Maker;
  readonly extended: readonly AppliedEncryption[];
  readonly open: boolean;
}
