import type { CodeIndexCost, CodeTableCost } from './code-index-costs.ts';
import type { CostReport } from './cost.ts';
import type { CostTextOptions } from './cost-text.ts';
import { guessInWords, systemInWords } from './cost-words.ts';
import { visible } from './escape.ts';
import { coincidencesInWords, coincidencesMeant } from './model-cost-text.ts';
import { printTable, type Table, tableWidth } from './table.ts';

/** The blind indexes of one table for a person. */
export function codeTableCostText(
  cost: CodeTableCost,
  line: CostReport['line'],
  { colors, columns = Number.POSITIVE_INFINITY }: CostTextOptions,
): string {
  const at = `${visible(cost.place.file)}:${line(cost.place)}`;
  const table = tableOf(cost);
  const printed = tableWidth(table) <= columns ? printTable(table, colors) : stacked(cost);
  const head = `${colors.bold(visible(cost.name))}  ${at}  ${colors.dim(systemInWords('ciphersweet'))}`;
  return `${head}\n\n${printed.join('\n')}`;
}

function tableOf({ indexes }: CodeTableCost): Table {
  return {
    columns: [
      { head: 'column' },
      { head: 'searched' },
      { head: 'finds', right: true },
      { head: 'guessable' },
    ],
    rows: indexes.map((one) => [visible(one.path), visible(one.searched), shared(one), guessed(one)]),
  };
}

function stacked({ indexes }: CodeTableCost): string[] {
  return indexes.flatMap((one, at) => [
    ...(at === 0 ? [] : ['']),
    `  ${visible(one.path)}`,
    `    ${visible(one.searched)}`,
    ...(one.coincidences === undefined ? [] : [`    C ${shared(one)}`]),
    ...(guessed(one) === '' ? [] : [`    guessable: ${guessed(one)}`]),
  ]);
}

function shared({ coincidences }: CodeIndexCost): string {
  return coincidences === undefined ? '–' : coincidencesInWords(coincidences);
}

function guessed({ guessability }: CodeIndexCost): string {
  if (guessability === undefined) return '';
  const words = guessInWords(guessability);
  return guessability.kind === 'unguessable' ? `no: ${words}` : words;
}

/** The lines below all tables. Source: paragonie/ciphersweet `docs/internals/04-blind-index.md` and `src/Backend`. */
export function codeTableBasis(): string[] {
  return [
    'CipherSweet: a slow index is Argon2id with 4 passes over 32 MiB, of FIPSCrypto PBKDF2 with 50,000 rounds or more; a fast one keyed BLAKE2b. Nothing is measured of it.',
    `C: ${coincidencesMeant}, if each row has another value.`,
  ];
}
