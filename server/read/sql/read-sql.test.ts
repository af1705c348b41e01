import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitions, expressions, queries } from '../../../test/support/sql-corpus.ts';
import { thingsIn } from '../../../test/support/sql-places.ts';
import type { FileFacts } from '../facts.ts';
import { loadReader } from '../read.ts';
import { loadParser } from './engine.ts';
import type { SqlStatement } from './statement.ts';

const reader = await loadReader('sql');
const read = (text: string): FileFacts => reader('a.sql', text);
const statements = (text: string): readonly SqlStatement[] => read(text).sql?.statements ?? [];

/** A thing with each place replaced by the text that stands there. */
function shown(text: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shown(text, item));
  const { start, end, map: _, ...rest } = value as Record<string, unknown>;
  const inside = Object.entries(rest).map(([key, item]) => [key, shown(text, item)]);
  const here = typeof start === 'number' && typeof end === 'number' ? [['at', text.slice(start, end)]] : [];
  return Object.fromEntries([...inside, ...here]);
}

const first = (text: string) => shown(text, statements(text)[0]);

describe('statements', () => {
  test('CREATE TABLE with its columns and constraints', () => {
    const text = `CREATE TABLE "Guest" (
      "id" SERIAL NOT NULL,
      email public."eql_v3_text_eq" DEFAULT '{}'::jsonb NOT NULL,
      tags varchar(12)[],
      CONSTRAINT "Guest_pkey" PRIMARY KEY ("id", email)
    )`;
    expect(first(text)).toMatchObject({
      kind: 'create-table',
      table: { name: 'Guest', at: '"Guest"' },
      columns: [
        { name: 'id', at: '"id" SERIAL NOT NULL', constraints: [{ kind: 'not-null', at: 'NOT NULL' }] },
        {
          name: 'email',
          nameSpan: { at: 'email' },
          type: {
            schema: 'public',
            name: 'eql_v3_text_eq',
            at: 'public."eql_v3_text_eq"',
            nameSpan: { at: '"eql_v3_text_eq"' },
            array: false,
          },
          constraints: [
            {
              kind: 'default',
              at: "DEFAULT '{}'::jsonb",
              expression: { kind: 'cast', at: "'{}'::jsonb", operand: { kind: 'string', value: '{}' } },
            },
            { kind: 'not-null' },
          ],
        },
        { name: 'tags', type: { name: 'varchar', at: 'varchar(12)[]', array: true, modifiers: [12] } },
      ],
      constraints: [
        {
          kind: 'primary-key',
          name: 'Guest_pkey',
          at: 'CONSTRAINT "Guest_pkey" PRIMARY KEY ("id", email)',
          columns: [
            { name: 'id', at: '"id"' },
            { name: 'email', at: 'email' },
          ],
        },
      ],
    });
  });

  test('a constraint of a column is about that column', () => {
    const text = 'CREATE TABLE t (email text UNIQUE, owner int REFERENCES s.people (id))';
    expect(first(text)).toMatchObject({
      columns: [
        { constraints: [{ kind: 'unique', at: 'UNIQUE', columns: [{ name: 'email', at: 'email' }] }] },
        {
          constraints: [
            {
              kind: 'foreign-key',
              columns: [{ name: 'owner' }],
              references: { schema: 's', name: 'people', at: 's.people' },
              referencedColumns: [{ name: 'id', at: 'id' }],
            },
          ],
        },
      ],
    });
  });

  test('types are called as they are written', () => {
    const written =
      'int, integer, TEXT, double  precision, timestamp(3) with time zone, "Odd", pg_catalog.int4';
    const text = `CREATE TABLE t (${written
      .split(', ')
      .map((type, index) => `c${index} ${type}`)
      .join(', ')})`;
    const [table] = statements(text);
    expect(table?.kind === 'create-table' && table.columns.map(({ type }) => type.name)).toEqual([
      ...['int', 'integer', 'text', 'double precision', 'timestamp with time zone', 'Odd', 'int4'],
    ]);
  });

  test('ALTER TABLE with each action', () => {
    const text =
      'ALTER TABLE s.t ADD COLUMN a int, ALTER COLUMN b TYPE s.d USING b::s.d, ALTER c SET DEFAULT 1, DROP COLUMN "D"';
    expect(first(text)).toMatchObject({
      kind: 'alter-table',
      table: { schema: 's', name: 't' },
      actions: [
        { kind: 'add-column', at: 'ADD COLUMN a int', column: { name: 'a', at: 'a int' } },
        {
          kind: 'alter-type',
          name: 'b',
          nameSpan: { at: 'b' },
          type: { schema: 's', name: 'd', at: 's.d' },
          using: { at: 'b::s.d' },
        },
        { kind: 'set-default', name: 'c', expression: { digits: '1' } },
        { kind: 'drop-column', name: 'D' },
      ],
    });
  });

  test('CREATE INDEX with its keys', () => {
    const text =
      'CREATE UNIQUE INDEX i ON s.t USING gin ((eql_v3.to_ste_vec_query(c)::jsonb) jsonb_path_ops, email eql_v2.encrypted_operator_class) WHERE a';
    expect(first(text)).toMatchObject({
      kind: 'create-index',
      index: 'i',
      table: { schema: 's', name: 't', at: 's.t' },
      method: 'gin',
      unique: true,
      keys: [
        {
          at: '(eql_v3.to_ste_vec_query(c)::jsonb) jsonb_path_ops',
          operatorClass: 'jsonb_path_ops',
          expression: { kind: 'cast', at: 'eql_v3.to_ste_vec_query(c)::jsonb' },
        },
        {
          operatorClass: 'eql_v2.encrypted_operator_class',
          expression: { kind: 'column', parts: ['email'], at: 'email' },
        },
      ],
      where: { at: 'a' },
    });
  });

  test.each([
    ['ALTER TABLE t RENAME COLUMN a TO b', { kind: 'rename', what: 'column', column: 'a', to: 'b' }],
    ['ALTER TABLE t SET SCHEMA old', { kind: 'set-schema', schema: 'old', of: { name: 't' } }],
    [
      'DROP SCHEMA IF EXISTS eql_v3, "B" CASCADE',
      { kind: 'drop', what: 'schema', cascade: true, names: [{ name: 'eql_v3' }, { name: 'B', at: '"B"' }] },
    ],
    [
      'DROP FUNCTION s.f(int, text), g',
      { what: 'function', names: [{ schema: 's', name: 'f' }, { name: 'g' }] },
    ],
    ['CREATE DOMAIN s.d AS jsonb', { kind: 'create-type', type: { name: 'd' }, base: { name: 'jsonb' } }],
    [
      'CREATE FUNCTION s.f(a int, OUT b text, c s.t[]) RETURNS text LANGUAGE sql AS $$ SELECT 1; $$',
      {
        kind: 'create-function',
        function: { name: 'f' },
        arguments: [{ name: 'int' }, { name: 't', array: true }],
      },
    ],
    [
      'CREATE FUNCTION eql_v3.f(a public.eql_v3_text_eq) RETURNS text AS $$ whatever',
      { kind: 'create-function', function: { schema: 'eql_v3' }, arguments: [{ name: 'eql_v3_text_eq' }] },
    ],
    ['SET search_path TO a, "B"', { kind: 'set-search-path', schemas: ['a', 'B'] }],
    ["SELECT pg_catalog.set_config('search_path', '', false)", { kind: 'set-search-path', schemas: [] }],
    ['EXPLAIN ANALYZE SELECT a FROM t', { kind: 'query', query: { kind: 'select', at: 'SELECT a FROM t' } }],
    ['PREPARE q AS DELETE FROM t', { kind: 'query', query: { kind: 'delete' } }],
    ['SELECT a INTO b FROM t', { kind: 'create-table', table: { name: 'b' }, as: { kind: 'select' } }],
    ['TRUNCATE a, s.b', { kind: 'truncate', tables: [{ name: 'a' }, { schema: 's', name: 'b' }] }],
    [
      'CREATE VIEW v (x) AS SELECT 1 WITH CHECK OPTION',
      { kind: 'create-view', columns: ['x'], query: { at: 'SELECT 1' } },
    ],
  ])('%s', (text, expected) => {
    expect(first(`${text};`)).toMatchObject(expected);
  });

  test('MERGE is read as what it writes', () => {
    const text =
      'MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = s.b WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.a, 2)';
    expect(first(text)).toMatchObject({
      query: {
        kind: 'update',
        set: [
          { column: { name: 'b' }, value: { at: 's.b' } },
          { column: { name: 'a' }, value: { at: 's.a' } },
          { column: { name: 'b' }, value: { digits: '2' } },
        ],
        from: [{ kind: 'table', table: { name: 's' } }],
        where: { at: 't.a = s.a' },
      },
    });
  });
});

describe('expressions', () => {
  const where = (condition: string) => {
    const text = `SELECT 1 FROM t WHERE ${condition}`;
    const [statement] = statements(text);
    if (statement?.kind !== 'query' || statement.query.kind !== 'select') return undefined;
    return shown(text, statement.query.where);
  };

  test.each([
    [
      "a LIKE 'x' ESCAPE '!'",
      { operator: '~~', written: 'LIKE', at: "a LIKE 'x' ESCAPE '!'", right: { value: 'x' } },
    ],
    ['a NOT ILIKE $1', { operator: '!~~*', written: 'NOT ILIKE', operatorSpan: { at: 'NOT ILIKE' } }],
    ["a SIMILAR TO 'x'", { operator: 'similar to', written: 'SIMILAR TO' }],
    ['a IS NOT DISTINCT FROM b', { operator: 'is not distinct from' }],
    ['(a) OPERATOR(pg_catalog.=) b', { operator: '=', written: '=', at: '(a) OPERATOR(pg_catalog.=) b' }],
    ['a IN (1, (2))', { kind: 'in', negated: false, items: [{ digits: '1' }, { digits: '2' }] }],
    ['a NOT IN (1)', { kind: 'in', negated: true, operatorSpan: { at: 'NOT IN' } }],
    [
      'a IN (SELECT 1)',
      { kind: 'quantified', operator: '=', quantifier: 'any', right: { at: '(SELECT 1)' } },
    ],
    [
      'a <> ALL ($1)',
      { kind: 'quantified', operator: '<>', quantifier: 'all', right: { kind: 'parameter' } },
    ],
    ['NOT (a BETWEEN 1 AND 2)', { kind: 'not', operand: { kind: 'between', at: 'a BETWEEN 1 AND 2' } }],
    [
      '(a OR (b)) AND c',
      { kind: 'and', at: '(a OR (b)) AND c', operands: [{ at: 'a OR (b)' }, { at: 'c' }] },
    ],
    [
      "u.a -> 'x' >= $1::s.q",
      { operator: '>=', left: { operator: '->', left: { parts: ['u', 'a'], text: 'u.a' } } },
    ],
    ['f(DISTINCT a, b => 2)', { kind: 'call', distinct: true, arguments: [{}, { name: 'b' }] }],
    ['"A"."b c" = 1', { left: { kind: 'column', parts: ['A', 'b c'], text: '"A"."b c"' } }],
  ])('%s', (condition, expected) => {
    expect(where(condition)).toMatchObject(expected);
  });

  test('a string says where each part of it stands, through its escapes', () => {
    const text = "SELECT 'it''s', E'\\u0041\\tb', $x${\"a\"}$x$, 'one'\n  'two'";
    const [statement] = statements(text);
    const targets =
      statement?.kind === 'query' && statement.query.kind === 'select' ? statement.query.targets : [];
    const strings = targets.flatMap(({ expression }) => (expression.kind === 'string' ? [expression] : []));
    expect(strings.map(({ value }) => value)).toEqual(["it's", 'A\tb', '{"a"}', 'onetwo']);
    for (const { value, map } of strings) {
      for (const [index, { at, start }] of map.entries()) {
        const end = map[index + 1]?.at ?? value.length;
        const part = value.slice(at, end);
        if (!/['A\t]/.test(part)) expect(text.slice(start, start + part.length)).toBe(part);
      }
    }
  });
});

describe('a file', () => {
  test('psql: commands, variables, includes and rows of COPY', () => {
    const text = [
      '\\set schema app',
      '\\i ../one.sql',
      "\\ir 'two files.sql'",
      'CREATE TABLE :schema.t (a text DEFAULT :\'x\', "b" int);',
      'SELECT a FROM t WHERE b = :id AND c = :"d" \\gset',
      'COPY t (a, b) FROM stdin;',
      "it's ; not SQL (",
      '\\.',
      '\\copy t (a) from rows.csv csv',
      'SELECT 2 \\; SELECT 3;',
      'SELECT 4',
    ].join('\n');
    const { sql, problems } = read(text);
    expect(problems).toEqual([]);
    expect(sql?.statements.map((statement) => shown(text, statement))).toMatchObject([
      { kind: 'include', file: '../one.sql' },
      { kind: 'include', file: 'two files.sql' },
      {
        kind: 'create-table',
        table: { schema: '', name: 't', at: ':schema.t' },
        columns: [{ name: 'a' }, { name: 'b' }],
      },
      { kind: 'query', at: 'SELECT a FROM t WHERE b = :id AND c = :"d"' },
      { kind: 'copy-from', table: { name: 't' }, columns: ['a', 'b'] },
      { kind: 'copy-from', table: { name: 't', at: 't' }, columns: ['a'] },
      { kind: 'query', at: 'SELECT 2' },
      { kind: 'query', at: 'SELECT 3' },
      { kind: 'query', at: 'SELECT 4' },
    ]);
    expect(sql?.skipped).toEqual({ 'commands of psql': 1, 'rows of COPY': 1 });
  });

  test('a slice is no variable', () => {
    expect(first('SELECT a[1:n] FROM t')).toMatchObject({
      query: {
        targets: [{ expression: { kind: 'subscript', indexes: [{ digits: '1' }, { parts: ['n'] }] } }],
      },
    });
  });

  test("drizzle's mark ends a statement", () => {
    expect(
      statements('SELECT 1--> statement-breakpoint\nSELECT 2;--> statement-breakpoint\nSELECT 3'),
    ).toHaveLength(3);
  });

  test('comments in each other, quotes of every kind and line ends are passed over', () => {
    const text =
      "\ufeffSELECT 1; /* ; /* ' */ ; */\r\nSELECT ';' || $a$;'$a$ || E'\\';' \";\"\r\n;-- '\rSELECT 3";
    expect(statements(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'SELECT 1',
      "SELECT ';' || $a$;'$a$ || E'\\';' \";\"",
      'SELECT 3',
    ]);
    expect(read(text).problems).toEqual([]);
  });

  test('a DO block: what it runs, with its places', () => {
    const text = `DO $$
DECLARE x int;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_type) THEN
    CREATE TABLE t (email eql_v3_text_eq);
  END IF;
  PERFORM eql_v2.add_search_config('t', 'email', 'unique');
  EXECUTE 'CREATE INDEX i ON t (a) WHERE b = ''c''';
  EXECUTE format('DROP TABLE %I', x);
  SELECT count(*) INTO x FROM t;
  INSERT INTO t (a) VALUES (1) RETURNING a INTO STRICT x;
  FOR r IN SELECT a FROM t LOOP DELETE FROM u; END LOOP;
EXCEPTION WHEN duplicate_object THEN null;
END $$;
SELECT 1;`;
    const { sql, problems } = read(text);
    expect(problems).toEqual([]);
    expect(sql?.statements.map((statement) => shown(text, statement))).toMatchObject([
      { kind: 'create-table', columns: [{ type: { at: 'eql_v3_text_eq' } }] },
      {
        at: "PERFORM eql_v2.add_search_config('t', 'email', 'unique')",
        query: { targets: [{ expression: { function: { at: 'eql_v2.add_search_config' } } }] },
      },
      {
        kind: 'create-index',
        at: "CREATE INDEX i ON t (a) WHERE b = ''c''",
        where: { right: { value: 'c', at: "''c''" } },
      },
      { kind: 'query', query: { kind: 'select' } },
      { kind: 'query', query: { kind: 'insert', returning: [{ at: 'a' }] } },
      { kind: 'query', at: 'SELECT a FROM t' },
      { kind: 'query', query: { kind: 'delete' } },
      { kind: 'query', at: 'SELECT 1' },
    ]);
    expect(sql?.skipped).toEqual({ 'dynamic statements': 1 });
  });

  test('a JSON index without its parentheses is told as such', () => {
    const text =
      'CREATE INDEX i ON s.forms USING gin (eql_v3.to_ste_vec_query(answers)::jsonb jsonb_path_ops)';
    const [statement] = statements(text);
    expect(read(text).problems).toEqual([]);
    expect(statement).toMatchObject({ kind: 'json-index-syntax', table: 'forms' });
    if (statement?.kind !== 'json-index-syntax') return;
    expect(text.slice(statement.open, statement.close)).toBe('eql_v3.to_ste_vec_query(answers)::jsonb');
    expect(read(text.replace('jsonb_path_ops', 'x y z')).problems).toHaveLength(1);
  });

  test.each([
    ["SELECT 'ä😀' frm x y", 'x', 'syntax error at or near "x" (PostgreSQL code 42601)'],
    ['SELECT 1; SELECT (1 + ; SELECT 2', ' ', 'syntax error at end of input (PostgreSQL code 42601)'],
    [
      "SELECT 1; SELECT 'open",
      "'open",
      'unterminated quoted string at or near a string (PostgreSQL code 42601)',
    ],
    ['SELECT 1\0', '\0', 'invalid byte sequence for encoding "UTF8": 0x00 (PostgreSQL code 22021)'],
  ])('%j has a problem at %j', (text, near, message) => {
    const { problems } = read(text);
    expect(problems).toMatchObject([{ kind: 'syntax', message }]);
    expect(problems.map(({ start, end }) => text.slice(start, end))).toEqual([near]);
  });

  test.each([
    ['brackets', `SELECT ${'('.repeat(101)}1${')'.repeat(101)}`],
    ['operators', `SELECT ${'1 + '.repeat(60_000)}1`],
    ['casts', `SELECT 1${'::int'.repeat(60_000)}`],
    ['queries', `SELECT 1 ${'UNION SELECT 1 '.repeat(60_000)}`],
    ['joins', `SELECT 1 FROM t ${'JOIN t ON true '.repeat(60_000)}`],
  ])('%s that nest too deep are a problem of their statement alone', (_name, deep) => {
    const { problems, sql } = read(`SELECT 1; ${deep}; SELECT 2`);
    expect(problems).toMatchObject([{ kind: 'too-deep' }]);
    expect(sql?.statements).toHaveLength(2);
  });

  test('long lists are no depth', () => {
    const text = `INSERT INTO t VALUES ${Array(20_000).fill('(-1, a + 1)').join(', ')};
      SELECT 1 WHERE ${Array(20_000).fill('a = 1').join(' AND ')}`;
    expect(read(text).problems).toEqual([]);
    expect(statements(text)).toHaveLength(2);
  });

  test("EQL's own install script says what it makes, and nothing is wrong with it", () => {
    const path = 'node_modules/@cipherstash/eql/dist/sql/cipherstash-encrypt.sql';
    const { problems, sql } = read(readFileSync(path, 'utf8'));
    expect(problems).toEqual([]);
    const of = (kind: SqlStatement['kind']) => (sql?.statements ?? []).filter((one) => one.kind === kind);
    expect(of('create-schema')).toMatchObject([{ schema: 'eql_v3' }, { schema: 'eql_v3_internal' }, {}]);
    expect(of('create-type').length).toBeGreaterThan(50);
    expect(of('create-function').length).toBeGreaterThan(3000);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      'SELECT',
      'FROM',
      'CREATE TABLE t (',
      ')',
      '(',
      '[',
      ']',
      "'",
      '"',
      '$$',
      '$a$',
      '--',
      '/*',
      '*/',
      ';',
      '\n',
    ],
    ...[
      '\\',
      '\\i x',
      ':x',
      '::',
      "E'\\",
      'ä',
      '😀',
      '\0',
      'BEGIN ATOMIC',
      'END',
      'CASE',
      'DO $$ BEGIN',
      'EXECUTE',
    ],
    ...['COPY t FROM stdin;', '\\.', 'U&"', '$1', '1.', '->', '?', 'CREATE RULE', 'UNION', '\ud800', ','],
  );
  const real = fc.constantFrom(...queries, ...definitions, ...expressions.map((one) => `SELECT ${one}`));

  const inside = (text: string) => {
    const facts = read(text);
    for (const thing of thingsIn([facts.sql?.statements, facts.problems])) {
      const { start, end } = thing as { readonly start: number; readonly end: number };
      expect(start >= 0 && start <= end && end <= text.length).toBe(true);
    }
    return facts;
  };

  test('is read, and every place is inside', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, real), { maxLength: 12 }), (parts) => {
        inside(parts.join(' '));
        inside(parts.join(''));
      }),
      { numRuns: 500 },
    );
  });

  test('a statement that is damaged leaves those before and behind it', () => {
    fc.assert(
      fc.property(real, real, real, fc.nat(), fc.nat(8), (before, damaged, behind, from, length) => {
        const at = from % damaged.length;
        const cut = damaged.slice(0, at) + damaged.slice(at + length);
        // What opens and does not close takes the rest with it, as it does for PostgreSQL.
        fc.pre(!/['"$\\]|\/\*|--|begin atomic/i.test(cut));
        fc.pre(!/\bfrom stdin\b|create rule/i.test(cut));
        const count = (text: string) => statements(text).length;
        const facts = inside(`${before};\n${cut};\n${behind};`);
        const own = facts.sql?.statements ?? [];
        expect(own.length).toBeGreaterThanOrEqual(count(before) + count(behind));
        const start = before.length + cut.length + 4;
        expect(own.filter((one) => one.start >= start)).toHaveLength(count(behind));
        expect(own.filter((one) => one.end <= before.length)).toHaveLength(count(before));
      }),
      { numRuns: 500 },
    );
  });

  test('is refused where PostgreSQL refuses it, and nowhere else', async () => {
    const parse = await loadParser();
    const words = fc.constantFrom('SELECT', ',', ')', 'FROM', '1', 'x', '=', "'ä'", '😀', 'AND', 'TABLE');
    fc.assert(
      fc.property(real, fc.nat(), fc.option(words), (statement, from, extra) => {
        const at = from % (statement.length + 1);
        const text = extra === null ? statement : `${statement.slice(0, at)} ${extra} ${statement.slice(at)}`;
        fc.pre(!/[;:\\?]|to_ste_vec/.test(text));
        const answer = parse(text);
        const { problems } = read(text);
        expect(problems.length > 0).toBe(answer.kind === 'error');
        if (answer.kind !== 'error') return;
        const [{ start } = { start: -1 }] = problems;
        expect([...text.slice(0, start)].length).toBe(Math.min(answer.at, [...text.trimEnd()].length));
      }),
      { numRuns: 500 },
    );
  });
});
