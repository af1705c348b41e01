import type { Spread } from '../../rules/costs/estimate.ts';
import { insertBasis } from '../../rules/costs/time.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { counted } from '../../rules/model/words.ts';
import { codeTableBasis, codeTableCostText } from './code-index-cost-text.ts';
import type { Colors } from './colors.ts';
import type { ContainerCost, CostReport, FieldCost } from './cost.ts';
import { guessInWords, systemInWords, targetInWords } from './cost-words.ts';
import { visible } from './escape.ts';
import { modelBasis, modelCostText } from './model-cost-text.ts';
import { printTable, type Table, tableWidth } from './table.ts';
import { tableBasis, tableCostText } from './table-cost-text.ts';
import { bytes, milliseconds, ratio } from './units.ts';
import { wrap } from './wrap.ts';

export interface CostTextOptions {
  readonly colors: Colors;
  readonly columns: number | undefined;
}

/** The costs for a person: a table a container, ratios first, and below all of them where the numbers come from. */
export function costText(
  { containers, tables, models, codeTables, line }: CostReport,
  options: CostTextOptions,
): string {
  if (containers.length + tables.length + models.length + codeTables.length === 0)
    return 'no encrypted field is declared in these files\n';
  const blocks = [
    ...containers.map((container) => block(container, line, options)),
    ...tables.map((table) => tableCostText(table, line, options)),
    ...models.map((model) => modelCostText(model, line, options)),
    ...codeTables.map((table) => codeTableCostText(table, line, options)),
  ];
  return `${[...blocks, basis({ containers, tables, models, codeTables }, options)].join('\n\n')}\n`;
}

function block(cost: ContainerCost, line: CostReport['line'], options: CostTextOptions): string {
  const { colors } = options;
  const { place, target, fields } = cost;
  const system = systemInWords(cost.system);
  const version = targetInWords(target);
  const at = `${visible(place.file)}:${line(place)}`;
  const named = cost.name === place.file ? colors.bold(at) : `${colors.bold(visible(cost.name))}  ${at}`;
  const parts = [[`${named}  ${colors.dim(`${system} · ${version}`)}`]];
  if (cost.system === 'mongodb-csfle') {
    parts.push(printTable(clientSideTable(fields), colors));
    parts.push(
      paragraph(
        'One value takes one ciphertext and no tokens; no formula for its bytes is published.',
        options,
      ),
    );
  } else {
    parts.push(queryable(cost, options));
    const unknown = fields.filter(({ estimate }) => estimate === undefined).length;
    if (unknown > 0) parts.push(paragraph(unknownNote(unknown), options));
    parts.push(totals(cost, options));
  }
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function unknownNote(count: number): string {
  return `${counted(count, 'field')} cannot be estimated: the declaration is illegal or known only at run time (encsafe lint says more), so there is no total.`;
}

const none = '–';

/** As much of the table as the terminal has room for; on a narrow one a field a paragraph. */
function queryable(cost: ContainerCost, options: CostTextOptions): string[] {
  const { colors, columns = Number.POSITIVE_INFINITY } = options;
  const full = queryableTable(cost, true);
  if (tableWidth(full) <= columns) return printTable(full, colors);
  const short = queryableTable(cost, false);
  if (tableWidth(short) > columns) return stacked(cost, colors);
  const known = cost.fields.flatMap((field) => {
    const guess = guessed(field.guessability);
    return guess === '' ? [] : [`${nameOf(field)}: ${guess}`];
  });
  const guesses = known.length === 0 ? [] : ['', ...paragraph(`Guessable: ${known.join(' · ')}`, options)];
  return [...printTable(short, colors), ...guesses];
}

function queryableTable({ fields, total }: ContainerCost, withGuess: boolean): Table {
  const lengths = fields.flatMap(({ estimate }) => estimate?.typical.length ?? []);
  const usual = lengths.length === 0 ? 'typical value' : `typical value, ${rangeOf(lengths)} B`;
  const numeric = (head: string) => ({ head, right: true }) as const;
  return {
    columns: [
      { head: 'field' },
      { head: 'searched by' },
      { ...numeric('insert'), group: '× equality' },
      { ...numeric('tokens'), group: usual },
      numeric('document'),
      numeric('ESC + ECOC'),
      { ...numeric('tokens'), group: 'longest value' },
      numeric('document'),
      numeric('ESC + ECOC'),
      ...(withGuess ? [{ head: 'guessable' }] : []),
    ],
    rows: fields.map((field) => [
      nameOf(field),
      visible(field.searched),
      field.estimate === undefined ? none : ratio(field.estimate.insert.ratioToEquality),
      ...numbers(field.estimate),
      ...(withGuess ? [guessed(field.guessability)] : []),
    ]),
    ...(total === undefined || fields.length < 2
      ? {}
      : {
          sum: ['all fields', '', `≈ ${milliseconds(total.insertMilliseconds.typical)}`, ...numbers(total)],
        }),
  };
}

interface Numbers {
  readonly tokens: Spread;
  readonly documentBytes?: Spread;
  readonly metadataBytes?: Spread;
}

/** Tokens, document and metadata of the typical value, then of the longest. */
function numbers(of: Numbers | undefined): string[] {
  const { tokens, documentBytes: document, metadataBytes: metadata } = of ?? {};
  const count = (value: number | undefined) => (value === undefined ? none : grouped(value));
  const size = (value: number | undefined, sign: string) =>
    value === undefined ? none : `${sign}${bytes(value)}`;
  return [
    count(tokens?.typical),
    size(document?.typical, '+'),
    size(metadata?.typical, ''),
    count(tokens?.worst),
    size(document?.worst, '+'),
    size(metadata?.worst, ''),
  ];
}

function stacked({ fields, total }: ContainerCost, colors: Colors): string[] {
  const blocks = fields.map((field) => {
    const { estimate } = field;
    const guess = guessed(field.guessability);
    return [
      `  ${colors.bold(nameOf(field))}  ${visible(field.searched)}`,
      ...(estimate === undefined
        ? []
        : [
            `    insert ${ratio(estimate.insert.ratioToEquality)} equality, ≈ ${milliseconds(estimate.insert.milliseconds)}`,
            ...inWords(estimate, estimate.typical.length),
          ]),
      ...(guess === '' ? [] : [`    guessable: ${guess}`]),
    ];
  });
  if (total !== undefined && fields.length > 1) {
    const time = `    insert ≈ ${milliseconds(total.insertMilliseconds.typical)}`;
    blocks.push([`  ${colors.bold('all fields')}`, time, ...inWords(total, undefined)]);
  }
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function inWords(of: Numbers, length: number | undefined): string[] {
  const { tokens, documentBytes: document, metadataBytes: metadata } = of;
  const line = (label: string, which: 'typical' | 'worst') => {
    const count = tokens[which];
    if (count === undefined) return [];
    const inDocument = document?.[which];
    const inMetadata = metadata?.[which];
    const parts = [
      counted(count, 'token'),
      ...(inDocument === undefined ? [] : [`document +${bytes(inDocument)}`]),
      ...(inMetadata === undefined ? [] : [`ESC + ECOC ${bytes(inMetadata)}`]),
    ];
    return [`    ${label}: ${parts.join(', ')}`];
  };
  return [
    ...line(length === undefined ? 'typical' : counted(length, 'byte'), 'typical'),
    ...line('longest', 'worst'),
  ];
}

function clientSideTable(fields: readonly FieldCost[]): Table {
  return {
    columns: [{ head: 'field' }, { head: 'searched by' }, { head: 'guessable' }],
    rows: fields.map((field) => [nameOf(field), visible(field.searched), guessed(field.guessability)]),
  };
}

function totals({ fields, total, rows }: ContainerCost, options: CostTextOptions): string[] {
  const { documentBytes, bytesForRows } = total ?? {};
  if (documentBytes === undefined || bytesForRows === undefined || rows === undefined) return [];
  const esc = fields.reduce((sum, { estimate }) => sum + (estimate?.typical.escBytes ?? 0), 0);
  const ecoc = fields.reduce((sum, { estimate }) => sum + (estimate?.typical.ecocBytes ?? 0), 0);
  return paragraph(
    `${counted(rows, 'document')} of typical values, each written once: +${bytes(documentBytes.typical * rows)} in the collection, ${bytes(esc * rows)} ESC, ${bytes(ecoc * rows)} ECOC; together ${bytes(bytesForRows)}.`,
    options,
  );
}

function basis(
  {
    containers,
    tables,
    models,
    codeTables,
  }: Pick<CostReport, 'containers' | 'tables' | 'models' | 'codeTables'>,
  { colors, columns = 112 }: CostTextOptions,
): string {
  const exact = [
    'Exact: tokens and bytes, by the layout of libmongocrypt and the server; 1 KB = 1,000 bytes. Document: what encryption adds, the 22 bytes of the __safeContent__ header in every field and once in all. ESC + ECOC: what each write appends to the metadata collections, before compaction.',
    `Insert, ${insertBasis}.`,
  ];
  const parts = [
    ...(containers.some(({ system }) => system === 'mongodb-qe') ? exact : []),
    ...(tables.length > 0 ? tableBasis() : []),
    ...(models.length > 0 ? modelBasis(models) : []),
    ...(codeTables.length > 0 ? codeTableBasis() : []),
    'Guessable: how many values someone must try, by the name and type of the field; the configuration knows better (fields).',
  ];
  return parts
    .flatMap((part) => wrap(part, Math.max(40, columns - 2)))
    .map((line) => colors.dim(line))
    .join('\n');
}

function nameOf({ path }: FieldCost): string {
  return path === undefined ? '(path known at run time)' : visible(path);
}

function guessed(guessability: Guessability | undefined): string {
  if (guessability === undefined) return '';
  const words = guessInWords(guessability);
  return guessability.kind === 'unguessable' ? `no: ${words}` : words;
}

function rangeOf(lengths: readonly number[]): string {
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  return least === most ? grouped(least) : `${grouped(least)}–${grouped(most)}`;
}

function paragraph(text: string, { columns }: CostTextOptions): string[] {
  return wrap(text, columns === undefined ? undefined : Math.max(40, columns - 4)).map((line) => `  ${line}`);
}
