import { describe, expect, test } from 'vitest';
import { columnLine, declaredIn, textAt, useLine } from '../../../../test/support/declared.ts';
import type { Files } from '../../../../test/support/lint-files.ts';

const columns = async (files: Files) => (await declaredIn(files)).columns.map(columnLine);
const uses = async (files: Files) => (await declaredIn(files)).uses.map(useLine);

describe('a schema of any of the packages gives its columns', () => {
  test.each<[string, string, string[]]>([
    [
      'protect',
      `import { csColumn, csTable, csValue } from '@cipherstash/protect';
      export const users = csTable('users', {
        email: csColumn('email').equality().freeTextSearch({ k: 4 }).orderAndRange(),
        age: csColumn('age_years').dataType('number').orderAndRange(),
        prefs: csColumn('prefs').searchableJson(),
        note: csColumn('note'),
        address: { street: csValue('address.street') },
      });`,
      [
        'users.email v2 protect text unique match ore',
        'users.age_years v2 protect double ore',
        'users.prefs v2 protect jsonb ste_vec',
        'users.note v2 protect text',
      ],
    ],
    [
      'stack of version 0',
      `import { encryptedColumn, encryptedTable } from '@cipherstash/stack/schema';
      export const users = encryptedTable('users', { email: encryptedColumn('email').equality([{ kind: 'downcase' }]) });`,
      ['users.email v2 stack-v2 text unique'],
    ],
    [
      'stack of version 1',
      `import { encryptedTable, types } from '@cipherstash/stack/v3';
      const users = encryptedTable('users', {
        email: types.TextSearch('email'),
        born: types.DateOrdOre('born'),
        vip: types.Boolean('vip'),
        doc: types.Json('doc'),
        odd: types.TextLike('odd'),
      });`,
      [
        'users.email v3 stack-v3 eql_v3_text_search',
        'users.born v3 stack-v3 eql_v3_date_ord_ore',
        'users.vip v3 stack-v3 eql_v3_boolean',
        'users.doc v3 stack-v3 eql_v3_json_search',
        'users.odd v3 stack-v3 ?',
      ],
    ],
    [
      'Drizzle of v2',
      `import { encryptedType } from '@cipherstash/stack/drizzle';
      import { pgTable, serial } from 'drizzle-orm/pg-core';
      export const users = pgTable('users', {
        id: serial('id').primaryKey(),
        email: encryptedType<string>('email', { equality: true, freeTextSearch: { k: 8 }, orderAndRange: false }).notNull(),
        age: encryptedType<number>('age', { dataType: 'number', orderAndRange: true }),
        note: encryptedType<string>('note'),
      });`,
      [
        'users.email v2 drizzle-v2 text unique match',
        'users.age v2 drizzle-v2 double ore',
        'users.note v2 drizzle-v2 text',
      ],
    ],
    [
      'Drizzle of v3, in a schema of the database',
      `import { types } from '@cipherstash/stack-drizzle';
      import { pgSchema } from 'drizzle-orm/pg-core';
      const crm = pgSchema('crm');
      export const users = crm.table('users', { email: types.TextEq('email') });`,
      ['crm.users.email v3 drizzle-v3 eql_v3_text_eq'],
    ],
    [
      'Drizzle with a prefix for its tables and a callback for its columns',
      `import { types } from '@cipherstash/stack-drizzle';
      import { pgTableCreator } from 'drizzle-orm/pg-core';
      const table = pgTableCreator((name) => \`app_\${name}\`);
      export const users = table('users', (t) => ({ id: t.integer(), email: types.TextEq('email') }));`,
      ['app_users.email v3 drizzle-v3 eql_v3_text_eq'],
    ],
    [
      'configuration as a literal',
      `export const config = { v: 1, tables: { users: { email: { cast_as: 'text', indexes: { unique: {}, match: { k: 6 } } } } } };`,
      ['users.email v2 config-json text unique match'],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await columns({ 'schema.ts': text })).toEqual(expected);
  });

  test('configuration in a JSON file', async () => {
    const text = `{ "v": 1, "tables": { "users": { "email": { "cast_as": "string", "indexes": { "ste_vec": { "prefix": "users/email" } } } } } }`;
    expect(await columns({ 'config.json': text })).toEqual(['users.email v2 config-json string ste_vec']);
  });
});

describe('the packages are found however they are imported', () => {
  const table = `cs.csTable('users', { email: cs.csColumn('email').equality() })`;
  test.each<[string, Files]>([
    [
      'as a namespace',
      { 'a.ts': `import * as cs from '@cipherstash/protect'; export const users = ${table};` },
    ],
    ['by require', { 'a.js': `const cs = require('@cipherstash/protect'); const users = ${table};` }],
    [
      'under other names',
      {
        'a.ts': `import { csTable as table, csColumn as column } from '@cipherstash/protect';
        export const users = table('users', { email: column('email').equality() });`,
      },
    ],
    [
      'through a module of the project',
      {
        'a.ts': `import { csTable, csColumn } from './eql'; export const users = csTable('users', { email: csColumn('email').equality() });`,
        'eql.ts': `export { csTable, csColumn } from '@cipherstash/protect';`,
      },
    ],
    [
      'through a module that passes the package on whole',
      {
        'a.ts': `import { csTable, csColumn } from './eql'; export const users = csTable('users', { email: csColumn('email').equality() });`,
        'eql.ts': `export * from '@cipherstash/protect';`,
      },
    ],
    [
      'with columns made by a function, and spread',
      {
        'a.ts': `import { csTable, csColumn } from '@cipherstash/protect';
        const searchable = (name) => csColumn(name).equality();
        const common = { email: searchable('email') };
        export const users = csTable('users', { ...common });`,
      },
    ],
  ])('%s', async (_, files) => {
    expect(await columns(files)).toEqual(['users.email v2 protect text unique']);
  });
});

describe('what is not certain is left out', () => {
  test.each<[string, string]>([
    [
      'a table of another package',
      `import { csTable, csColumn } from './mine'; csTable('users', { email: csColumn('email') });`,
    ],
    [
      'a column with a name from outside',
      `import { csTable, csColumn } from '@cipherstash/protect'; csTable('users', { email: csColumn(process.env.NAME) });`,
    ],
    [
      'a column with a method that is not known',
      `import { csTable, csColumn } from '@cipherstash/protect'; csTable('users', { email: csColumn('email').fuzzy() });`,
    ],
    [
      'a flag that is only known at run time',
      `import { encryptedType } from '@cipherstash/stack/drizzle'; import { pgTable } from 'drizzle-orm/pg-core';
      pgTable('users', { email: encryptedType('email', { equality: flags.email }) });`,
    ],
    [
      'options that are only known at run time',
      `import { encryptedType } from '@cipherstash/stack/drizzle'; import { pgTable } from 'drizzle-orm/pg-core';
      pgTable('users', { email: encryptedType('email', options) });`,
    ],
    [
      'what is replaced by something unknown',
      `import { csTable, csColumn } from '@cipherstash/protect'; csTable('users', { email: csColumn('email'), ...others });`,
    ],
    [
      'tables of something else',
      `export const layout = { tables: { users: { columns: ['email'], indexes: {} } } };`,
    ],
    [
      'tables with other keys',
      `export const layout = { v: 1, tables: { users: { email: { indexes: {}, label: 'E-mail' } } } };`,
    ],
  ])('%s', async (_, text) => {
    expect(await columns({ 'a.ts': text })).toEqual([]);
  });
});

test('places are of what a person would change', async () => {
  const files = {
    'a.ts': `import { csColumn, csTable } from '@cipherstash/protect';
export const users = csTable('users', { mail: csColumn('email').dataType('string').freeTextSearch({ k: 2 }) });`,
  };
  const [column] = (await declaredIn(files)).columns;
  if (column?.cast === undefined) throw new Error('no column');
  expect(column.property).toBe('mail');
  expect(column.path).toBe('email');
  expect(textAt(files, column.place)).toBe(`'email'`);
  expect(textAt(files, column.typePlace)).toBe('csColumn');
  expect(textAt(files, column.cast.place)).toBe(`'string'`);
  expect(column.searches.map(({ place }) => textAt(files, place))).toEqual(['freeTextSearch']);
  expect(textAt(files, column.declaration)).toBe(
    `mail: csColumn('email').dataType('string').freeTextSearch({ k: 2 })`,
  );
});

describe('the tables of Drizzle', () => {
  test('list plain columns too, and say whether they are all', async () => {
    const { tables } = await declaredIn({
      'a.ts': `import { types } from '@cipherstash/stack-drizzle';
      import { integer, pgTable, text } from 'drizzle-orm/pg-core';
      export const a = pgTable('a', { id: integer('id'), fullName: text('full_name'), email: types.TextEq('email') });
      export const b = pgTable('b', { id: integer(), ...others });`,
    });
    expect(tables.map(({ name, whole }) => [name, whole])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(
      tables[0]?.columns.map(({ name, property, encrypted }) => [name, property, encrypted !== undefined]),
    ).toEqual([
      ['id', 'id', false],
      ['full_name', 'fullName', false],
      ['email', 'email', true],
    ]);
  });
});

describe('the indexes of a table of Drizzle', () => {
  const declared = async (extra: string) => {
    const files = {
      'a.ts': `import { encryptedIndexes, types } from '@cipherstash/stack-drizzle';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core';
export const a = pgTable('a', { code: types.TextEq('code'), doc: types.Json('doc') }${extra});`,
    };
    const [column] = (await declaredIn(files)).columns;
    return { files, indexes: column?.declaredIndexes };
  };
  const described = async (extra: string) => {
    const { indexes } = await declared(extra);
    return {
      all: indexes?.all,
      unknown: indexes?.unknown,
      keys: indexes?.indexes.map(({ kind, unique, method, keys }) =>
        [
          unique && kind === 'index' ? 'unique index' : kind,
          method,
          ...keys.map(({ form, column, extractor, operatorClass }) =>
            [form, column?.name, extractor?.schema, extractor?.name, operatorClass].filter(Boolean).join(' '),
          ),
        ].join(', '),
      ),
    };
  };

  test.each<[string, string, Awaited<ReturnType<typeof described>>]>([
    ['none', '', { all: false, unknown: false, keys: [] }],
    ['all that are needed', ', (t) => [...encryptedIndexes(t)]', { all: true, unknown: false, keys: [] }],
    ['all, as the list itself', ', (t) => encryptedIndexes(t)', { all: true, unknown: false, keys: [] }],
    ['something else', ', (t) => [...more(t)]', { all: false, unknown: true, keys: [] }],
    [
      'one over a term',
      ", (t) => [index('a_code').using('btree', sql`eql_v3.eq_term(${t.code})`)]",
      { all: false, unknown: false, keys: ['index, btree, extractor code eql_v3 eq_term'] },
    ],
    [
      'one over JSON',
      ", (t) => [index('a_doc').using('gin', sql`(eql_v3.to_ste_vec_query(${t.doc})::jsonb) jsonb_path_ops`)]",
      {
        all: false,
        unknown: false,
        keys: ['index, gin, extractor doc eql_v3 to_ste_vec_query jsonb_path_ops'],
      },
    ],
    [
      'those over the column itself',
      ", (t) => ({ i: uniqueIndex('a_i').on(t.code.desc()), u: unique().on(t.code), p: primaryKey({ columns: [t.code] }) })",
      {
        all: false,
        unknown: false,
        keys: [
          'unique index, btree, column code',
          'unique, btree, column code',
          'primary-key, btree, column code',
        ],
      },
    ],
    [
      'one over a cast',
      ', (t) => [index().using("gin", sql`(${t.doc}::jsonb)`)]',
      { all: false, unknown: false, keys: ['index, gin, cast doc'] },
    ],
  ])('%s', async (_, extra, expected) => {
    expect(await described(extra)).toEqual(expected);
  });

  test.each([
    ['', `doc: types.Json('doc') }, (t) => [...encryptedIndexes(t)]);`],
    [', (t) => []', `, (t) => [...encryptedIndexes(t)]);`],
    [", (t) => [index('i').on(t.code)]", `[index('i').on(t.code), ...encryptedIndexes(t)]);`],
  ])('a further one can be added: %s', async (extra, expected) => {
    const { files, indexes } = await declared(extra);
    if (indexes?.insert === undefined) throw new Error('nothing to insert at');
    const { place, text } = indexes.insert;
    const before = files['a.ts'];
    const after = before.slice(0, place.start) + text(['...encryptedIndexes(t)']) + before.slice(place.end);
    expect(after).toContain(expected);
  });

  test('the place of the function is its own', async () => {
    const { files, indexes } = await declared(
      ", (t) => [index('i').using('btree', sql`( eql_v3.eq_term(${t.code}))`)]",
    );
    const place = indexes?.indexes[0]?.keys[0]?.extractor?.place;
    expect(place && textAt(files, place)).toBe('eql_v3.eq_term');
  });
});

describe('the uses of query builders', () => {
  const schema = {
    'schema.ts': `import { types } from '@cipherstash/stack-drizzle';
      import { integer, pgTable } from 'drizzle-orm/pg-core';
      export const bids = pgTable('bids', { id: integer('id'), amount: types.BigintOrd('amount'), name: types.TextSearch('name') });`,
  };

  test.each<[string, string, string[]]>([
    [
      'an operator of Drizzle',
      `import { eq } from 'drizzle-orm'; q.where(eq(bids.name, needle));`,
      ['drizzle-orm eq bids.name'],
    ],
    [
      'under another name',
      `import { eq as same } from 'drizzle-orm'; q.where(same(bids.name, needle));`,
      ['drizzle-orm eq bids.name'],
    ],
    [
      'of a namespace',
      `import * as d from 'drizzle-orm'; q.where(d.ilike(bids.name, '%x%'));`,
      [`drizzle-orm ilike bids.name '%x%'`],
    ],
    ['over a plain column', `import { eq } from 'drizzle-orm'; q.where(eq(bids.id, 1));`, []],
    ['of the same name from elsewhere', `import { eq } from './mine'; q.where(eq(bids.name, needle));`, []],
    ['with another column', `import { eq } from 'drizzle-orm'; q.where(eq(bids.name, bids.name));`, []],
    [
      'with SQL',
      'import { eq, sql } from "drizzle-orm"; q.where(eq(bids.name, sql`${x}::eql_v3.query_text_search`));',
      [],
    ],
    [
      'with a term that is encrypted',
      `import { eq } from 'drizzle-orm'; const term = await client.encryptQuery(x, o); q.where(eq(bids.name, term.data));`,
      [],
    ],
    ['an order', `q.orderBy(bids.amount);`, ['drizzle-orm orderBy bids.amount']],
    [
      'an order downwards',
      `import { desc } from 'drizzle-orm'; q.orderBy(desc(bids.amount));`,
      ['drizzle-orm desc bids.amount'],
    ],
    ['a group', `q.groupBy(bids.name, bids.id);`, ['drizzle-orm groupBy bids.name']],
    [
      'distinct',
      `db.selectDistinct({ n: bids.name, i: bids.id }).from(bids);`,
      ['drizzle-orm selectDistinct bids.name'],
    ],
    [
      'an aggregate',
      `import { max } from 'drizzle-orm'; db.select({ m: max(bids.amount) });`,
      ['drizzle-orm max bids.amount'],
    ],
    [
      'of an alias',
      `import { eq } from 'drizzle-orm'; import { alias } from 'drizzle-orm/pg-core'; const b = alias(bids, 'b'); eq(b.name, x);`,
      ['drizzle-orm eq bids.name'],
    ],
    [
      'an operator of the package',
      `import { createEncryptionOperators } from '@cipherstash/stack-drizzle'; const ops = createEncryptionOperators(client); ops.matches(bids.name, 'Li');`,
      [`eql-operators matches bids.name 'Li'`],
    ],
    [
      'one taken out',
      `import { createEncryptionOperators } from '@cipherstash/stack-drizzle'; const { gte } = createEncryptionOperators(client); gte(bids.amount, x);`,
      ['eql-operators gte bids.amount'],
    ],
    [
      'an encrypted query over the schema of a table',
      `import { extractEncryptionSchema } from '@cipherstash/stack-drizzle'; const s = extractEncryptionSchema(bids); client.encryptQuery('ng', { table: s, column: s.name });`,
      [`encrypt-query encryptQuery bids.name 'ng'`],
    ],
    [
      'search terms',
      `client.createSearchTerms([{ value: 'a', table: bids, column: bids.name }, { value: 'b', table: bids, column: bids.id }]);`,
      [`encrypt-query createSearchTerms bids.name 'a'`],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await uses({ ...schema, 'query.ts': `import { bids } from './schema';\n${text}` })).toEqual(
      expected,
    );
  });

  test('of the Supabase wrapper, by the name in the database', async () => {
    const files = {
      'encryption.ts': `import { encryptedColumn, encryptedTable } from '@cipherstash/stack/schema';
        import { encryptedSupabase } from '@cipherstash/stack/supabase';
        export const contacts = encryptedTable('contacts', { name: encryptedColumn('full_name').freeTextSearch() });
        export const es = encryptedSupabase({ encryptionClient, supabaseClient });`,
      'contacts.ts': `import { contacts, es } from './encryption';
        es.from('contacts', contacts).select('id, name').ilike('full_name', '%jo%').eq('city', 'x').order('full_name');
        other.from('contacts', contacts).select('id').eq('full_name', 'x');`,
    };
    expect(await uses(files)).toEqual([
      `supabase-wrapper ilike contacts.full_name '%jo%'`,
      'supabase-wrapper order contacts.full_name',
    ]);
  });

  test('of the Supabase wrapper that asks the database, by the property', async () => {
    const files = {
      'a.ts': `import { encryptedTable, types } from '@cipherstash/stack/v3';
        import { encryptedSupabase } from '@cipherstash/stack-supabase';
        encryptedTable('contacts', { name: types.TextMatch('full_name') });
        const es = await encryptedSupabase(url, key);
        es.from('contacts').select('id').matches('name', 'jo');`,
    };
    expect(await uses(files)).toEqual([`supabase-wrapper matches contacts.full_name 'jo'`]);
  });

  test('places are of the function, and of a bare column itself', async () => {
    const files = {
      ...schema,
      'query.ts': `import { bids } from './schema'; import { desc } from 'drizzle-orm'; q.orderBy(desc(bids.amount), bids.name);`,
    };
    const found = (await declaredIn(files)).uses;
    expect(
      found.map(({ place, columnPlace, columnText }) => [
        textAt(files, place),
        textAt(files, columnPlace),
        columnText,
      ]),
    ).toEqual([
      ['desc', 'bids.amount', 'bids.amount'],
      ['bids.name', 'bids.name', 'bids.name'],
    ]);
  });
});

describe('the names of packages', () => {
  test('are the modules and what is taken from each, with the version that is installed', async () => {
    const files = {
      'a.ts': `import { encryptedColumn as column, encryptedTable } from '@cipherstash/stack/schema';
        export { encryptedType } from '@cipherstash/stack/drizzle';
        import { z } from 'zod';`,
      'b.js': `const { csTable } = require('@cipherstash/protect');`,
    };
    const { names } = await declaredIn(files, { installed: { '@cipherstash/stack': '1.1.1' } });
    expect(names.map(({ kind, name, schema, installed }) => [kind, schema, name, installed])).toEqual([
      ['module', undefined, '@cipherstash/stack/schema', '1.1.1'],
      ['import', '@cipherstash/stack/schema', 'encryptedColumn', '1.1.1'],
      ['import', '@cipherstash/stack/schema', 'encryptedTable', '1.1.1'],
      ['module', undefined, '@cipherstash/stack/drizzle', '1.1.1'],
      ['import', '@cipherstash/stack/drizzle', 'encryptedType', '1.1.1'],
      ['module', undefined, '@cipherstash/protect', undefined],
      ['import', '@cipherstash/protect', 'csTable', undefined],
    ]);
    for (const { name, namePlace } of names) expect(textAt(files, namePlace)).toBe(name);
  });
});
