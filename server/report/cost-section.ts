import type { Guessability } from '../../rules/guessability/classify.ts';
import type { CostTextOptions } from './cost-text.ts';
import { guessInWords } from './cost-words.ts';
import { visible } from './escape.ts';
import { printTable, type Table, tableWidth } from './table.ts';
import { wrap } from './wrap.ts';

/** What stands in a cell that nothing is known for. */
export const none = '–';

/** A table of costs with its headline and what is to be said of it. */
export interface CostSection {
  readonly headline: string;
  /** With the guesses in a column of their own, or without. */
  readonly table: (withGuess: boolean) => Table;
  /** A field a paragraph, for a narrow terminal. */
  readonly stacked: () => readonly string[];
  readonly guesses: readonly { readonly name: string; readonly guessability?: Guessability }[];
  readonly notes: readonly string[];
}

export function costSection(section: CostSection, options: CostTextOptions): string {
  const parts = [
    [section.headline],
    tabled(section, options),
    section.notes.flatMap((note) => paragraph(note, options)),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** As much of the table as the terminal has room for. */
function tabled({ table, stacked, guesses }: CostSection, options: CostTextOptions): readonly string[] {
  const { colors, columns: width = Number.POSITIVE_INFINITY } = options;
  const full = table(true);
  if (tableWidth(full) <= width) return printTable(full, colors);
  const short = table(false);
  if (tableWidth(short) > width) return stacked();
  const known = guesses.flatMap(({ name, guessability }) => {
    const guess = guessed(guessability);
    return guess === '' ? [] : [`${visible(name)}: ${guess}`];
  });
  const below = known.length === 0 ? [] : ['', ...paragraph(`Guessable: ${known.join(' · ')}`, options)];
  return [...printTable(short, colors), ...below];
}

/** `e-mail address, 33 bits`, `no: random token or key`; empty where nothing is known. */
export function guessed(guessability: Guessability | undefined): string {
  if (guessability === undefined) return '';
  const words = guessInWords(guessability);
  return guessability.kind === 'unguessable' ? `no: ${words}` : words;
}

function paragraph(text: string, { columns }: CostTextOptions): string[] {
  return wrap(text, columns === undefined ? undefined : Math.max(40, columns - 4)).map((line) => `  ${line}`);
}
