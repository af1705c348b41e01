import type { EqlBuilderUse, EqlCallUse, EqlCastUse, EqlUse } from '../../model/eql.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import { named, orderTermOf } from '../column-words.ts';
import type { EqlDomain } from '../domains.ts';
import { typeNamed } from '../operand-type-of.ts';
import type { SqlOperandType } from '../verdict.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/aggregate',
  severity: 'error',
  title: "PostgreSQL's own aggregates, text functions and casts on an encrypted column",
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { uses } }) {
    for (const use of uses) {
      const { domain, generation, proxy } = use.column;
      if (generation !== 'v3' || proxy || domain === undefined) continue;
      if (use.kind === 'call') yield* called(use, domain);
      if (use.kind === 'cast') yield* cast(use, domain);
      if (use.kind === 'builder') yield* built(use, domain);
    }
  },
});

/** Functions that jsonb does not have: 42883 for each of the 51 domains of EQL 3.0.4 in PostgreSQL 18. */
const aggregates: ReadonlySet<string> = new Set([
  'min',
  'max',
  'sum',
  'avg',
  'string_agg',
  'bool_and',
  'bool_or',
  'every',
  'bit_and',
  'bit_or',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'variance',
  'var_pop',
  'var_samp',
]);

const functions: ReadonlySet<string> = new Set([
  'lower',
  'upper',
  'initcap',
  'length',
  'char_length',
  'character_length',
  'trim',
  'btrim',
  'ltrim',
  'rtrim',
  'substring',
  'substr',
  'left',
  'right',
  'reverse',
  'position',
  'strpos',
  'split_part',
  'replace',
  'regexp_replace',
  'regexp_match',
  'starts_with',
  'similarity',
  'md5',
  'abs',
  'round',
  'floor',
  'ceil',
  'sqrt',
  'date_trunc',
  'extract',
  'date_part',
  'age',
  'to_char',
]);

function* called(use: EqlUse & EqlCallUse, domain: EqlDomain): Generator<Report> {
  const { schema, name, namePlace, column, argument } = use;
  if ((schema ?? 'pg_catalog') !== 'pg_catalog') return;
  const isAggregate = aggregates.has(name) && argument === 0;
  if (!isAggregate && !functions.has(name)) return;
  const own =
    orderTermOf(domain) !== undefined && (name === 'min' || name === 'max') ? `eql_v3.${name}` : undefined;
  yield {
    place: namePlace,
    field: column.path,
    message: `${name} does not exist for ${named(column, domain)}, and PostgreSQL refuses the query; ${own === undefined ? `work it out after decryption` : `write ${own}`}${postgresCode('42883')}`,
    fixes: own === undefined ? [] : [safeFix(`write ${own}`, { kind: 'text', place: namePlace, text: own })],
  };
}

/** Asked of EQL 3.0.4: jsonb casts to numbers and booleans, and an object then is none; to the others it has no cast. */
const codesOfCasts: Readonly<Partial<Record<SqlOperandType, string>>> = {
  smallint: '22023',
  integer: '22023',
  bigint: '22023',
  numeric: '22023',
  real: '22023',
  'double precision': '22023',
  boolean: '22023',
  date: '42846',
  'timestamp without time zone': '42846',
  'timestamp with time zone': '42846',
  uuid: '42846',
  bytea: '42846',
};

function* cast({ type, column }: EqlUse & EqlCastUse, domain: EqlDomain): Generator<Report> {
  const cast = typeNamed(type);
  const code = cast?.kind === 'sql' ? codesOfCasts[cast.type] : undefined;
  if (code === undefined) return;
  yield {
    place: type.place,
    field: column.path,
    message: `${named(column, domain)} holds a payload, which PostgreSQL cannot cast to ${type.name}; decrypt the value in the application${postgresCode(code)}`,
  };
}

/** Aggregates of drizzle-orm, which write those of PostgreSQL. */
const ofDrizzle: Readonly<Record<string, string>> = {
  min: 'min',
  max: 'max',
  sum: 'sum',
  avg: 'avg',
  sumDistinct: 'sum',
  avgDistinct: 'avg',
};

function* built(use: EqlUse & EqlBuilderUse, domain: EqlDomain): Generator<Report> {
  if (use.from !== 'drizzle-orm' || !Object.hasOwn(ofDrizzle, use.function)) return;
  const name = ofDrizzle[use.function];
  const own = orderTermOf(domain) !== undefined && (name === 'min' || name === 'max');
  yield {
    place: use.place,
    field: use.column.path,
    message: `${use.function} of drizzle-orm writes ${name}, which does not exist for ${named(use.column, domain)}; ${own ? `write sql\`eql_v3.${name}(\${${use.columnText}})\`` : 'work it out after decryption'}${postgresCode('42883')}`,
  };
}
