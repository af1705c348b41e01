import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadReader } from '../read.ts';
import type { SqlText } from '../sql/statement.ts';

const readSource = await loadReader('source');
const readJson = await loadReader('json');

const textsOf = (text: string): readonly SqlText[] => readSource('a.ts', text).sqlTexts ?? [];
const lines = (text: string) =>
  textsOf(text).map(({ by, text, holes }) => [by, text, ...holes.map(({ holds }) => holds)]);

describe('SQL in code is found', () => {
  test.each<[string, string, (readonly string[])[]]>([
    ['in a tag', 'sql`SELECT 1 WHERE a = ${term}`', [['sql', 'SELECT 1 WHERE a = $1', 'sql']]],
    ['in a tag with a type', 'const f = (a) => sql<Row>`SELECT ${a}`', [['sql', 'SELECT $1', 'value']]],
    ['in a tag of any name', 'const f = (a) => db`select ${a}`', [['db', 'select $1', 'value']]],
    [
      'in a tag of Prisma',
      'prisma.$queryRaw`SELECT ${a}, ${b.c}`',
      [['$queryRaw', 'SELECT $1, $2', 'value', 'value']],
    ],
    ['in a part of Prisma', 'const f = (a) => Prisma.sql`SELECT ${a}`', [['sql', 'SELECT $1', 'value']]],
    [
      'in a fragment that speaks of EQL',
      'sql`eql_v3.eq_term(${t.code})`',
      [['sql', 'eql_v3.eq_term($1)', 'sql']],
    ],
    ['not in another fragment', 'sql`count(*)`', []],
    ['not in a tag of another language', 'html`<p>select</p>`; css`color: red`', []],
    ['in a call', `client.query('SELECT 1', [x])`, [['query', 'SELECT 1']]],
    ['in a call with an object', `client.query({ text: 'SELECT $1', values })`, [['query', 'SELECT $1']]],
    [
      'in a template of a call',
      'client.query(`SELECT ${a} WHERE b = $2`)',
      [['query', 'SELECT $3 WHERE b = $2', 'sql']],
    ],
    ['in two texts together', `client.query('SELECT a ' + "FROM b")`, [['query', 'SELECT a FROM b']]],
    [
      'in texts around a name',
      `client.query('SELECT a FROM ' + table + ' WHERE b')`,
      [['query', 'SELECT a FROM $1 WHERE b', 'sql']],
    ],
    ['in a constant', `const q = 'SELECT a FROM b'; run(q);`, [['const', 'SELECT a FROM b']]],
    [
      'in a constant of a function, once',
      `const f = () => { const q = 'SELECT a FROM b'; return client.query(q); }`,
      [['const', 'SELECT a FROM b']],
    ],
    ['not in a sentence', `const label = 'Select a language';`, []],
    ['not in a call of something else', `console.log('SELECT a FROM b')`, []],
    ['not in what a call of that name is also given', `client.query('users')`, []],
    ['in a raw template', "client.query(String.raw`SELECT 'a\\d'`)", [['query', `SELECT 'a\\d'`]]],
    [
      'in a migration',
      'pgm.sql(`ALTER TABLE a ADD b eql_v3_text`)',
      [['sql', 'ALTER TABLE a ADD b eql_v3_text']],
    ],
    ['behind a comment', 'sql`-- all\n  SELECT 1`', [['sql', '-- all\n  SELECT 1']]],
  ])('%s', (_, code, expected) => {
    expect(lines(code)).toEqual(expected);
  });
});

describe('a hole of a tag', () => {
  test.each<[string, string, 'value' | 'sql']>([
    ['a parameter', 'const f = (a) => sql`SELECT ${a}`', 'value'],
    ['a text', "sql`SELECT ${'x'}`", 'value'],
    ['a template', 'const f = (a) => sql`SELECT ${`%${a}%`}`', 'value'],
    ['what a driver wraps', 'sql`SELECT ${sql.json(x)}`', 'value'],
    ['what is awaited', 'sql`SELECT ${await term()}`', 'value'],
    ['a fragment', 'sql`SELECT ${sql`a`}`', 'sql'],
    ['a fragment by name', 'const f = () => { const part = sql`a`; return sql`SELECT ${part}`; }', 'sql'],
    ['a raw text', 'sql`SELECT ${sql.raw(x)}`', 'sql'],
    ['what the tag makes', 'sql`SELECT ${sql(columns)}`', 'sql'],
    ['a raw text of Prisma', 'prisma.$queryRaw`SELECT ${Prisma.raw(x)}`', 'sql'],
    ['one or the other', 'const f = (a) => sql`SELECT ${a ? sql`b` : a}`', 'sql'],
    ['a column of an import', "import { users } from './schema'; sql`SELECT ${users.email}`", 'sql'],
  ])('holds %s', (_, code, expected) => {
    expect(
      textsOf(code)
        .find(({ text }) => text.startsWith('SELECT'))
        ?.holes.map(({ holds }) => holds),
    ).toEqual([expected]);
  });
});

/** Every stretch stands in the file as it stands in the text, but for escapes, line ends and holes. */
function checkMap(file: string, { text, map, holes, start, end }: SqlText): void {
  expect(map.map(({ at }) => at)).toEqual([...new Set(map.map(({ at }) => at))].sort((a, b) => a - b));
  if (text !== '') expect(map[0]?.at).toBe(0);
  map.forEach((stretch, index) => {
    const next = map[index + 1]?.at ?? text.length;
    const written = file.slice(stretch.start, stretch.start + next - stretch.at);
    expect(stretch.start).toBeGreaterThanOrEqual(start);
    expect(stretch.start).toBeLessThanOrEqual(end);
    if (holes.some(({ at }) => at === stretch.at)) expect(written.startsWith('$')).toBe(true);
    else if (!/^[\\\r]/.test(written)) expect(written).toBe(text.slice(stretch.at, next));
  });
  for (const { at, length, span } of holes) {
    expect(text.slice(at, at + length)).toMatch(/^\$\d+$/);
    expect(file.slice(span.start, span.end)).toMatch(/^\$\{[\s\S]*\}$/);
  }
}

const anyText = fc.string({
  unit: fc.constantFrom('a', ' ', "'", '"', '`', '\\', '\n', '\t', '$', '{', '}', 'é', '😀', '\u2028', '\0'),
});

describe('the way back to the file', () => {
  test('of a string', () => {
    fc.assert(
      fc.property(anyText, anyText, (lead, content) => {
        const written = JSON.stringify(`SELECT ${content}`);
        const code = `const lead = ${JSON.stringify(lead)};\nclient.query(${written});`;
        const [found] = textsOf(code);
        expect(found?.text).toBe(`SELECT ${content}`);
        if (found !== undefined) checkMap(code, found);
      }),
    );
  });

  test('of a template with holes', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), fc.boolean(), (contents, windows) => {
        const escaped = contents.map((one) =>
          one.replace(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\0', '\\x00'),
        );
        const body = escaped.map((one) => one.replace(/\$$/, '\\$')).join('${ value }');
        const code = `sql\`SELECT ${windows ? body.replaceAll('\n', '\r\n') : body}\``;
        const [found] = textsOf(code);
        if (found === undefined) throw new Error(code);
        checkMap(code, found);
        let text = found.text;
        for (const { at, length } of found.holes.toReversed())
          text = `${text.slice(0, at)}\u0001${text.slice(at + length)}`;
        expect(text).toBe(`SELECT ${contents.join('\u0001')}`);
      }),
    );
  });

  test('of JSON', () => {
    fc.assert(
      fc.property(anyText, (content) => {
        const text = JSON.stringify([
          { sql: `SELECT eql_v3.version() ${content}`, title: 'eql_v3.version()' },
        ]);
        const [found, ...others] = readJson('ops.json', text).sqlTexts ?? [];
        expect(others).toEqual([]);
        expect(found?.text).toBe(`SELECT eql_v3.version() ${content}`);
        if (found !== undefined) checkMap(text, found);
      }),
    );
  });

  test('after an edit, as without it', () => {
    const before =
      "const a = 1;\nexport const find = (x) => sql`SELECT ${x} AS \\n b`;\nimport { csTable } from '@cipherstash/protect';\n";
    readSource('edited.ts', before);
    const after = before.replace('const a = 1;', 'const longer = 12;\nconst b = 2;');
    const anew = readSource('anew.ts', after);
    const edited = readSource('edited.ts', after);
    expect(edited.sqlTexts).toEqual(anew.sqlTexts);
    expect(edited.source?.imports).toEqual(anew.source?.imports);
  });

  test('a call counts once its name is imported, though its statement is as it was', () => {
    const call = 'export const all = () => q.where(max(bids.amount));\n';
    readSource('edited.ts', call);
    const edited = readSource('edited.ts', `import { max } from 'drizzle-orm';\n\n\n${call}`);
    expect(edited.source?.calls.map(({ name }) => name)).toEqual(['max']);
  });
});

test('a literal that looks like a key stays out of the text', () => {
  const key = '0123456789abcdef'.repeat(4);
  expect(lines(`client.query('SELECT ' + '${key}');`)).toEqual([['query', 'SELECT $1', 'sql']]);
});
