/**
 * Aggregates of PostgreSQL 18 (chapter 9.21) and of EQL. What stands in one may stand beside GROUP BY; a function that is
 * not listed is taken for none.
 */
const aggregates: ReadonlySet<string> = new Set([
  'any_value',
  'array_agg',
  'avg',
  'bit_and',
  'bit_or',
  'bool_and',
  'bool_or',
  'count',
  'every',
  'grouped_value',
  'json_agg',
  'json_object_agg',
  'jsonb_agg',
  'jsonb_object_agg',
  'max',
  'min',
  'string_agg',
  'sum',
]);

const schemasOfAggregates: ReadonlySet<string | undefined> = new Set([
  undefined,
  'pg_catalog',
  'eql_v2',
  'eql_v3',
]);

export function isAggregate({ schema, name }: { readonly schema?: string; readonly name: string }): boolean {
  return schemasOfAggregates.has(schema) && aggregates.has(name);
}

/**
 * The columns of functions that stand as tables (PostgreSQL 18, chapters 9.16 and 9.26). `self`: one column, named as the
 * alias of the table, else as the function.
 */
const columnsOfFunctions: ReadonlyMap<string, readonly string[] | 'self'> = new Map<
  string,
  readonly string[] | 'self'
>([
  ['generate_series', 'self'],
  ['generate_subscripts', 'self'],
  ['json_array_elements', ['value']],
  ['json_array_elements_text', ['value']],
  ['json_each', ['key', 'value']],
  ['json_each_text', ['key', 'value']],
  ['json_object_keys', 'self'],
  ['jsonb_array_elements', ['value']],
  ['jsonb_array_elements_text', ['value']],
  ['jsonb_each', ['key', 'value']],
  ['jsonb_each_text', ['key', 'value']],
  ['jsonb_object_keys', 'self'],
  ['jsonb_path_query', 'self'],
  ['regexp_split_to_table', 'self'],
  ['string_to_table', 'self'],
]);

/** Undefined where the columns are not known. */
export function columnsOfFunction(
  { schema, name }: { readonly schema?: string; readonly name: string },
  argumentCount: number,
  alias: string | undefined,
): readonly string[] | undefined {
  if (schema !== undefined && schema !== 'pg_catalog') return undefined;
  if (name === 'unnest') return Array.from({ length: argumentCount }, () => alias ?? name);
  const columns = columnsOfFunctions.get(name);
  return columns === 'self' ? [alias ?? name] : columns;
}
