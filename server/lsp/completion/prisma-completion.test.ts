import { expect, test } from 'vitest';
import { startCompleter } from '../../../test/support/complete.ts';
import { lintFiles } from '../../../test/support/lint-files.ts';

const packages = {
  'prisma-field-encryption': '{ "dependencies": { "prisma-field-encryption": "1.6.0" } }',
  'prisma-encryption': '{ "dependencies": { "prisma-encryption": "2.0.0" } }',
  fieldseal: '{ "dependencies": { "@fieldseal/prisma": "0.1.3" } }',
} as const;

type Package = keyof typeof packages;

async function completerOf(
  by: Package,
  options: { readonly snippets?: boolean; readonly env?: string } = {},
) {
  const { snippets = false, env } = options;
  return startCompleter({
    snippets,
    files: { 'package.json': packages[by], ...(env === undefined ? {} : { '.env': env }) },
  });
}

async function offered(by: Package, marked: string, env?: string): Promise<readonly string[]> {
  const { complete } = await completerOf(by, env === undefined ? {} : { env });
  return (await complete('schema.prisma', marked)).labels;
}

const hashed = (fields: string) => `datasource db {
  provider = "postgresql"
}

model Patient {
  id    Int    @id
  ssn   String /// @encrypted
  email String /// @encrypted
${fields}
}
`;

const tableUuid = '"a3e1f7c2-5b94-4d08-b6e3-9f2a7c1d4e85"';
const columnUuid = '"0c9e4b7a-2d15-4f6e-8a3b-1e7d5c9f2a64"';

const sealed = (fields: string, model = `/// @fieldseal(table_uuid: ${tableUuid})`) => `datasource db {
  provider = "postgresql"
}

${model}
model Patient {
  id    Int    @id
  /// @fieldseal(encrypted, column_uuid: ${columnUuid})
  email Bytes
${fields}
}
`;

test('the annotations of the installed package, by what the field is', async () => {
  expect(await offered('prisma-field-encryption', hashed('  memo String /// @|'))).toEqual([
    '@encrypted',
    '@encryption:hash(ssn)',
    '@encryption:hash(email)',
  ]);
  // A field that holds no text cannot be encrypted.
  expect(await offered('prisma-field-encryption', hashed('  seen DateTime /// @|'))).toEqual([]);
  // The key of the rows.
  expect(
    await offered('prisma-field-encryption', hashed('').replace('Int    @id', 'Int    @id /// @|')),
  ).toEqual(['@encryption:cursor']);
  expect(await offered('fieldseal', sealed('  /// @|\n  index Bytes?'))).toEqual([
    '@fieldseal(encrypted)',
    '@fieldseal(index: "email")',
  ]);
  expect(await offered('fieldseal', sealed('', '/// @|'))).toEqual(['@fieldseal(table_uuid)']);
});

test('one annotation a field, and one hash a source', async () => {
  expect(await offered('prisma-field-encryption', hashed('  memo String /// @encrypted @|'))).toEqual([]);
  expect(
    await offered(
      'prisma-field-encryption',
      hashed('  ssnHash String /// @encryption:hash(ssn)\n  other String /// @encryption:hash(|)'),
    ),
  ).toEqual(['email']);
});

test('only where the package reads', async () => {
  // Above a field the fork reads nothing, and of comments behind it every kind.
  expect(await offered('prisma-encryption', hashed('  /// @|\n  memo String'))).toEqual([]);
  expect(await offered('prisma-encryption', hashed('  memo String // @|'))).toContain('@encrypted');
  expect(await offered('prisma-field-encryption', hashed('  memo String // @|'))).toEqual([]);
  expect(await offered('prisma-field-encryption', hashed('  /// @|\n  memo String'))).toContain('@encrypted');
  // Nothing carries this one.
  expect(await offered('prisma-field-encryption', hashed('  /// @|'))).toEqual([]);
  expect(await offered('prisma-field-encryption', hashed('  memo String @|'))).toEqual([]);
});

test('options that mean something beside those that are there', async () => {
  const at = (written: string) =>
    offered('prisma-field-encryption', hashed(`  ssnHash String /// @encryption:hash(ssn)?${written}`));
  expect(await at('|')).toEqual(['algorithm', 'saltEnv', 'normalize', 'inputEncoding', 'outputEncoding']);
  expect(await at('algorithm=sha512&|')).toEqual(['saltEnv', 'normalize', 'inputEncoding', 'outputEncoding']);
  expect(await at('inputEncoding=hex&|')).not.toContain('normalize');
  expect(await at('normalize=lowercase&normalize=|')).toEqual(['trim', 'spaces', 'diacritics']);
  expect(await at('|&algorithm=sha512')).not.toContain('algorithm');
  expect(await offered('prisma-field-encryption', hashed('  memo String /// @encrypted?mode=|'))).toEqual([
    'strict',
    'readonly',
  ]);
});

test('salts that the environment has', async () => {
  const marked = hashed('  ssnHash String /// @encryption:hash(ssn)?saltEnv=|');
  expect(await offered('prisma-field-encryption', marked, 'DATABASE_URL=x\nSSN_SALT=y\n')).toEqual([
    'SSN_SALT',
  ]);
});

test('keys of Fieldseal that are legal at the place and not there yet', async () => {
  const index = (written: string) =>
    offered('fieldseal', sealed(`  /// @fieldseal(${written})\n  bidx Bytes?`));
  expect(await index('|')).toEqual(['encrypted', 'index']);
  expect(await index('index: "email", |')).toEqual([
    'idf',
    'normalize',
    'truncate_bits',
    'projected_population',
    'index_id',
    'argon2_time_cost',
    'skewed',
    'on_unindexable',
  ]);
  expect(await index('index: "email", idf: "hmac-sha512", |')).not.toContain('argon2_time_cost');
  expect(await index('index: "email", |, projected_population: 1000')).not.toContain('projected_population');
  expect(await index('index: "|')).toEqual(['email']);
  expect(await index('index: "email", idf: |')).toEqual(['argon2id', 'hmac-sha512']);
  // The band of the population, the narrowest search first.
  expect(await index('index: "email", projected_population: 1000, truncate_bits: |')).toEqual([
    '8',
    '7',
    '6',
    '5',
  ]);
  expect(await offered('fieldseal', sealed('', '/// @fieldseal(|)'))).toEqual(['table_uuid']);
  // Across the lines of a comment.
  expect(
    await offered(
      'fieldseal',
      sealed('  /// @fieldseal(index: "email", idf: "argon2id",\n  ///            |)\n  bidx Bytes?'),
    ),
  ).toContain('truncate_bits');
});

test('what a person knows better of a field', async () => {
  const at = (written: string) =>
    offered(
      'prisma-field-encryption',
      hashed(`  // encsafe-field: ${written}\n  memo String /// @encrypted`),
    );
  expect(await at('|')).toEqual(['class', 'length', 'rows']);
  expect(await at('class=|')).toContain('random-id');
  expect(await at('class=email |')).toEqual(['length', 'rows']);
  expect(await at('length=40 -- |')).toEqual([]);
});

test('a rule that a comment silences', async () => {
  const labels = await offered(
    'prisma-field-encryption',
    hashed('  // encsafe-disable-next-line |\n  ssnHash String @unique /// @encryption:hash(ssn)'),
  );
  expect(labels).toContain('mongodb/range-bounds');
});

const places: readonly (readonly [Package, string])[] = [
  ['prisma-field-encryption', hashed('  memo String /// @|')],
  ['prisma-field-encryption', hashed('  memo String @unique /// @enc|')],
  ['prisma-field-encryption', hashed('  /// @|\n  memo String?')],
  ['prisma-field-encryption', hashed('  memo String /// @|encrypted')],
  ['prisma-field-encryption', hashed('  hash String @unique /// @encryption:hash(|')],
  ['prisma-field-encryption', hashed('  hash String @unique /// @encryption:hash(|)?algorithm=sha512')],
  ['prisma-field-encryption', hashed('  hash String @unique /// @encryption:hash(ssn)?|')],
  ['prisma-field-encryption', hashed('  hash String @unique /// @encryption:hash(ssn)?alg|&normalize=trim')],
  ['prisma-field-encryption', hashed('  hash String @unique /// @encryption:hash(ssn)?algorithm=|')],
  [
    'prisma-field-encryption',
    hashed('  hash String @unique /// @encryption:hash(ssn)?normalize=trim&normalize=|'),
  ],
  ['prisma-field-encryption', hashed('  hash String @unique /// @encryption:hash(ssn)?inputEncoding=|')],
  ['prisma-field-encryption', hashed('  hash String @unique /// @encryption:hash(ssn)?outputEncoding=he|x')],
  ['prisma-field-encryption', hashed('  memo String /// @encrypted?|')],
  ['prisma-field-encryption', hashed('  memo String /// @encrypted?mode=|')],
  ['prisma-field-encryption', hashed('  // encsafe-field: |\n  memo String /// @encrypted')],
  ['prisma-field-encryption', hashed('  memo String /// @encrypted encsafe-field: class=|')],
  ['prisma-encryption', hashed('  memo String // @|')],
  ['prisma-encryption', hashed('  memo String /// @|')],
  ['prisma-encryption', hashed('  hash String @unique // @encryption:hash(ssn)?|')],
  ['fieldseal', sealed('  /// @|\n  bidx Bytes?\n  @@index([bidx])')],
  ['fieldseal', sealed('  /// @|\n  memo String?')],
  ['fieldseal', sealed('', '/// @|')],
  ['fieldseal', sealed('', '/// @fieldseal(|)')],
  ['fieldseal', sealed('', '/// @fieldseal(table_uuid: |)')],
  ...[
    '|',
    'index: |',
    'index: "|"',
    'index: "email", |',
    'index: "email", |, projected_population: 1000',
    'index: "email",|',
    'index: "email", idf: |',
    'index: "email", idf:|, truncate_bits: 9',
    'index: "email", idf: "argon2id", argon2_time_cost: 3, |',
    'index: "email", idf: "hmac-sha512", normalize: |',
    'index: "email", idf: "argon2id", truncate_bits: 15, projected_population: |',
    'index: "email", idf: "argon2id", normalize: "nfc-casefold-v1", projected_population: 30000, truncate_bits: |',
    'index: "email", normalize: "identity", on_unindexable: |',
    'index: "email", normalize: "identity", skewed: |',
  ].map(
    (written) =>
      ['fieldseal', sealed(`  /// @fieldseal(${written})\n  bidx Bytes?\n  @@index([bidx])`)] as const,
  ),
  ...[
    'encrypted, |',
    `encrypted, column_uuid: |`,
    `encrypted, column_uuid: ${columnUuid.replace('0c', 'ab')}, as: |`,
  ].map((written) => ['fieldseal', sealed(`  /// @fieldseal(${written})\n  memo Bytes`)] as const),
  [
    'fieldseal',
    sealed(`  /// @fieldseal(encrypted, column_uuid: ${columnUuid.replace('0c', 'ab')}, |)\n  memo String`),
  ],
];

/** What a person has still to write. */
const missing =
  /\b(?:no|without an?) (?:idf|normalize|truncate_bits|projected_population|column_uuid|table_uuid)\b/;

/** What is said of the annotations of a schema. */
async function complaints(by: Package, text: string): Promise<readonly string[]> {
  const findings = await lintFiles({ 'package.json': packages[by], 'schema.prisma': text });
  return findings
    .filter(({ rule }) => /blind-index\/(annotation-|fieldseal-declaration|truncation)|encsafe\//.test(rule))
    .map(({ rule, message }) => `${rule}: ${message}`);
}

test.each([{ snippets: false }, { snippets: true }])(
  'whatever is offered is read, and makes no mistake that was not there, %o',
  async (options) => {
    let count = 0;
    for (const [by, marked] of places) {
      const { complete } = await completerOf(by, options);
      const { items, apply } = await complete('schema.prisma', marked);
      expect({ marked, offered: items.length > 0 }).toEqual({ marked, offered: true });
      const before = new Set(await complaints(by, marked.replace('|', '')));
      for (const { label } of items) {
        count += 1;
        const after = apply(label);
        const said = (await complaints(by, after)).filter((one) => !before.has(one));
        const wrong = said.filter((one) => !missing.test(one));
        expect({ after, wrong }).toEqual({ after, wrong: [] });
      }
    }
    expect(count).toBeGreaterThan(150);
  },
  60_000,
);

test('no offset of a schema is too much, whatever is cut from it', async () => {
  const { complete } = await completerOf('fieldseal');
  const text = sealed(
    '  /// @fieldseal(index: "email", idf: \'argon2id\',\n  ///   truncate_bits: 15, projected_population: 100000)\n  bidx Bytes?',
  );
  for (let offset = 0; offset <= text.length; offset += 3) {
    for (const rest of [text.slice(offset), text.slice(offset + 5), '']) {
      const { items } = await complete('schema.prisma', `${text.slice(0, offset)}|${rest}`);
      for (const { textEdit } of items) {
        if (textEdit === undefined || !('range' in textEdit)) throw new Error('an item without an edit');
        expect(textEdit.range.start.line).toBe(textEdit.range.end.line);
      }
    }
  }
}, 60_000);
