import type { EqlDomain, EqlExtractor } from '../../eql/domains.ts';
import type { EqlColumn } from '../../model/eql.ts';
import { measured } from '../sources.ts';
import { indexBytes } from './index-bytes.ts';
import {
  buildSeconds,
  ingestMachine,
  type MeasuredSearch,
  measuredQueries,
  queryMachine,
  rowsPerSecond,
} from './measured.ts';
import { oreTextInOneBlock, valueBytes } from './payload.ts';

/** What one column costs. A key is absent where nothing was measured or no formula is known. */
export interface ColumnEstimate {
  /** Bytes of the typical value, for text. */
  readonly length?: number;
  /** The encrypted value in its row, before PostgreSQL compresses it or moves it out. */
  readonly rowBytes?: number;
  /** The same value in plaintext. */
  readonly plainBytes?: number;
  /** True where `rowBytes` is the least that it can be: block ORE of text longer than was tried. */
  readonly atLeast: boolean;
  readonly indexes: readonly IndexEstimate[];
  /** All of them, where each is known. */
  readonly indexBytes?: number;
  /** Seconds to build them over a million rows. */
  readonly buildSeconds?: number;
  readonly insert?: IngestEstimate;
  readonly searches: readonly SearchEstimate[];
}

export interface IndexEstimate {
  readonly extractor: EqlExtractor;
  readonly bytes?: number;
}

export interface IngestEstimate {
  /** How many times longer than a column with equality alone. */
  readonly ratioToEquality: number;
  readonly basis: string;
}

export interface SearchEstimate {
  readonly search: MeasuredSearch;
  /** Milliseconds at a million rows, through the index. */
  readonly milliseconds: number;
  readonly ratioToPlaintext?: number;
  readonly perSecond: number;
  /** The same search where no index engages. */
  readonly withoutIndex?: { readonly milliseconds: number; readonly rows: number };
  readonly basis: string;
}

/** The numbers of a column of EQL v3; undefined for v1 and v2, of whose sizes nothing is published. */
export function estimateColumn(column: EqlColumn): ColumnEstimate | undefined {
  const { domain } = column;
  if (domain === undefined) return undefined;
  const length = column.override.length ?? column.assumptions.length ?? measured.typicalLength.value;
  return estimateDomain(domain, length, { table: column.table.length, column: column.name.length });
}

/** The same for supposed settings: another domain, a longer value. */
export function estimateDomain(
  domain: EqlDomain,
  length: number,
  names: { readonly table: number; readonly column: number },
): ColumnEstimate {
  const isText = domain.scalar === 'text';
  const plain = isText ? textBytes(length) : plainSizes[domain.scalar];
  const indexes = domain.extractors.map((extractor): IndexEstimate => {
    const bytes = indexBytes(domain, extractor, length);
    return { extractor, ...(bytes === undefined ? {} : { bytes }) };
  });
  const all = indexes.every(({ bytes }) => bytes !== undefined)
    ? indexes.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
    : undefined;
  const insert = ingestOf(domain);
  const build = buildSecondsOf(domain);
  return {
    ...(isText ? { length } : {}),
    // The size of a document is in its leaves, which nobody declares.
    ...(domain.scalar === 'json'
      ? {}
      : { rowBytes: valueBytes(domain, { ...names, length: isText ? length : 0 }) }),
    ...(plain === undefined ? {} : { plainBytes: plain }),
    atLeast: isText && domain.terms.includes('ob') && length > oreTextInOneBlock,
    indexes,
    ...(all === undefined ? {} : { indexBytes: all }),
    ...(build === undefined ? {} : { buildSeconds: build }),
    ...(insert === undefined ? {} : { insert }),
    searches: searchesOf(domain),
  };
}

/** Source: PostgreSQL 18 manual, numeric and date types; text has a header of one byte up to 126, else of four. */
const plainSizes: Readonly<Partial<Record<EqlDomain['scalar'], number>>> = {
  smallint: 2,
  integer: 4,
  bigint: 8,
  real: 4,
  double: 8,
  date: 4,
  timestamp: 8,
  boolean: 1,
};

function textBytes(length: number): number {
  return length + (length < 127 ? 1 : 4);
}

/** Only what was measured: a domain whose terms are together in no measurement has no ratio. */
function ingestOf({ scalar, capability }: EqlDomain): IngestEstimate | undefined {
  const of = (rate: { readonly value: number; readonly source: string }): IngestEstimate => ({
    ratioToEquality: rowsPerSecond.equality.value / rate.value,
    basis: `measured: ${rate.source}; ${ingestMachine}`,
  });
  if (scalar === 'json') return capability === 'search' ? of(rowsPerSecond.json) : undefined;
  switch (capability) {
    case 'eq':
      return of(rowsPerSecond.equality);
    case 'ord':
    case 'ord_ope':
      return scalar === 'text' ? undefined : of(rowsPerSecond.order);
    case 'ord_ore':
      return scalar === 'text' ? undefined : of(rowsPerSecond['block-ore order']);
    case 'search_ore':
      return of(rowsPerSecond['text search with block ORE']);
    default:
      return undefined;
  }
}

function searchesOf({ terms }: EqlDomain): readonly SearchEstimate[] {
  const searches: MeasuredSearch[] = [];
  if (terms.includes('hm') || terms.includes('op') || terms.includes('ob')) searches.push('equality');
  if (terms.includes('op')) searches.push('order');
  if (terms.includes('ob')) searches.push('block-ore order');
  if (terms.includes('bf')) searches.push('match');
  if (terms.includes('sv')) searches.push('json');
  return searches.map((search) => {
    const query = measuredQueries[search];
    return {
      search,
      milliseconds: query.milliseconds,
      ...('ratioToPlaintext' in query ? { ratioToPlaintext: query.ratioToPlaintext } : {}),
      perSecond: 1_000 / query.milliseconds,
      ...('withoutIndex' in query ? { withoutIndex: query.withoutIndex } : {}),
      basis: `measured: ${query.source}; ${queryMachine}`,
    };
  });
}

/** Seconds to build the indexes of a column over a million rows, where that was measured. */
function buildSecondsOf({ scalar, capability }: EqlDomain): number | undefined {
  if (scalar === 'json') return capability === 'search' ? buildSeconds.json.value : undefined;
  switch (capability) {
    case 'eq':
      return buildSeconds.equality.value;
    case 'ord':
    case 'ord_ope':
      return scalar === 'text' ? undefined : buildSeconds.order.value;
    case 'ord_ore':
      return scalar === 'text' ? undefined : buildSeconds['block-ore order'].value;
    case 'search':
      return buildSeconds['text search'].value;
    default:
      return undefined;
  }
}
