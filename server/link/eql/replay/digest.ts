import type { EqlUse } from '../../../../rules/model/eql.ts';
import type { EqlGeneration } from '../../../../rules/model/target.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { SqlExpression, SqlName, SqlStatement } from '../../../read/sql/statement.ts';
import type { Span } from '../../../read/tree.ts';
import { configFunction } from './config-functions.ts';
import { type Layout, layoutOf, takesBack } from './layout.ts';
import { walkStatement } from './walk.ts';
import { generationOfName, generationOfSchema, type WrittenName, writtenNames } from './written-names.ts';

export type SqlCall = Extract<SqlExpression, { readonly kind: 'call' }>;

/** A statement that runs, with the calls in it that configure EQL. */
export interface Step {
  readonly statement: SqlStatement;
  readonly calls: readonly SqlCall[];
}

/** What the SQL of one file is about, whatever stands in other files. */
export interface Digest {
  readonly file: string;
  readonly layout: Layout;
  /** SQL in source code, or in JSON that no tool runs in order. */
  readonly embedded: boolean;
  readonly in: Exclude<EqlUse['in'], 'builder'>;
  readonly steps: readonly Step[];
  readonly names: readonly WrittenName[];
  /** The first name of each generation. */
  readonly firstNames: ReadonlyMap<EqlGeneration, WrittenName>;
  /** Tables and views that it makes, by lookup name. */
  readonly creates: ReadonlySet<string>;
  /** Tables that it changes, indexes or configures without making them, by lookup name. */
  readonly needs: ReadonlySet<string>;
  /** Generations that it configures. */
  readonly configures: ReadonlySet<EqlGeneration>;
  /** True when it says more than queries do: a file of queries alone sees the database as it is at the end. */
  readonly defines: boolean;
  readonly includes: readonly string[];
}

const digests = new WeakMap<FileFacts, Digest>();

/** Worked out once: facts are replaced, never changed. */
export function digestOf(facts: FileFacts): Digest {
  const known = digests.get(facts);
  if (known !== undefined) return known;
  const digest = digestNew(facts);
  digests.set(facts, digest);
  return digest;
}

/** As many functions of EQL are made by nothing but its own script. */
const functionsOfScript = 20;

/** A table's name for look-ups: `public` is what is meant where no schema is named. */
export function lookupName({ schema, name }: { readonly schema?: string; readonly name: string }): string {
  return schema === undefined || schema === 'public' ? name : `${schema}.${name}`;
}

function digestNew({ file, sql }: FileFacts): Digest {
  const layout = layoutOf(file);
  const embedded = !/\.sql$/i.test(file) && !/(?:^|\/)ops\.json$/.test(file);
  const run = takesBack(file) ? [] : statementsThatRun(sql?.statements ?? [], sql?.down ?? []);
  const ownScript = isOwnScript(run);
  const statements = ownScript ? run.filter(installs) : run;
  const names = ownScript ? [] : statements.flatMap(writtenNames);
  const creates = new Set<string>();
  const needs = new Set<string>();
  const configures = new Set<EqlGeneration>();
  const includes: string[] = [];
  let defines = false;
  const need = (name: SqlName) => {
    if (!creates.has(lookupName(name))) needs.add(lookupName(name));
  };
  const steps = statements.map((statement): Step => {
    const calls = callsIn(statement);
    for (const call of calls) {
      const generation = configFunction(call.function.schema, call.function.name)?.generation;
      if (generation !== undefined) configures.add(generation);
      const [table] = call.arguments;
      const named = call.arguments.find(({ name }) => name === 'table_name') ?? table;
      if (named?.value.kind === 'string') needs.add(named.value.value.replace(/^public\./, ''));
    }
    switch (statement.kind) {
      case 'create-table':
        creates.add(lookupName(statement.table));
        break;
      case 'create-view':
        creates.add(lookupName(statement.view));
        break;
      case 'alter-table':
      case 'create-index':
        need(statement.table);
        break;
      case 'json-index-syntax':
        need({ ...statement, name: statement.table, nameSpan: statement });
        break;
      case 'rename':
        if (statement.what !== 'index' && statement.what !== 'schema') need(statement.of);
        break;
      case 'set-schema':
        need(statement.of);
        break;
      case 'include':
        includes.push(statement.file);
        break;
      default:
        break;
    }
    if (calls.length > 0 || isDefinition(statement)) defines = true;
    return { statement, calls };
  });
  for (const name of creates) needs.delete(name);
  const firstNames = new Map<EqlGeneration, WrittenName>();
  for (const name of names) if (!firstNames.has(name.generation)) firstNames.set(name.generation, name);
  return {
    file,
    layout,
    embedded,
    in: /\.sql$/i.test(file) ? 'sql' : 'embedded',
    steps,
    names,
    firstNames,
    creates,
    needs,
    configures,
    defines,
    includes,
  };
}

function statementsThatRun(
  statements: readonly SqlStatement[],
  down: readonly Span[],
): readonly SqlStatement[] {
  if (down.length === 0) return statements;
  return statements.filter(({ start }) => !down.some((span) => span.start <= start && start < span.end));
}

function isOwnScript(statements: readonly SqlStatement[]): boolean {
  let functions = 0;
  for (const statement of statements) {
    if (statement.kind === 'create-function' && generationOfName(statement.function) !== undefined)
      functions += 1;
    if (functions >= functionsOfScript) return true;
  }
  return false;
}

function installs(statement: SqlStatement): boolean {
  switch (statement.kind) {
    case 'create-schema':
      return generationOfSchema(statement.schema) !== undefined;
    case 'drop':
      return (
        statement.what === 'schema' &&
        statement.names.some(({ name }) => generationOfSchema(name) !== undefined)
      );
    case 'create-type':
      return statement.type.name === 'cs_encrypted_v1';
    default:
      return false;
  }
}

function callsIn(statement: SqlStatement): readonly SqlCall[] {
  if (statement.kind !== 'query' && statement.kind !== 'create-table') return [];
  const calls: SqlCall[] = [];
  walkStatement(statement, {
    expression: (expression) => {
      if (expression.kind !== 'call') return;
      const { schema, name } = expression.function;
      if (configFunction(schema, name) !== undefined) calls.push(expression);
    },
  });
  return calls;
}

function isDefinition(statement: SqlStatement): boolean {
  switch (statement.kind) {
    case 'create-table':
    case 'alter-table':
    case 'rename':
    case 'set-schema':
    case 'drop':
    case 'create-index':
    case 'create-view':
    case 'create-schema':
    case 'create-type':
    case 'include':
    case 'json-index-syntax':
      return true;
    case 'create-function':
    case 'create-extension':
    case 'query':
    case 'copy-from':
    case 'truncate':
    case 'set-search-path':
    case 'other':
      return false;
  }
}
