import { slowSearch } from '../../rules/costs/blind-index/measured.ts';
import type { TermTime } from '../../rules/costs/blind-index/search-time.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { counted } from '../../rules/model/words.ts';
import type { CostReport } from './cost.ts';
import { costSection, guessed, none } from './cost-section.ts';
import type { CostTextOptions } from './cost-text.ts';
import { systemInWords } from './cost-words.ts';
import { visible } from './escape.ts';
import type { ModelCost, ModelFieldCost } from './model-costs.ts';
import type { Table } from './table.ts';
import { bytes, milliseconds } from './units.ts';

/** The costs of one model for a person. */
export function modelCostText(cost: ModelCost, line: CostReport['line'], options: CostTextOptions): string {
  const { colors } = options;
  const at = `${visible(cost.place.file)}:${line(cost.place)}`;
  return costSection(
    {
      headline: `${colors.bold(visible(cost.name))}  ${at}  ${colors.dim(systemInWords(cost.system))}`,
      table: (withGuess) => fullTable(cost, withGuess),
      stacked: () => stacked(cost, options),
      guesses: cost.fields.map(({ field, guessability }) => ({
        name: field.name,
        ...(guessability === undefined ? {} : { guessability }),
      })),
      notes: notes(cost),
    },
    options,
  );
}

function fullTable({ fields, rowBytes, indexBytes }: ModelCost, withGuess: boolean): Table {
  const right = (head: string) => ({ head, right: true }) as const;
  return {
    columns: [
      { head: 'field' },
      { head: 'searched by' },
      { ...right('plaintext'), group: 'bytes a row' },
      right('ciphertext'),
      right('index'),
      { ...right('takes'), group: 'a search' },
      right('a second and core'),
      right('C'),
      ...(withGuess ? [{ head: 'guessable', group: ' ' }] : []),
    ],
    rows: fields.map((cost) => {
      const { estimate, searched, field } = cost;
      return [
        visible(field.name),
        searched,
        size(estimate?.plainBytes),
        size(estimate?.ciphertextBytes),
        size(estimate?.indexBytes),
        ...searchCells(estimate?.search),
        shared(cost),
        ...(withGuess ? [guessed(cost.guessability)] : []),
      ];
    }),
    ...(fields.length < 2 || rowBytes === undefined
      ? {}
      : { sum: ['all fields', '', '', size(rowBytes), size(indexBytes)] }),
  };
}

function searchCells(search: TermTime | undefined): readonly string[] {
  return search === undefined ? [none, none] : [timeInWords(search), rateInWords(search)];
}

/** `44–70 ms`, `4.9 µs`. */
export function timeInWords({ milliseconds: [fastest, slowest] }: TermTime): string {
  if (slowest < 1) return `${Number((slowest * 1_000).toFixed(1))} µs`;
  return fastest === slowest ? milliseconds(slowest) : `${Math.round(fastest)}–${milliseconds(slowest)}`;
}

/** `14–23`, `200,000`: two digits. */
export function rateInWords({ perSecondPerCore: [slowest, fastest] }: TermTime): string {
  const one = (rate: number) => grouped(Number(rate.toPrecision(2)));
  return slowest === fastest ? one(slowest) : `${one(slowest)}–${one(fastest)}`;
}

function shared({ estimate }: ModelFieldCost): string {
  const { coincidences } = estimate ?? {};
  return coincidences === undefined ? none : coincidencesInWords(coincidences);
}

/** `3.1`, `0.095`, `3,906`: two digits below ten. */
export function coincidencesInWords(count: number): string {
  return count < 9.95 ? String(Number(count.toPrecision(2))) : grouped(Math.round(count));
}

/** What C is, in half a sentence. */
export const coincidencesMeant = 'how many values share a term on average';

function stacked({ fields }: ModelCost, { colors }: CostTextOptions): string[] {
  return fields.flatMap((cost, at) => {
    const { field, estimate, searched } = cost;
    const guess = guessed(cost.guessability);
    const { ciphertextBytes, indexBytes, search } = estimate ?? {};
    return [
      ...(at === 0 ? [] : ['']),
      `  ${colors.bold(visible(field.name))}  ${searched}`,
      ...(ciphertextBytes === undefined
        ? []
        : [
            `    ciphertext ${bytes(ciphertextBytes)}${indexBytes === undefined ? '' : `, index ${bytes(indexBytes)}`} a row`,
          ]),
      ...(search === undefined
        ? []
        : [`    a search ${timeInWords(search)}, ${rateInWords(search)} a second and core`]),
      ...(estimate?.coincidences === undefined ? [] : [`    C ${shared(cost)}`]),
      ...(guess === '' ? [] : [`    guessable: ${guess}`]),
    ];
  });
}

function notes({ fields, rows, rowBytes, indexBytes }: ModelCost): string[] {
  const { stall, bystander } = slowSearch;
  const blocking = fields.filter(({ estimate }) => estimate?.search?.blocks === true);
  const [, , many] = bystander;
  const bands = fields.flatMap(({ field, index, band, estimate }) =>
    index?.bits === undefined || band === undefined || estimate?.population === undefined
      ? []
      : [
          `${visible(field.name)}: ${index.bits.value} bits, ${band.from} to ${band.to} for ${counted(estimate.population, 'value')}`,
        ],
  );
  return [
    ...(rows === undefined || rowBytes === undefined || indexBytes === undefined
      ? []
      : [
          `${counted(rows, 'row')} of typical values: ${bytes(rowBytes * rows)} of ciphertexts, ${bytes(indexBytes * rows)} of indexes.`,
        ]),
    ...(blocking.length === 0
      ? []
      : [
          `The adapter of Fieldseal 0.1.3 runs Argon2id in the thread that serves every request: ${stall.derivations} searches of ${listedNames(blocking)} in a row stop all others for ${grouped(stall.milliseconds[0])} to ${grouped(stall.milliseconds[1])} ms, and beside ${many.searches} of them a query without encryption takes ${many.milliseconds} ms (99th percentile) instead of ${bystander[0].milliseconds}.`,
        ]),
    ...(bands.length === 0 ? [] : [`Bits that are kept: ${bands.join('; ')}.`]),
  ];
}

function listedNames(fields: readonly ModelFieldCost[]): string {
  return fields.map(({ field }) => visible(field.name)).join(', ');
}

/** The lines below all models. */
export function modelBasis(models: readonly ModelCost[]): string[] {
  const searches = models.flatMap(({ fields }) => fields.flatMap(({ estimate }) => estimate?.search ?? []));
  const bases = [...new Set(searches.map(({ basis }) => basis))];
  const truncated = models.some(({ fields }) =>
    fields.some(({ estimate }) => estimate?.coincidences !== undefined),
  );
  return [
    'Prisma: bytes by the format that each package stores, exact; an index as its column holds it, without the one of the database over it.',
    ...(bases.length === 0
      ? []
      : [
          `${truncated ? `C: ${coincidencesMeant}; below 2 it shows which rows hold the same value. ` : ''}A search: what making its term takes, before the database is asked. ${bases.map((basis) => `${basis.slice(0, 1).toUpperCase()}${basis.slice(1)}.`).join(' ')}`,
        ]),
  ];
}

function size(count: number | undefined): string {
  return count === undefined ? none : bytes(count);
}
