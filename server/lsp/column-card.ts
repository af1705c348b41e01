import { type ColumnEstimate, estimateColumn, estimateDomain } from '../../rules/costs/eql/estimate.ts';
import { domainNamed } from '../../rules/eql/domains.ts';
import { guessColumn } from '../../rules/eql/guess-column.ts';
import type { EqlColumn, EqlProject, EqlUse } from '../../rules/model/eql.ts';
import type { Finding } from '../../rules/model/finding.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { holds, type Place, samePlace } from '../../rules/model/place.ts';
import type { EqlTarget } from '../../rules/model/target.ts';
import { counted } from '../../rules/model/words.ts';
import { isSearch } from '../project/declares.ts';
import { eqlInWords } from '../report/cost-words.ts';
import { searchedBy } from '../report/table-costs.ts';
import { bytes, milliseconds, ratio } from '../report/units.ts';
import { type Card, type CardTable, type Line, strong } from './card.ts';
import { contains } from './declarations.ts';
import { guessWords } from './leaks.ts';
import { ruleLinks } from './rule-links.ts';

/** All that the card of an encrypted column says. */
export interface ColumnFacts {
  readonly column: EqlColumn;
  readonly siblings: readonly EqlColumn[];
  readonly uses: readonly EqlUse[];
  readonly target: EqlTarget;
  /** What is reported on this column. */
  readonly findings: readonly Finding[];
  readonly pageOf: (rule: string) => string | undefined;
}

/** The encrypted column whose declaration an offset stands in, or which a query names there. */
export function columnAt(
  { databases, declared, uses }: EqlProject,
  file: string,
  offset: number,
): { readonly column: EqlColumn; readonly place: Place } | undefined {
  const used = uses.find(({ columnPlace }) => contains(columnPlace, file, offset));
  if (used !== undefined) return { column: used.column, place: used.columnPlace };
  const columns = [...databases.flatMap((database) => database.columns), ...declared];
  const column = columns
    .filter(({ declaration }) => contains(declaration, file, offset))
    .toSorted((one, other) => lengthOf(one.declaration) - lengthOf(other.declaration))[0];
  return column === undefined ? undefined : { column, place: column.declaration };
}

function lengthOf({ start, end }: Place): number {
  return end - start;
}

/** What a column is, what it costs, what it leaks and where it is searched. */
export function columnCard(facts: ColumnFacts): Card {
  const { column, siblings, target } = facts;
  const estimate = estimateColumn(column);
  const leak = leakOf(column);
  const refused = facts.findings.some(
    ({ severity, place }) => severity === 'error' && holds(column.declaration, place),
  );
  const verdict = refused ? [] : ['legal'];
  const guessed = guessColumn(column, siblings);
  return {
    headline: [
      strong(`${column.table}.${column.name}`),
      ` · ${[typeOf(column), searchedBy(column), eqlInWords(target), ...verdict].join(' · ')}`,
    ],
    ...(estimate === undefined || estimate.rowBytes === undefined
      ? {}
      : { table: costTable(column, estimate) }),
    notes: [
      [
        strong('Leaks'),
        ` to whoever reads the database: ${leak}${leak === nothing ? '' : guessWords(guessed)}.`,
      ],
      ...usedLine(facts),
      footer(facts, estimate),
    ],
  };
}

function typeOf({ domain, generation, cast }: EqlColumn): string {
  if (domain !== undefined) return domain.name;
  const name = generation === 'v1' ? 'cs_encrypted_v1' : 'eql_v2_encrypted';
  return cast === undefined ? name : `${name} of ${cast.value}`;
}

const nothing = 'whether a value is there, and its length';

/** Source: facts of the terms as encrypt-query-language stores them; block ORE holds both halves of its ciphertext. */
function leakOf({ domain, searches }: EqlColumn): string {
  const has = (term: 'hm' | 'op' | 'ob' | 'bf' | 'sv', index: string) =>
    domain === undefined ? searches.some((one) => one.index === index) : domain.terms.includes(term);
  const ordered = has('op', 'ope') || has('ob', 'ore');
  const parts = [
    ...(ordered
      ? ['the order of all values, and which are equal']
      : has('hm', 'unique')
        ? ['which rows share a value, so how often each occurs']
        : []),
    ...(has('bf', 'match') ? ['which rows share pieces of their text, and how long it is'] : []),
    ...(has('sv', 'ste_vec')
      ? ['which documents share paths and values, and the order of their numbers and texts']
      : []),
  ];
  return parts.length === 0 ? nothing : parts.join('; ');
}

const none = '–';

function costTable(column: EqlColumn, estimate: ColumnEstimate): CardTable {
  const { domain } = column;
  const equality = domain === undefined ? undefined : domainNamed(`eql_v3_${domain.scalar}_eq`);
  const names = { table: column.table.length, column: column.name.length };
  const length = estimate.length ?? 0;
  const isEquality = domain?.capability === 'eq';
  const other =
    equality === undefined || isEquality || domain?.capability === ''
      ? undefined
      : estimateDomain(equality, length, names);
  const own = cells(estimate);
  const columns = [
    {
      head: 'plaintext',
      cells: [estimate.plainBytes === undefined ? none : bytes(estimate.plainBytes)],
    },
    ...(other === undefined ? [] : [{ head: 'equality', cells: cells(other) }]),
    {
      head: `this column${estimate.length === undefined ? '' : `, ${bytes(estimate.length)}`}`,
      cells: own,
    },
  ];
  // A row that says nothing in any column is left out.
  const rows = rowNames.flatMap((name, row) => {
    const said = columns.map((one) => one.cells[row] ?? none);
    return said.every((cell) => cell === none) ? [] : [[name, ...said]];
  });
  return { head: ['', ...columns.map(({ head }) => head)], rows, own: columns.length };
}

const rowNames = [
  'value',
  'indexes',
  'index build',
  'insert, × equality',
  'search',
  'search, × plaintext',
  'without index',
] as const;

function cells({
  rowBytes,
  atLeast,
  indexes,
  indexBytes,
  buildSeconds,
  insert,
  searches,
}: ColumnEstimate): string[] {
  const slowest = searches.toSorted((one, other) => other.milliseconds - one.milliseconds)[0];
  return [
    rowBytes === undefined ? none : `${atLeast ? '≥ ' : ''}${bytes(rowBytes)}`,
    indexes.length === 0 || indexBytes === undefined ? none : bytes(Math.round(indexBytes)),
    buildSeconds === undefined ? none : `${buildSeconds} s`,
    insert === undefined ? none : ratio(insert.ratioToEquality),
    slowest === undefined ? none : `${slowest.search} ${inMilliseconds(slowest.milliseconds)}`,
    slowest?.ratioToPlaintext === undefined ? none : ratio(slowest.ratioToPlaintext),
    slowest?.withoutIndex === undefined ? none : scanned(slowest.withoutIndex),
  ];
}

function scanned({
  milliseconds: time,
  rows,
}: {
  readonly milliseconds: number;
  readonly rows: number;
}): string {
  const said = time < 1_000 ? milliseconds(time) : `${Number((time / 1_000).toFixed(1))} s`;
  return rows === 1_000_000 ? said : `${said} at ${grouped(rows)}`;
}

function inMilliseconds(value: number): string {
  return value < 1 ? `${value.toFixed(2)} ms` : milliseconds(value);
}

function usedLine({ column, uses }: ColumnFacts): readonly Line[] {
  const own = uses.filter((use) => isSame(use.column, column) && isSearch(use));
  if (own.length === 0) return [];
  const places = new Map(
    own.map(({ columnPlace }) => [`${columnPlace.file}:${columnPlace.start}`, columnPlace]),
  );
  const files = [...new Set([...places.values()].map(({ file }) => file))];
  const shown = files.slice(0, 2).join(', ');
  const more = files.length > 2 ? ` and ${counted(files.length - 2, 'more file')}` : '';
  return [[strong('Searched'), ` in ${counted(places.size, 'place')}: ${shown}${more}.`]];
}

function isSame(one: EqlColumn, other: EqlColumn): boolean {
  return (
    one === other || samePlace(one.place, other.place) || isMigrated(one, other) || isMigrated(other, one)
  );
}

function isMigrated({ migrated }: EqlColumn, stored: EqlColumn): boolean {
  return migrated?.kind === 'encrypted' && samePlace(migrated.column.place, stored.place);
}

function footer({ column, findings, pageOf }: ColumnFacts, estimate: ColumnEstimate | undefined): Line {
  const basis =
    estimate === undefined
      ? `No numbers: nothing is published about the sizes of EQL ${column.generation}.`
      : 'Bytes by the layout of PostgreSQL. Measured: searches at 1 million rows, inserts (cipherstash/benches).';
  return [basis, ...ruleLinks(findings, pageOf)];
}

/** True for a finding on a column, wherever it stands. */
export function isAboutColumn({ place, field }: Finding, column: EqlColumn): boolean {
  return holds(column.declaration, place) || (field === column.path && place.file === column.place.file);
}
