import type { EqlColumn, EqlConfigCall, EqlProject, EqlSource } from '../model/eql.ts';
import type { Place } from '../model/place.ts';
import type { Value } from '../model/value.ts';

/** One index that configuration of EQL v1 or v2 gives a column: by a call, in JSON, or in code. */
export interface ConfiguredSearch {
  readonly generation: 'v1' | 'v2';
  readonly source: EqlSource;
  /** Absent where the call's argument is not known. */
  readonly table?: string;
  readonly column?: string;
  readonly index: string;
  /** The index's name, method or key. */
  readonly place: Place;
  readonly cast?: NonNullable<EqlColumn['cast']>;
  readonly options?: Value;
  readonly call?: EqlConfigCall;
}

const addsIndex: ReadonlySet<string> = new Set([
  'add_search_config',
  'modify_search_config',
  'cs_add_index_v1',
  'cs_modify_index_v1',
]);

export function isAddingIndex({ function: name }: EqlConfigCall): boolean {
  return addsIndex.has(name);
}

/** Every index as it is configured anywhere, in order: each call by itself, then what JSON and code declare. */
export function configuredSearches({ databases, declared }: EqlProject): readonly ConfiguredSearch[] {
  const calls = databases.flatMap(({ configCalls }) => configCalls.filter(isAddingIndex).flatMap(ofCall));
  const others = declared
    .filter(({ generation }) => generation !== 'v3')
    .flatMap((column) => column.searches.map((search) => ofColumn(column, search)));
  return [...calls, ...others];
}

function ofCall(call: EqlConfigCall): readonly ConfiguredSearch[] {
  const { cast, column, generation, index, options, table } = call;
  if (index === undefined) return [];
  return [
    {
      generation,
      source: 'sql',
      ...(table === undefined ? {} : { table: table.value }),
      ...(column === undefined ? {} : { column: column.value }),
      index: index.value,
      place: index.place,
      ...(cast === undefined ? {} : { cast: { value: cast.value, written: cast.value, place: cast.place } }),
      ...(options === undefined || options.value === 'broken' ? {} : { options: options.value }),
      call,
    },
  ];
}

function ofColumn(
  column: EqlColumn,
  { index, options, place }: EqlColumn['searches'][number],
): ConfiguredSearch {
  return {
    generation: column.generation === 'v1' ? 'v1' : 'v2',
    source: column.source,
    table: column.table,
    column: column.name,
    index,
    place,
    ...(column.cast === undefined ? {} : { cast: column.cast }),
    ...(options === undefined ? {} : { options }),
  };
}

/** `users.email`, as far as it is known. */
export function configuredName({ table, column }: Pick<ConfiguredSearch, 'table' | 'column'>): string {
  return [table, column].filter((part) => part !== undefined).join('.') || 'this column';
}
