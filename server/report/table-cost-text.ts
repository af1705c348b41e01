import type { ColumnEstimate, SearchEstimate } from '../../rules/costs/eql/estimate.ts';
import {
  ingestMachine,
  measuredQueries,
  queryMachine,
  sizeMachine,
  zeroKms,
} from '../../rules/costs/eql/measured.ts';
import { counted } from '../../rules/model/words.ts';
import type { CostReport } from './cost.ts';
import { costSection, guessed, none } from './cost-section.ts';
import type { CostTextOptions } from './cost-text.ts';
import { eqlInWords } from './cost-words.ts';
import { visible } from './escape.ts';
import type { Table } from './table.ts';
import type { TableCost } from './table-costs.ts';
import { bytes, milliseconds, ratio } from './units.ts';

/** The costs of one table for a person. */
export function tableCostText(cost: TableCost, line: CostReport['line'], options: CostTextOptions): string {
  const { colors } = options;
  const place = cost.columns[0]?.column.place;
  const at = place === undefined ? '' : `${visible(place.file)}:${line(place)}  `;
  return costSection(
    {
      headline: `${colors.bold(visible(cost.name))}  ${at}${colors.dim(eqlInWords(cost.target))}`,
      table: (withGuess) => fullTable(cost, withGuess),
      stacked: () => stacked(cost, options),
      guesses: cost.columns.map(({ column, guessability }) => ({
        name: column.name,
        ...(guessability === undefined ? {} : { guessability }),
      })),
      notes: notes(cost),
    },
    options,
  );
}

function fullTable({ columns, rowBytes, indexBytes }: TableCost, withGuess: boolean): Table {
  const right = (head: string) => ({ head, right: true }) as const;
  return {
    columns: [
      { head: 'column' },
      { head: 'searched by' },
      { ...right('value'), group: 'bytes a row' },
      right('plaintext'),
      right('indexes'),
      { ...right('insert'), group: '× equality' },
      { ...right('slowest search'), group: 'at 1 million rows' },
      right('× plaintext'),
      right('index build'),
      ...(withGuess ? [{ head: 'guessable' }] : []),
    ],
    rows: columns.map((cost) => {
      const { column, estimate, searched } = cost;
      const slowest = slowestOf(estimate);
      return [
        visible(column.name),
        searched,
        value(estimate),
        estimate?.plainBytes === undefined ? none : bytes(estimate.plainBytes),
        size(estimate?.indexes.length === 0 ? undefined : estimate?.indexBytes),
        estimate?.insert === undefined ? none : ratio(estimate.insert.ratioToEquality),
        slowest === undefined ? none : `${slowest.search} ${precise(slowest.milliseconds)}`,
        slowest?.ratioToPlaintext === undefined ? none : ratio(slowest.ratioToPlaintext),
        estimate?.buildSeconds === undefined ? none : `${estimate.buildSeconds} s`,
        ...(withGuess ? [guessed(cost.guessability)] : []),
      ];
    }),
    ...(columns.length < 2 || rowBytes === undefined
      ? {}
      : { sum: ['all columns', '', size(rowBytes), '', size(indexBytes)] }),
  };
}

function stacked({ columns }: TableCost, { colors }: CostTextOptions): string[] {
  return columns.flatMap((cost, at) => {
    const { column, estimate, searched } = cost;
    const slowest = slowestOf(estimate);
    const guess = guessed(cost.guessability);
    return [
      ...(at === 0 ? [] : ['']),
      `  ${colors.bold(visible(column.name))}  ${searched}`,
      ...(estimate?.rowBytes === undefined
        ? []
        : [`    value ${value(estimate)}, indexes ${size(estimate.indexBytes)} a row`]),
      ...(slowest === undefined
        ? []
        : [`    ${slowest.search} ${precise(slowest.milliseconds)} at 1 million rows`]),
      ...(guess === '' ? [] : [`    guessable: ${guess}`]),
    ];
  });
}

function notes({ columns, rows, rowBytes, indexBytes, system }: TableCost): string[] {
  const json = columns.some(({ column }) => column.domain?.scalar === 'json');
  return [
    ...(rows === undefined || rowBytes === undefined || indexBytes === undefined
      ? []
      : [
          `${counted(rows, 'row')} of typical values: ${bytes(rowBytes * rows)} of values, ${bytes(indexBytes * rows)} of indexes.`,
        ]),
    ...(json
      ? [
          'The size of a document is in its leaves: each takes two entries, one for its path and one for its value.',
        ]
      : []),
    ...(columns.some(({ estimate }) => estimate?.atLeast === true)
      ? [
          'Block ORE of text takes a further block where the text is longer; how much longer is not published.',
        ]
      : []),
    ...(system === 'eql-v3' ? [] : ['Nothing is published about the sizes of this generation.']),
  ];
}

/** The lines below all tables. */
export function tableBasis(): string[] {
  const { grouping } = measuredQueries;
  const { onePage, perValue } = zeroKms;
  return [
    `EQL: bytes of a value by the layout of jsonb, before PostgreSQL compresses it; of indexes by the layout of B-tree pages and, for match, measured on ${sizeMachine}.`,
    `Searches through the index: ${queryMachine}; GROUP BY over a term ${milliseconds(grouping.milliseconds)}, ${ratio(grouping.ratioToPlaintext)} plaintext. Inserts with encryption: ${ingestMachine}. A page of ${onePage.rows} rows with 3 encrypted columns is decrypted in ${onePage.milliseconds} ms with one request to ZeroKMS, in ${perValue.milliseconds} ms with a request a value. All from cipherstash/benches.`,
  ];
}

function slowestOf(estimate: ColumnEstimate | undefined): SearchEstimate | undefined {
  return estimate?.searches.toSorted((one, other) => other.milliseconds - one.milliseconds)[0];
}

function value(estimate: ColumnEstimate | undefined): string {
  if (estimate?.rowBytes === undefined) return none;
  return `${estimate.atLeast ? '≥ ' : ''}${bytes(estimate.rowBytes)}`;
}

function size(count: number | undefined): string {
  return count === undefined ? none : bytes(Math.round(count));
}

/** Below a millisecond two digits count. */
function precise(value: number): string {
  return value < 1 ? `${value.toFixed(2)} ms` : milliseconds(value);
}
