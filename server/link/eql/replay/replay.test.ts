import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { EqlColumn, EqlDatabase, EqlProject } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import { type Files, settingsOf } from '../../../../test/support/lint-files.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { loadReader, syntaxOf } from '../../../read/read.ts';
import { setWasmSource } from '../../../read/sql/engine.ts';
import { loadSqlReader } from '../../../read/sql/read-sql.ts';
import { link } from '../../link.ts';

setWasmSource(() => readFile('node_modules/libpg-query/wasm/libpg-query.wasm'));

/** Every file is read, whatever it says. */
async function eqlOf(files: Files, packages: readonly string[] = []): Promise<EqlProject> {
  const read: FileFacts[] = [];
  for (const [file, text] of Object.entries(files)) {
    const syntax = syntaxOf(file);
    if (syntax === undefined) continue;
    const facts = (await loadReader(syntax))(file, text);
    const { readSqlTexts } = await loadSqlReader();
    read.push(facts.sqlTexts === undefined ? facts : { ...facts, sql: readSqlTexts(facts.sqlTexts) });
  }
  const known = new Map(read.map((facts) => [facts.file, facts]));
  const packageOf = (file: string) => packages.find((folder) => file.startsWith(`${folder}/`)) ?? '';
  const { project } = link(
    read,
    { facts: (file) => known.get(file), exists: (file) => known.has(file) },
    { ...settingsOf({}), packageOf },
  );
  return project.eql;
}

async function databaseOf(files: Files): Promise<EqlDatabase> {
  const { databases } = await eqlOf(files);
  const [only] = databases;
  expect(databases).toHaveLength(1);
  if (only === undefined) throw new Error('no database');
  return only;
}

function typesOf({ columns }: EqlDatabase): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [`${column.table}.${column.name}`, typeOf(column)]));
}

function typeOf({ generation, domain }: EqlColumn): string {
  return domain?.name ?? generation;
}

function textAt(files: Files, { file, start, end }: Place): string {
  return files[file]?.slice(start, end) ?? '';
}

const users = 'CREATE TABLE users (id bigint PRIMARY KEY, email public.eql_v3_text_eq, city text);\n';
const index = 'CREATE INDEX users_email_eq ON users (eql_v3.eq_term(email));\n';

describe('files that make one database', () => {
  test.each<[string, Files, string]>([
    ['numbers', { 'migrations/2_index.sql': index, 'migrations/1_users.sql': users }, 'numbered'],
    ['numbers of several digits', { 'm/10_index.sql': index, 'm/9_users.sql': users }, 'numbered'],
    ['Drizzle', { 'drizzle/0000_a.sql': users, 'drizzle/0001_b.sql': index }, 'drizzle'],
    [
      'Supabase',
      {
        'supabase/migrations/20260101000000_a.sql': users,
        'supabase/migrations/20260102000000_b.sql': index,
      },
      'supabase',
    ],
    [
      'Prisma',
      {
        'prisma/migrations/20260101000000_a/migration.sql': users,
        'prisma/migrations/20260102000000_b/migration.sql': index,
      },
      'prisma',
    ],
    [
      'node-pg-migrate',
      { 'migrations/1690000000000_a.sql': users, 'migrations/1690000000001_b.sql': index },
      'node-pg-migrate',
    ],
    [
      'Flyway',
      { 'sql/V1__a.sql': users, 'sql/V1.1__b.sql': index, 'sql/U1.1__b.sql': 'DROP INDEX users_email_eq;' },
      'numbered',
    ],
    ['a script', { 'db/schema.sql': users + index }, 'script'],
    ['scripts in no order', { 'db/indexes.sql': index, 'db/schema.sql': users }, 'script'],
    [
      'indexes in a folder of their own',
      { 'db/schema/users.sql': users, 'db/indexes/users.sql': index },
      'script',
    ],
    [
      'includes',
      {
        'db/all.sql': '\\i tables/users.sql\n\\ir indexes.sql\n',
        'db/tables/users.sql': users,
        'db/indexes.sql': index,
      },
      'script',
    ],
  ])('%s', async (_, files, kind) => {
    const database = await databaseOf(files);
    expect(database.style.kind).toBe(kind);
    expect(typesOf(database)).toEqual({ 'users.email': 'eql_v3_text_eq' });
    const [found] = database.indexes.filter(({ name }) => name === 'users_email_eq');
    expect(found?.keys[0]?.column).toBe(database.columns[0]);
    expect(found?.keys[0]).toMatchObject({
      form: 'extractor',
      extractor: { schema: 'eql_v3', name: 'eq_term' },
    });
  });

  test.each<[string, Files]>([
    ['a file', { 'm/1_a.up.sql': users + index, 'm/1_a.down.sql': 'DROP TABLE users;' }],
    ['a folder', { 'm/1_a.sql': users + index, 'm/down/1_a.sql': 'DROP TABLE users;' }],
    ['dbmate', { 'm/1_a.sql': `-- migrate:up\n${users}${index}\n-- migrate:down\nDROP TABLE users;\n` }],
    ['goose', { 'm/1_a.sql': `-- +goose Up\n${users}${index}\n-- +goose Down\nDROP TABLE users;\n` }],
  ])('what takes a migration back does not run: %s', async (_, files) => {
    expect(typesOf(await databaseOf(files))).toEqual({ 'users.email': 'eql_v3_text_eq' });
  });

  test('a script that drops everything says nothing about when it runs', async () => {
    const files = {
      'm/1_a.sql': users,
      'm/2_b.sql': index,
      'scripts/reset.sql': 'DROP TABLE IF EXISTS users;',
    };
    expect(typesOf(await databaseOf(files))).toEqual({ 'users.email': 'eql_v3_text_eq' });
  });

  test('generated operations of Prisma Next run as SQL does', async () => {
    const sql = 'CREATE TABLE "public"."people" ("email" eql_v2_encrypted NOT NULL)';
    const files = {
      'migrations/app/20260601T0900_a/ops.json': JSON.stringify([{ execute: [{ sql }] }]),
      'migrations/app/20260602T0900_b/ops.json': JSON.stringify([
        { execute: [{ sql: "SELECT eql_v2.add_search_config('people', 'email', 'unique', 'text');" }] },
      ]),
    };
    const database = await databaseOf(files);
    expect(database.style).toEqual({ kind: 'code' });
    expect(database.folder).toBe('migrations/app');
    expect(database.columns[0]?.searches.map((search) => search.index)).toEqual(['unique']);
    expect(textAt(files, database.columns[0]?.typePlace ?? { file: '', start: 0, end: 0 })).toBe(
      'eql_v2_encrypted',
    );
  });
});

describe('SQL in code', () => {
  const code = (...statements: readonly string[]) =>
    statements.map((sql) => `await client.query(${JSON.stringify(sql)});`).join('\n');

  test('an index that code builds is there, and what code drops may be there still', async () => {
    const database = await databaseOf({ 'm/1.sql': users, 'src/setup.ts': code(index, 'DROP TABLE users') });
    expect(typesOf(database)).toEqual({ 'users.email': 'eql_v3_text_eq' });
    expect(database.indexes.map(({ name }) => name)).toContain('users_email_eq');
    expect(database.style).toEqual({ kind: 'numbered', nextFile: 'm/2_eql_indexes.sql' });
  });

  test('migrations as code are what builds', async () => {
    const database = await databaseOf({
      'migrations/1690000000000_a.ts': code(users, 'DROP TABLE users'),
      'migrations/1690000000001_b.ts': code(index, 'DROP INDEX users_email_eq'),
    });
    expect(typesOf(database)).toEqual({ 'users.email': 'eql_v3_text_eq' });
    expect(database.indexes.map(({ name }) => name)).toContain('users_email_eq');
    expect(database.style).toEqual({ kind: 'code' });
  });

  test('what code configures at its start counts', async () => {
    const { configCalls, columns } = await databaseOf({
      'm/1.sql': 'CREATE TABLE t (a eql_v2_encrypted);',
      'src/start.ts': code("SELECT eql_v2.add_search_config('t', 'a', 'unique', 'text')"),
    });
    expect(configCalls).toMatchObject([{ target: { kind: 'encrypted' }, before: [] }]);
    expect(columns[0]?.searches).toMatchObject([{ index: 'unique' }]);
  });

  test('a test that makes the table for itself changes nothing', async () => {
    const { databases } = await eqlOf({
      'm/1.sql': users,
      'src/a.test.ts': code('CREATE TABLE users (id int, email text)', 'CREATE INDEX x ON users (email)'),
    });
    expect(databases.flatMap(({ indexes }) => indexes.map(({ name }) => name))).not.toContain('x');
  });

  test('a query of code sees what is left', async () => {
    const { uses } = await eqlOf({
      'm/1.sql': users,
      'src/a.ts': code('SELECT id FROM users ORDER BY email'),
    });
    expect(uses).toMatchObject([{ kind: 'order', in: 'embedded', column: { name: 'email' } }]);
  });
});

describe('what the last file leaves', () => {
  const after = async (...statements: readonly string[]) =>
    databaseOf({ 'm/1_a.sql': users + index, 'm/2_b.sql': statements.join(';\n') });

  test.each<[string, readonly string[], Record<string, string>]>([
    [
      'a column more',
      ['ALTER TABLE users ADD COLUMN phone eql_v3_text_search'],
      { 'users.email': 'eql_v3_text_eq', 'users.phone': 'eql_v3_text_search' },
    ],
    [
      'a column that is there',
      ['ALTER TABLE users ADD COLUMN IF NOT EXISTS email text'],
      { 'users.email': 'eql_v3_text_eq' },
    ],
    [
      'a column less',
      ['ALTER TABLE users DROP COLUMN email', 'ALTER TABLE users ADD COLUMN x eql_v2_encrypted'],
      { 'users.x': 'v2' },
    ],
    [
      'a column renamed',
      ['ALTER TABLE users RENAME COLUMN email TO mail'],
      { 'users.mail': 'eql_v3_text_eq' },
    ],
    ['a table renamed', ['ALTER TABLE users RENAME TO people'], { 'people.email': 'eql_v3_text_eq' }],
    [
      'a table in another schema',
      ['CREATE SCHEMA app', 'ALTER TABLE users SET SCHEMA app'],
      { 'users.email': 'eql_v3_text_eq' },
    ],
    [
      'a table dropped and made again',
      ['DROP TABLE users CASCADE', 'CREATE TABLE users (id int, x eql_v3_date_ord)'],
      { 'users.x': 'eql_v3_date_ord' },
    ],
    [
      'a table that is there',
      ['CREATE TABLE IF NOT EXISTS users (id int)'],
      { 'users.email': 'eql_v3_text_eq' },
    ],
    [
      'another type',
      ['ALTER TABLE users ALTER COLUMN email TYPE eql_v3_text_search'],
      { 'users.email': 'eql_v3_text_search' },
    ],
    [
      'a plain type',
      ['ALTER TABLE users ALTER COLUMN email TYPE text', 'ALTER TABLE users ADD y eql_v3_text'],
      { 'users.y': 'eql_v3_text' },
    ],
    [
      'a domain over a domain',
      [
        'CREATE DOMAIN mail AS public.eql_v3_text_eq',
        'CREATE DOMAIN mail2 AS mail',
        'ALTER TABLE users ADD COLUMN second mail2',
      ],
      { 'users.email': 'eql_v3_text_eq', 'users.second': 'eql_v3_text_eq' },
    ],
    [
      'a v1 domain',
      ['CREATE DOMAIN secret AS cs_encrypted_v1', 'ALTER TABLE users ADD COLUMN second secret'],
      { 'users.email': 'eql_v3_text_eq', 'users.second': 'v1' },
    ],
    [
      'a quoted name',
      ['ALTER TABLE "users" ADD COLUMN "fullName" "public"."eql_v3_text"'],
      { 'users.email': 'eql_v3_text_eq', 'users.fullName': 'eql_v3_text' },
    ],
    [
      'the search path',
      [
        'SET search_path TO app, public',
        'CREATE TABLE notes (body eql_v3_text)',
        'ALTER TABLE users ADD COLUMN z eql_v3_text',
      ],
      { 'users.email': 'eql_v3_text_eq', 'users.z': 'eql_v3_text', 'notes.body': 'eql_v3_text' },
    ],
    ['a copy', ['CREATE TABLE copy AS SELECT * FROM users'], { 'users.email': 'eql_v3_text_eq' }],
  ])('%s', async (_, statements, expected) => {
    const database = await after(...statements);
    expect(typesOf(database)).toEqual(expected);
    for (const column of database.columns) {
      expect(column.container).toMatchObject({ collection: column.table, system: column.system });
      expect(column.path).toBe(column.name);
    }
  });

  test('the schema of a table goes with it', async () => {
    const [column] = (await after('CREATE SCHEMA app', 'ALTER TABLE users SET SCHEMA app')).columns;
    expect(column).toMatchObject({ schema: 'app', container: { database: 'app' } });
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['nothing', [], ['users_email_eq', 'users_pkey']],
    ['its drop', ['DROP INDEX users_email_eq'], ['users_pkey']],
    [
      'the drop of its column',
      ['ALTER TABLE users DROP COLUMN email', 'ALTER TABLE users ADD x eql_v3_text'],
      ['users_pkey'],
    ],
    [
      'another of its name',
      ['CREATE INDEX IF NOT EXISTS users_email_eq ON users (city)'],
      ['users_email_eq', 'users_pkey'],
    ],
    ['another name', ['ALTER INDEX users_email_eq RENAME TO e'], ['e', 'users_pkey']],
    [
      'one without a name',
      ['CREATE INDEX ON users (city)', 'CREATE INDEX ON users (city)', 'DROP INDEX users_city_idx1'],
      ['users_email_eq', 'users_pkey', ''],
    ],
    [
      'a constraint',
      ['ALTER TABLE users ADD CONSTRAINT one UNIQUE (email, city)'],
      ['one', 'users_email_eq', 'users_pkey'],
    ],
    ['a constraint less', ['ALTER TABLE users DROP CONSTRAINT users_pkey'], ['users_email_eq']],
    [
      'a constraint of an index',
      ['CREATE UNIQUE INDEX u ON users (email)', 'ALTER TABLE users ADD CONSTRAINT c UNIQUE USING INDEX u'],
      ['c', 'users_email_eq', 'users_pkey'],
    ],
  ])('indexes after %s', async (_, statements, expected) => {
    const names = (await after(...statements)).indexes.map(
      ({ name, kind }) => name ?? (kind === 'primary-key' ? 'users_pkey' : ''),
    );
    expect(names.sort()).toEqual([...expected].sort());
  });

  test('keys say what they are about', async () => {
    const database = await after(
      'ALTER TABLE users ADD COLUMN doc eql_v3_json_search UNIQUE',
      'CREATE INDEX a ON users USING gin ((eql_v3.to_ste_vec_query(doc)::jsonb) jsonb_path_ops)',
      'CREATE INDEX b ON users USING gin ((doc::jsonb))',
      "CREATE INDEX c ON users (eql_v3.ord_term(doc -> 'f00'::text))",
      'CREATE INDEX d ON users (lower(email::text), city) WHERE city IS NOT NULL',
    );
    const form = (name: string) => {
      const found = database.indexes.find((one) => one.name === name);
      return found?.keys.map((key) => [key.form, key.column?.name, key.extractor?.name]);
    };
    expect(form('a')).toEqual([['extractor', 'doc', 'to_ste_vec_query']]);
    expect(form('b')).toEqual([['cast', 'doc', undefined]]);
    expect(form('c')).toEqual([['other', 'doc', 'ord_term']]);
    expect(form('d')).toEqual([
      ['other', 'email', undefined],
      ['column', undefined, undefined],
    ]);
    const unique = database.indexes.find(({ kind }) => kind === 'unique');
    expect(unique?.keys).toMatchObject([{ form: 'column', column: { name: 'doc' } }]);
    expect(database.indexes.find(({ name }) => name === 'd')?.partial).toBe(true);
  });

  test('a partition is no second column to index', async () => {
    const database = await databaseOf({
      'm/1.sql': `CREATE TABLE logs (at date, who eql_v3_text_eq) PARTITION BY RANGE (at);
        CREATE TABLE logs_1 PARTITION OF logs FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');`,
    });
    expect(typesOf(database)).toEqual({ 'logs.who': 'eql_v3_text_eq' });
  });
});

describe('calls that configure EQL v2', () => {
  const tables = 'CREATE TABLE users (id int, email eql_v2_encrypted, town text);';
  const calls = (sql: string) => databaseOf({ 'm/1.sql': tables, 'm/2.sql': sql });

  test('positions, names, PERFORM in a block and casts around literals', async () => {
    const database = await calls(`
      SELECT eql_v2.add_search_config('users', 'email', 'unique');
      SELECT eql_v2.add_search_config(index_name => 'match', table_name => 'users', column_name => 'email',
        opts => '{"k": 6}'::jsonb, cast_as => 'text');
      DO $$ BEGIN PERFORM eql_v2.add_search_config('users', 'email', 'ore', 'text', '{}', true); END $$;
    `);
    expect(database.configCalls.map((call) => [call.index?.value, call.cast?.value, call.migrating])).toEqual(
      [
        ['unique', undefined, false],
        ['match', 'text', false],
        ['ore', 'text', true],
      ],
    );
    const [column] = database.columns;
    expect(column?.searches.map(({ index: name }) => name)).toEqual(['unique', 'match', 'ore']);
    expect(column?.cast?.value).toBe('text');
    expect(database.configCalls[2]?.before).toEqual(database.configCalls.slice(0, 2));
    for (const call of database.configCalls) expect(call.target).toEqual({ kind: 'encrypted', column });
  });

  test('options are read with places inside of the string', async () => {
    const files = {
      'm/1.sql': tables,
      'm/2.sql': `SELECT eql_v2.add_search_config('users', 'email', 'match', 'text', '{"k": 99}');`,
    };
    const [call] = (await databaseOf(files)).configCalls;
    const value = call?.options?.value;
    expect(value).toMatchObject({ kind: 'object', properties: [{ key: 'k', value: { digits: '99' } }] });
    if (value === undefined || value === 'broken' || value.kind !== 'object') throw new Error('no object');
    expect(value.properties.map((property) => textAt(files, property.place))).toEqual(['"k": 99']);
    expect(textAt(files, call?.index?.place ?? value.place)).toBe("'match'");
  });

  test('broken options, and options that nobody can read', async () => {
    const database = await calls(`
      SELECT eql_v2.add_search_config('users', 'email', 'match', 'text', '{k: 1}');
      SELECT eql_v2.add_search_config('users', 'email', 'unique', 'text', jsonb_build_object('k', 1));
    `);
    expect(database.configCalls[0]?.options?.value).toBe('broken');
    expect(database.configCalls[1]?.options?.value).toMatchObject({ kind: 'unknown' });
  });

  test('later calls change what earlier ones said', async () => {
    const database = await calls(`
      SELECT eql_v2.add_search_config('users', 'email', 'unique', 'text');
      SELECT eql_v2.add_search_config('users', 'email', 'match', 'int');
      SELECT eql_v2.modify_search_config('users', 'email', 'match', 'int', '{"k": 4}');
      SELECT eql_v2.remove_search_config('users', 'email', 'unique');
    `);
    expect(database.columns[0]?.searches.map((search) => search.index)).toEqual(['match']);
    expect(database.columns[0]?.cast?.value).toBe('int');
  });

  test('what a call is about', async () => {
    const database = await calls(`
      SELECT eql_v2.add_search_config('users', 'town', 'unique', 'text');
      SELECT eql_v2.add_search_config('users', 'nobody', 'unique', 'text');
      SELECT eql_v2.add_search_config('elsewhere', 'email', 'unique', 'text');
      SELECT eql_v2.add_search_config('public.users', 'email', 'unique', 'text');
      SELECT eql_v2.add_search_config($1, 'email', 'unique', 'text');
      SELECT eql_v2.migrate_config();
    `);
    expect(database.configCalls.map(({ target }) => target.kind)).toEqual([
      'plain',
      'no-column',
      'unknown',
      'encrypted',
      'unknown',
      'unknown',
    ]);
  });

  test('a plain column whose encrypted twin stands beside it', async () => {
    const database = await databaseOf({
      'm/1.sql': `CREATE TABLE users (email text, email_encrypted eql_v2_encrypted);
        SELECT eql_v2.add_search_config('users', 'email', 'unique', 'text');`,
    });
    expect(database.configCalls[0]?.target).toMatchObject({
      kind: 'encrypted',
      column: { name: 'email_encrypted' },
    });
  });

  test.each<[string, string, boolean]>([
    ['an insert', "INSERT INTO users VALUES (1, '{}', 'x')", true],
    ['an insert of the column', 'INSERT INTO users (id, email) SELECT 1, e FROM old', true],
    ['an insert of others', "INSERT INTO users (id, town) VALUES (1, 'x')", false],
    ['an update', "UPDATE users SET email = '{}'", true],
    [
      'a common table expression',
      'WITH w AS (INSERT INTO users (email) SELECT e FROM old RETURNING 1) SELECT 1',
      true,
    ],
    ['a truncation afterwards', "INSERT INTO users VALUES (1, '{}', 'x'); TRUNCATE users", false],
    ['another table', 'INSERT INTO people (email) SELECT e FROM old', false],
    ['COPY', 'COPY users (id, email) FROM stdin;\n1\t{}\n\\.\n', true],
  ])('rows that were there before: %s', async (_, sql, expected) => {
    const database = await calls(
      `${sql};\nSELECT eql_v2.add_search_config('users', 'email', 'match', 'text');`,
    );
    expect(database.configCalls[0]?.rowsBefore !== undefined).toBe(expected);
  });

  test('files in no order say nothing of each other', async () => {
    const database = await databaseOf({
      'db/schema.sql': tables,
      'db/a.sql':
        "INSERT INTO users (email) SELECT e FROM old; SELECT eql_v2.add_search_config('users', 'email', 'match', 'text');",
      'db/b.sql': "SELECT eql_v2.add_search_config('users', 'email', 'unique', 'int');",
    });
    const unique = database.configCalls.find((call) => call.index?.value === 'unique');
    expect(unique?.rowsBefore).toBeUndefined();
    expect(unique?.before).toEqual([]);
  });

  test('v1, and what activates it in another folder', async () => {
    const database = await databaseOf({
      'sql/001.sql': `CREATE TABLE t (a cs_encrypted_v1); SELECT cs_add_index_v1('t', 'a', 'unique', 'text');`,
      'ops/activate.sql': 'SELECT cs_encrypt_v1(true); SELECT cs_activate_v1();',
    });
    expect(database.configCalls.map((call) => call.function)).toEqual([
      'cs_add_index_v1',
      'cs_encrypt_v1',
      'cs_activate_v1',
    ]);
    expect(database.columns[0]?.searches.map((search) => search.index)).toEqual(['unique']);
  });
});

describe('definitions that mean something else', () => {
  const definitions = async (...files: readonly string[]) => {
    const named = Object.fromEntries(files.map((text, at) => [`m/${at + 1}.sql`, text]));
    const database = await databaseOf(named);
    return database.definitions.map((one) => ({ ...one, text: textAt(named, one.place) }));
  };

  test.each([
    ["CREATE TABLE t (a eql_v3_text_eq DEFAULT 'x')", [{ kind: 'default', value: 'literal' }]],
    ['CREATE TABLE t (a eql_v3_text_eq DEFAULT f())', [{ kind: 'default', value: 'expression' }]],
    ['CREATE TABLE t (a eql_v3_text_eq DEFAULT NULL, b text DEFAULT 1)', []],
    ['CREATE TABLE t (a eql_v3_text_eq DEFAULT NULL::eql_v3_text_eq)', []],
    ["CREATE TABLE t (a eql_v3_text_eq); ALTER TABLE t ALTER a SET DEFAULT 'x'", [{ kind: 'default' }]],
    [
      'CREATE TABLE t (b text GENERATED ALWAYS AS (a::text) STORED, a eql_v3_text_eq)',
      [{ kind: 'generated-from' }],
    ],
    ['CREATE TABLE t (a eql_v3_text_eq, b text GENERATED ALWAYS AS (eql_v3.eq_term(a)) STORED)', []],
    ['CREATE TABLE t (a eql_v3_text_eq) PARTITION BY HASH (a)', [{ kind: 'partition-key', text: 'a' }]],
    ['CREATE TABLE t (a eql_v3_text_eq, at date) PARTITION BY RANGE (at)', []],
    [
      'CREATE TABLE u (a text UNIQUE); CREATE TABLE t (a eql_v3_text_eq REFERENCES u (a))',
      [{ kind: 'foreign-key' }],
    ],
    [
      'CREATE TABLE u (a eql_v3_text_eq); CREATE TABLE t (a text, FOREIGN KEY (a) REFERENCES u (a))',
      [{ kind: 'foreign-key' }],
    ],
    [
      'CREATE TABLE t (a "undefined"."eql_v3_text_eq")',
      [{ kind: 'undefined-schema', type: 'eql_v3_text_eq' }],
    ],
    [
      'CREATE TABLE t (a "public.eql_v3_text")',
      [{ kind: 'quoted-as-one', type: 'eql_v3_text', text: '"public.eql_v3_text"' }],
    ],
    [
      'CREATE INDEX i ON t USING gin (eql_v3.to_ste_vec_query(a)::jsonb jsonb_path_ops)',
      [{ kind: 'json-index-syntax', generation: 'v3' }],
    ],
  ])('%s', async (sql, expected) => {
    const found = await definitions(`CREATE TABLE eq (x eql_v3_text); ${sql}`);
    expect(found).toMatchObject(expected);
    expect(found).toHaveLength(expected.length);
  });

  test.each<[string, string, string | undefined, boolean]>([
    ['a filled column', "INSERT INTO t (a) VALUES ('x')", 'text', true],
    ['an empty one', 'SELECT 1', 'text', false],
  ])('another type for %s', async (_, before, from, filled) => {
    const [found] = await definitions(
      'CREATE TABLE t (a text)',
      before,
      'ALTER TABLE t ALTER a TYPE eql_v3_text_eq USING a::eql_v3_text_eq',
    );
    expect(found).toMatchObject({ kind: 'alter-type', table: 't', name: 'a', from, to: 'eql_v3_text_eq' });
    expect(found?.kind === 'alter-type' && found.filled !== undefined).toBe(filled);
  });

  test('who throws the old values away changes nothing in place', async () => {
    const found = await definitions(
      "CREATE TABLE t (a text); INSERT INTO t VALUES ('x'); ALTER TABLE t ALTER a TYPE eql_v3_text_eq USING NULL::eql_v3_text_eq",
    );
    expect(found).toEqual([]);
  });
});

describe('installs', () => {
  const install =
    'DROP SCHEMA IF EXISTS eql_v3 CASCADE; DROP SCHEMA IF EXISTS eql_v3_internal CASCADE; CREATE SCHEMA eql_v3; CREATE SCHEMA eql_v3_internal;';

  test.each<[string, readonly string[], readonly string[]]>([
    ['drops what stood', [users, index, install], ['users_email_eq']],
    ['and what is built again is not lost', [users, index, install, index], []],
    [
      'under another name',
      [users, index, install, 'CREATE INDEX other ON public.users USING hash ((eql_v3.eq_term(email)))'],
      [],
    ],
    [
      'an index of the name over something else is no substitute',
      [users, index, install, 'CREATE INDEX users_email_eq ON users (city)'],
      ['users_email_eq'],
    ],
    [
      'a column that is gone needs none',
      [users, index, install, 'ALTER TABLE users DROP COLUMN email; ALTER TABLE users ADD x eql_v3_text'],
      [],
    ],
    ['plain indexes stay', [users, 'CREATE INDEX c ON users (city)', install], []],
    ['a script by its name', [users, index, '\\i cipherstash-encrypt.sql'], ['users_email_eq']],
  ])('%s', async (_, steps, lost) => {
    const files = Object.fromEntries([install, ...steps].map((text, at) => [`m/${at + 1}.sql`, text]));
    const { installs } = await databaseOf(files);
    expect(installs.flatMap((one) => one.lost.map(({ name }) => name))).toEqual(lost);
    expect(installs[0]?.lost).toEqual([]);
  });

  test('a use before the install', async () => {
    const files = { 'm/1.sql': users, 'm/2.sql': install };
    const { usedBeforeInstall } = await databaseOf(files);
    expect(usedBeforeInstall?.name).toBe('eql_v3_text_eq');
    expect(textAt(files, usedBeforeInstall?.place ?? { file: '', start: 0, end: 0 })).toBe(
      'public.eql_v3_text_eq',
    );
    expect(usedBeforeInstall?.install.file).toBe('m/2.sql');
  });

  test.each<[string, Files]>([
    ['after it', { 'm/1.sql': install, 'm/2.sql': users }],
    ['of another generation', { 'm/1.sql': 'CREATE TABLE t (a eql_v2_encrypted)', 'm/2.sql': install }],
    ['in the same file', { 'm/1.sql': users + install }],
    ['where files have no order', { 'db/a.sql': users, 'db/b.sql': install }],
  ])('no use before it: %s', async (_, files) => {
    const { databases } = await eqlOf(files);
    expect(databases.map((one) => one.usedBeforeInstall)).not.toContainEqual(expect.anything());
  });

  test('the script of EQL itself gives no names and no tables', async () => {
    const functions = Array.from(
      { length: 30 },
      (_, at) =>
        `CREATE FUNCTION eql_v3.f${at}(a public.eql_v3_text_odd) RETURNS text LANGUAGE sql AS $$ SELECT 1 $$;`,
    );
    const { databases, names } = await eqlOf({
      'm/1.sql': `${install}\n${functions.join('\n')}\nCREATE TABLE public.eql_v3_state (a int);`,
    });
    expect(names).toEqual([]);
    expect(databases[0]?.tables).toEqual([]);
    expect(databases[0]?.installs.map(({ kind }) => kind)).toEqual(['drop', 'install']);
  });
});

describe('who sees what', () => {
  const query = 'SELECT email FROM users ORDER BY email;';
  const uses = async (files: Files, packages?: readonly string[]) =>
    (await eqlOf(files, packages)).uses.map(
      (use) => `${use.place.file} ${use.kind} ${use.column.domain?.name}`,
    );

  test('a statement among migrations sees what is there at that moment', async () => {
    const files = {
      'm/1.sql': `${query}\n${users}`,
      'm/2.sql': query,
      'm/3.sql': `ALTER TABLE users ALTER COLUMN email TYPE text; ${query}`,
      'm/4.sql': 'ALTER TABLE users ADD COLUMN x eql_v3_text;',
    };
    expect(await uses(files)).toEqual(['m/2.sql order eql_v3_text_eq']);
  });

  test('a file of queries sees what is left, through views as well', async () => {
    const files = {
      'm/1.sql': `${users}CREATE VIEW v AS SELECT email AS mail FROM users;`,
      'queries/a.sql': 'SELECT mail FROM v ORDER BY mail;',
      'm/queries.sql': query,
    };
    expect((await uses(files)).sort()).toEqual([
      'm/queries.sql order eql_v3_text_eq',
      'queries/a.sql order eql_v3_text_eq',
    ]);
  });

  test('two folders that make the same table in two ways say nothing to those outside', async () => {
    const files = {
      'db/schema.sql': users,
      'migrations/1.sql': 'CREATE TABLE users (id int, email eql_v3_text_search);',
      'src/a.sql': query,
      'db/queries.sql': query,
    };
    expect(await uses(files)).toEqual(['db/queries.sql order eql_v3_text_eq']);
  });

  test('unless they agree', async () => {
    const files = { 'db/schema.sql': users, 'migrations/1.sql': users, 'src/a.sql': query };
    expect(await uses(files)).toEqual(['src/a.sql order eql_v3_text_eq']);
  });

  test('the nearest package that has a database', async () => {
    const other = 'CREATE TABLE users (id int, email text, x eql_v3_text);';
    const files = { 'apps/web/q.sql': query, 'apps/api/m/1.sql': users, 'packages/db/m/1.sql': other };
    const packages = ['apps/web', 'apps/api', 'packages/db'];
    expect(await uses(files, packages)).toEqual(['apps/web/q.sql order eql_v3_text_eq']);
    expect(await uses({ ...files, 'apps/web/m/1.sql': other }, packages)).toEqual([]);
  });
});

describe('names', () => {
  test('of types and functions, with their places', async () => {
    const files = {
      'm/1.sql': `CREATE TABLE t (a public.eql_v3_text_eq, b "eql_v2_encrypted", c text);
SELECT eql_v3.eq_term(a), cs_unique_v1(b), lower(c), a::eql_v3.query_text_eq FROM t WHERE a = $1::public.eql_v3_text_eq;`,
    };
    const { names } = await eqlOf(files);
    expect(names.map(({ kind, schema, name }) => [kind, schema, name]).sort()).toEqual(
      [
        ['type', 'public', 'eql_v3_text_eq'],
        ['type', undefined, 'eql_v2_encrypted'],
        ['function', 'eql_v3', 'eq_term'],
        ['function', undefined, 'cs_unique_v1'],
        ['type', 'eql_v3', 'query_text_eq'],
        ['type', 'public', 'eql_v3_text_eq'],
      ].sort(),
    );
    for (const name of names) {
      expect(textAt(files, name.namePlace).replaceAll('"', '')).toBe(name.name);
      expect(textAt(files, name.place)).toContain(name.name);
    }
  });
});
