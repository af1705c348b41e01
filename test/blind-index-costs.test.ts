import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ciphertextLength, largestPlaintext } from '../rules/costs/blind-index/ciphertext.ts';
import { estimateBlindIndex } from '../rules/costs/blind-index/estimate.ts';
import { blindIndexBytes } from '../rules/costs/blind-index/index-bytes.ts';
import { analyseFiles } from './support/lint-files.ts';

// What prisma-field-encryption 1.6.0 runs: the cipher is its dependency.
const require = createRequire(import.meta.url);
const packageRequire = createRequire(require.resolve('prisma-field-encryption'));
const cloak: Cloak = packageRequire('@47ng/cloak');
const { hashString }: Hash = packageRequire('./hash.js');

interface Cloak {
  readonly generateKey: () => string;
  readonly parseKeySync: (key: string) => unknown;
  readonly encryptStringSync: (text: string, key: unknown) => string;
}

interface Hash {
  readonly hashString: (input: string, config: Readonly<Record<string, unknown>>) => string;
}

const key = cloak.parseKeySync(cloak.generateKey());
const cipherOf = (text: string) => cloak.encryptStringSync(text, key);

test('the length of a ciphertext is that of the package, byte for byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(cipherOf(text)).toHaveLength(ciphertextLength(Buffer.byteLength(text)));
    }),
  );
});

test.each([62, 63, 66, 67, 100, 128, 191, 255, 256, 500, 512, 1000, 1024])(
  'in a column of %i characters the largest plaintext fits, and one byte more does not',
  (column) => {
    const largest = largestPlaintext(column);
    if (largest === undefined) {
      expect(cipherOf('').length).toBeGreaterThan(column);
      return;
    }
    expect(cipherOf('a'.repeat(largest)).length).toBeLessThanOrEqual(column);
    expect(cipherOf('a'.repeat(largest + 1)).length).toBeGreaterThan(column);
  },
);

/** The estimates of a model, by field. */
async function estimates(
  lines: string,
  installed: Readonly<Record<string, string>>,
  provider = 'postgresql',
) {
  const table = Object.hasOwn(installed, '@fieldseal/prisma')
    ? '/// @fieldseal(table_uuid: "0d9b7c51-4e28-4f06-a3c9-82f1e6b0d574")\n'
    : '';
  const schema = `datasource db {\n  provider = "${provider}"\n}\n\n${table}model Person {\n  id Int @id\n${lines}\n}\n`;
  const { project } = await analyseFiles({ 'prisma/schema.prisma': schema }, { installed });
  return Object.fromEntries(
    project.blindIndex.schemas.flatMap((one) =>
      one.models.flatMap(({ fields }) =>
        fields.flatMap((field) => {
          const estimate = estimateBlindIndex(field, one);
          return estimate === undefined ? [] : [[field.name, estimate]];
        }),
      ),
    ),
  );
}

const hashOptions = (['sha256', 'sha512', 'sha384', 'sha1', 'md5'] as const).flatMap((algorithm) =>
  (['hex', 'base64'] as const).map((outputEncoding) => ({ algorithm, outputEncoding })),
);

test.each(hashOptions)(
  'a hash by $algorithm in $outputEncoding is as long as the package makes it',
  async (one) => {
    const made = hashString('a@example.com', { ...one, inputEncoding: 'utf8', salt: 'salt', normalize: [] });
    const { email, emailHash } = await estimates(
      `  email String /// @encrypted
  emailHash String? /// @encryption:hash(email)?algorithm=${one.algorithm}&outputEncoding=${one.outputEncoding}&saltEnv=SALT`,
      { 'prisma-field-encryption': '1.6.0' },
    );
    expect(email?.indexBytes).toBe(made.length);
    expect(emailHash?.indexBytes).toBe(made.length);
  },
);

test('a hash that is written as text of any letters has no length to know', async () => {
  const { email } = await estimates(
    `  email String /// @encrypted
  emailHash String? /// @encryption:hash(email)?outputEncoding=utf8`,
    { 'prisma-field-encryption': '1.6.0' },
  );
  expect(email).not.toHaveProperty('indexBytes');
});

test('the estimate of an encrypted field holds value, column, index and search', async () => {
  const { email, emailHash } = await estimates(
    `  email String /// @encrypted
  emailHash String? @unique /// @encryption:hash(email)`,
    { 'prisma-field-encryption': '1.6.0' },
    'mysql',
  );
  expect(email).toMatchObject({
    length: 25,
    plainBytes: 25,
    ciphertextBytes: 95,
    column: { characters: 191, largestPlaintext: 98 },
    indexBytes: 64,
    search: { blocks: false },
  });
  expect(emailHash).toMatchObject({ length: 25, indexBytes: 64 });
  expect(emailHash).not.toHaveProperty('ciphertextBytes');
});

test('a slow index tells what it costs who asks and who waits', async () => {
  const { email, notes } = await estimates(
    `  /// @fieldseal(encrypted, column_uuid: "8c51e2d7-6f30-4b9a-8e14-d7a0c3b5f926")
  email Bytes
  /// @fieldseal(index: "email", idf: "argon2id", normalize: "nfc-casefold-v1", truncate_bits: 12, projected_population: 50000)
  emailIdx Bytes?
  /// @fieldseal(encrypted, column_uuid: "b4a90c6e-17d2-4e85-9f3b-5c8d2e7a0f61", storage: "base64")
  notes String`,
    { '@fieldseal/prisma': '0.1.3' },
  );
  expect(email).toMatchObject({
    ciphertextBytes: 136,
    indexBytes: 2,
    population: 50_000,
    band: { from: 8, to: 14 },
    search: { milliseconds: [44, 70], blocks: true },
  });
  expect(email?.coincidences).toBeCloseTo(12.2, 1);
  expect(email?.search?.perSecondPerCore.map(Math.round)).toEqual([14, 23]);
  expect(Math.round(email?.search?.ratioToFast ?? 0)).toBe(39_286);
  expect(notes).toMatchObject({ ciphertextBytes: 184 });
  expect(notes).not.toHaveProperty('search');
});

test('a digest that nobody knows has no length', () => {
  const place = { file: 'schema.prisma', start: 0, end: 0 };
  const annotation = { name: '@encryption:hash', place, meant: place, options: [], problems: [] };
  const method = { algorithm: 'whirlpool-9', place, speed: 'fast', key: 'none' } as const;
  const index = { field: 'a', namePlace: place, annotation, method };
  expect(blindIndexBytes(index, 'prisma-field-encryption')).toBeUndefined();
});
