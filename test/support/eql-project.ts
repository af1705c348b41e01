import { domainNamed } from '../../rules/eql/domains.ts';
import { splitStatements } from '../../server/read/sql/split.ts';
import { quoted } from './eql-answers.ts';
import type { EqlEngine } from './eql-engine.ts';
import { newPayload, operandPayload, sampleOf } from './eql-operands.ts';
import type { Files } from './lint-files.ts';

/** What the engine made of a statement. */
export interface Outcome {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The SQLSTATE that it raised. */
  readonly code?: string;
  /** What `EXPLAIN` says where no table may be read whole. */
  readonly plan?: string;
}

/**
 * Runs the SQL files of a project in the order that people run them, each statement whatever became of the ones before it, and
 * leaves nothing behind. Every table has a row when a query reaches it, and a parameter a value that its type takes.
 */
export async function runProject(engine: EqlEngine, files: Files): Promise<Outcome[]> {
  await engine.exec(
    'BEGIN; CREATE SCHEMA trial; SET LOCAL search_path = trial, public; SET LOCAL enable_seqscan = off',
  );
  const outcomes: Outcome[] = [];
  try {
    for (const file of Object.keys(files).filter(isSql).sort(inOrder)) {
      for (const statement of statementsOf(files[file] ?? '')) {
        const { text } = statement;
        // Transactions are ours, and variables are psql's.
        if (/^(?:BEGIN|START|COMMIT|ROLLBACK)\b/i.test(text) || /:'\w+'/.test(text)) continue;
        if (isQuery(text)) await fillTables(engine);
        const code = await attempt(engine, () => run(engine, text));
        const plan = code === undefined && isQuery(text) ? await planOf(engine, text) : undefined;
        outcomes.push({
          file,
          ...statement,
          ...(code === undefined ? {} : { code }),
          ...(plan === undefined ? {} : { plan }),
        });
      }
    }
  } finally {
    await engine.exec('ROLLBACK; DEALLOCATE ALL');
  }
  return outcomes;
}

const isSql = (file: string) => file.endsWith('.sql');
const isQuery = (text: string) => /^(?:SELECT|WITH|INSERT|UPDATE|DELETE|VALUES|TABLE)\b/i.test(text);

function inOrder(one: string, other: string): number {
  return Number(isSchema(other)) - Number(isSchema(one)) || (one < other ? -1 : 1);
}

const isSchema = (file: string) => /migration|schema|drizzle|supabase|install/i.test(file);

function statementsOf(text: string): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  splitStatements(text, { psql: true }, (part) => {
    if (part.kind !== 'statement') return;
    const { start, end } = part.piece;
    found.push({ start, end, text: text.slice(start, end) });
  });
  return found;
}

/** The code of what was raised; the transaction goes on. */
async function attempt(engine: EqlEngine, act: () => Promise<unknown>): Promise<string | undefined> {
  await engine.exec('SAVEPOINT tried');
  try {
    await act();
    await engine.exec('RELEASE tried');
    return undefined;
  } catch (error) {
    await engine.exec('ROLLBACK TO tried');
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

async function run(engine: EqlEngine, text: string): Promise<void> {
  if (/^DROP\s+SCHEMA\b[^;]*\beql_v3(?:_internal)?\b/i.test(text)) return dropWhatDepends(engine, text);
  if (/^CREATE\s+SCHEMA\b[^;]*\beql_v3(?:_internal)?\b/i.test(text)) return;
  if (!isQuery(text) || !/\$\d/.test(text)) {
    await engine.exec(text.replace(/\bCONCURRENTLY\b/i, ''));
    return;
  }
  await engine.exec(`DEALLOCATE ALL; PREPARE asked_now AS ${text}`);
  await engine.exec(`EXECUTE asked_now ${await argumentsFor(engine, text)}`);
}

/** The script that begins so goes on with what EQL is: of the project only its indexes are gone behind it. */
async function dropWhatDepends(engine: EqlEngine, text: string): Promise<void> {
  const indexes = async () => {
    const { rows } = await engine.query<{ name: string }>(
      `SELECT quote_ident(indexname) AS name FROM pg_indexes WHERE schemaname = 'trial'`,
    );
    return rows.map(({ name }) => name);
  };
  const before = await indexes();
  await engine.exec(`SAVEPOINT whole; ${text}`);
  const after = await indexes();
  await engine.exec('ROLLBACK TO whole');
  for (const name of before.filter((one) => !after.includes(one))) await engine.exec(`DROP INDEX ${name}`);
}

async function planOf(engine: EqlEngine, text: string): Promise<string> {
  const explained = /\$\d/.test(text) ? `EXECUTE asked_now ${await argumentsFor(engine, text)}` : text;
  const { rows } = await engine.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${explained}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

async function argumentsFor(engine: EqlEngine, text: string): Promise<string> {
  const { rows } = await engine.query<{ type: string }>(
    `SELECT type::text FROM pg_prepared_statements, unnest(parameter_types) WITH ORDINALITY AS each (type, at)
     WHERE name = 'asked_now' ORDER BY at`,
  );
  const values = rows.map(({ type }, at) => valueFor(type, castOf(text, at + 1)));
  return values.length === 0 ? '' : `(${values.join(', ')})`;
}

/** The last type that a parameter is cast to: `$1::jsonb::eql_v3.query_text_eq`. */
function castOf(text: string, parameter: number): string | undefined {
  return new RegExp(`\\$${parameter}(?!\\d)(?:::[\\w.]+)*::([\\w.]+)`).exec(text)?.[1];
}

function valueFor(type: string, cast: string | undefined): string {
  const item = /^(.*)\[\]$/.exec(type)?.[1];
  if (item !== undefined) return `ARRAY[${valueFor(item, undefined)}]::${type}`;
  const name = (type === 'jsonb' || type === 'text' ? (cast ?? type) : type).replace(/^.*\./, '');
  if (domainNamed(name) !== undefined) return quoted(newPayload(name));
  if (/^(?:smallint|integer|bigint|numeric)$/.test(name)) return String(nextNumber());
  if (name === 'jsonb') return quoted(everyTerm());
  return quoted(operandPayload(name) ?? sampleOf(type) ?? '1');
}

let number = 1_000;

/** No key of a sample is so high. */
function nextNumber(): number {
  number += 1;
  return number;
}

/** A payload that every column takes but one of JSON. */
function everyTerm(): string {
  const payloads = ['eql_v3_text_search', 'eql_v3_text_ord_ore'].map((name) => JSON.parse(newPayload(name)));
  return JSON.stringify(Object.assign({}, ...payloads));
}

/** Puts a row into every table that has none. */
async function fillTables(engine: EqlEngine): Promise<void> {
  const { rows } = await engine.query<{ name: string; columns: readonly (readonly [string, string])[] }>(`
    SELECT attrelid::regclass::text AS name,
      json_agg(json_build_array(quote_ident(attname), format_type(atttypid, atttypmod)) ORDER BY attnum) AS columns
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
    WHERE relkind IN ('r', 'p') AND relnamespace IN ('trial'::regnamespace, 'public'::regnamespace)
      AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
    GROUP BY attrelid`);
  for (const { name, columns } of rows) {
    const values = columns.map(([, type]) => `${valueFor(type, undefined)}::${type}`);
    const names = columns.map(([column]) => column).join(', ');
    await attempt(engine, () =>
      engine.exec(`SET LOCAL session_replication_role = replica;
        INSERT INTO ${name} (${names}) SELECT ${values.join(', ')} WHERE NOT EXISTS (SELECT FROM ${name});
        SET LOCAL session_replication_role = origin`),
    );
  }
}
