import { columnDomains, domainNamed, jsonEntryDomain } from '../../rules/eql/domains.ts';
import { type OperandType, type SqlOperandType, sqlOperandTypes } from '../../rules/eql/verdict.ts';
import { quoted } from './eql-answers.ts';
import type { EqlEngine } from './eql-engine.ts';
import { columnPayload, jsonEntries, queryPayload } from './eql-payload.ts';

/** What a column can be, with what only expressions can be. */
export const subjects: readonly string[] = [...columnDomains.map(({ name }) => name), jsonEntryDomain];

const samples: Readonly<Record<SqlOperandType, string>> = {
  jsonb: '{"a": 1}',
  json: '{"a": 1}',
  text: 'a',
  'character varying': 'a',
  character: 'a',
  smallint: '1',
  integer: '1',
  bigint: '1',
  numeric: '1',
  real: '1',
  'double precision': '1',
  boolean: 'true',
  date: '2020-01-01',
  'timestamp without time zone': '2020-01-01',
  'timestamp with time zone': '2020-01-01',
  uuid: '00000000-0000-0000-0000-000000000000',
  bytea: 'a',
  'text[]': '{a}',
  jsonpath: '$.a',
};

/** Every type that an operand can have. */
export const operandTypes: readonly OperandType[] = [
  ...columnDomains.flatMap(({ queryType }): OperandType[] =>
    queryType === undefined ? [] : [{ kind: 'query', type: queryType }],
  ),
  ...subjects.map((domain): OperandType => ({ kind: 'stored', domain })),
  ...sqlOperandTypes.map((type): OperandType => ({ kind: 'sql', type })),
];

const short = { length: 4, ciphertext: 20 };

const stored: ReadonlyMap<string, string> = new Map(subjects.map((name) => [name, newPayload(name)]));

/** A whole payload that no other value equals. */
export function newPayload(name: string): string {
  const domain = domainNamed(name);
  return JSON.stringify(domain === undefined ? jsonEntries(1, 20)[0] : columnPayload(domain, short));
}

const asked: ReadonlyMap<string, string> = new Map(
  columnDomains.flatMap((domain) =>
    domain.queryType === undefined ? [] : [[domain.queryType, JSON.stringify(queryPayload(domain, short))]],
  ),
);

/** A value of a type of the schema `eql_v3`: `query_text_eq`. */
export function operandPayload(name: string): string | undefined {
  return asked.get(name);
}

/** A value of a type of PostgreSQL, as it names it. */
export function sampleOf(type: string): string | undefined {
  return Object.entries(samples).find(([name]) => name === type)?.[1];
}

/** The whole payload of an operand of that type. */
function payloadOf(domain: string): string {
  return stored.get(domain) ?? '{}';
}

/** How PostgreSQL writes the type. */
function written(type: OperandType): string {
  if (type.kind === 'query') return `eql_v3.${type.type}`;
  return type.kind === 'stored' ? `public.${type.domain}` : type.kind === 'sql' ? type.type : 'unknown';
}

/** A constant of that type; beside a domain's column, a jsonb is a whole payload of that domain. */
export function constantOf(type: OperandType, domain: string): string {
  switch (type.kind) {
    case 'query':
      return `${quoted(asked.get(type.type) ?? '')}::${written(type)}`;
    case 'stored':
      return `${quoted(payloadOf(type.domain))}::${written(type)}`;
    case 'sql':
      return `${quoted(type.type === 'jsonb' ? payloadOf(domain) : samples[type.type])}::${written(type)}`;
    case 'literal':
      return quoted(type.holds === 'payload' ? payloadOf(domain) : type.holds === 'scalar' ? '1' : 'alice');
    case 'parameter':
      return '$1';
  }
}

/** A column of that type in the table `operands`, or what has no column. */
export function operandOf(type: OperandType, domain: string): string {
  if (type.kind === 'sql' && type.type === 'jsonb') return 'payload';
  return type.kind === 'literal' || type.kind === 'parameter'
    ? constantOf(type, domain)
    : `"${written(type)}"`;
}

/** A column `c` of a domain, the `payload` of another of its values as jsonb, and every operand. */
export function sourceOf(domain: string): string {
  return `"with ${domain}", operands`;
}

/** One row for each domain, and one row with an operand of every type. */
export async function fillTables(engine: EqlEngine): Promise<void> {
  const columns = operandTypes.map((type) => `${constantOf(type, '')} AS "${written(type)}"`);
  await engine.exec(`
    CREATE TABLE operands AS SELECT ${columns.join(', ')};
    ${subjects
      .map(
        (name) => `CREATE TABLE "with ${name}" AS
          SELECT ${quoted(newPayload(name))}::public.${name} AS c, ${quoted(payloadOf(name))}::jsonb AS payload;`,
      )
      .join('\n')}
  `);
}
