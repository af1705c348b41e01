import type { DeclaredField } from './field.ts';
import type { Place } from './place.ts';

/** `new EncryptedField(engine, 'patients', 'ssn').addBlindIndex(new BlindIndex('patients_ssn', [], 16, true))`. */
export interface CodeIndex extends DeclaredField {
  readonly name?: string;
  readonly table: string;
  /** One for a blind index, several for a compound one. */
  readonly columns: readonly string[];
  /** What is done to the value first: `LastFourDigits`; absent where it is unknown. */
  readonly transforms?: readonly string[];
  /** Bits that are kept. */
  readonly bits?: { readonly value: number; readonly place?: Place };
  readonly speed: 'fast' | 'slow' | 'unknown';
  readonly speedPlace?: Place;
  /** The call that makes it. */
  readonly declaration: Place;
}
