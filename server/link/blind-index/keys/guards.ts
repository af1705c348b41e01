import type { FileCode } from '../../code/file-code.ts';
import { mentions } from './conditions.ts';

/** A name as a file calls it. */
export interface GuardedName {
  readonly file: string;
  readonly name: string;
}

/** True where the program ends when a variable, or one of the names that it goes through, is not as it must be. */
export type IsGuarded = (variable: string | undefined, names: readonly GuardedName[]) => boolean;

/** What encrypts may throw where what decrypts lets plain text through, and the reverse: neither stops the other. */
const crypts = /crypt|cipher|seal/i;

/** The guards of all code. `atStart`: without those of functions that encrypt and decrypt. */
export function guardsOf(all: readonly FileCode[], atStart = false): IsGuarded {
  return (variable, names) =>
    all.some(({ file, guards }) =>
      guards.some(
        ({ condition, inside }) =>
          !(atStart && inside !== undefined && crypts.test(inside)) &&
          mentions(
            condition,
            (name) => name === variable || names.some((one) => one.file === file && one.name === name),
          ),
      ),
    );
}
