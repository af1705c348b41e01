import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EqlColumn } from '../../../../rules/model/eql.ts';
import type { SqlExpression, SqlFrom, SqlName, SqlQuery, SqlType } from '../../../read/sql/statement.ts';
import type { Catalog, Relation } from '../catalog.ts';
import { outputColumns, usesOf } from './uses.ts';

const names = ['a', 'b', 'email', 'notes'] as const;
const span = { start: 0, end: 1 };

function table(name: string, encrypted: boolean): Relation {
  return {
    kind: 'table',
    name,
    whole: true,
    columns: names.map((column) =>
      encrypted ? { name: column, encrypted: { table: name, name: column } as EqlColumn } : { name: column },
    ),
  };
}

const plain = ['plain', 'other'].map((name) => table(name, false));
const secret = table('secret', true);
const catalog: Catalog = {
  relation: ({ name }) => [...plain, secret].find((relation) => relation.name === name),
};

function sqlName(name: string): SqlName {
  return { ...span, name, nameSpan: span };
}

const type: SqlType = { ...sqlName('text'), array: false, modifiers: [] };
const operatorSpan = span;
const word = fc.constantFrom(...names);
const alias = fc.option(fc.constantFrom('a', 'email', 't', 'u'), { nil: undefined });
const few = { maxLength: 2 };

/** Queries of any shape, over the tables that are given and the names of CTEs. */
function queriesOver(tables: readonly string[]): fc.Arbitrary<SqlQuery> {
  const tableName = fc.constantFrom(...tables, 'cte').map(sqlName);
  const { query } = fc.letrec<{ query: SqlQuery; expression: SqlExpression; from: SqlFrom }>((tie) => {
    const expressions = fc.array(tie('expression'), few);
    const items = expressions.map((list) => list.map((expression) => ({ ...span, expression })));
    const maybe = fc.option(tie('expression'), { nil: undefined });
    const window = fc
      .record({ partitionBy: expressions, orderBy: items })
      .map((each) => ({ ...span, ...each }));
    const targets = fc.array(
      fc.record({ expression: tie('expression'), alias }).map(({ expression, alias: named }) => ({
        ...span,
        expression,
        ...(named === undefined ? {} : { alias: named }),
      })),
      { minLength: 1, maxLength: 3 },
    );
    const ctes = fc.array(
      fc
        .record({ query: tie('query'), recursive: fc.boolean(), columns: fc.array(word, few) })
        .map((each) => ({
          ...span,
          name: 'cte',
          ...each,
        })),
      { maxLength: 1 },
    );
    const columns = fc.array(
      word.map((name) => ({ ...span, name })),
      few,
    );
    const assignments = fc.array(
      fc
        .record({ column: word.map((name) => ({ ...span, name })), value: tie('expression') })
        .map((each) => ({
          ...span,
          ...each,
        })),
      few,
    );
    return {
      expression: fc.oneof(
        { depthIdentifier: 'sql', maxDepth: 3, withCrossShrink: true },
        fc.record({ parts: fc.array(word, { minLength: 1, maxLength: 3 }), star: fc.boolean() }).map(
          ({ parts, star }): SqlExpression => ({
            ...span,
            kind: 'column',
            parts,
            star,
            text: parts.join('.'),
          }),
        ),
        fc.constantFrom<SqlExpression>(
          { ...span, kind: 'null' },
          { ...span, kind: 'default' },
          { ...span, kind: 'parameter' },
          { ...span, kind: 'parameter', hole: 'sql' },
          { ...span, kind: 'number', digits: '1' },
          { ...span, kind: 'string', value: '{"v":3}', map: [] },
        ),
        tie('expression').map((operand): SqlExpression => ({ ...span, kind: 'cast', operand, type })),
        tie('expression').map((operand): SqlExpression => ({ ...span, kind: 'not', operand })),
        fc
          .record({
            left: tie('expression'),
            right: tie('expression'),
            operator: fc.constantFrom('=', '->', '~~'),
          })
          .map(
            (each): SqlExpression => ({
              ...span,
              kind: 'operator',
              written: each.operator,
              operatorSpan,
              ...each,
            }),
          ),
        fc
          .record({ operand: tie('expression'), items: expressions, negated: fc.boolean() })
          .map((each): SqlExpression => ({ ...span, kind: 'in', operatorSpan, ...each })),
        fc
          .record({ operand: tie('expression'), low: tie('expression'), high: tie('expression') })
          .map((each): SqlExpression => ({ ...span, kind: 'between', negated: true, operatorSpan, ...each })),
        fc.record({ left: tie('expression'), right: tie('expression') }).map(
          (each): SqlExpression => ({
            ...span,
            kind: 'quantified',
            operator: '=',
            written: '=',
            quantifier: 'any',
            operatorSpan,
            ...each,
          }),
        ),
        fc
          .record({
            values: expressions,
            distinct: fc.boolean(),
            orderBy: items,
            over: fc.option(window, { nil: undefined }),
            name: fc.constantFrom('count', 'lower', 'max'),
          })
          .map(
            ({ values, over, name, ...each }): SqlExpression => ({
              ...span,
              kind: 'call',
              function: sqlName(name),
              arguments: values.map((value) => ({ value })),
              star: false,
              ...each,
              ...(over === undefined ? {} : { over }),
            }),
          ),
        fc
          .record({ query: tie('query'), form: fc.constantFrom('scalar' as const, 'exists' as const) })
          .map((each): SqlExpression => ({ ...span, kind: 'query', ...each })),
        expressions.map((list): SqlExpression => ({ ...span, kind: 'row', items: list })),
        expressions.map((parts): SqlExpression => ({ ...span, kind: 'other', name: 'COALESCE', parts })),
      ),
      from: fc.oneof(
        { depthIdentifier: 'sql', maxDepth: 3, withCrossShrink: true },
        fc.record({ table: tableName, alias, columns: fc.array(word, few) }).map(
          ({ alias: named, ...each }): SqlFrom => ({
            ...span,
            kind: 'table',
            ...each,
            ...(named === undefined ? {} : { alias: named }),
          }),
        ),
        fc
          .record({ query: tie('query'), alias: word, columns: fc.array(word, few), lateral: fc.boolean() })
          .map((each): SqlFrom => ({ ...span, kind: 'subquery', ...each })),
        fc
          .record({
            left: tie('from'),
            right: tie('from'),
            using: fc.array(word, few),
            natural: fc.boolean(),
            on: maybe,
            alias,
          })
          .map(
            ({ on, alias: named, ...each }): SqlFrom => ({
              ...span,
              kind: 'join',
              ...each,
              ...(on === undefined ? {} : { on }),
              ...(named === undefined ? {} : { alias: named }),
            }),
          ),
      ),
      query: fc.oneof(
        { depthIdentifier: 'sql', maxDepth: 3, withCrossShrink: true },
        fc
          .record({
            with: ctes,
            distinct: fc.oneof(fc.boolean(), expressions),
            targets,
            from: fc.array(tie('from'), few),
            where: maybe,
            groupBy: expressions,
            having: maybe,
            windows: fc.array(window, few),
            orderBy: items,
          })
          .map(
            ({ where, having, ...each }): SqlQuery => ({
              ...span,
              kind: 'select',
              ...each,
              ...(where === undefined ? {} : { where }),
              ...(having === undefined ? {} : { having }),
            }),
          ),
        fc
          .record({
            with: ctes,
            operation: fc.constantFrom('union' as const, 'except' as const),
            all: fc.boolean(),
            left: tie('query'),
            right: tie('query'),
            orderBy: items,
          })
          .map((each): SqlQuery => ({ ...span, kind: 'set-operation', ...each })),
        fc
          .record({ with: ctes, rows: fc.array(expressions, few) })
          .map((each): SqlQuery => ({ ...span, kind: 'values', ...each })),
        fc
          .record({
            with: ctes,
            table: fc.constantFrom(...tables).map(sqlName),
            columns,
            source: tie('query'),
            conflict: expressions,
            set: assignments,
            returning: targets,
          })
          .map((each): SqlQuery => ({ ...span, kind: 'insert', ...each })),
        fc
          .record({
            with: ctes,
            table: fc.constantFrom(...tables).map(sqlName),
            set: assignments,
            from: fc.array(tie('from'), few),
            returning: targets,
          })
          .map((each): SqlQuery => ({ ...span, kind: 'update', ...each })),
        fc
          .record({
            with: ctes,
            table: fc.constantFrom(...tables).map(sqlName),
            using: fc.array(tie('from'), few),
            returning: targets,
          })
          .map((each): SqlQuery => ({ ...span, kind: 'delete', ...each })),
      ),
    };
  });
  return query;
}

test('no query over plain and unknown tables uses an encrypted column', () => {
  fc.assert(
    fc.property(queriesOver(['plain', 'other', 'unknown']), (query) => {
      expect(usesOf(query, catalog, { file: 'q.sql', in: 'sql' })).toEqual([]);
      expect(outputColumns(query, catalog)?.some(({ encrypted }) => encrypted !== undefined) ?? false).toBe(
        false,
      );
    }),
  );
});

test('every query is read to the end, and asks for nothing but its text and the catalog', () => {
  fc.assert(
    fc.property(queriesOver(['plain', 'secret', 'unknown']), (query) => {
      const once = usesOf(query, catalog, { file: 'q.sql', in: 'sql' });
      expect(usesOf(query, catalog, { file: 'q.sql', in: 'sql' })).toEqual(once);
      for (const use of once) expect(use.column.table).toBe('secret');
    }),
  );
});

test('stars that repeat stars and deep nesting end', () => {
  const star: SqlExpression = { ...span, kind: 'column', parts: [], star: true, text: '*' };
  let query: SqlQuery = {
    ...span,
    kind: 'select',
    with: [],
    distinct: false,
    targets: [{ ...span, expression: star }],
    from: [{ ...span, kind: 'table', table: sqlName('secret'), columns: [] }],
    groupBy: [],
    windows: [],
    orderBy: [],
  };
  const inner = query;
  for (let depth = 0; depth < 5000; depth += 1) {
    query = {
      ...inner,
      targets: [
        { ...span, expression: star },
        { ...span, expression: star },
      ],
      from: [{ ...span, kind: 'subquery', query, alias: 'a', columns: [], lateral: false }],
    };
  }
  expect(usesOf(query, catalog, { file: 'q.sql', in: 'sql' })).toEqual([]);
  expect(outputColumns(query, catalog)).toBe(undefined);
});
