import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PrismaModel, PrismaModelField } from '../../../../rules/model/blind-index.ts';
import { linkedSchemas } from '../../../../test/support/linked-schemas.ts';
import { analyseFiles, type LintOptions } from '../../../../test/support/lint-files.ts';

const original: LintOptions = { installed: { 'prisma-field-encryption': '1.6.0' } };
const fork: LintOptions = { installed: { 'prisma-encryption': '2.0.0' } };

function modelsOf(text: string, options = original): readonly PrismaModel[] {
  return linkedSchemas({ 'schema.prisma': text }, options).flatMap(({ models }) => models);
}

function fieldOf(models: readonly PrismaModel[], name: string): PrismaModelField | undefined {
  return models.flatMap(({ fields }) => fields).find((field) => field.name === name);
}

/** `token: encrypted strict <- tokenHash`, `tokenHash: hash of token, sha512, environment SALT`. */
function described({ name, encryption }: PrismaModelField): string {
  switch (encryption?.kind) {
    case undefined:
      return `${name}: plain`;
    case 'encrypted': {
      const { mode = '', indexes } = encryption;
      return `${name}: encrypted ${mode}<- ${indexes.map(({ field }) => field).join(', ')}`;
    }
    case 'index': {
      const { source, sourceName, index } = encryption;
      const { algorithm, key, variable } = index.method;
      const of = source === undefined ? `${sourceName}?` : source.name;
      return `${name}: hash of ${of}, ${[algorithm, key, variable?.name].filter(Boolean).join(' ')}`;
    }
  }
}

const model = (...lines: readonly string[]) => `model M {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

describe('which package reads a schema', () => {
  const annotated = model('a String /// @encrypted');
  test.each<[string, string, LintOptions, string | undefined]>([
    ['the one that is installed', annotated, fork, 'prisma-encryption, known'],
    ['the common one where none is', annotated, {}, 'prisma-field-encryption, assumed'],
    ['none where nothing is annotated', model('a String /// The first.'), original, undefined],
    ['none where something near to it is for another tool', model('a String /// @encrypt'), {}, undefined],
    [
      'a slip, where one is installed',
      model('a String /// @encrypt'),
      original,
      'prisma-field-encryption, known',
    ],
    [
      'the common one where both are',
      annotated,
      { installed: { ...original.installed, ...fork.installed } },
      'prisma-field-encryption, assumed',
    ],
    ['Fieldseal by its calls', model('a Bytes /// @fieldseal(encrypted)'), original, 'fieldseal, known'],
    [
      'Fieldseal by its generator',
      `generator f {\n  provider = "fieldseal-prisma-generator"\n}\n${model('a Bytes')}`,
      {},
      'fieldseal, known',
    ],
    [
      'Fieldseal where it is installed and nothing is written as others have it',
      model('a Bytes /// @feildseal(encrypted)'),
      { installed: { '@fieldseal/prisma': '0.1.3' } },
      'fieldseal, known',
    ],
  ])('%s', (_, text, options, expected) => {
    const [schema] = linkedSchemas({ 'schema.prisma': text }, options);
    const said = schema && `${schema.package}, ${schema.packageKnown ? 'known' : 'assumed'}`;
    expect(said).toBe(expected);
  });
});

test('an import says it where no manifest near the schema does', async () => {
  const files = {
    'packages/db/schema.prisma': model('a String /// @encrypted'),
    'apps/api/client.ts':
      "import { fieldEncryptionExtension } from 'prisma-encryption';\nexport const db = base.$extends(fieldEncryptionExtension());\n",
  };
  const { project } = await analyseFiles(files);
  const [schema] = project.blindIndex.schemas;
  expect([schema?.package, schema?.packageKnown]).toEqual(['prisma-encryption', true]);
});

test('of two that are installed it is the one that code takes something from', async () => {
  const files = (module: string) => ({
    'schema.prisma': model('a String /// @encrypted'),
    'client.ts': `import { fieldEncryptionExtension } from '${module}';\nexport const db = base.$extends(fieldEncryptionExtension());\n`,
  });
  const both = { installed: { ...original.installed, ...fork.installed } };
  for (const name of ['prisma-encryption', 'prisma-field-encryption']) {
    const { project } = await analyseFiles(files(name), both);
    const [schema] = project.blindIndex.schemas;
    expect([schema?.package, schema?.packageKnown]).toEqual([name, true]);
  }
});

test('the copy of a schema beside a generated client is no schema of its own', () => {
  const text = `generator client {\n  provider = "prisma-client-js"\n  output = "../src/generated"\n}\n\n${model('a String /// @encrypted')}`;
  const schemas = linkedSchemas(
    { 'prisma/schema.prisma': text, 'src/generated/schema.prisma': text, 'src/other.prisma': text },
    original,
  );
  expect(schemas.map(({ models }) => models[0]?.place.file).sort()).toEqual([
    'prisma/schema.prisma',
    'src/other.prisma',
  ]);
});

test('Fieldseal is not handed what Prisma ignores', () => {
  const sealed = '/// @fieldseal(encrypted, column_uuid: "x")\n  ';
  const fields = modelsOf(
    `model A {\n  ${sealed}a Bytes\n  ${sealed}b Bytes @ignore\n}\n\nmodel B {\n  ${sealed}c Bytes\n  @@ignore\n}\n`,
    {},
  ).flatMap((one) => one.fields);
  expect(
    fields.map(({ name, encryption, annotations }) => [name, encryption?.kind, annotations.length]),
  ).toEqual([
    ['a', 'encrypted', 1],
    ['b', undefined, 0],
    ['c', undefined, 0],
  ]);
});

test('a model has every field, with what Prisma says of it', () => {
  const text = `datasource store {
  provider = "mysql"
}

enum Plan {
  FREE
  PAID
}

model Account {
  id      String @id @default(cuid())
  email   String @map("e_mail") @store.VarChar(191) /// @encrypted
  plan    Plan   @default(FREE)
  owner   Owner? @relation(fields: [ownerId], references: [id])
  ownerId String? @unique
  tags    String[]

  @@index([email(sort: Desc), plan])
  @@map("accounts")
}

view Owner {
  id String @unique
}
`;
  const [schema] = linkedSchemas({ 'schema.prisma': text }, original);
  const at = (place: { start: number; end: number } | undefined) => text.slice(place?.start, place?.end);
  expect(schema?.provider).toBe('mysql');
  const [account, owner] = schema?.models ?? [];
  expect([account?.table, owner?.kind, account?.attributes.map(({ fields }) => fields)]).toEqual([
    'accounts',
    'view',
    [['email', 'plan'], []],
  ]);
  expect(
    account?.fields.map(({ name, column, type, list, optional, relation, relationKey, enumValues }) =>
      [
        name,
        column,
        type,
        list && 'list',
        optional && 'optional',
        relation && 'relation',
        relationKey && 'key',
        enumValues,
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ).toEqual([
    'id id String',
    'email e_mail String',
    'plan plan Plan 2',
    'owner owner Owner optional relation',
    'ownerId ownerId String optional key',
    'tags tags String list',
  ]);
  const email = fieldOf(schema?.models ?? [], 'email');
  const id = fieldOf(schema?.models ?? [], 'id');
  expect([email?.nativeType?.name, email?.nativeType?.size, at(email?.nativeType?.sizePlace)]).toEqual([
    'VarChar',
    191,
    '191',
  ]);
  expect([at(id?.id), at(id?.hasDefault), at(fieldOf(schema?.models ?? [], 'ownerId')?.unique)]).toEqual([
    '@id',
    '@default(cuid())',
    '@unique',
  ]);
  expect(text.slice(account?.insert.place.start).startsWith('}')).toBe(true);
});

test('several files are one schema, and a comment says what a person knows', () => {
  const [schema, ...more] = linkedSchemas(
    {
      'prisma/base.prisma': 'datasource db {\n  provider = "postgresql"\n}\n',
      'prisma/user.prisma': model('plan Plan', 'ref String /// @encrypted encsafe-field: class=random-id'),
      'prisma/plan.prisma': 'enum Plan {\n  A\n  B\n  C\n}\n',
    },
    original,
  );
  expect(more).toEqual([]);
  expect([schema?.provider, schema?.models[0]?.fields[0]?.enumValues]).toEqual(['postgresql', 3]);
  expect(schema?.models[0]?.fields[1]?.override).toEqual({ class: 'random-id', saidBy: 'comment' });
});

describe('what the package makes of a field', () => {
  const hash = (options: string) => [
    'token String /// @encrypted',
    `tokenHash String? /// @encryption:hash(token)${options}`,
  ];
  test.each<[readonly string[], LintOptions, readonly string[]]>([
    [hash(''), original, ['token: encrypted <- tokenHash', 'tokenHash: hash of token, sha256 none']],
    [
      hash('?algorithm=sha512&saltEnv=SALT'),
      original,
      ['token: encrypted <- tokenHash', 'tokenHash: hash of token, sha512 environment SALT'],
    ],
    [
      hash('?saltEnv=SALT&salt=abc'),
      original,
      ['token: encrypted <- tokenHash', 'tokenHash: hash of token, sha256 literal'],
    ],
    [
      hash('?salt=&saltEnv=SALT'),
      original,
      ['token: encrypted <- tokenHash', 'tokenHash: hash of token, sha256 none'],
    ],
    [
      hash('?saltEnv=SALT'),
      { ...original, variables: ['PRISMA_FIELD_ENCRYPTION_HASH_SALT'] },
      ['token: encrypted <- tokenHash', 'tokenHash: hash of token, sha256 environment SALT'],
    ],
    [
      hash(''),
      { ...original, variables: ['PRISMA_FIELD_ENCRYPTION_HASH_SALT'] },
      ['token: encrypted <- tokenHash', 'tokenHash: hash of token, sha256 environment'],
    ],
    [
      [
        'a String /// @encrypted?strict',
        'b String /// @encryption:hash(c)',
        '/// @encryption:hash(a)',
        'c String',
      ],
      original,
      ['a: encrypted strict<- c', 'b: hash of c?, sha256 none', 'c: hash of a, sha256 none'],
    ],
    [['a String @ignore /// @encrypted', 'b String // @encrypted'], original, ['a: plain', 'b: plain']],
    [['/// @encrypted', 'a String', 'b String // @encrypted'], fork, ['a: plain', 'b: encrypted <- ']],
  ])('%j', (lines, options, expected) => {
    // Something is annotated in any case.
    const text = model(...lines) + model('z String /// @encrypted').replace('M', 'Z');
    expect(modelsOf(text, options)[0]?.fields.map(described)).toEqual(expected);
  });

  test('what it does not look into is not encrypted, and says so in its annotations', () => {
    const inside = (kind: string) => `${kind} M {\n  a String /// @encrypted\n}\n`;
    const [type] = modelsOf(inside('type'));
    expect(type?.fields.map(described)).toEqual(['a: plain']);
    expect(type?.fields[0]?.annotations.map(({ name }) => name)).toEqual(['encrypted']);
    expect(modelsOf(inside('view'))[0]?.fields.map(described)).toEqual(['a: encrypted <- ']);
    expect(modelsOf(inside('view'), fork)[0]?.fields.map(described)).toEqual(['a: plain']);
  });
});

/** `typo @encrypt -> @encrypted`, of the fields of the first model and of itself. */
function straysOf(text: string, options: LintOptions): string[] {
  const [first] = modelsOf(text, options);
  return [...(first?.fields ?? []), ...(first === undefined ? [] : [first])].flatMap(({ strays }) =>
    strays.map(
      ({ why, text: written, meant = '?', field = '-' }) => `${why} ${written} -> ${meant} for ${field}`,
    ),
  );
}

/** Lines of a model, and what reads like an annotation in them. */
const strays: readonly [readonly string[], LintOptions, readonly string[]][] = [
  [['a String /// @Encrypted'], original, ['typo @Encrypted -> @encrypted for a']],
  [['a String /// Name of it, @encrypt'], original, ['typo @encrypt -> @encrypted for a']],
  [['a String /// @encypted?mode=strict'], original, ['typo @encypted -> @encrypted for a']],
  [['a String /// @encryption'], original, ['typo @encryption -> @encrypted for a']],
  [['a String /** @encrypt */'], original, ['typo @encrypt -> @encrypted for a']],
  [
    ['a String /// @encrypted', 'h String /// @encrypted:hash(a)?saltEnv=S'],
    original,
    ['typo @encrypted:hash(a) -> @encryption:hash(a) for h'],
  ],
  [
    ['a String /// @encrypted', 'h String /// @encryption:hash( a )'],
    original,
    ['typo @encryption:hash( a ) -> @encryption:hash(a) for h'],
  ],
  [
    ['a String /// @encrypted', 'h String /// @encryption.hash(M.a)'],
    original,
    ['typo @encryption.hash(M.a) -> @encryption:hash(a) for h'],
  ],
  [
    ['a String /// @encrypted', 'aHash String /// @encryption:hash'],
    original,
    ['typo @encryption:hash -> @encryption:hash(a) for aHash'],
  ],
  [
    ['a String /// @encrypted', 'h String /// @encryptedHash("a")'],
    original,
    ['typo @encryptedHash("a") -> @encryption:hash(a) for h'],
  ],
  [
    ['id Int @unique /// @encryption:Cursor'],
    original,
    ['typo @encryption:Cursor -> @encryption:cursor for id'],
  ],
  [['a String // @encrypted'], original, ['comment-style @encrypted -> @encrypted for a']],
  [['// @encrypted', 'a String'], original, ['comment-style @encrypted -> @encrypted for a']],
  [['a String // @Encrypted?mode=strict'], original, ['comment-style @Encrypted -> @encrypted for a']],
  [
    ['a String // of the door bell /// @encrypted'],
    original,
    ['comment-style @encrypted -> @encrypted for a'],
  ],
  [
    ['/// @encrypted', '', '// A comment.', 'a String'],
    original,
    ['detached @encrypted -> @encrypted for a'],
  ],
  [
    ['/**', ' * @encrypted?mode=strict', ' */', '', '/// The name.', 'a String // note'],
    original,
    ['detached @encrypted -> @encrypted for a'],
  ],
  [['a String', '/// @encrypted'], original, ['detached @encrypted -> @encrypted for -']],
  [['a String', '@@index([a]) /// @encrypted'], original, ['detached @encrypted -> @encrypted for -']],
  [['/// @encrypted', 'a String'], fork, ['comment-style @encrypted -> @encrypted for a']],
  [['/// The name. @encrypted', 'a String // of it'], fork, ['comment-style @encrypted -> @encrypted for a']],
  [['a String /* @encrypted */'], fork, ['comment-style @encrypted -> @encrypted for a']],
  [['a String // @Encrypted'], fork, ['typo @Encrypted -> @encrypted for a']],
];

describe('what reads like an annotation and is none', () => {
  const other = 'model Other {\n  z String /// @encrypted\n}\n';
  test.each(strays)('%j', (lines, options, expected) => {
    expect(straysOf(model(...lines) + other, options)).toEqual(expected);
  });

  test.each<[readonly string[], LintOptions]>([
    [['a String /// Encrypted at rest, see @encryption/lib and a@encrypted.org'], original],
    [['a String /// @encryption AES-256 by the client'], original],
    [['a String /// Not @decrypted, and no @unencrypted'], original],
    [['a String /// "@encrypt" is what another tool reads'], original],
    [['a String // TODO make this @encrypted'], original],
    [['// a String /// @encrypted', 'b String'], original],
    [['a String // /// @encrypted'], original],
    [['a String /// @encrypt(kms: "x")'], original],
    [['// @encrypted columns', 'a String /// @encrypted'], original],
    [['/// @encrypted', '', '/// @encrypted', 'a String'], original],
    [['/// @encrypted', '', 'a String'], original],
    [['a String @default("// @encrypted")'], original],
    [['/// It is not @encrypted', 'a String'], fork],
    [['/// @encrypted', 'a String // @encrypted'], fork],
    [['/// Held for @hash(a) of others', 'a String'], original],
  ])('nothing does in %j', (lines, options) => {
    expect(straysOf(model(...lines) + other, options)).toEqual([]);
  });

  test.each(strays)('what is offered for %j makes it one', (lines, options) => {
    const text = model(...lines) + other;
    const models = modelsOf(text, options);
    const all = models.flatMap(({ fields, strays: own }) => [
      ...fields.flatMap((field) => field.strays),
      ...own,
    ]);
    for (const { repair, meant, field } of all) {
      if (field === undefined) continue;
      expect(repair).toBeDefined();
      const edits = [...(repair ?? [])].sort((one, another) => another.place.start - one.place.start);
      const mended = edits.reduce(
        (so, { place, text: put }) => so.slice(0, place.start) + put + so.slice(place.end),
        text,
      );
      expect(straysOf(mended, options)).toEqual([]);
      const annotations = fieldOf(modelsOf(mended, options), field)?.annotations.map(
        ({ name }) => `@${name}`,
      );
      expect(annotations).toEqual([meant?.replace(/\(.*/, '')]);
    }
  });
});

const before = `model Before {
  id String @id /// @encryption:cursor
  // @encrypted
  token String /// @encrypted?mode=strict
  tokenHash String? @unique /// @encryption:hash(token)?saltEnv=SALT&normalize=trim
  /// @encrypted

  /// lost
  lost String
}
`;

describe('whatever the text is', () => {
  const noise = [
    ...[
      '@encrypted',
      '@encryption:hash(token)',
      '@Encrypted',
      '// ',
      '/// ',
      '/* ',
      ' */',
      '"',
      '{',
      '}',
      '\n',
    ],
    ...[
      '?salt=a&b',
      '@',
      ':hash(',
      '@@map("x")',
      ' String',
      '[]',
      '?',
      '\r\n',
      '\u2028',
      'é',
      '@fieldsea(',
      '',
    ],
  ];
  const edited = before.replace('Before', 'Edited');
  const facts = modelsOf(before + edited)[0];

  test('edits of one model leave those before it as they are, and nothing throws', () => {
    const edit = fc.record({
      at: fc.nat(edited.length),
      length: fc.nat(30),
      put: fc.array(fc.constantFrom(...noise), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const after = edits.reduce(
          (so, { at, length, put }) => so.slice(0, at) + put.join('') + so.slice(at + length),
          edited,
        );
        for (const options of [original, fork, {}]) {
          const models = modelsOf(before + after, options);
          if (options === original) expect(models[0]).toEqual(facts);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('every beginning of a schema is linked, and what is whole in it is what it is in the end', () => {
    const text = before + edited;
    for (let length = 0; length <= text.length; length += 1) {
      const [first] = modelsOf(text.slice(0, length));
      if (length > before.length) expect(first).toEqual(facts);
    }
  });
});
