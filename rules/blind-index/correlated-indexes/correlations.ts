import type { GuessabilityClass } from '../../guessability/classes.ts';
import { words } from '../../guessability/words.ts';

/** What a value says, for what other values say with it. */
export type Part = GuessabilityClass | 'town';

/** Values of which one says much of the other: one of each list. */
interface Correlation {
  readonly parts: readonly [readonly Part[], readonly Part[]];
  readonly why: string;
}

/** Source: fieldseal-spec docs/02-spec-v0.1.md 7.7 and the beacons of AWS name town and postcode; the rest are formats. */
export const correlations: readonly Correlation[] = [
  {
    parts: [['postcode'], ['town', 'region', 'street-address']],
    why: 'a postcode lies in one town or few',
  },
  {
    parts: [['street-address'], ['town']],
    why: 'a street has few towns',
  },
  {
    parts: [['birth-date'], ['first-name', 'last-name', 'full-name']],
    why: 'a name with a date of birth is one person or few',
  },
  {
    parts: [['birth-date'], ['age', 'birth-date-number']],
    why: 'the one is part of the other',
  },
  {
    parts: [['full-name'], ['first-name', 'last-name']],
    why: 'the one is part of the other',
  },
  {
    parts: [['iban'], ['bank-code', 'bank-account']],
    why: 'the one is part of the other',
  },
];

const townNames: ReadonlySet<string> = new Set(
  'city town municipality village ciudad ville citta stadt ort comune localidad localite plaats'.split(' '),
);

/** Whose, or which of several: `billing` of `billingCity`. What stands of it in two names must be the same. */
const qualifiers: ReadonlySet<string> = new Set(
  `billing shipping delivery home work office mailing permanent temporary current previous old new primary secondary alternate
   user customer patient member employee contact owner guardian emergency sender recipient invitee spouse mother father
   parent child partner student guest applicant beneficiary birth of`.split(/\s+/),
);

/** True where the last word names a town and the others only whose: `billingCity`. */
export function isTown(name: string): boolean {
  const all = words(name);
  const last = all.at(-1);
  return last !== undefined && townNames.has(last) && all.slice(0, -1).every((word) => qualifiers.has(word));
}

/** `billing` of `billingZipCode`; empty where the name says nothing of it. */
export function qualifierOf(name: string): string {
  const [first, second] = words(name);
  return first !== undefined && second !== undefined && qualifiers.has(first) && first !== 'birth'
    ? first
    : '';
}
