import type { PrismaEncryption, PrismaModel, PrismaModelField } from './blind-index.ts';
import type { RelatedPlace } from './finding.ts';
import type { Place } from './place.ts';

/** How code makes, extends and uses Prisma's clients. */
export interface PrismaClients {
  readonly extensions: readonly EncryptionExtension[];
  /** Clients that are never extended for encryption, with what they write. */
  readonly plain: readonly PlainClient[];
}

/** `client.$extends(fieldEncryptionExtension())`, `client.$use(fieldEncryptionMiddleware())`. */
export interface EncryptionExtension {
  readonly package: PrismaEncryption;
  readonly packageFolder: string;
  /** `$use` changes the client that it is called on, `$extends` gives another one. */
  readonly method: '$extends' | '$use';
  /** The call, from its receiver on. */
  readonly place: Place;
  /** `$extends` itself. */
  readonly namePlace: Place;
  /** `discarded`: nobody gets the client that it returns. `unknown` where that cannot be told. */
  readonly result: 'kept' | 'discarded' | 'unknown';
  /** How a discarded result could be kept, where that is plain. */
  readonly keep?: KeepResult;
  /** Where the receiver is extended for encryption already. */
  readonly extendedBefore?: ExtendedBefore;
}

export interface ExtendedBefore {
  /** `always`: by another call; `reload`: by the same one, since a cache keeps the client while the file is loaded again. */
  readonly when: 'always' | 'reload';
  readonly related: readonly RelatedPlace[];
}

export type KeepResult =
  /** The receiver is a name that is bound again elsewhere: `db = db.$extends(…)`. */
  | { readonly kind: 'assign'; readonly name: string }
  /** `Object.assign(this, this.$extends(…))`. */
  | { readonly kind: 'assign-to-this' }
  /** The receiver is a name for one `new PrismaClient()`, on which the call can stand instead. */
  | {
      readonly kind: 'at-creation';
      readonly name: string;
      readonly creation: Place;
      /** From the dot in front of `$extends` to the end of the call. */
      readonly call: Place;
    };

/** `new PrismaClient()`, or a class that is one, of which no extended client is made. */
export interface PlainClient {
  readonly packageFolder: string;
  /** `PrismaClient` in the `new` or `extends` that makes it one. */
  readonly place: Place;
  /** Writes of models with encrypted fields, in order; at least one. */
  readonly writes: readonly ClientWrite[];
  /** Calls that extend other clients of the same schema. */
  readonly extended: readonly EncryptionExtension[];
}

export interface ClientWrite {
  readonly model: PrismaModel;
  /** `create`, `updateMany`, … */
  readonly operation: string;
  /** The operation as written. */
  readonly place: Place;
  /** Encrypted fields whose plain value it sets, as far as they are written out. */
  readonly fields: readonly PrismaModelField[];
  /** True where it may set further fields that are not written out. */
  readonly open: boolean;
}
