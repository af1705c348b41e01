import { type SavedByIndex, savedByIndex } from '../costs/eql/saved-by-index.ts';
import type { EqlColumn, EqlIndex, EqlIndexKey } from '../model/eql.ts';
import type { EqlExtractor } from './domains.ts';

/** The index that serves one kind of search of a column. */
export interface IndexRecipe {
  readonly method: 'btree' | 'gin';
  /** The functions over which it may stand, the one to write first. */
  readonly functions: readonly string[];
  /** `eql_v3`, `eql_v2`. */
  readonly schema: string;
  /** The end of its name: `<table>_<column>_eq`. */
  readonly suffix: string;
  /** What it serves, in words that follow "a search by". */
  readonly serves: string;
  /** The key as SQL writes it, of the column's name as SQL writes it. */
  readonly key: (column: string) => string;
  /** What it saves, measured; absent where nobody measured. */
  readonly saves?: string;
}

function saves({ rows, through, without, setup }: SavedByIndex): string {
  const fast = Number(through.toPrecision(2));
  return without === undefined
    ? `with it ${fast} ms at ${rows} (${setup})`
    : `${without} ms instead of ${fast} ms at ${rows} (${setup})`;
}

const over = (name: string) => (column: string) => `${name}(${column})`;

/** Source: docs/reference/database-indexes.md of encrypt-query-language 3.0.5, run on 3.0.4. */
export const recipes: Readonly<Record<EqlExtractor, IndexRecipe>> = {
  eq_term: {
    schema: 'eql_v3',
    functions: ['eq_term'],
    method: 'btree',
    suffix: 'eq',
    serves: 'equality',
    key: over('eql_v3.eq_term'),
    saves: saves(savedByIndex.equality),
  },
  ord_term: {
    schema: 'eql_v3',
    functions: ['ord_term'],
    method: 'btree',
    suffix: 'ord',
    serves: 'order',
    key: over('eql_v3.ord_term'),
    saves: saves(savedByIndex.order),
  },
  ord_term_ore: {
    schema: 'eql_v3',
    functions: ['ord_term_ore'],
    method: 'btree',
    suffix: 'ord_ore',
    serves: 'order',
    key: over('eql_v3.ord_term_ore'),
    saves: saves(savedByIndex.order),
  },
  match_term: {
    schema: 'eql_v3',
    functions: ['match_term'],
    method: 'gin',
    suffix: 'match',
    serves: 'match',
    key: over('eql_v3.match_term'),
    saves: saves(savedByIndex.match),
  },
  to_ste_vec_query: {
    schema: 'eql_v3',
    functions: ['to_ste_vec_query', 'jsonb_array', 'ste_vec'],
    method: 'gin',
    suffix: 'json',
    serves: 'JSON containment',
    key: (column) => `(eql_v3.to_ste_vec_query(${column})::jsonb) jsonb_path_ops`,
    saves: saves(savedByIndex.json),
  },
};

/** The same for the indexes of a v2 configuration. Source: docs/reference/database-indexes.md at 2.2.1 and 2.3.1. */
export const recipesOfV2: Readonly<Record<string, IndexRecipe>> = {
  unique: {
    schema: 'eql_v2',
    functions: ['hmac_256'],
    method: 'btree',
    suffix: 'eq',
    serves: 'equality',
    key: over('eql_v2.hmac_256'),
    saves: saves(savedByIndex.equality),
  },
  match: {
    schema: 'eql_v2',
    functions: ['bloom_filter'],
    method: 'gin',
    suffix: 'match',
    serves: 'match',
    key: over('eql_v2.bloom_filter'),
  },
  ore: {
    schema: 'eql_v2',
    functions: ['ore_block_u64_8_256'],
    method: 'btree',
    suffix: 'ord',
    serves: 'order',
    key: over('eql_v2.ore_block_u64_8_256'),
    saves: saves(savedByIndex.order),
  },
  ste_vec: {
    schema: 'eql_v2',
    functions: ['ste_vec', 'jsonb_array', 'to_stevec_query'],
    method: 'gin',
    suffix: 'json',
    serves: 'JSON containment',
    key: over('eql_v2.ste_vec'),
  },
};

/** True when an index gives what the recipe is for. One of a wrong method counts: another rule speaks of it. */
export function gives(index: EqlIndex, recipe: IndexRecipe, column: EqlColumn): boolean {
  return index.keys.some((key) => isOver(key, column) && givesKey(key, recipe));
}

function givesKey({ form, extractor }: EqlIndexKey, { functions, schema }: IndexRecipe): boolean {
  // What is written over a part of a document, or in a form that nobody lists, is somebody's own choice.
  if (form === 'other') return true;
  if (schema === 'eql_v2' && form === 'column') return true;
  return extractor !== undefined && functions.includes(extractor.name);
}

/** True when a key of an index is about the column. */
function isOver({ column }: EqlIndexKey, { table, name, schema }: EqlColumn): boolean {
  if (column?.name !== name || column.table !== table) return false;
  return column.schema === schema || column.schema === undefined || schema === undefined;
}
