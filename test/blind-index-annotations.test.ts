import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  EncryptedSchema,
  PrismaAnnotation,
  PrismaModel,
  PrismaModelField,
} from '../rules/model/blind-index.ts';
import { linkedSchemas } from './support/linked-schemas.ts';

const require = createRequire(import.meta.url);

/** What the packages make of a model, as far as it is compared. */
interface Described {
  readonly fields: Readonly<Record<string, DescribedField>>;
}

interface DescribedField {
  readonly encrypt: boolean;
  readonly strictDecryption: boolean;
  readonly hash?: {
    readonly targetField: string;
    readonly algorithm: string;
    readonly salt?: string | undefined;
    readonly inputEncoding: string;
    readonly outputEncoding: string;
    readonly normalize: readonly string[];
  };
}

type Answer = Readonly<Record<string, Described>> | 'throws' | undefined;

interface Datamodel {
  readonly models: readonly {
    readonly name: string;
    readonly fields: readonly { readonly documentation?: string | null }[];
  }[];
}

const wasm: {
  readonly get_datamodel: (parameters: string) => string;
} = require('@prisma/prisma-schema-wasm');
const original: {
  readonly analyseDMMF: (dmmf: { readonly datamodel: Datamodel }) => Record<string, Described>;
} = require('prisma-field-encryption/dist/dmmf.js');
const fork: {
  readonly analyseSchema: (text: string) => Record<string, Described>;
} = require('prisma-encryption/dist/ast.js');

/** The real prisma-field-encryption on what the engine of Prisma hands over; undefined where that refuses the schema. */
function byOriginal(text: string): Answer {
  let datamodel: Datamodel;
  try {
    datamodel = JSON.parse(
      wasm.get_datamodel(JSON.stringify({ prismaSchema: [['schema.prisma', text]], noColor: true })),
    );
  } catch {
    return undefined;
  }
  return answer(() => original.analyseDMMF({ datamodel }));
}

function byFork(text: string): Answer {
  return answer(() => fork.analyseSchema(text));
}

/** Its own errors only: what its parser cannot read says nothing of annotations. */
function answer(ask: () => Record<string, Described>): Answer {
  const { warn } = console;
  console.warn = () => {};
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && error.message.includes('[prisma-field-encryption]')) return 'throws';
    return undefined;
  } finally {
    console.warn = warn;
  }
}

/** The same from our facts. */
function byUs({ models }: EncryptedSchema): Answer {
  if (models.some(stopsTheProgram)) return 'throws';
  return Object.fromEntries(models.map((model) => [model.name, { fields: described(model) }]));
}

function stopsTheProgram({ fields }: PrismaModel): boolean {
  const encrypted = new Set(
    fields.flatMap(({ name, encryption }) => (encryption?.kind === 'encrypted' ? name : [])),
  );
  const cursor = fields.find((field) => has(field, 'encryption:cursor'));
  return (
    (cursor !== undefined &&
      (cursor.unique === undefined ||
        !['Int', 'String', 'BigInt'].includes(cursor.type) ||
        has(cursor, 'encrypted'))) ||
    fields.some((field) => {
      const hash = field.annotations.find(({ name }) => name === 'encryption:hash');
      const isRead = has(field, 'encrypted') || hash !== undefined;
      return (
        (isRead && field.type !== 'String') ||
        (hash !== undefined && !encrypted.has(hash.argument?.value ?? ''))
      );
    })
  );
}

function has({ annotations }: PrismaModelField, wanted: string): boolean {
  return annotations.some(({ name }) => name === wanted);
}

function described({ fields }: PrismaModel): Record<string, DescribedField> {
  return Object.fromEntries(
    fields.flatMap(({ name, encryption }) => {
      if (encryption?.kind !== 'encrypted') return [];
      const { mode, indexes } = encryption;
      const last = indexes.at(-1);
      const field: DescribedField = {
        encrypt: mode !== 'readonly',
        strictDecryption: mode === 'strict',
        ...(last === undefined
          ? {}
          : { hash: hashOf(last.field, last.method.algorithm, last.annotation, last.method.key) }),
      };
      return [[name, field]];
    }),
  );
}

function hashOf(targetField: string, algorithm: string, { options }: PrismaAnnotation, key: string) {
  const values = (wanted: string) =>
    options.flatMap(({ key, value }) => (key === wanted && value !== undefined ? value : []));
  const [salt] = values('salt');
  const [variable = ''] = values('saltEnv');
  const resolved = salt ?? (variable === '' ? undefined : environment[variable]);
  expect(key).toBe(
    salt !== undefined ? (salt === '' ? 'none' : 'literal') : variable === '' ? 'none' : 'environment',
  );
  return {
    targetField,
    algorithm,
    salt: resolved,
    inputEncoding: values('inputEncoding')[0] ?? 'utf8',
    outputEncoding: values('outputEncoding')[0] ?? 'hex',
    normalize: values('normalize'),
  };
}

const environment: Readonly<Record<string, string>> = { SALT_SET: 'peppercorn' };
Object.assign(process.env, environment);

const names = ['a', 'b', 'c', 'ab', 'a_b'] as const;

const option = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'mode=strict',
      'mode=readonly',
      'strict',
      'readonly',
      'algorithm=sha512',
      'saltEnv=SALT_SET',
      'saltEnv=UNSET',
      'normalize=trim',
      'normalize=lowercase',
      'inputEncoding=base64',
      'outputEncoding=hex',
    ),
  },
  fc
    .tuple(
      fc.constantFrom('mode', 'Mode', 'algorithm', 'salt', 'saltEnv', 'salt_env', 'normalize', 'strict', ''),
      fc.constantFrom('=', '', '==', ' = '),
      fc.constantFrom('', 'Strict', 'sha3-256', 'MY-ENV', '__', 'ab+/cd==', 'lower', 'SALT_SET', 'é', 'x.y'),
    )
    .map((parts) => parts.join('')),
);

const options = fc
  .tuple(
    fc.constantFrom('?', '?', '?', ' ?', '?&', '??', '&', ''),
    fc.array(option, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('&', '&', '&', '&&', ',', ' '),
  )
  .map(([start, list, between]) => start + list.join(between));

const annotation = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('@encrypted') },
      { weight: 5, arbitrary: fc.constantFrom(...names).map((name) => `@encryption:hash(${name})`) },
      fc.constantFrom(
        '@Encrypted',
        '@encrypt',
        '@encrypteds',
        '@encrypted:hash(a)',
        '@encryption:hash( a )',
        '@encryption:hash(x)',
        '@encryption:hash(A.a)',
        '@encryption:hash()',
        '@encryption:Hash(b)',
        '@encryption:hash',
        '@encryption',
        '@encryption:cursor',
        'me@encrypted.org',
        '@encryption:hash(a)@encrypted',
      ),
    ),
    fc.option(options, { freq: 2, nil: '' }),
  )
  .map((parts) => parts.join(''));

const line = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: annotation },
        fc.constantFrom('not', 'Name of it.', '(', '*', '@', '?mode=strict', '日本', '///', '// ', '"'),
      ),
      fc.constantFrom(' ', ' ', '', '\t'),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.flat().join(''));

const comment = (marks: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...marks), line)
    .map(([mark, text]) => (mark.includes('/*') ? `${mark}${text} */` : mark + text));

const field = fc.record({
  above: fc.array(fc.oneof(comment(['/// ', '/// ', '///', '// ', '/* ', '/**\n * ']), fc.constant('')), {
    maxLength: 3,
  }),
  type: fc.constantFrom('String', 'String', 'String?', 'String', 'String[]', 'String @unique', 'Int'),
  behind: fc.option(comment([' /// ', ' ///', ' // ', ' /* ']), { nil: '' }),
});

interface Field {
  readonly above: readonly string[];
  readonly type: string;
  readonly behind: string;
}

/** A model with fields of those names. */
function schema(fields: Readonly<Record<string, Field | undefined>>) {
  const lines = Object.entries(fields).flatMap(([name, said]) =>
    said === undefined ? [] : [...said.above, `${name} ${said.type}${said.behind}`],
  );
  return `datasource db {\n  provider = "postgresql"\n}\nmodel M {\n  key Int @id\n${lines.map((one) => `  ${one}\n`).join('')}}\n`;
}

const fields = fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: ['a'] });
const runs = 1000;

describe('what is read of comments is what the package reads', () => {
  test('prisma-field-encryption 1.6.0', () => {
    let compared = 0;
    fc.assert(
      fc.property(fields, (said) => {
        const text = schema(said);
        const expected = byOriginal(text);
        fc.pre(expected !== undefined);
        compared += compare(text, 'prisma-field-encryption', expected);
      }),
      { numRuns: runs },
    );
    expect(compared).toBeGreaterThan(runs / 4);
  });

  test('prisma-encryption 2.0.0', () => {
    let compared = 0;
    fc.assert(
      fc.property(fields, (said) => {
        const text = schema(said);
        const expected = byFork(text);
        // What Prisma refuses never runs.
        fc.pre(expected !== undefined && byOriginal(text) !== undefined);
        compared += compare(text, 'prisma-encryption', expected);
      }),
      { numRuns: runs },
    );
    expect(compared).toBeGreaterThan(runs / 4);
  });
});

/** How many fields that are encrypted were compared. */
function compare(text: string, name: string, expected: Answer): number {
  const [linked] = linkedSchemas({ 'schema.prisma': text }, { installed: { [name]: '1.0.0' } });
  const read = linked === undefined ? undefined : byUs(linked);
  if (expected === 'throws' || expected === undefined) {
    expect(read, text).toBe('throws');
    return 0;
  }
  const wanted = onlyCompared(expected);
  expect(read ?? wanted, text).toEqual(wanted);
  const count = Object.values(wanted).flatMap((model) => Object.keys(model.fields)).length;
  if (linked === undefined) expect(count, text).toBe(0);
  return count;
}

/** The letters of a salt are in no facts. */
function onlyCompared(answered: Readonly<Record<string, Described>>): Readonly<Record<string, Described>> {
  return Object.fromEntries(
    Object.entries(answered).map(([model, { fields }]) => [
      model,
      {
        fields: Object.fromEntries(
          Object.entries(fields).map(([name, { encrypt, strictDecryption, hash }]) => [
            name,
            { encrypt, strictDecryption, ...(hash === undefined ? {} : { hash: masked(hash) }) },
          ]),
        ),
      },
    ]),
  );
}

function masked(hash: NonNullable<DescribedField['hash']>) {
  const { salt } = hash;
  const fromEnvironment = Object.values(environment).includes(salt ?? '');
  return { ...hash, salt: fromEnvironment ? salt : salt?.replace(/[A-Za-z\d]/g, 'x') };
}
