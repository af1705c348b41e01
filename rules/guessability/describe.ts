import type { Bits } from './classes.ts';
import type { Guessability } from './classify.ts';

/** `phone number, 27 to 36.8 bits, since it is named "phone"`. */
export function describeGuess({ label, bits, reason }: Guessability): string {
  return `${label}${bits === undefined ? '' : `, ${describeBits(bits)}`}, since ${reason}`;
}

/** `29.7 bits`, `1 bit`, `15.3 to 29 bits`. */
function describeBits(bits: Bits): string {
  if (typeof bits === 'number') return `${rounded(bits)} bit${bits === 1 ? '' : 's'}`;
  return `${rounded(bits[0])} to ${rounded(bits[1])} bits`;
}

function rounded(bits: number): number {
  return Number(bits.toFixed(1));
}
