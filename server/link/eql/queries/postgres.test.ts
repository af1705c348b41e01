import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { EqlColumn } from '../../../../rules/model/eql.ts';
import { loadQueryReader } from '../../../../test/support/sql-query.ts';
import type { SqlQuery } from '../../../read/sql/statement.ts';
import type { Catalog, Relation } from '../catalog.ts';
import { outputColumns, usesOf } from './uses.ts';

/**
 * PostgreSQL itself says what names mean: the encrypted type is a domain over `json`, which has no order, no equality and
 * no LIKE, so that every sort, group and pattern over such a column fails with 42883, and over any other does not.
 */
const tables: Readonly<Record<string, Readonly<Record<string, 'text' | 'secret'>>>> = {
  hidden: { id: 'text', a: 'secret', c: 'text' },
  mixed: { id: 'text', a: 'text', b: 'secret' },
  plain: { id: 'text', a: 'text', b: 'text', c: 'text' },
};

const relations = Object.entries(tables).map(
  ([name, columns]): Relation => ({
    kind: 'table',
    name,
    whole: true,
    columns: Object.entries(columns).map(([column, type]) =>
      type === 'secret'
        ? { name: column, encrypted: { table: name, name: column, generation: 'v3' } as EqlColumn }
        : { name: column },
    ),
  }),
);
const catalog: Catalog = { relation: ({ name }) => relations.find((relation) => relation.name === name) };

let database: PGlite;
let queryOf: (sql: string) => SqlQuery;
beforeAll(async () => {
  queryOf = await loadQueryReader();
  database = await PGlite.create();
  await database.exec('CREATE DOMAIN secret AS json');
  for (const [name, columns] of Object.entries(tables)) {
    const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    await database.exec(`CREATE TABLE ${name} (${list.join(', ')})`);
  }
}, 60_000);

/** The columns of a relation by the names that a text may use, and the name that it has in FROM. */
interface Seen {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Writes queries of any shape that name what is there, most of the time. It knows names, and nothing of types. */
class Writer {
  readonly #choices: readonly number[];
  #next = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  select(
    outer: readonly Seen[],
    ctes: readonly Seen[],
    depth: number,
  ): { text: string; columns: readonly string[] } {
    const ownCtes = [...ctes];
    let start = '';
    if (depth > 0 && this.#one(6)) {
      const cte = this.select(outer, ctes, depth - 1);
      const name = this.#pick(['hidden', 'plain', 'mixed', 't']);
      start = `WITH ${name} AS (${cte.text}) `;
      ownCtes.unshift({ name, columns: cte.columns });
    }
    const inner: Seen[] = [];
    const items = [this.#from(inner, outer, ownCtes, depth)];
    if (this.#one(3)) items.push(this.#from(inner, outer, ownCtes, depth));
    const sees = [...inner, ...(this.#one(3) ? outer : [])];
    const where = this.#one(2) ? ` WHERE ${this.#condition(sees, ownCtes, depth)}` : '';
    const columns: string[] = [];
    const targets = [this.#target(inner, sees, ownCtes, depth, columns)];
    if (this.#one(2)) targets.push(this.#target(inner, sees, ownCtes, depth, columns));
    const distinct = this.#one(10)
      ? this.#pick(['DISTINCT ', `DISTINCT ON (${this.#reference(sees)}) `])
      : '';
    let text = `${start}SELECT ${distinct}${targets.join(', ')} FROM ${items.join(', ')}${where}`;
    const arms = depth > 0 && this.#one(8);
    if (arms)
      text += ` ${this.#pick(['UNION ALL', 'UNION', 'EXCEPT'])} (${this.select(outer, ownCtes, depth - 1).text})`;
    if (this.#one(5)) {
      const names = columns.length > 0 && (arms || this.#one(2)) ? columns : [this.#reference(sees)];
      text += ` ORDER BY ${this.#pick([...names, '1'])}`;
    } else if (!arms && this.#one(10))
      text += ` GROUP BY ${this.#pick([this.#reference(sees), '1', ...columns])}`;
    return { text, columns };
  }

  /** A number under the bound; 0 where nothing is left to choose from. */
  #under(bound: number): number {
    const choice = this.#choices[this.#next] ?? 0;
    this.#next += 1;
    return choice % bound;
  }

  /** True once in so many times. */
  #one(times: number): boolean {
    return this.#under(times) === times - 1;
  }

  #pick(from: readonly string[]): string {
    return from[this.#under(from.length)] ?? 'id';
  }

  #reference(sees: readonly Seen[]): string {
    const one = sees[this.#under(sees.length)];
    if (one === undefined || this.#one(20)) return this.#pick(['id', 'a', 'plain.a', 'hidden.a']);
    const name = this.#pick(one.columns);
    return this.#one(2) ? `${one.name}.${name}` : name;
  }

  #from(inner: Seen[], outer: readonly Seen[], ctes: readonly Seen[], depth: number): string {
    const as = this.#pick(
      ['t', 'u', 'v', 'w', 'hidden', 'plain'].filter((name) => inner.every((one) => one.name !== name)),
    );
    const shape = this.#under(depth > 0 ? 10 : 4);
    const tableNames = [...Object.keys(tables), ...ctes.map(({ name }) => name)];
    const table = this.#pick(tableNames);
    const columns = ctes.find(({ name }) => name === table)?.columns ?? Object.keys(tables[table] ?? {});
    const add = (name: string, own: readonly string[]) => inner.push({ name, columns: own });
    switch (shape) {
      case 0:
        add(table, columns);
        return table;
      case 1:
        add(as, columns);
        return `${table} AS ${as}`;
      case 2:
        add(as, ['b', 'a', ...columns.slice(2)]);
        return `${table} AS ${as} (b, a)`;
      case 3:
        add(as, [as]);
        return `string_to_table('x', ',') AS ${as}`;
      case 4:
      case 5: {
        const lateral = this.#one(2);
        const query = this.select(lateral ? [...inner, ...outer] : outer, ctes, depth - 1);
        add(as, query.columns);
        return `${lateral ? 'LATERAL ' : ''}(${query.text}) AS ${as}`;
      }
      case 6:
      case 7: {
        const sides: Seen[] = [];
        const left = this.#from(sides, outer, ctes, depth - 1);
        const right = this.#from(sides, outer, ctes, depth - 1);
        inner.push(...sides);
        return shape === 6
          ? `${left} JOIN ${right} USING (id)`
          : `${left} LEFT JOIN ${right} ON ${this.#condition(sides, ctes, depth - 1)}`;
      }
      case 8: {
        const sides: Seen[] = [];
        const left = this.#from(sides, outer, ctes, depth - 1);
        const right = this.#from(sides, outer, ctes, depth - 1);
        const joined = [...new Set(sides.flatMap((side) => side.columns))];
        const renamed = this.#one(3) ? ' (b, c)' : '';
        add(as, renamed === '' ? joined : ['b', 'c']);
        return `(${left} JOIN ${right} USING (id)) AS ${as}${renamed}`;
      }
      default:
        add(as, ['id', 'c']);
        return `(public.plain NATURAL JOIN (SELECT id, c FROM public.hidden) AS x) AS ${as}`;
    }
  }

  #target(
    inner: readonly Seen[],
    sees: readonly Seen[],
    ctes: readonly Seen[],
    depth: number,
    columns: string[],
  ): string {
    const as = this.#pick(['a', 'b', 'c', 'd'].filter((name) => !columns.includes(name)));
    const named = (text: string) => {
      columns.push(as);
      return `${text} AS ${as}`;
    };
    switch (this.#under(depth > 0 ? 9 : 8)) {
      case 0:
      case 1: {
        const name = this.#reference(sees);
        columns.push(name.split('.').at(-1) ?? name);
        return name;
      }
      case 2:
      case 3:
        return named(this.#reference(sees));
      case 4: {
        columns.push(...new Set(inner.flatMap((one) => one.columns)));
        return '*';
      }
      case 5: {
        const one = inner[this.#under(inner.length)];
        columns.push(...(one?.columns ?? []));
        return `${one?.name ?? 't'}.*`;
      }
      case 6:
        return named(`${this.#reference(sees)}::text`);
      case 7:
        return named(`count(*) OVER (ORDER BY ${this.#reference(sees)})::text`);
      default:
        return named(
          `(SELECT ${this.#reference(sees)} FROM (${this.select(sees, ctes, depth - 1).text}) AS y LIMIT 1)`,
        );
    }
  }

  #condition(sees: readonly Seen[], ctes: readonly Seen[], depth: number): string {
    switch (this.#under(depth > 0 ? 5 : 3)) {
      case 0:
        return 'true';
      case 1:
        return `${this.#reference(sees)} IS NOT NULL`;
      case 2:
        return this.#one(3) ? `${this.#reference(sees)} LIKE 'x'` : 'true';
      default:
        return `EXISTS (${this.select(sees, ctes, depth - 1).text})`;
    }
  }
}

const select = fc
  .array(fc.nat(999), { minLength: 20, maxLength: 120, size: 'max' })
  .map((choices) => new Writer(choices).select([], [], 2).text);

/** The names and types of what it gives, or the code of PostgreSQL's error. */
async function answer(sql: string): Promise<readonly string[] | string> {
  try {
    await database.exec(`CREATE VIEW answer AS ${sql}`);
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  }
  const { rows } = await database.query<{ readonly name: string; readonly type: string }>(
    "SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute WHERE attrelid = 'answer'::regclass ORDER BY attnum",
  );
  await database.exec('DROP VIEW answer');
  return rows.map(({ name, type }) => (type === 'secret' ? `${name}*` : name));
}

test('names mean to encsafe what they mean to PostgreSQL', async () => {
  const seen = { refused: 0, secret: 0, plain: 0 };
  await fc.assert(
    fc.asyncProperty(select, async (sql) => {
      const said = await answer(sql);
      // Names that PostgreSQL does not know, or cannot tell apart, and what fails for another reason.
      if (typeof said === 'string' && said !== '42883') return;
      const query = queryOf(sql);
      const uses = usesOf(query, catalog, { file: 'q.sql', in: 'sql' }).filter(({ kind }) => kind !== 'cast');
      if (said === '42883') {
        seen.refused += 1;
        expect(uses).not.toEqual([]);
        return;
      }
      expect(uses).toEqual([]);
      const columns = outputColumns(query, catalog)?.map(({ name, encrypted }) =>
        encrypted ? `${name}*` : name,
      );
      expect(columns).toEqual(said);
      seen[said.some((name) => name.endsWith('*')) ? 'secret' : 'plain'] += 1;
    }),
    { numRuns: 1000 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
});
