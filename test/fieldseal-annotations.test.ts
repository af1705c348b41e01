import { getDMMF } from '@prisma/internals';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { refusedByGenerator } from '../rules/blind-index/fieldseal-declaration/generator.ts';
import type { PrismaModel } from '../rules/model/blind-index.ts';
import {
  type FieldsealFault,
  readFieldsealCalls,
} from '../server/link/blind-index/schemas/fieldseal-grammar.ts';
import { type Fieldseal, fieldseal } from './support/fieldseal.ts';
import { analyseFiles } from './support/lint-files.ts';

let engine: Fieldseal;
beforeAll(async () => {
  engine = await fieldseal();
}, 120_000);

interface Call {
  readonly flags: readonly string[];
  readonly values: readonly (readonly [string, string | number])[];
}

type Reading = readonly Call[] | FieldsealFault['kind'];

const faults: readonly (readonly [RegExp, FieldsealFault['kind']])[] = [
  [/ annotation is not closed -- /, 'unclosed'],
  [/ is not a valid @fieldseal argument\./, 'argument'],
  [/: the flag ".*" appears more than once\./s, 'repeated-flag'],
  [/ is not a valid @fieldseal key\./, 'key'],
  [/: the key ".*" appears more than once\./s, 'repeated-key'],
  [/ has no value\./, 'no-value'],
  [/ has an unterminated string\./, 'unterminated-string'],
  [/ is not a quoted string, /, 'unquoted-value'],
];

function byEngine(text: string): Reading {
  try {
    return engine
      .parseAnnotations(text, { model: 'M' })
      .map(({ flags, values }) => ({ flags: [...flags], values: [...values] }));
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const known = faults.find(([pattern]) => pattern.test(message))?.[1];
    if (known === undefined) throw error;
    return known;
  }
}

function byReader(text: string): Reading {
  const calls = readFieldsealCalls(text);
  const [first] = calls.flatMap((call) => call.faults);
  if (first !== undefined) return first.kind;
  return calls.map(({ arguments: list }) => ({
    flags: list.flatMap(({ key, value }) => (value === undefined ? [key] : [])),
    values: list.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const])),
  }));
}

/** Mostly the first one, which is right, so that a model has one fault or two. */
function mostly(right: string, ...others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const piece = fc.constantFrom(
  ...['@fieldseal(', '@fieldseal (', '@fieldseal\n(', '@fieldseal', '(', ')', '[', ']', ',', ', ', ':', ': '],
  ...[
    '"',
    "'",
    '\\',
    '\\"',
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\u2028',
    '\ufeff',
    'é',
    'ı',
    'ſ',
    '😀',
    '{',
    '.',
    '-',
  ],
  ...['encrypted', 'tenant_bound', 'index', 'idf', 'truncate_bits', '_x', 'X9', '9x', 'true', 'false'],
  ...['15', '-3', '007', '1.5', '1e5', '99999999999999999999', 'hmac-sha512', '"email"', "'a b'", '""', '-'],
);
const loose = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

const name = fc.constantFrom(
  'encrypted',
  'index',
  'idf',
  'as',
  'index',
  'truncate_bits',
  '_a',
  'B2',
  'é',
  '2b',
);
const value = fc.oneof(
  fc.constantFrom(
    '"a"',
    "'a, b'",
    '"a\\"b"',
    '"(" ',
    'argon2id',
    '12',
    '-7',
    'true',
    'a.b-c',
    'a b',
    '',
    '"a',
    'x"',
  ),
  fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
);
const argument = fc.oneof(
  name,
  fc.tuple(name, fc.constantFrom(':', ': ', ' : '), value).map((parts) => parts.join('')),
);
const call = fc
  .record({
    head: mostly('@fieldseal(', '@fieldseal (', '@Fieldseal(', '@feldseal(', '@fieldseal '),
    list: fc.array(argument, { maxLength: 5 }),
    comma: fc.constantFrom(',', ', ', ',\n  ', ' ,', ',,'),
    tail: mostly(')', '', '))', ' )', ') and more', ', )'),
  })
  .map(({ head, list, comma, tail }) => head + list.join(comma) + tail);
const tight = fc.array(call, { maxLength: 3 }).map((calls) => calls.join('\n'));

const texts = fc.oneof(
  loose,
  { weight: 4, arbitrary: loose.map((text) => `@fieldseal(${text})`) },
  { weight: 6, arbitrary: tight },
);

test('comments are read as Fieldseal reads them: calls, flags, values, and the first fault', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(byReader(text)).toEqual(byEngine(text));
    }),
    { numRuns: 1_000 },
  );
});

test('every key and value stands where it is said to stand, over several lines', async () => {
  const key = fc.constantFrom('index', 'idf', 'normalize', 'unheard_of', 'noun');
  const plain = fc.constantFrom('"email"', "'a, (b'", 'argon2id', '12', '"it\\"s"');
  const lines = fc.uniqueArray(key, { minLength: 1, maxLength: 4 }).chain((keys) =>
    fc
      .tuple(
        fc.array(plain, { minLength: keys.length, maxLength: keys.length }),
        fc.constantFrom(', ', ',\n', ',\n      ', '\n,'),
        fc.constantFrom('/// ', '///', '  ///    '),
      )
      .map(([values, comma, slashes]) => {
        const written = keys.map((one, at) => ({ key: one, value: values[at] ?? '' }));
        const text = `see below\n@fieldseal(${written.map((one) => `${one.key}: ${one.value}`).join(comma)})`;
        return { written, comment: text.split('\n').map((line) => slashes + line) };
      }),
  );
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom('\n', '\r\n'), async ({ written, comment }, lineBreak) => {
      const text = ['model M {', ...comment, '  f Bytes', '}', ''].join(lineBreak);
      const [model] = await modelsOf(text);
      const options = model?.fields[0]?.annotations[0]?.options ?? [];
      const slice = (place?: { readonly start: number; readonly end: number }) =>
        place === undefined ? undefined : text.slice(place.start, place.end);
      expect(
        options.map(({ keyPlace, valuePlace }) => ({ key: slice(keyPlace), value: slice(valuePlace) })),
      ).toEqual(written);
    }),
    { numRuns: 100 },
  );
});

async function modelsOf(text: string): Promise<readonly PrismaModel[]> {
  const { project } = await analyseFiles(
    { 'prisma/schema.prisma': text },
    { installed: { '@fieldseal/prisma': '0.1.3' } },
  );
  return project.blindIndex.schemas.flatMap(({ models }) => models);
}

const uuid = '6f1d8a52-3b7e-4c0a-9e21-5d4c7b8a9f10';

const valueField = fc.record({
  type: mostly('Bytes', 'Bytes?', 'String', 'String?', 'Int', 'DateTime?', 'Bytes[]', 'Json'),
  list: fc.tuple(
    mostly('encrypted', 'encrypted: true', ''),
    mostly(
      `column_uuid: "${uuid}"`,
      `column_uuid: ${uuid}`,
      `column_uuid: '${uuid.toUpperCase()}'`,
      '',
      'column_uuid: "1"',
      'column_uuid: 7',
    ),
    mostly('', 'as: "int"', 'as: date', 'as: "text"', 'as: 1'),
    mostly('', 'storage: "binary"', 'storage: "base64"', 'storage: base64', 'storage: "hex"'),
    mostly('', 'tenant_bound', 'tenant_bound: true', 'noun: "mail"'),
  ),
});

const indexField = fc.record({
  type: mostly('Bytes?', 'Bytes', 'String?', 'Bytes[]', 'Int'),
  list: fc.tuple(
    mostly(
      'index: "v0"',
      'index: v0',
      'index: "v1"',
      'index: "v7"',
      'index: "plain"',
      'index: "i0"',
      'index',
    ),
    mostly('idf: "argon2id"', 'idf: hmac-sha512', 'idf: "sha512"', ''),
    mostly('normalize: "identity"', 'normalize: digits-only-v1', 'normalize: "lowercase"', ''),
    mostly('truncate_bits: 12', 'truncate_bits: "12"', 'truncate_bits: many', ''),
    mostly('projected_population: 30000', 'projected_population: "30000"', ''),
    mostly(
      '',
      'argon2_time_cost: 4',
      'argon2_memory_kib: 65536',
      'argon2_time_cost: "4", argon2_memory_kib: 65536',
      'argon2_time_cost: 4, argon2_memory_kib: 65536',
    ),
    mostly('', 'on_unindexable: "bucket"', 'on_unindexable: "skip"', 'skewed: true', 'index_id: "exact"'),
  ),
});

const declared = fc.record({
  table: mostly(`table_uuid: "${uuid}"`, '', 'table_uuid: "x"', 'encrypted', `table_uuid: ${uuid}`),
  values: fc.array(valueField, { maxLength: 3 }),
  indexes: fc.array(indexField, { maxLength: 2 }),
});

interface DeclaredField {
  readonly type: string;
  readonly list: readonly string[];
}

type Declared = typeof declared extends fc.Arbitrary<infer One> ? One : never;

function schemaOf(models: readonly Declared[]): string {
  const annotation = (list: readonly string[]) =>
    `/// @fieldseal(${list.filter((one) => one !== '').join(', ')})`;
  const fields = (of: readonly DeclaredField[], letter: string) =>
    of.flatMap(({ type, list }, at) => [`  ${annotation(list)}`, `  ${letter}${at} ${type}`]);
  const lines = models.flatMap(({ table, values, indexes }, at) => [
    annotation([table]),
    `model M${at} {`,
    '  id Int @id',
    '  plain String',
    ...fields(values, 'v'),
    ...fields(indexes, 'i'),
    '}',
  ]);
  return ['datasource db {', '  provider = "postgresql"', '}', ...lines, ''].join('\n');
}

/** The models and fields that Fieldseal names in what it refuses. */
function refusedSites(datamodel: unknown, models: readonly PrismaModel[]): ReadonlySet<string> {
  try {
    engine.buildFieldMap(datamodel, 'a test');
    return new Set();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const named = [...message.matchAll(/^(M\d+)(?:\.(\w+))?: (?:indexes "(\w+)")?/gm)];
    return new Set(
      named.flatMap(([, model = '', field, source]) => {
        // It says the fault of an encrypted field again of the index over it.
        const fields = models.find((one) => one.name === model)?.fields ?? [];
        const echo = fields
          .find((one) => one.name === source)
          ?.annotations.some(({ options }) =>
            options.some(({ key, value }) => key === 'encrypted' && value === undefined),
          );
        return echo === true ? [] : [field === undefined ? model : `${model}.${field}`];
      }),
    );
  }
}

describe('the generator', () => {
  test('refuses the fields that encsafe says it refuses, and no others', async () => {
    const seen = { refused: 0, models: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(declared, { minLength: 1, maxLength: 25 }), async (list) => {
        const text = schemaOf(list);
        const { datamodel } = await getDMMF({ datamodel: text });
        const models = await modelsOf(text);
        const refused = refusedSites(datamodel, models);
        const said = models.flatMap((model) =>
          [...refusedByGenerator(model)].flatMap(({ field, message }) => {
            const site = field === undefined ? model.name : `${model.name}.${field}`;
            // Of a second index Fieldseal speaks when the first one and the column are right.
            const hidden = message.includes(' already, and a column has one equality') && !refused.has(site);
            const others = [...refused].some((one) => one.startsWith(`${model.name}.`));
            return hidden && others ? [] : [site];
          }),
        );
        expect([...new Set(said)].sort()).toEqual([...refused].sort());
        seen.refused += refused.size;
        seen.models += models.length;
      }),
      { numRuns: 40 },
    );
    expect(seen.refused).toBeGreaterThan(20);
    expect(seen.models).toBeGreaterThan(20);
  });
});
