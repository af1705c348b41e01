import { describe, expect, test } from 'vitest';
import { lintFiles, shown } from '../../../test/support/lint-files.ts';

const id = 'mongodb/mongoose-schema';

async function findingsOf(definition: string, options?: string) {
  const file = `import { UUID } from 'mongodb';
import mongoose, { Schema } from 'mongoose';
import { keys } from './keys.js';
const inner = new Schema(
  { reference: { type: String, encrypt: { keyId: keys.inner } } },
  { encryptionType: 'queryableEncryption' },
);
export const schema = new Schema(${definition}${options === undefined ? '' : `, ${options}`});
`;
  const files = { 'src/schema.ts': file };
  const findings = (await lintFiles(files, { mongodb: '9.0' })).filter(({ rule }) => rule === id);
  return { findings, places: shown(files, findings).map((line) => line.slice(id.length + 1)) };
}

const qe = "{ encryptionType: 'queryableEncryption' }";
const csfle = "{ encryptionType: 'csfle' }";

describe('encryptionType', () => {
  test('is missed once for a schema, whatever number of fields needs it', async () => {
    const { findings, places } = await findingsOf(
      '{ a: { type: String, encrypt: { keyId: keys.a } }, b: { type: String, encrypt: { keyId: keys.b } } }',
    );
    expect(places).toEqual(['encrypt']);
    expect(findings[0]?.related).toHaveLength(1);
  });

  test('is no matter of a plug-in that takes a cipher by encrypt', async () => {
    const { places } = await findingsOf("{ a: { type: Number, encrypt: { algorithm: 'aes-256-gcm' } } }");
    expect(places).toEqual([]);
  });

  test('may stand in options that are not known', async () => {
    const { places } = await findingsOf(
      '{ a: { type: String, encrypt: { keyId: keys.a } } }',
      'optionsFor("a")',
    );
    expect(places).toEqual([]);
  });

  test('may be added by a spread', async () => {
    const { places } = await findingsOf(
      '{ a: { type: String, encrypt: { keyId: keys.a } } }',
      '{ ...common, strict: true }',
    );
    expect(places).toEqual([]);
  });

  test.each([
    ["'QueryableEncryption'", ["write 'queryableEncryption'"]],
    ["'csfl'", ["write 'csfle'"]],
    ["'none'", ["write 'csfle'", "write 'queryableEncryption'"]],
  ])('knows %s not', async (written, titles) => {
    const { findings, places } = await findingsOf(
      '{ a: { type: String, encrypt: { keyId: keys.a } } }',
      `{ encryptionType: ${written} }`,
    );
    expect(places).toEqual([written]);
    expect(findings[0]?.fixes.map(({ title }) => title)).toEqual(titles);
  });

  test('is offered by what the fields say', async () => {
    const { findings } = await findingsOf(
      "{ a: { type: String, encrypt: { keyId: [keys.a], algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Random' } } }",
      "{ collection: 'a' }",
    );
    expect(findings[0]?.fixes.map(({ title }) => title)).toEqual(["add encryptionType: 'csfle'"]);
  });
});

describe('value types', () => {
  test.each(['Number', 'Schema.Types.Mixed', 'Object', "'number'", '{ a: String }'])(
    '%s has none',
    async (type) => {
      const { places } = await findingsOf(`{ a: { type: ${type}, encrypt: { keyId: keys.a } } }`, qe);
      expect(places).toEqual([type]);
    },
  );

  test.each(['String', 'Schema.Types.Int32', "'Int32'", 'BigInt', '[Number]', 'Map', 'customType', 'Date'])(
    '%s has one, or may have',
    async (type) => {
      const { places } = await findingsOf(`{ a: { type: ${type}, encrypt: { keyId: keys.a } } }`, qe);
      expect(places).toEqual([]);
    },
  );
});

describe('places that Mongoose does not encrypt', () => {
  test.each([
    ['[{ a: { type: String, encrypt: { keyId: keys.a } } }]', /throws/],
    ['{ type: [{ a: { type: String, encrypt: { keyId: keys.a } } }] }', /throws/],
    ['{ type: { a: { type: String, encrypt: { keyId: keys.a } } } }', /throws/],
    ['[{ type: String, encrypt: { keyId: keys.a } }]', /plaintext/],
  ])('%s', async (value, message) => {
    const { findings, places } = await findingsOf(`{ list: ${value} }`, qe);
    expect(places).toEqual(['encrypt']);
    expect(findings[0]?.message).toMatch(message);
  });

  test('a nested path is encrypted', async () => {
    const { places } = await findingsOf('{ a: { b: { type: String, encrypt: { keyId: keys.a } } } }', qe);
    expect(places).toEqual([]);
  });
});

describe('nested schemas', () => {
  test.each(['{ type: inner }', '[inner]', '{ type: [inner] }', '[{ type: inner }]'])(
    '%s is ignored',
    async (value) => {
      const { findings, places } = await findingsOf(`{ line: ${value} }`, qe);
      expect(places).toEqual(['line']);
      expect(findings[0]?.message).toMatch(/plaintext/);
    },
  );

  test('one with the same encryptionType is right', async () => {
    expect((await findingsOf('{ line: inner, deep: { line: inner } }', qe)).places).toEqual([]);
  });

  test.each([csfle, undefined])('one with another than %s throws', async (options) => {
    const { findings, places } = await findingsOf('{ deep: { line: inner } }', options);
    expect(places).toEqual(['line']);
    expect(findings[0]?.message).toMatch(/must match/);
  });
});

describe('keys of the other kind', () => {
  test('algorithm and a list of keys are one mistake', async () => {
    const { findings, places } = await findingsOf(
      "{ a: { type: String, encrypt: { keyId: [keys.a], algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic' } } }",
      qe,
    );
    expect(places).toEqual(['algorithm']);
    expect(findings[0]?.fixes[0]?.changes.map(({ kind }) => kind)).toEqual([
      'set-value',
      'remove-property',
      'add-property',
    ]);
  });

  test('queries and a bare key are one mistake', async () => {
    const { places } = await findingsOf(
      "{ a: { type: String, encrypt: { keyId: new UUID('918c0eff-7392-4e59-8caa-7531107c8c0c'), queries: { queryType: 'equality' } } } }",
      csfle,
    );
    expect(places).toEqual(['queries']);
  });
});

describe('queries as a bare word', () => {
  test.each([
    ["'equality'", "'equality'", true],
    ["['range']", "'range'", true],
    ["'prefix'", "'prefix'", false],
    ["'Equality'", "'Equality'", false],
  ])('%s', async (written, place, safe) => {
    const { findings, places } = await findingsOf(
      `{ a: { type: String, encrypt: { keyId: keys.a, queries: ${written} } } }`,
      qe,
    );
    expect(places).toEqual([place]);
    expect(findings[0]?.fixes.map((fix) => fix.safe)).toEqual([safe]);
  });

  test('an unknown value may be an object', async () => {
    expect(
      (await findingsOf('{ a: { type: String, encrypt: { keyId: keys.a, queries: queriesFor("a") } } }', qe))
        .places,
    ).toEqual([]);
  });
});
