import { beforeAll, describe, expect, test } from 'vitest';
import type { EqlColumn, EqlOperand, EqlUse } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import { loadQueryReader } from '../../../../test/support/sql-query.ts';
import type { SqlQuery } from '../../../read/sql/statement.ts';
import type { Catalog, Relation } from '../catalog.ts';
import { outputColumns, usesOf } from './uses.ts';

let queryOf: (sql: string) => SqlQuery;
beforeAll(async () => {
  queryOf = await loadQueryReader();
});

/** Columns by name; those with a `*` are encrypted. */
function table(name: string, columns: string, whole = true): Relation {
  return {
    kind: 'table',
    name,
    whole,
    columns: columns.split(' ').map((column) => {
      const own = column.replace('*', '');
      return own === column
        ? { name: column }
        : { name: own, encrypted: { table: name, name: own, generation: 'v3' } as EqlColumn };
    }),
  };
}

const tables = [
  table('users', 'id email* name phone* data* city'),
  table('signups', 'id email name phone city'),
  table('staff', 'id surname* bonus* team'),
  table('Guest', 'id Email* email'),
  table('partly', 'id email*', false),
];
const catalog: Catalog = {
  relation: ({ schema, name }) =>
    schema === undefined || schema === 'public' ? tables.find((each) => each.name === name) : undefined,
};

function uses(sql: string): readonly EqlUse[] {
  return usesOf(queryOf(sql), catalog, { file: 'q.sql', in: 'sql' });
}

/** One line a use: the column that it is of, and what a rule would see. */
function said(sql: string): readonly string[] {
  const at = ({ start, end }: Place) => sql.slice(start, end);
  const operand = (each: EqlOperand): string => {
    switch (each.kind) {
      case 'string':
        return each.looksLikeJson ? 'json' : `string(${each.length})`;
      case 'cast':
        return `${operand(each.inner)}${each.types.map(({ schema, name }) => `::${schema === undefined ? '' : `${schema}.`}${name}`).join('')}`;
      case 'column':
        return each.column === undefined ? each.name : `${each.column.table}.${each.name}*`;
      case 'call':
        return `${each.name}(${each.arguments.map(operand).join(', ')})`;
      default:
        return each.kind;
    }
  };
  const line = (use: EqlUse): string => {
    switch (use.kind) {
      case 'operator': {
        const own = [use.columnText, ...use.through].join(' ');
        const not = use.negation === undefined ? '' : `, under ${at(use.negation)}`;
        return use.side === 'left'
          ? `${own} ${use.operator} ${operand(use.operand)}${not}`
          : `${operand(use.operand)} ${use.operator} ${own}${not}`;
      }
      case 'in':
        return `${use.columnText} ${use.negated ? 'not in' : 'in'} (${use.items.map(operand).join(', ')})`;
      case 'any':
        return `${use.columnText} ${use.operator} ${use.quantifier} ${operand(use.operand)}`;
      case 'call':
        return `${at(use.namePlace)} #${use.argument}${use.distinct ? ' distinct' : ''} (${use.arguments.map(operand).join(', ')})${use.negation === undefined ? '' : `, under ${at(use.negation)}`}`;
      case 'cast':
        return `cast ${use.columnText} to ${use.type.name}${use.then === undefined ? '' : ` then ${use.then.name}`}`;
      case 'order':
        return `order ${at(use.place)} by ${use.columnText}, ${use.clause} ${use.through}${use.replaceable === false ? ', fixed' : ''}`;
      case 'group':
        return `${use.clause} ${at(use.place)} is ${use.columnText}${use.selected.map((each) => ` selected ${at(each)}`).join('')}${use.replaceable ? ', replaceable' : ''}`;
      case 'write':
        return `write ${use.columnText} := ${operand(use.operand)}`;
      case 'conflict':
        return `conflict ${at(use.place)}`;
      case 'builder':
        return use.function;
    }
  };
  return uses(sql).map((use) => `${use.column.table}.${use.column.name}: ${line(use)}`);
}

describe('comparisons', () => {
  test('on either side, with the casts of the operand from the inside out', () => {
    expect(said('SELECT 1 FROM users u WHERE u.email = $1::jsonb::eql_v3.query_text_eq')).toEqual([
      'users.email: u.email = parameter::jsonb::eql_v3.query_text_eq',
    ]);
    expect(said("SELECT 1 FROM users WHERE 'a@example.org' <> email")).toEqual([
      'users.email: string(13) <> email',
    ]);
    expect(said('SELECT 1 FROM users JOIN staff ON users.email = staff.surname')).toEqual([
      'users.email: users.email = staff.surname*',
      'staff.surname: users.email* = staff.surname',
    ]);
  });

  test('the places of a comparison', () => {
    const sql = 'SELECT 1 FROM users u WHERE NOT (u.email ILIKE $1)';
    const [use] = uses(sql);
    if (use?.kind !== 'operator') throw new Error('no operator');
    const at = ({ start, end }: Place) => sql.slice(start, end);
    expect([use.columnPlace, use.operatorPlace, use.whole, use.operand.place].map(at)).toEqual([
      'u.email',
      'ILIKE',
      'u.email ILIKE $1',
      '$1',
    ]);
    expect(use).toMatchObject({ operator: '~~*', written: 'ILIKE', in: 'sql' });
    expect(use.negation && at(use.negation)).toMatch(/^NOT /);
  });

  test('LIKE and its relatives', () => {
    expect(
      said(
        "SELECT 1 FROM users WHERE email LIKE 'a%' OR email NOT ILIKE $1 OR email ~ 'x' OR email SIMILAR TO '(a|b)%'",
      ),
    ).toEqual([
      'users.email: email ~~ string(2)',
      'users.email: email !~~* parameter',
      'users.email: email ~ string(1)',
      'users.email: email similar to string(6)',
    ]);
  });

  test('BETWEEN is two comparisons', () => {
    expect(said('SELECT 1 FROM staff WHERE bonus BETWEEN $1 AND $2::eql_v3.query_bigint_ord')).toEqual([
      'staff.bonus: bonus >= parameter',
      'staff.bonus: bonus <= parameter::eql_v3.query_bigint_ord',
    ]);
    expect(said('SELECT 1 FROM staff WHERE bonus NOT BETWEEN $1 AND $2')[0]).toContain(
      'under bonus NOT BETWEEN',
    );
  });

  test('IN, ANY and ALL', () => {
    expect(said("SELECT 1 FROM users WHERE email IN ($1::eql_v3.query_text_eq, '{}', city)")).toEqual([
      'users.email: email in (parameter::eql_v3.query_text_eq, json, city)',
    ]);
    expect(said('SELECT 1 FROM users WHERE email NOT IN ($1)')).toEqual([
      'users.email: email not in (parameter)',
    ]);
    expect(said('SELECT 1 FROM users WHERE $1 IN (city, email)')).toEqual(['users.email: parameter = email']);
    expect(said('SELECT 1 FROM users WHERE email = ANY ($1) AND email <> ALL (ARRAY[$2])')).toEqual([
      'users.email: email = any parameter',
      'users.email: email <> all array',
    ]);
    expect(said('SELECT 1 FROM users WHERE email IN (SELECT email FROM signups)')).toEqual([
      'users.email: email = any query',
    ]);
  });

  test('rows are compared item by item', () => {
    expect(said('SELECT 1 FROM users WHERE (id, email) = ($1, $2)')).toEqual([
      'users.email: email = parameter',
    ]);
    expect(said('SELECT 1 FROM users WHERE (id, email) IN (($1, $2))')).toEqual([
      'users.email: email = parameter',
    ]);
  });

  test('a part of a document is still of the column', () => {
    expect(said("SELECT data -> 'x' ->> 'y'::text FROM users WHERE data -> $1::text >= $2")).toEqual([
      'users.data: data -> parameter::text',
      'users.data: data -> >= parameter',
      'users.data: data -> string(1)',
      'users.data: data -> ->> string(1)::text',
    ]);
    // Its terms are those of an entry: extractors over it are right, and it may be ordered by them.
    expect(said("SELECT 1 FROM users ORDER BY eql_v3.ord_term(data -> 'x'::text)")).toEqual([
      'users.data: data -> string(1)::text',
    ]);
  });

  test('NOT counts when only AND and OR stand between', () => {
    expect(said('SELECT 1 FROM users WHERE NOT (city = $1 OR phone @@ $2)')[0]).toContain(', under NOT');
    expect(said('SELECT 1 FROM users WHERE NOT eql_v3.matches(phone, $2)')[0]).toContain(', under NOT');
    expect(said('SELECT 1 FROM users WHERE NOT (NOT (phone @@ $2))')).toEqual([
      'users.phone: phone @@ parameter',
    ]);
    expect(said('SELECT 1 FROM users WHERE NOT EXISTS (SELECT 1 WHERE phone @@ $2)')).toEqual([
      'users.phone: phone @@ parameter',
    ]);
    expect(said('SELECT 1 FROM users WHERE NOT (city = $1) AND phone @@ $2')).toEqual([
      'users.phone: phone @@ parameter',
    ]);
  });
});

describe('calls and casts', () => {
  test('a function over the column', () => {
    expect(said('SELECT lower(email), count(email), eql_v3.eq_term(email) FROM users')).toEqual([
      'users.email: lower #0 (users.email*)',
      'users.email: count #0 (users.email*)',
      'users.email: eql_v3.eq_term #0 (users.email*)',
    ]);
    expect(said('SELECT 1 FROM users WHERE eql_v3.matches(phone, $1::eql_v3.query_text_match)')).toEqual([
      'users.phone: eql_v3.matches #0 (users.phone*, parameter::eql_v3.query_text_match)',
    ]);
    expect(said('SELECT concat(city, email) FROM users')).toEqual([
      'users.email: concat #1 (city, users.email*)',
    ]);
  });

  test('what a function or cast gives is no encrypted column', () => {
    expect(
      said("SELECT 1 FROM users WHERE eql_v3.eq_term(email) = 'x' ORDER BY eql_v3.eq_term(email)"),
    ).toEqual([
      'users.email: eql_v3.eq_term #0 (users.email*)',
      'users.email: eql_v3.eq_term #0 (users.email*)',
    ]);
    expect(said("SELECT 1 FROM (SELECT email::text AS email FROM users) u WHERE email LIKE 'x'")).toEqual([
      'users.email: cast email to text',
    ]);
  });

  test('a cast says what is done with it', () => {
    expect(said("SELECT 1 FROM users u WHERE u.email::text ILIKE '%x%'")).toEqual([
      'users.email: cast u.email to text then ~~*',
    ]);
    expect(said('SELECT to_tsvector(email::jsonb::text), email::text FROM users')).toEqual([
      'users.email: cast email to jsonb then to_tsvector',
      'users.email: cast email to text',
    ]);
    expect(said("SELECT 1 FROM users WHERE COALESCE(email::text, '') LIKE 'x'")).toEqual([
      'users.email: cast email to text then ~~',
    ]);
  });
});

describe('order', () => {
  test('by column, alias and position', () => {
    expect(said('SELECT id FROM staff ORDER BY bonus DESC NULLS LAST')).toEqual([
      'staff.bonus: order bonus by bonus, query column',
    ]);
    expect(said('SELECT s.surname AS name FROM staff s ORDER BY name')).toEqual([
      'staff.surname: order name by s.surname, query alias',
    ]);
    expect(said('SELECT team, bonus FROM staff ORDER BY 1, 2')).toEqual([
      'staff.bonus: order 2 by bonus, query position',
    ]);
    expect(said('SELECT * FROM staff ORDER BY 3')).toEqual(['staff.bonus: order 3 by bonus, query position']);
    expect(said('SELECT u.*, s.* FROM users u, staff s ORDER BY 9')).toEqual([
      'staff.bonus: order 9 by s.bonus, query position',
    ]);
  });

  test('an output name hides the column, and the column an alias of something else', () => {
    expect(said('SELECT team AS bonus FROM staff ORDER BY bonus')).toEqual([]);
    expect(said('SELECT eql_v3.ord_term(bonus) AS bonus FROM staff ORDER BY bonus')).toEqual([
      'staff.bonus: eql_v3.ord_term #0 (staff.bonus*)',
    ]);
    // Only a bare name can be one of the select list.
    expect(said('SELECT team AS bonus FROM staff ORDER BY staff.bonus')).toEqual([
      'staff.bonus: order staff.bonus by staff.bonus, query column',
    ]);
  });

  test('in windows and aggregates, which see the columns alone', () => {
    expect(
      said('SELECT team AS bonus, rank() OVER (PARTITION BY surname ORDER BY bonus) FROM staff'),
    ).toEqual([
      'staff.surname: partition-by surname is surname, replaceable',
      'staff.bonus: order bonus by bonus, window column',
    ]);
    expect(said('SELECT rank() OVER w FROM staff WINDOW w AS (ORDER BY bonus)')).toEqual([
      'staff.bonus: order bonus by bonus, window column',
    ]);
    expect(said('SELECT array_agg(id ORDER BY bonus) FROM staff')).toEqual([
      'staff.bonus: order bonus by bonus, aggregate column',
    ]);
  });

  test('where only what is selected may stand, nothing can stand there instead', () => {
    expect(said('SELECT email FROM users UNION ALL SELECT email FROM users ORDER BY email')).toEqual([
      'users.email: order email by email, query column, fixed',
    ]);
    expect(said('SELECT DISTINCT email FROM users ORDER BY email')).toEqual([
      'users.email: distinct email is email',
      'users.email: order email by email, query column, fixed',
    ]);
  });
});

describe('groups', () => {
  test('GROUP BY, with what is selected', () => {
    expect(said('SELECT phone, count(*) FROM users GROUP BY phone')).toEqual([
      'users.phone: group-by phone is phone selected phone, replaceable',
    ]);
    expect(said('SELECT u.phone AS p, count(*) FROM users u GROUP BY p')).toEqual([
      'users.phone: group-by p is u.phone selected u.phone, replaceable',
    ]);
    expect(said('SELECT phone, count(*) FROM users GROUP BY 1')).toEqual([
      'users.phone: group-by 1 is phone selected phone, replaceable',
    ]);
    expect(said('SELECT count(*) FROM users GROUP BY phone')).toEqual([
      'users.phone: group-by phone is phone, replaceable',
    ]);
  });

  test('an input column hides the alias', () => {
    expect(said('SELECT phone AS city, count(*) FROM users GROUP BY city')).toEqual([]);
    expect(said('SELECT lower(city) AS phone FROM users GROUP BY phone')).toEqual([
      'users.phone: group-by phone is phone, replaceable',
    ]);
  });

  test('not replaceable where the column stands elsewhere, or where others read what is selected', () => {
    for (const sql of [
      "SELECT phone, count(*) FROM users GROUP BY phone HAVING phone <> '{}'",
      'SELECT phone FROM users GROUP BY phone ORDER BY phone',
      'SELECT COALESCE(phone, phone) FROM users GROUP BY phone',
      'SELECT p FROM (SELECT phone AS p FROM users GROUP BY phone) s',
      'WITH s AS (SELECT phone FROM users GROUP BY phone) SELECT 1 FROM s',
      'SELECT count(*) FROM users GROUP BY ROLLUP (phone)',
    ]) {
      const groups = uses(sql).filter((use) => use.kind === 'group');
      expect(groups, sql).toMatchObject([{ clause: 'group-by', replaceable: false }]);
    }
    expect(said('SELECT phone, max(phone) FROM users GROUP BY phone')).toContain(
      'users.phone: group-by phone is phone selected phone, replaceable',
    );
  });

  test('DISTINCT, DISTINCT ON, count(DISTINCT …) and UNION', () => {
    expect(said('SELECT DISTINCT phone, city FROM users')).toEqual(['users.phone: distinct phone is phone']);
    expect(said('SELECT DISTINCT ON (phone) id FROM users')).toEqual([
      'users.phone: distinct-on phone is phone, replaceable',
    ]);
    expect(said('SELECT count(DISTINCT phone) FROM users')).toEqual([
      'users.phone: count #0 distinct (users.phone*)',
      'users.phone: count-distinct phone is phone, replaceable',
    ]);
    expect(said('SELECT phone FROM users UNION SELECT phone FROM signups')).toEqual([
      'users.phone: union phone is phone',
    ]);
    expect(
      said('SELECT phone FROM users EXCEPT SELECT phone FROM users UNION ALL SELECT email FROM users'),
    ).toEqual(['users.phone: except phone is phone', 'users.phone: except phone is phone']);
    expect(said('SELECT phone FROM users UNION ALL SELECT phone FROM users')).toEqual([]);
  });

  test('a term is no raw column', () => {
    const terms = (sql: string) => uses(sql).filter(({ kind }) => kind !== 'call');
    expect(terms('SELECT count(*) FROM users GROUP BY eql_v3.eq_term(phone)')).toEqual([]);
    expect(terms('SELECT DISTINCT eql_v3.eq_term(phone) FROM users')).toEqual([]);
    expect(terms('SELECT DISTINCT ON (eql_v3.eq_term(phone)) phone FROM users')).toEqual([]);
    expect(terms('SELECT count(DISTINCT eql_v3.eq_term(phone)) FROM users')).toEqual([]);
  });
});

describe('writes', () => {
  test('by position and by list', () => {
    expect(said("INSERT INTO users VALUES (1, 'a@b', 'Ann')")).toEqual([
      'users.email: write email := string(3)',
    ]);
    expect(said("INSERT INTO users (phone, city) VALUES ('{}', 'x'), (DEFAULT, 'y'), ($1, 'z')")).toEqual([
      'users.phone: write phone := json',
      'users.phone: write phone := parameter',
    ]);
    expect(said("INSERT INTO partly VALUES (1, 'a@b')")).toEqual([]);
    expect(said("INSERT INTO partly (email) VALUES ('a@b')")).toEqual([
      'partly.email: write email := string(3)',
    ]);
  });

  test('from a query', () => {
    expect(
      said('INSERT INTO users (email) SELECT email FROM signups UNION ALL SELECT email FROM users'),
    ).toEqual(['users.email: write email := email', 'users.email: write email := users.email*']);
    expect(said('INSERT INTO users (id, email) SELECT * FROM partly')).toEqual([
      'users.email: write email := partly.email*',
    ]);
  });

  test('UPDATE', () => {
    expect(said("UPDATE users u SET email = 'x', city = lower(u.email) WHERE phone = $1")).toEqual([
      'users.email: write email := string(1)',
      'users.email: lower #0 (users.email*)',
      'users.phone: phone = parameter',
    ]);
  });

  test('ON CONFLICT and excluded', () => {
    expect(
      said(
        'INSERT INTO users (email) VALUES ($1) ON CONFLICT (email) DO UPDATE SET email = excluded.email, city = lower(excluded.phone) WHERE users.email = $2',
      ),
    ).toEqual([
      'users.email: write email := parameter',
      'users.email: conflict email',
      'users.email: write email := users.email*',
      'users.phone: lower #0 (users.phone*)',
      'users.email: users.email = parameter',
    ]);
    expect(said('INSERT INTO signups (email) VALUES ($1) ON CONFLICT (email) DO NOTHING')).toEqual([]);
    expect(said('INSERT INTO users (id) VALUES ($1) ON CONFLICT (eql_v3.eq_term(email)) DO NOTHING')).toEqual(
      ['users.email: eql_v3.eq_term #0 (users.email*)'],
    );
  });
});

describe('names mean what they mean to PostgreSQL', () => {
  const like = (sql: string) => said(sql).filter((line) => line.includes('~~'));

  test.each([
    ['the same name in another table', "SELECT 1 FROM signups WHERE email LIKE 'x'"],
    ['an alias that takes another name', "SELECT 1 FROM signups AS users WHERE users.email LIKE 'x'"],
    [
      'a CTE named as a table',
      "WITH users AS (SELECT * FROM signups) SELECT 1 FROM users WHERE email LIKE 'x'",
    ],
    [
      'a CTE seen in a sub-query',
      "WITH users AS (SELECT 1 AS email) SELECT (SELECT 1 FROM users WHERE email LIKE 'x')",
    ],
    [
      'the inner of two scopes',
      "SELECT 1 FROM users WHERE EXISTS (SELECT 1 FROM signups WHERE email LIKE 'x')",
    ],
    ['a column list', "SELECT 1 FROM users AS u (email, id) WHERE u.email LIKE 'x'"],
    ['a quoted name', `SELECT 1 FROM "Guest" WHERE email LIKE 'x'`],
    [
      'a hidden table',
      "SELECT 1 FROM (users JOIN signups USING (id)) AS j (id, name, email) WHERE j.email LIKE 'x'",
    ],
    ['two tables that have it', "SELECT 1 FROM users, signups WHERE email LIKE 'x'"],
    ['a table that nobody knows', "SELECT 1 FROM users, somewhere WHERE email LIKE 'x'"],
    [
      'an inner table that nobody knows',
      "SELECT 1 FROM users WHERE EXISTS (SELECT 1 FROM somewhere WHERE email LIKE 'x')",
    ],
    ['another schema', "SELECT 1 FROM archive.users WHERE email LIKE 'x'"],
    ['a renamed CTE', "WITH c (email) AS (SELECT city FROM users) SELECT 1 FROM c WHERE email LIKE 'x'"],
    ['a derived table', "SELECT 1 FROM (SELECT city AS email FROM users) u WHERE u.email LIKE 'x'"],
    ['a function', "SELECT 1 FROM signups, unnest($1::text[]) AS email WHERE email LIKE 'x'"],
  ])('%s: silent', (_, sql) => {
    expect(like(sql)).toEqual([]);
  });

  test.each([
    ['an alias', "SELECT 1 FROM users AS signups WHERE signups.email LIKE 'x'"],
    ['a schema', "SELECT 1 FROM public.users WHERE public.users.email LIKE 'x'"],
    [
      'the outer scope',
      "SELECT 1 FROM users u WHERE EXISTS (SELECT 1 FROM signups s WHERE u.email LIKE 'x')",
    ],
    [
      'the outer scope without a name',
      "SELECT 1 FROM users WHERE EXISTS (SELECT 1 FROM staff WHERE email LIKE 'x')",
    ],
    ['a qualified name beside an unknown table', "SELECT 1 FROM users u, somewhere WHERE u.email LIKE 'x'"],
    ['a table of which not all is known', "SELECT 1 FROM partly WHERE email LIKE 'x'"],
    ['a CTE', "WITH c AS (SELECT email FROM users) SELECT 1 FROM c WHERE email LIKE 'x'"],
    [
      'a CTE over its own name',
      "WITH users AS (SELECT * FROM users) SELECT 1 FROM users WHERE email LIKE 'x'",
    ],
    ['a CTE that writes', "WITH c AS (DELETE FROM users RETURNING *) SELECT 1 FROM c WHERE email LIKE 'x'"],
    [
      'a recursive CTE',
      "WITH RECURSIVE c AS (SELECT id, email FROM users UNION ALL SELECT c.id, c.email FROM c) SELECT 1 FROM c WHERE email LIKE 'x'",
    ],
    [
      'a derived table with new names',
      "SELECT 1 FROM (SELECT email FROM users) AS s (mail) WHERE mail LIKE 'x'",
    ],
    ['LATERAL', "SELECT 1 FROM users u, LATERAL (SELECT u.email AS e) l WHERE l.e LIKE 'x'"],
    ['a join with USING', "SELECT 1 FROM users JOIN staff USING (id) WHERE email LIKE 'x'"],
    ['a join with a name', "SELECT 1 FROM (users JOIN staff USING (id)) AS j WHERE j.email LIKE 'x'"],
    ['a function beside it', "SELECT 1 FROM users, generate_series(1, 3) AS n WHERE email LIKE 'x'"],
    [
      'a scalar sub-query that is selected',
      "SELECT 1 FROM (SELECT (SELECT email FROM users LIMIT 1) AS e) s WHERE e LIKE 'x'",
    ],
    ['the other arm of a join', "SELECT 1 FROM signups s JOIN users u ON u.email LIKE 'x'"],
    ['DELETE with USING', "DELETE FROM signups s USING users u WHERE u.email LIKE 'x'"],
    ['UPDATE with FROM', "UPDATE signups s SET city = 'x' FROM users u WHERE u.email LIKE 'x'"],
    ['a quoted name', `SELECT 1 FROM "Guest" AS "G" WHERE "G"."Email" LIKE 'x'`],
  ])('%s: found', (_, sql) => {
    expect(like(sql)).toHaveLength(1);
  });

  test('USING merges the columns of both sides', () => {
    expect(like("SELECT 1 FROM signups JOIN users USING (email) WHERE email LIKE 'x'")).toEqual([]);
    expect(like("SELECT 1 FROM users JOIN partly USING (id, email) WHERE users.email LIKE 'x'")).toHaveLength(
      1,
    );
    expect(said('SELECT * FROM signups s NATURAL JOIN users u ORDER BY 6')).toEqual([
      'users.data: order 6 by u.data, query position',
    ]);
  });
});

describe('what a query gives', () => {
  const gives = (sql: string) =>
    outputColumns(queryOf(sql), catalog)?.map(
      ({ name, encrypted }) => `${name}${encrypted === undefined ? '' : '*'}`,
    );

  test('columns under the names that PostgreSQL gives them', () => {
    expect(
      gives('SELECT u.email, city AS town, lower(name), 1, phone::text, data -> $1 FROM users u'),
    ).toEqual(['email*', 'town', 'lower', '?column?', 'phone', '?column?']);
    expect(gives('SELECT * FROM staff')).toEqual(['id', 'surname*', 'bonus*', 'team']);
    expect(gives('UPDATE users SET city = $1 RETURNING id, email')).toEqual(['id', 'email*']);
  });

  test('nothing where not all of them are known', () => {
    expect(gives('SELECT * FROM somewhere')).toBe(undefined);
    expect(gives('SELECT s.* FROM users u, somewhere s')).toBe(undefined);
    expect(gives('SELECT u.id FROM users u, somewhere s')).toEqual(['id']);
  });

  test('a set operation keeps what both arms have', () => {
    expect(gives('SELECT email FROM users UNION ALL SELECT phone FROM users')).toEqual(['email*']);
    expect(gives('SELECT email FROM users UNION ALL SELECT email FROM signups')).toEqual(['email']);
  });
});
