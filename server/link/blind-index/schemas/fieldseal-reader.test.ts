import { describe, expect, test } from 'vitest';
import type { PrismaModel } from '../../../../rules/model/blind-index.ts';
import { afterFix } from '../../../../test/support/apply-fix.ts';
import { analyseFiles } from '../../../../test/support/lint-files.ts';

const installed = { '@fieldseal/prisma': '0.1.3' };
const uuid = '6f1d8a52-3b7e-4c0a-9e21-5d4c7b8a9f10';

async function modelOf(text: string): Promise<PrismaModel> {
  const { project } = await analyseFiles({ 'schema.prisma': text }, { installed });
  const [model] = project.blindIndex.schemas.flatMap(({ models }) => models);
  if (model === undefined) throw new Error('no model');
  return model;
}

function model(...lines: readonly string[]): string {
  return `/// @fieldseal(table_uuid: "${uuid}")\nmodel Person {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

test('an index knows its source, its function, its bits and its values, over several lines', async () => {
  const text = model(
    `/// @fieldseal(encrypted, column_uuid: "${uuid}", as: "date")`,
    'birth Bytes',
    '/// the one to search by',
    '/// @fieldseal(index: "birth", idf: "argon2id",',
    "///            normalize: 'identity', truncate_bits: 7,",
    '///            projected_population: 5000)',
    'birthBidx Bytes?',
  );
  const { fields } = await modelOf(text);
  const [birth, bidx] = fields;
  const { encryption } = bidx ?? {};
  expect(birth?.encryption).toMatchObject({ kind: 'encrypted', indexes: [{ field: 'birthBidx' }] });
  expect(encryption).toMatchObject({
    kind: 'index',
    sourceName: 'birth',
    source: { name: 'birth' },
    index: {
      method: { algorithm: 'argon2id', speed: 'slow', key: 'keyed' },
      bits: { value: 7 },
      population: { value: 5000 },
    },
  });
  if (encryption?.kind !== 'index') throw new Error('no index');
  const { bits, population, method } = encryption.index;
  const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  expect(
    [encryption.sourcePlace, method.place, bits?.place, population?.place].map((one) => one && slice(one)),
  ).toEqual(['birth', '"argon2id"', '7', '5000']);
});

test('a function that Fieldseal does not have makes no index', async () => {
  const { fields } = await modelOf(
    model(
      `/// @fieldseal(encrypted, column_uuid: "${uuid}")`,
      'email Bytes',
      '/// @fieldseal(index: "email", idf: "sha256")',
      'emailBidx Bytes?',
    ),
  );
  expect(fields.map(({ encryption }) => encryption?.kind)).toEqual(['encrypted', undefined]);
});

test('names that Fieldseal never reads are marked', async () => {
  const { fields } = await modelOf(
    model(`/// @fieldseal(encrypted, tenantbound, colum_uuid: "${uuid}", noun: "mail")`, 'email Bytes'),
  );
  const options = fields[0]?.annotations[0]?.options ?? [];
  expect(options.map(({ key, known }) => [key, known])).toEqual([
    ['encrypted', true],
    ['tenantbound', false],
    ['colum_uuid', false],
    ['noun', true],
  ]);
});

describe('a comment that was meant', () => {
  test.each([
    ['/// @feldseal(encrypted)', '@feldseal', '@fieldseal'],
    ['/// @Fieldseal(encrypted)', '@Fieldseal', '@fieldseal'],
    ['/// @field-seal (index: "a")', '@field-seal', '@fieldseal'],
    ['/// fieldseal(encrypted, noun: "x")', 'fieldseal', '@fieldseal'],
    [
      '/// @fieldseal encrypted, noun: "x".',
      '@fieldseal encrypted, noun: "x"',
      '@fieldseal(encrypted, noun: "x")',
    ],
    ['/// @fieldseal: encrypted', '@fieldseal: encrypted', '@fieldseal(encrypted)'],
    ['/// @fieldseal{encrypted}', '@fieldseal', undefined],
  ])('%s', async (comment, text, meant) => {
    const { fields } = await modelOf(
      model(comment, 'email Bytes', '/// @fieldseal(encrypted)', 'name Bytes'),
    );
    expect(fields[0]?.strays).toMatchObject([
      { why: 'typo', text, ...(meant === undefined ? {} : { meant }) },
    ]);
    expect(fields[1]?.strays).toEqual([]);
  });

  test.each([
    '/// see fieldseal.dev for why this is encrypted',
    '/// mail ops@fieldseal.dev (encrypted) first',
    '/// @fieldseal has a page about indexes',
    '/// a fieldset (index 3) of the form',
    '/// sealed by Fieldseal (encrypted at rest)',
  ])('and one that was not: %s', async (comment) => {
    const { fields } = await modelOf(
      model(comment, 'email Bytes', '/// @fieldseal(encrypted)', 'name Bytes'),
    );
    expect(fields[0]?.strays).toEqual([]);
  });
});

test('a plain comment counts as meant only where no annotation stands beside it', async () => {
  const { fields } = await modelOf(
    model(
      '// @fieldseal(encrypted, noun: "a")',
      'a Bytes',
      'b Bytes // @fieldseal(encrypted)',
      '// @fieldseal(encrypted, storage: "base64")',
      `/// @fieldseal(encrypted, column_uuid: "${uuid}")`,
      'c Bytes',
    ),
  );
  expect(fields.map(({ strays }) => strays.map(({ why, text }) => `${why} ${text}`))).toEqual([
    ['comment-style @fieldseal(encrypted, noun: "a")'],
    ['comment-style @fieldseal(encrypted)'],
    [],
  ]);
});

const lost = model(
  '/// @fieldseal(encrypted,',
  `///   column_uuid: "${uuid}")`,
  '',
  '// the way back',
  'email Bytes',
);

test('documentation that Prisma attaches to nothing is found whole', async () => {
  const { fields } = await modelOf(lost);
  expect(fields[0]?.annotations).toEqual([]);
  expect(fields[0]?.strays.map(({ why, text }) => `${why} ${text}`)).toEqual([
    `detached @fieldseal(encrypted,\ncolumn_uuid: "${uuid}")`,
  ]);
});

test.each([
  [
    'moved to its field',
    lost,
    model('// the way back', '/// @fieldseal(encrypted,', `/// column_uuid: "${uuid}")`, 'email Bytes'),
  ],
  [
    'made documentation',
    model(`// @fieldseal(encrypted, column_uuid: "${uuid}")`, 'email Bytes', ''),
    model(`/// @fieldseal(encrypted, column_uuid: "${uuid}")`, 'email Bytes', ''),
  ],
  [
    'made documentation line by line',
    model('// @fieldseal(encrypted,', `//   column_uuid: "${uuid}")`, 'email Bytes', ''),
    model('/// @fieldseal(encrypted,', `///   column_uuid: "${uuid}")`, 'email Bytes', ''),
  ],
  [
    'spelt right',
    model(`/// @feldseal(encrypted, column_uuid: "${uuid}")`, 'email Bytes', ''),
    model(`/// @fieldseal(encrypted, column_uuid: "${uuid}")`, 'email Bytes', ''),
  ],
])('an annotation that nothing reads can be %s', async (_, before, after) => {
  const file = 'schema.prisma';
  const { project } = await analyseFiles({ [file]: before }, { installed });
  const [stray] = project.blindIndex.schemas.flatMap(({ models }) => models[0]?.fields[0]?.strays ?? []);
  const title = `write ${stray?.meant} for email`;
  expect(await afterFix({ [file]: before }, file, title, { installed })).toBe(after);
});
