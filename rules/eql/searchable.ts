import type { EqlColumn, EqlProject } from '../model/eql.ts';
import type { Place } from '../model/place.ts';

/** An encrypted column with what can be done with it, once: where code and migrations declare it, as code does. */
export interface SearchableColumn {
  readonly column: EqlColumn;
  readonly equality: boolean;
  readonly order: boolean;
  readonly match: boolean;
  readonly json: boolean;
  /** What a person would change to take the search away: the type, the index's name. */
  readonly placeOf: (search: 'equality' | 'order' | 'match' | 'json') => Place;
  /** The columns of the same table. */
  readonly siblings: readonly EqlColumn[];
}

export function searchableColumns({ databases, declared }: EqlProject): readonly SearchableColumn[] {
  const inCode = declared.filter(isSearched);
  const told = new Set(
    inCode.flatMap(({ migrated }) => (migrated?.kind === 'encrypted' ? [migrated.column] : [])),
  );
  const stored = databases.flatMap(({ columns }) =>
    columns
      .filter((column) => isSearched(column) && !told.has(column))
      .map((column) => searchable(column, columns)),
  );
  return [...stored, ...inCode.map((column) => searchable(column, declared))];
}

function isSearched({ domain, searches }: EqlColumn): boolean {
  return domain === undefined ? searches.length > 0 : domain.operators.length > 0;
}

function searchable(column: EqlColumn, all: readonly EqlColumn[]): SearchableColumn {
  const { domain, searches } = column;
  const has = (operator: string, ...indexes: readonly string[]) =>
    domain === undefined
      ? searches.some(({ index }) => indexes.includes(index))
      : domain.operators.includes(operator);
  const indexes = { equality: ['unique'], order: ['ore', 'ope'], match: ['match'], json: ['ste_vec'] };
  return {
    column,
    equality: has('=', 'unique', 'ore', 'ope'),
    order: has('<', 'ore', 'ope'),
    match: has('@@', 'match'),
    json: has('@>', 'ste_vec'),
    placeOf: (search) =>
      (domain === undefined
        ? (searches.find(({ index }) => indexes[search].includes(index)) ?? searches[0])?.place
        : undefined) ?? column.typePlace,
    siblings: all.filter(
      ({ table, schema, source }) =>
        table === column.table && schema === column.schema && source === column.source,
    ),
  };
}
