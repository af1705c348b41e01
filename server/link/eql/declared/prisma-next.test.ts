import { describe, expect, test } from 'vitest';
import type { EqlColumn, EqlIndexKey } from '../../../../rules/model/eql.ts';
import { columnLine, declaredIn, textAt } from '../../../../test/support/declared.ts';

async function columnsOf(text: string): Promise<readonly EqlColumn[]> {
  return (await declaredIn({ 'schema.prisma': text })).columns;
}

function keyLine({ column, extractor, form, operatorClass }: EqlIndexKey): string {
  const name = extractor && [extractor.schema, extractor.name].filter((part) => part !== undefined).join('.');
  return [form, name, column?.name, operatorClass].filter((part) => part !== undefined).join(' ');
}

/** The keys of each index of the first table, as its block lists them. */
async function keysOf(...attributes: readonly string[]): Promise<readonly string[][]> {
  const [column] = await columnsOf(`model Member {
  id        Int    @id
  name      String @unique
  email     cipherstash.TextSearch()
  accountId cipherstash.BigIntOrd()
  profile   cipherstash.Json()

${attributes.map((line) => `  ${line}\n`).join('')}}
`);
  expect(column?.declaredIndexes?.unknown).toBe(false);
  return (column?.declaredIndexes?.indexes ?? []).map(({ keys }) => keys.map(keyLine));
}

test('every option of a v2 constructor is on unless it is written off', async () => {
  const text = `model Person {
  email    cipherstash.EncryptedString() @map("mail")
  name     cipherstash.EncryptedString({ equality: false, freeTextSearch: true })?
  salary   cipherstash.EncryptedDouble({})
  id       cipherstash.EncryptedBigInt({ orderAndRange: false })
  born     cipherstash.EncryptedDate()
  active   cipherstash.EncryptedBoolean({ equality: false })
  settings cipherstash.EncryptedJsonV2()

  @@map("people")
}
`;
  const columns = await columnsOf(text);
  expect(columns.map(columnLine)).toEqual([
    'people.mail v2 prisma-next-v2 text unique match ore',
    'people.name v2 prisma-next-v2 text match ore',
    'people.salary v2 prisma-next-v2 double unique ore',
    'people.id v2 prisma-next-v2 big_int unique',
    'people.born v2 prisma-next-v2 date unique ore',
    'people.active v2 prisma-next-v2 boolean',
    'people.settings v2 prisma-next-v2 jsonb ste_vec',
  ]);
  const at = (place: EqlColumn['place']) => textAt({ 'schema.prisma': text }, place);
  const [email, name] = columns;
  expect(email && [at(email.place), at(email.typePlace), at(email.declaration)]).toEqual([
    'email',
    'cipherstash.EncryptedString',
    'email    cipherstash.EncryptedString() @map("mail")',
  ]);
  expect(email?.constructorCall && at(email.constructorCall.place)).toBe('cipherstash.EncryptedString()');
  expect(name?.searches.map(({ place }) => at(place))).toEqual([
    'freeTextSearch',
    'cipherstash.EncryptedString({ equality: false, freeTextSearch: true })',
  ]);
});

test('a v3 constructor is its domain', async () => {
  const factories = [
    ...['Integer', 'Smallint', 'BigInt', 'Numeric', 'Real', 'Double', 'Date', 'Timestamp'].flatMap((type) =>
      ['', 'Eq', 'Ord'].map((suffix) => type + suffix),
    ),
    ...['Text', 'TextEq', 'TextMatch', 'TextOrd', 'TextSearch', 'Boolean', 'Json'],
  ];
  expect(factories).toHaveLength(31);
  const columns = await columnsOf(
    `model All {\n${factories.map((name, index) => `  c${index} cipherstash.${name}()\n`).join('')}}\n`,
  );
  const suffix = (name: string) => name.replace(/(?<=[a-z])(?=Eq|Ord|Match|Search)/, '_').toLowerCase();
  expect(columns.map(({ domain, table }) => `${table} ${domain?.name}`)).toEqual(
    factories.map((name) => `all eql_v3_${name === 'Json' ? 'json_search' : suffix(name)}`),
  );
});

test('what is not certain to be a column, or to be that column, is none', async () => {
  const columns = await columnsOf(`model A {
  typing   cipherstash.EncryptedString({ equality: true
  option   cipherstash.EncryptedString({ equality: env("X") })
  other    pgvector.Vector(length: 3)
  unknown  cipherstash.BigintOrd()
  noOre    cipherstash.TextOrdOre()
  bare     cipherstash.TextEq
}

type Address {
  street cipherstash.TextEq()
}
`);
  expect(columns.map(columnLine)).toEqual(['a.unknown v3 prisma-next-v3 ?', 'a.noOre v3 prisma-next-v3 ?']);
});

test('the table is what the model maps to, in the schema of its namespace, or the table of its base', async () => {
  const columns = await columnsOf(`types {
  Email = cipherstash.TextEq()
}

namespace crm {
  model UserProfile {
    email Email
  }
}

model Task {
  id   Int @id
  note cipherstash.Text()
  @@map("tasks")
}

model Bug {
  trace cipherstash.TextMatch()
  @@base(Task, "bug")
}

model Feature {
  plan cipherstash.TextEq()
  @@base(Task, "feature")
  @@map(name: "features")
}
`);
  expect(columns.map(columnLine)).toEqual([
    'crm.userProfile.email v3 prisma-next-v3 eql_v3_text_eq',
    'tasks.note v3 prisma-next-v3 eql_v3_text',
    'tasks.trace v3 prisma-next-v3 eql_v3_text_match',
    'features.plan v3 prisma-next-v3 eql_v3_text_eq',
  ]);
});

describe('indexes', () => {
  test.each<[string, readonly string[]]>([
    ['eql_v3.eq_term(email)', ['extractor eql_v3.eq_term email']],
    ['(eql_v3.eq_term(email))', ['extractor eql_v3.eq_term email']],
    ['EQL_V3.EQ_TERM( email ) DESC NULLS LAST', ['extractor eql_v3.eq_term email']],
    ['eql_v3.eq_term(\\"email\\")', ['extractor eql_v3.eq_term email']],
    ['eq_term(email)', ['extractor eq_term email']],
    ['eql_v3.ord_term(\\"accountId\\")', ['extractor eql_v3.ord_term accountId']],
    // PostgreSQL knows no column of that name: what was meant is somebody's guess.
    ['eql_v3.ord_term(accountId)', ['other accountId']],
    [
      '(eql_v3.to_ste_vec_query(profile)::jsonb) jsonb_path_ops',
      ['extractor eql_v3.to_ste_vec_query profile jsonb_path_ops'],
    ],
    ['email', ['column email']],
    ['(email::jsonb)', ['cast email']],
    ["eql_v3.ord_term(profile -> 'a, b'::text)", ['other profile']],
    ['lower(email)', ['other email']],
    ['lower(name)', ['other']],
    ['name, eql_v3.eq_term(email)', ['other', 'extractor eql_v3.eq_term email']],
  ])('%s', async (expression, keys) => {
    expect(await keysOf(`@@index(expression: "${expression}", name: "n", type: "btree")`)).toEqual([keys]);
    expect(await keysOf(`@@index(expression: sql"${expression}", name: "n")`)).toEqual([keys]);
  });

  test('lists of fields, constraints, and what makes no index', async () => {
    const keys = await keysOf(
      '@@index([name, email(sort: Desc)])',
      '@@unique([email])',
      '@@id(fields: [accountId, name])',
      '@@map("members")',
      '@@control(observed)',
    );
    expect(keys).toEqual([['column', 'column email'], ['column email'], ['column accountId', 'column']]);
  });

  test('a field of its own constraint', async () => {
    const [column] = await columnsOf('model A {\n  email cipherstash.TextEq() @unique\n}\n');
    expect(
      column?.declaredIndexes?.indexes.map(({ kind, unique, keys }) => [kind, unique, ...keys.map(keyLine)]),
    ).toEqual([['unique', true, 'column email']]);
  });

  test('name, method, unique and partial are what the attribute says', async () => {
    const text =
      'model A {\n  email cipherstash.TextEq()\n  @@index(expression: "eql_v3.eq_term(email)", map: "a_email", type: "Hash", unique: true, where: "(email IS NOT NULL)")\n}\n';
    const [column] = await columnsOf(text);
    const [index] = column?.declaredIndexes?.indexes ?? [];
    expect(index).toMatchObject({
      name: 'a_email',
      method: 'hash',
      unique: true,
      partial: true,
      kind: 'index',
      table: 'a',
    });
    const at = (place: EqlColumn['place'] | undefined) => place && textAt({ 'schema.prisma': text }, place);
    expect(at(index?.keys[0]?.place)).toBe('eql_v3.eq_term(email)');
    expect(at(index?.keys[0]?.extractor?.place)).toBe('eql_v3.eq_term');
  });

  test.each([
    'model A {\n  email cipherstash.TextEq()\n  @@index(expression: dbgenerated("x"), name: "n")\n}\n',
    'model A {\n  email cipherstash.TextEq()\n  @@index()\n}\n',
    'model A {\n  email cipherstash.TextEq()\n  @@index(expression: "eql_v3.eq_term(email", name: "n")\n}\n',
    'model A {\n  email cipherstash.TextEq()\n  name cipherstash.TextEq()\n  @@index(expression: "f(email, name)", name: "n")\n}\n',
    'model A {\n  email cipherstash.TextEq()\n',
  ])('a list that is not understood says nothing of what is missing: %j', async (text) => {
    const [column] = await columnsOf(text);
    expect(column?.declaredIndexes?.unknown).toBe(true);
  });

  test.each(['\n', '\r\n'])(
    'a further entry is a line before the closing brace, in the indent and line break of the file',
    async (end) => {
      const lines = ['namespace crm {', '\tmodel A {', '\t\temail cipherstash.TextEq()', '\t}', '}', ''];
      const text = lines.join(end);
      const [column] = await columnsOf(text);
      const insert = column?.declaredIndexes?.insert;
      if (insert === undefined) throw new Error('nowhere to insert');
      const { start } = insert.place;
      expect(text.slice(0, start) + insert.text(['@@one', '@@two']) + text.slice(start)).toBe(
        [...lines.slice(0, 3), '\t\t@@one', '\t\t@@two', ...lines.slice(3)].join(end),
      );
    },
  );
});

test('the columns of a table are elements of the columns, and share the list of indexes', async () => {
  const { columns, tables } = await declaredIn({
    'schema.prisma':
      'model A {\n  a cipherstash.TextEq()\n  b cipherstash.TextEq()\n}\n\nmodel B {\n  id Int\n}\n',
  });
  expect(tables.map(({ name, kind, whole }) => [name, kind, whole])).toEqual([['a', 'schema', false]]);
  expect(tables[0]?.columns.map(({ encrypted }) => encrypted)).toEqual(columns);
  expect(columns[0]?.declaredIndexes).toBe(columns[1]?.declaredIndexes);
});
