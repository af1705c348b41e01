import { guessPrismaField } from '../../rules/blind-index/guess-prisma-field.ts';
import { saltOf } from '../../rules/blind-index/salt-of.ts';
import { bandOf, leastPopulation } from '../../rules/blind-index/truncation-band.ts';
import { estimateBlindIndex } from '../../rules/costs/blind-index/estimate.ts';
import { isGuessable } from '../../rules/guessability/classify.ts';
import { grouped } from '../../rules/model/grouped.ts';
import type { Place } from '../../rules/model/place.ts';
import { coincidencesInWords, coincidencesMeant, timeInWords } from '../report/model-cost-text.ts';
import { bytes } from '../report/units.ts';
import type { EncryptedPrismaField } from './prisma-fields.ts';
import { timeOfOneGpu } from './prisma-leaks.ts';

/** `sha256, no salt · 64 B · every value tried in 89 ms on one GPU`; undefined for what is not searched. */
export function prismaFieldTitle({ schema, model, field, index }: EncryptedPrismaField): string | undefined {
  if (index === undefined) return undefined;
  const { made } = index;
  const estimate = estimateBlindIndex(field, schema);
  const { indexBytes, search } = estimate ?? {};
  const guessed = guessPrismaField(field, model);
  const time = guessed !== undefined && isGuessable(guessed) ? timeOfOneGpu(made, guessed) : undefined;
  const tried = guessed?.kind === 'listed' ? 'public lists' : 'every value';
  const salt = saltOf(made.method, schema);
  const bits = made.bits === undefined ? '' : `, ${made.bits.value} bits`;
  return [
    `${made.method.algorithm}${salt === 'none' || salt === 'unset' ? ', no salt' : ''}${bits}`,
    ...(indexBytes === undefined ? [] : [bytes(indexBytes)]),
    ...(search === undefined || made.method.speed === 'fast' ? [] : [`${timeInWords(search)} a search`]),
    ...(time === undefined ? [] : [`${tried} tried in ${time} on one GPU${needs[salt]}`]),
  ].join(' · ');
}

/** What that takes besides the database. */
const needs = {
  none: '',
  unset: '',
  literal: ' with the salt',
  environment: ' with the salt',
  keyed: ' with the key',
} as const satisfies Record<ReturnType<typeof saltOf>, string>;

/** What stands behind a number of an index. */
export interface IndexNote {
  readonly place: Place;
  readonly label: string;
  readonly tooltip: string;
}

/** Behind the population its band, behind the bits how many values share a fingerprint. */
export function indexNotes({ index, field, schema }: EncryptedPrismaField): readonly IndexNote[] {
  const { bits, population } = index?.made ?? {};
  if (population === undefined || population.value < leastPopulation) return [];
  const { from, to } = bandOf(population.value);
  const values = grouped(population.value);
  const shared = estimateBlindIndex(field, schema)?.coincidences;
  return [
    {
      place: population.place,
      label: `${from} to ${to} bits`,
      tooltip: `For ${values} distinct values an index keeps ${from} to ${to} bits: with more each value stands alone, with fewer a search finds too many rows.`,
    },
    ...(bits === undefined || shared === undefined
      ? []
      : [
          {
            place: bits.place,
            label: `C = ${coincidencesInWords(shared)}`,
            tooltip: `C, ${coincidencesMeant}, is ${coincidencesInWords(shared)} of ${values}: a search finds the rows of all of them, and decrypts and compares each.`,
          },
        ]),
  ];
}
