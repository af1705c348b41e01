import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadReader } from '../read.ts';
import { readPrisma } from './read-prisma.ts';
import type { PrismaBlock, PrismaFacts, PrismaField, PrismaValue } from './schema.ts';

function facts(text: string): PrismaFacts {
  const { prisma } = readPrisma('schema.prisma', text);
  if (prisma === undefined) throw new Error('no facts');
  return prisma;
}

function fieldOf(line: string): PrismaField | undefined {
  return facts(`model A {\n  ${line}\n}\n`).blocks[0]?.fields[0];
}

/** `email: cipherstash.TextEq()?`, with what its documentation says. */
function fieldLine({ name, type, list, optional, documentation }: PrismaField): string {
  const says = documentation.map(({ text }) => text).join(' | ');
  return `${name}: ${type ?? '-'}${list ? '[]' : ''}${optional ? '?' : ''}${says === '' ? '' : ` -- ${says}`}`;
}

function problemsOf(text: string): string[] {
  return readPrisma('schema.prisma', text).problems.map(
    ({ message, start, end }) => `${text.slice(start, end)} > ${message}`,
  );
}

function plain(value: PrismaValue): unknown {
  switch (value.kind) {
    case 'string':
      return value.value;
    case 'tagged':
      return { [value.tag]: value.value };
    case 'number':
      return Number(value.digits);
    case 'name':
      return Symbol.for(value.name);
    case 'call':
      return [value.name, ...value.arguments.map((one) => plain(one.value))];
    case 'array':
      return value.items.map(plain);
    case 'object':
      return Object.fromEntries(value.entries.map((one) => [one.name, plain(one.value)]));
    case 'unknown':
      return undefined;
  }
}

describe('values', () => {
  const name = Symbol.for;
  test.each<[string, readonly unknown[]]>([
    ['@default("a \\"b\\" // \\n c")', ['a "b" // \n c']],
    ['@default(-1.50)', [-1.5]],
    ['@default(autoincrement())', [['autoincrement']]],
    ['@relation("r", fields: [a, b], onDelete: Cascade)', ['r', [name('a'), name('b')], name('Cascade')]],
    ['@x(a.b, true,)', [name('a.b'), name('true')]],
    ['@x([f(sort: Desc), g])', [[['f', name('Desc')], name('g')]]],
    ['@x({ a: true, b: { c: [1] } })', [{ a: name('true'), b: { c: [1] } }]],
    ['@x(sql`now()`, pg.sql"a")', [{ sql: 'now()' }, { 'pg.sql': 'a' }]],
    ['@x(a: )', [undefined]],
  ])('%s', (attribute, expected) => {
    expect(
      fieldOf(`f String ${attribute}`)?.attributes[0]?.arguments?.map(({ value }) => plain(value)),
    ).toEqual(expected);
  });

  test('brackets may close on a later line, where what stands between is no field', () => {
    const text = `model A {
  email cipherstash.EncryptedString({
    equality: true, // exact
    freeTextSearch: false
  })
  name String
  @@index(
    expression: "eql_v3.eq_term(email)",
    name: "a"
  )
  half cipherstash.EncryptedString({
  last String
}
`;
    const [block] = facts(text).blocks;
    expect(block?.fields.map(fieldLine)).toEqual([
      'email: cipherstash.EncryptedString',
      'name: String',
      'half: cipherstash.EncryptedString',
      'last: String',
    ]);
    expect(block?.attributes[0]?.arguments?.map(({ name }) => name)).toEqual(['expression', 'name']);
    expect(problemsOf(text)).toEqual(['{ > this bracket has no }', '( > this bracket has no )']);
  });
});

describe('what a person is typing', () => {
  test.each([
    ['email', 'email: -', ['email > email has no type']],
    ['email String @', 'email: String', ['@ > @ has no name']],
    ['email String @db.', 'email: String', []],
    ['email String @default(', 'email: String', ['( > this bracket has no )']],
    [
      'email String @default("a',
      'email: String',
      ['"a > this text has no closing quote', '( > this bracket has no )'],
    ],
    ['email String[ @unique', 'email: String[]', ['[ > this bracket has no ]']],
    [
      'email String @unique, @id /// @encrypted',
      'email: String -- @encrypted',
      [', @id > Prisma cannot read this'],
    ],
    ['email: String', 'email: String', [': > a field has no colon behind its name']],
    ['email [String]', 'email: String[]', ['[String > a list of String is written String[]']],
    ['email String!', 'email: String', ['! > a field is required without this sign']],
    ['e-mail String', 'e-mail: String', ['e-mail > the name of a field has no hyphen']],
    ['_email String', '_email: String', ['_ > the name of a field begins with a letter']],
    ['email supabase:auth.User?', 'email: supabase:auth.User?', []],
  ])('%s', (line, field, problems) => {
    const text = `model A {\n  before Int\n  ${line}\n  after Int\n}\n\nmodel B {\n  id Int\n}\n`;
    const { blocks } = facts(text);
    expect(blocks.map(({ fields }) => fields.map(fieldLine))).toEqual([
      ['before: Int', field, 'after: Int'],
      ['id: Int'],
    ]);
    expect(problemsOf(text)).toEqual(problems);
  });

  test('a block without its end ends where another begins', () => {
    const text = 'model A {\n  id Int\n\n/// of B\nmodel B {\n  id Int\n';
    const { blocks } = facts(text);
    expect(blocks.map(({ name, closed, fields }) => [name, closed, fields.length])).toEqual([
      ['A', false, 1],
      ['B', false, 1],
    ]);
    expect(problemsOf(text)).toEqual(['model A > this block has no }', 'model B > this block has no }']);
  });

  test('a block that an editor closed as it was opened holds nothing, and what follows stays', () => {
    const { blocks } = facts('model A {}\n\nenum E { }\n\nmodel B {\n  id Int\n}\n');
    expect(blocks.map(({ kind, name, closed, fields }) => [kind, name, closed, fields.length])).toEqual([
      ['model', 'A', true, 0],
      ['enum', 'E', true, 0],
      ['model', 'B', true, 1],
    ]);
  });

  test('lines that are no part of any block are told and passed', () => {
    const text = 'modle A {\n  id Int\n}\n\nmodel\nfoo bar\n}\nmodel B\n{\n  id Int\n}\n';
    expect(facts(text).blocks.map(({ kind, name, fields }) => [kind, name, fields.length])).toEqual([
      ['modle', 'A', 0],
      ['model', 'B', 1],
    ]);
    expect(problemsOf(text)).toEqual([
      'model > Prisma knows no block that begins like this',
      'foo bar > Prisma knows no block that begins like this',
      '} > this closes no block',
      '{ > the brace of a block stands on its first line',
    ]);
  });
});

test('documentation that nothing carries is lost, and every comment says what became of it', () => {
  const text = `/// floats

/// of A
model A { /// behind the brace
  /// lost

  // plain
  x String /// behind
  /// of the next
  y String // plain behind
  /// of no field
}
`;
  expect(
    facts(text).comments.map(({ text: words, attached, block, trailing }) => [
      words,
      attached,
      block,
      trailing,
    ]),
  ).toEqual([
    ['floats', 'lost', undefined, false],
    ['of A', 'block', undefined, false],
    ['behind the brace', 'lost', undefined, true],
    ['lost', 'lost', 'A', false],
    ['plain', 'none', 'A', false],
    ['behind', 'field', 'A', true],
    ['of the next', 'field', 'A', false],
    ['plain behind', 'none', 'A', true],
    ['of no field', 'lost', 'A', false],
  ]);
  const [x, y] = facts(text).blocks[0]?.fields ?? [];
  expect([x?.comment, y?.comment].map((at) => facts(text).comments[at ?? -1]?.text)).toEqual([
    'behind',
    'plain behind',
  ]);
});

test('every place says where its text stands, with a mark at the beginning and any line break', () => {
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const text = `\ufeff${['/// größe', 'model Straße {', '  naïve cipherstash.TextEq() @map("n") // 日本', '  @@map("s")', '}', ''].join(lineBreak)}`;
    const { blocks, comments, lineBreak: found } = facts(text);
    const at = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end);
    const [block] = blocks;
    const [field] = block?.fields ?? [];
    expect(found).toBe(lineBreak);
    expect(
      [block, block?.nameSpan, field, field?.nameSpan, field?.typeSpan, field?.typeArgumentsSpan].map(
        (one) => one && at(one),
      ),
    ).toEqual([
      text.slice(text.indexOf('model'), text.lastIndexOf('}') + 1),
      'Straße',
      'naïve cipherstash.TextEq() @map("n")',
      'naïve',
      'cipherstash.TextEq',
      '()',
    ]);
    expect(block?.attributes.map(at)).toEqual(['@@map("s")']);
    expect(text.slice(block?.bodyEnd)).toBe(`}${lineBreak}`);
    expect(block?.indent).toBe('  ');
    expect(
      comments.map(({ textStart, text: words }) => text.slice(textStart, textStart + words.length)),
    ).toEqual(['größe', '日本']);
  }
});

test('blocks of Prisma Next: namespaces, types, and those of extensions', () => {
  const text = `types {
  Email = cipherstash.TextEq()
}

namespace auth {
  model User {
    id Int @id
  }
  enum Role {
    @@type("pg/text@1")
    admin = "admin"
  }
}

policy_select readers {
  using = sql"true"
  on { a b }
}

model Post {
  id Int @id
}
`;
  expect(
    facts(text).blocks.map(({ kind, name, namespace, settings, fields, values }) => [
      kind,
      name,
      namespace,
      settings.map((one) => one.name),
      fields.length,
      values.length,
    ]),
  ).toEqual([
    ['types', '', undefined, ['Email'], 0, 0],
    ['model', 'User', 'auth', [], 1, 0],
    ['enum', 'Role', 'auth', [], 0, 1],
    ['policy_select', 'readers', undefined, ['using'], 0, 0],
    ['model', 'Post', undefined, [], 1, 0],
  ]);
  expect(problemsOf(text)).toEqual([]);
});

test('secrets are not in the facts, and what stands around them stays in its place', () => {
  const text = `datasource db {
  url = "postgresql://me:SECRETab@host/db"
}

model A {
  a String @default("0a1B0a1B0a1B0a1B0a1B0a1B0a1B0a1B0a1B0a1BSECRET")
  /// @encryption:hash(a)?salt=SECRET+ab/cd==&normalize=trim
  b String? /// see k1.aesgcm256.SECRETaa0a1B0a1B0a1B0a1B0a1B0a1B0a1B0a1B0a1B0a1=
  c String? // postgresql://me:SECRETab@host/db
}
`;
  const read = readPrisma('schema.prisma', text);
  expect(JSON.stringify(read)).not.toContain('SECRET');
  expect(read.secrets).toHaveLength(5);
  expect(read.prisma?.comments.map(({ text: words }) => words)).toEqual([
    '@encryption:hash(a)?salt=xxxxxx+xx/xx==&normalize=trim',
    `see k1.aesgcm256.${'x'.repeat(47)}=`,
    'postgresql://me:xxxxxxxx@host/db',
  ]);
  expect(
    JSON.stringify(readPrisma('a.prisma', 'datasource db {\n  url = env("DATABASE_URL")\n}\n').secrets),
  ).toBe('[]');
});

test('suppression comments speak of the next line, and documentation speaks to Prisma alone', async () => {
  const text =
    'model A {\n  // encsafe-disable-next-line eql/order-leak -- few rows\n  a Int\n  /// encsafe-disable-next-line no\n  b String @default("// encsafe-disable-next-line no")\n}\n';
  const { directives } = (await loadReader('prisma'))('schema.prisma', text);
  expect(directives.map(({ rules, reason, line }) => [rules, reason, line])).toEqual([
    [['eql/order-leak'], 'few rows', 2],
  ]);
});

const folder = new URL('../../../fixtures/prisma/', import.meta.url);
const schemas = readdirSync(folder)
  .filter((name) => name.endsWith('.prisma'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** Everything that is said of a block, but for where it stands. */
function said(block: PrismaBlock | undefined): string {
  return JSON.stringify(block, (key, value) =>
    key === 'start' || key === 'end' || key.endsWith('Start') || key === 'bodyEnd' || key === 'comment'
      ? undefined
      : value,
  );
}

function expectSound(text: string): void {
  const read = readPrisma('schema.prisma', text);
  expect(JSON.parse(JSON.stringify(read))).toEqual(read);
  for (const { start, end } of [
    ...read.problems,
    ...(read.prisma?.comments ?? []),
    ...(read.prisma?.blocks ?? []),
  ]) {
    if (!(start >= 0 && start <= end && end <= text.length)) throw new Error(`${start} to ${end}`);
  }
}

test('every beginning of a schema is read, and the blocks before its end keep what they say', () => {
  for (const schema of schemas) {
    const whole = facts(schema).blocks;
    for (let length = 0; length <= schema.length; length += 1) {
      const text = schema.slice(0, length);
      const { blocks } = facts(text);
      const done = whole.filter(({ end }) => end <= length);
      expect(done.map((_, index) => said(blocks[index]))).toEqual(done.map(said));
    }
  }
});

test('no edit makes the reader fail', () => {
  const noise = fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '"',
    '`',
    '//',
    '///',
    '/*',
    '*/',
    '@',
    '@@',
    '\n',
    '\r',
    '=',
    ':',
    '.',
    ',',
    'model X {',
    'é',
    '\ud800',
    '\u2028',
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...schemas),
      fc.array(fc.record({ at: fc.nat(), length: fc.nat(30), text: fc.oneof(noise, fc.string()) }), {
        maxLength: 4,
      }),
      (schema, edits) => {
        let text = schema;
        for (const { at, length, text: piece } of edits) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + piece + text.slice(start + length);
        }
        expectSound(text);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('what a person types into a line of one model leaves the others as they are', () => {
  const typed = fc.string({
    unit: fc.constantFrom(...'abc @"()[]{}?.,:=`-_1é'.split(''), ' // ', ' /// '),
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.nat(), typed, (schema, pick, piece) => {
      const { blocks } = facts(schema);
      const models = blocks.filter(({ kind, fields }) => kind === 'model' && fields.length > 0);
      const model = models[pick % models.length];
      const field = model?.fields[pick % (model?.fields.length ?? 1)];
      if (model === undefined || field === undefined) return;
      const text = schema.slice(0, field.end) + piece + schema.slice(field.end);
      const others = (all: readonly PrismaBlock[]) => all.filter(({ name }) => name !== model.name).map(said);
      expect(others(facts(text).blocks)).toEqual(others(blocks));
    }),
    { numRuns: 3000 },
  );
});

test('deep nesting and long files cost no more than their length', () => {
  const deep = `model A {\n  a Int @x(${'['.repeat(50_000)}\n${'  b Int @x((\n'.repeat(20_000)}  c Json @x("${'/*'.repeat(50_000)}\n}\n`;
  const [block] = facts(deep).blocks;
  expect(block?.fields.length).toBe(20_002);
});
