import type { RelatedPlace } from './finding.ts';
import type { Place } from './place.ts';

/** Where keys that encrypt or index fields come from, and what code encrypts and hashes by hand. */
export interface FieldKeys {
  readonly uses: readonly KeyUse[];
  readonly optional: readonly OptionalEncryption[];
  readonly hashes: readonly HandMadeHash[];
}

/** A key, secret or initialisation vector that reaches a cipher, an HMAC or a library that encrypts fields. */
export interface KeyUse {
  readonly purpose: 'encryption' | 'index' | 'iv';
  /** What takes it: `prisma-field-encryption`, `createCipheriv`, `createHmac`, `typeorm-encrypted`, … */
  readonly taker: string;
  /** Where it is taken: the argument or the value of the option. */
  readonly place: Place;
  readonly origin: KeyOrigin;
  /** True where what it encrypts or indexes is known to be fields that are stored, and no file, cookie or message. */
  readonly ofFields: boolean;
}

export type KeyOrigin =
  /** Written in the source. `published`: the example of a library's own documentation. */
  | { readonly kind: 'literal'; readonly place: Place; readonly published: boolean }
  /** `process.env.KEY ?? 'literal'`, or the default of a settings schema. */
  | {
      readonly kind: 'fallback';
      /** The literal that stands in. */
      readonly place: Place;
      readonly variable?: string;
      /** True where it is worked out only when the variable is missing: behind `||` and `??`, not an argument. */
      readonly lazy: boolean;
      /** Of a settings schema: `.default('literal')`, without which the variable must be set. */
      readonly removable?: Place;
      readonly related: readonly RelatedPlace[];
    }
  | {
      readonly kind: 'variable';
      readonly variable: string;
      readonly place: Place;
      /** The name alone, in `process.env.NAME`. */
      readonly namePlace?: Place;
      /** The variable that it stands in for: `process.env.KEY ?? process.env.JWT_SECRET`. */
      readonly instead?: string;
    };

/** A function that encrypts, with a way on which it returns the value as it came. */
export interface OptionalEncryption {
  readonly function: string;
  /** The plain value on its way out. */
  readonly place: Place;
  /** The statement that returns it; absent where it is a part of an expression. */
  readonly statement?: Place;
  readonly reason: 'no-key' | 'switch';
  /** The variable or name that decides. */
  readonly decides: string;
  readonly related: readonly RelatedPlace[];
}

/** A digest without a key that is stored or looked up in a column of its own. */
export interface HandMadeHash {
  readonly algorithm: string;
  /** The call that makes it; where a helper hashes anything, the call of the helper. */
  readonly place: Place;
  /** The name of the value that goes in, or of the column, whichever says what it is: `email`. */
  readonly value: string;
  /** Where it goes: `emailHash` of `player`; the model is absent where nothing names it. */
  readonly model?: string;
  readonly column: string;
  readonly columnPlace?: Place;
  /** `createHash('sha256')`: what makes an HMAC of it; absent where that cannot be written. */
  readonly keyable?: {
    readonly name: Place;
    /** Where a further argument goes. */
    readonly argument: Place;
    /** Where `createHmac` can be imported; absent where it is at hand. */
    readonly importing?: Place;
  };
  readonly related: readonly RelatedPlace[];
}
