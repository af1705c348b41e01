import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queries } from '../../../test/support/sql-corpus.ts';
import { thingsIn } from '../../../test/support/sql-places.ts';
import { loadReader, loadSqlTextReader } from '../read.ts';
import { joinPieces, type SqlPiece } from '../sql-pieces.ts';
import type { SqlQuery, SqlText } from './statement.ts';

const read = await loadSqlTextReader();
const readSql = await loadReader('sql');

/** A template literal of a file as a text: `${…}` are its holes, those with a `!` inside hold pieces of SQL. */
function textOf(file: string): SqlText {
  const start = file.indexOf('`') + 1;
  const end = file.lastIndexOf('`');
  const pieces: SqlPiece[] = [];
  let done = start;
  for (const match of file.slice(start, end).matchAll(/\$\{[^}]*\}/g)) {
    const at = start + match.index;
    pieces.push({ kind: 'text', written: file.slice(done, at), start: done, raw: false });
    done = at + match[0].length;
    pieces.push({
      kind: 'hole',
      span: { start: at, end: done },
      holds: match[0].includes('!') ? 'sql' : 'value',
    });
  }
  pieces.push({ kind: 'text', written: file.slice(done, end), start: done, raw: false });
  return joinPieces(pieces, { start: start - 1, end: end + 1 }, 'sql');
}

function queryIn(file: string): SqlQuery | undefined {
  const [statement] = read([textOf(file)]).statements;
  return statement?.kind === 'query' ? statement.query : undefined;
}

const at = (file: string, span: { readonly start: number; readonly end: number } | undefined) =>
  span === undefined ? undefined : file.slice(span.start, span.end);

test('places stand in the file that holds the text, through escapes and holes', () => {
  const file =
    "const q = sql`SELECT a,\\n 'it\\'\\'s' AS \\u0062\n FROM t\\t WHERE email = ${user.email}::s.q AND c`;";
  const query = queryIn(file);
  expect(query?.kind === 'select' && query.targets.map((target) => at(file, target))).toEqual([
    'a',
    "'it\\'\\'s' AS \\u0062",
  ]);
  const where = query?.kind === 'select' ? query.where : undefined;
  expect(at(file, where)).toBe('email = ${user.email}::s.q AND c');
  const [comparison] = where?.kind === 'and' ? where.operands : [];
  expect(comparison).toMatchObject({ operator: '=', right: { kind: 'cast', operand: { hole: 'value' } } });
  expect(comparison?.kind === 'operator' && at(file, comparison.right)).toBe('${user.email}::s.q');
});

test.each([
  ['`SELECT a FROM ${!table} WHERE b = ${x}`', { from: [{ table: { name: '' } }], where: { operator: '=' } }],
  ['`SELECT ${!columns} FROM t`', { targets: [{ expression: { kind: 'parameter', hole: 'sql' } }] }],
  ['`SELECT a FROM t WHERE ${!condition}`', { where: { kind: 'parameter', hole: 'sql' } }],
  ['`SELECT a FROM t ORDER BY a ${!direction}`', { orderBy: [{ expression: { parts: ['a'] } }] }],
  ['`SELECT a FROM ${!schema}.t`', { from: [{ table: { schema: '', name: 't' } }] }],
  [
    '`SELECT a FROM t WHERE b = :id AND c IN (?, ?)`',
    { where: { operands: [{ right: { kind: 'parameter' } }, {}] } },
  ],
  ['`SELECT a FROM t WHERE b = $1 LIMIT ${n}`', { where: { right: { kind: 'parameter' } } }],
])('%s is read', (file, expected) => {
  expect(queryIn(file)).toMatchObject(expected);
});

test('what cannot be read is counted, and says nothing', () => {
  expect(read([textOf('`hello ${x} world`'), textOf('`WHERE a = 1`')])).toEqual({
    statements: [],
    skipped: {
      'statements with variables that are not understood': 1,
      'statements that are not understood': 1,
    },
  });
});

test('a text is no script of psql', () => {
  expect(read([textOf('`\\\\i file\nSELECT 1`')]).statements).toEqual([]);
});

test('a text without holes says the same as a file', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...queries),
      fc.string({ unit: fc.constantFrom(' ', 'x', 'é') }),
      (query, before) => {
        fc.pre(!/[`\\]/.test(query));
        const file = `${before}\`${query}\``;
        const from = before.length + 1;
        const own = [...thingsIn(read([textOf(file)]).statements)].map((thing) => at(file, thing as never));
        const alone = [...thingsIn(readSql('a.sql', query).sql?.statements)].map((thing) =>
          at(query, thing as never),
        );
        expect(own).toEqual(alone);
        expect(file.slice(from, from + query.length)).toBe(query);
      },
    ),
  );
});
