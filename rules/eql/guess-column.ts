import { type Guessability, guess } from '../guessability/classify.ts';
import type { EqlColumn } from '../model/eql.ts';
import type { EqlScalar } from './domains.ts';

/** How many values someone must try for a column, by its name and the type of its plaintext, among the columns beside it. */
export function guessColumn(
  column: EqlColumn,
  siblings: readonly Pick<EqlColumn, 'name'>[] = [],
): Guessability | undefined {
  const scalar = scalarOf(column);
  return guess({
    path: column.name,
    container: column.table,
    siblings: siblings.flatMap(({ name }) => (name === column.name ? [] : [name])),
    ...(scalar === undefined ? {} : { valueType: valueTypes[scalar] }),
    override: column.override,
  });
}

/** The type of the plaintext; undefined where nothing says. */
export function scalarOf({ domain, cast }: Pick<EqlColumn, 'domain' | 'cast'>): EqlScalar | undefined {
  if (domain !== undefined) return domain.scalar;
  return cast !== undefined && Object.hasOwn(castScalars, cast.value)
    ? castScalars[cast.value as keyof typeof castScalars]
    : undefined;
}

/** The casts of EQL v2 and the v3 type that each becomes. Source: protectjs-ffi crates/protect-ffi/src/eql_v3.rs. */
const castScalars = {
  text: 'text',
  small_int: 'smallint',
  int: 'integer',
  big_int: 'bigint',
  real: 'double',
  double: 'double',
  float: 'double',
  decimal: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  boolean: 'boolean',
  jsonb: 'json',
  json: 'json',
} as const satisfies Record<string, EqlScalar>;

/** The classifier knows types by the names that MongoDB gives them. */
const valueTypes = {
  smallint: 'int',
  integer: 'int',
  bigint: 'long',
  numeric: 'decimal',
  real: 'double',
  double: 'double',
  date: 'date',
  timestamp: 'date',
  text: 'string',
  boolean: 'bool',
  json: 'object',
} as const satisfies Record<EqlScalar, string>;
