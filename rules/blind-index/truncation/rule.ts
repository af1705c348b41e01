import { isGuessable } from '../../guessability/classify.ts';
import { describeGuess } from '../../guessability/describe.ts';
import type { CodeIndex } from '../../model/code-index.ts';
import { grouped } from '../../model/grouped.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { counted } from '../../model/words.ts';
import { fieldsealCode } from '../fieldseal-code.ts';
import { guessCodeIndex } from '../guess-code-index.ts';
import { type IndexedField, indexedFields } from '../indexed-fields.ts';
import { bandOf, coincidences, leastPopulation, type TruncationBand } from '../truncation-band.ts';

export const rule = defineRule({
  id: 'blind-index/truncation',
  severity: 'error',
  title: 'a blind index that keeps more bits, or fewer, than its number of values allows',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const indexed of indexedFields(blindIndex)) yield* checkFieldseal(indexed);
    for (const index of blindIndex.codeIndexes) yield* checkCode(index);
  },
});

function* checkFieldseal({ field, index, source }: IndexedField): Generator<Report> {
  const { bits, population } = index;
  // Below, Fieldseal refuses the population itself.
  if (bits === undefined || population === undefined || population.value < leastPopulation) return;
  const band = bandOf(population.value);
  if (isIn(band, bits.value)) return;
  const shared = describe(coincidences(population.value, band.to));
  yield {
    place: bits.place,
    field: field.path,
    related: [{ message: `${grouped(population.value)} values are projected here`, place: population.place }],
    message: `${field.name} keeps ${counted(bits.value, 'bit')} of ${source.name} for ${grouped(population.value)} distinct values, and Fieldseal takes ${band.from} to ${band.to}: ${meaning(population.value, bits.value, band)}; write ${band.to}, at which C is ${shared}${fieldsealCode}`,
    fixes: [
      suggestion(`keep ${counted(band.to, 'bit')}, at which ${shared} values share an index`, {
        kind: 'text',
        place: bits.place,
        text: String(band.to),
      }),
    ],
  };
}

/** CipherSweet keeps what it is told to; its documents ask for the same band, over rows. */
function* checkCode(index: CodeIndex): Generator<Report> {
  const { bits, columns, override, assumptions, table } = index;
  if (bits === undefined || columns.length > 1) return;
  const place = bits.place ?? index.declaration;
  const name = `${table}.${columns[0]}`;
  const rows = override.rows ?? assumptions.rows;
  if (rows !== undefined && rows >= leastPopulation) {
    const band = bandOf(rows);
    if (isIn(band, bits.value)) return;
    yield {
      place,
      severity: 'warning',
      field: index.path,
      message: `this index over ${name} keeps ${counted(bits.value, 'bit')} for ${counted(rows, 'row')}, and ${band.from} to ${band.to} are what CipherSweet's documents ask for: ${meaning(rows, bits.value, band)}; write ${band.to}`,
      fixes:
        bits.place === undefined
          ? []
          : [
              suggestion(`keep ${counted(band.to, 'bit')}`, {
                kind: 'text',
                place: bits.place,
                text: String(band.to),
              }),
            ],
    };
    return;
  }
  const guessed = guessCodeIndex(index);
  if (bits.value < whole || guessed === undefined || guessed.kind === 'gated' || !isGuessable(guessed))
    return;
  const million = bandOf(1_000_000);
  yield {
    place,
    severity: 'info',
    field: index.path,
    message: `this index over ${name} (${describeGuess(guessed)}) keeps all ${whole} bits${bits.place === undefined ? ', as it does unless told otherwise' : ''}, so equal values have equal terms and no other value has the same: whoever reads the database counts how often each occurs; say how many bits to keep, ${million.from} to ${million.to} for 1,000,000 rows`,
  };
}

/** What CipherSweet keeps unless told otherwise. Source: ciphersweet-js 2.0.6, lib/BlindIndex.js. */
const whole = 256;

function isIn({ from, to }: TruncationBand, bits: number): boolean {
  return bits >= from && bits <= to;
}

function meaning(population: number, bits: number, band: TruncationBand): string {
  const shared = `C, how many values share an index on average, is ${describe(coincidences(population, bits))}`;
  return bits > band.to
    ? `${shared}, and below 2 whoever reads the database can prove that two rows hold the same value`
    : `${shared}, which is sqrt(P) = ${describe(Math.sqrt(population))} or more, and each search fetches and decrypts all of their rows`;
}

/** `1.53`, `15,625`. */
function describe(count: number): string {
  if (count < 0.01) return 'under 0.01';
  if (count >= 1e15) return 'over 1,000,000,000,000,000';
  return grouped(count < 100 ? Number(count.toPrecision(3)) : Math.round(count));
}
