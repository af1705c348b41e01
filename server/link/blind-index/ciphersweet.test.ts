import { describe, expect, test } from 'vitest';
import { analyseFiles } from '../../../test/support/lint-files.ts';

const head = `import { BlindIndex, CipherSweet, CompoundIndex, EncryptedField, EncryptedMultiRows, EncryptedRow, LastFourDigits, Lowercase } from 'ciphersweet-js';
declare const engine: CipherSweet;
declare const unknown: any;
`;

async function indexes(code: string, more: Readonly<Record<string, string>> = {}) {
  const files = { 'src/fields.ts': head + code, ...more };
  const { project } = await analyseFiles(files);
  return project.blindIndex.codeIndexes.map(({ place, declaration, bits, speedPlace, ...index }) => ({
    name: index.name,
    table: index.table,
    columns: index.columns,
    transforms: index.transforms,
    bits: bits?.value,
    speed: index.speed,
    path: index.path,
    placed: (files[place.file as keyof typeof files] ?? '').slice(place.start, place.end),
    ...(speedPlace === undefined
      ? {}
      : {
          fast: (files[speedPlace.file as keyof typeof files] ?? '').slice(speedPlace.start, speedPlace.end),
        }),
    declared: (files[declaration.file as keyof typeof files] ?? '').slice(declaration.start, declaration.end),
  }));
}

describe('a field', () => {
  test('with indexes in one chain', async () => {
    expect(
      await indexes(`export const ssn = new EncryptedField(engine, 'patients', 'ssn')
        .addBlindIndex(new BlindIndex('ssn', [], 16, true))
        .addBlindIndex(new BlindIndex('ssn_last', [new LastFourDigits()]));`),
    ).toEqual([
      {
        name: 'ssn_last',
        table: 'patients',
        columns: ['ssn'],
        path: 'ssn',
        transforms: ['LastFourDigits'],
        bits: 256,
        speed: 'slow',
        placed: `'ssn_last'`,
        declared: `new BlindIndex('ssn_last', [new LastFourDigits()])`,
      },
      {
        name: 'ssn',
        table: 'patients',
        columns: ['ssn'],
        path: 'ssn',
        transforms: [],
        bits: 16,
        speed: 'fast',
        fast: 'true',
        placed: `'ssn'`,
        declared: `new BlindIndex('ssn', [], 16, true)`,
      },
    ]);
  });

  test('through names, another file and build', async () => {
    const found = await indexes(
      `import { bits, TABLE } from './names';
      const index = new BlindIndex('email', undefined, bits, undefined);
      index.addTransformation(new Lowercase());
      async function start() {
        const field = await EncryptedField.build(engine, TABLE, 'email');
        field.addBlindIndex(index);
      }`,
      { 'src/names.ts': `export const TABLE = 'users';\nexport const bits = 32;` },
    );
    expect(found).toMatchObject([
      {
        name: 'email',
        table: 'users',
        columns: ['email'],
        bits: 32,
        speed: 'slow',
        transforms: ['Lowercase'],
        placed: `'email'`,
      },
    ]);
  });

  test('with what cannot be known', async () => {
    expect(
      await indexes(`new EncryptedField(engine, 'a', 'b').addBlindIndex(new BlindIndex(unknown.name, unknown.list, unknown.bits, unknown.fast));
        new EncryptedField(engine, 'a', unknown.field).addBlindIndex(new BlindIndex('x', [], 8, true));
        unknown.addBlindIndex(new BlindIndex('y', [], 8, true));
        new EncryptedField(engine, 'a', 'c').addBlindIndex(new BlindIndex(...unknown));`),
    ).toMatchObject([
      { name: undefined, columns: ['b'], transforms: undefined, bits: undefined, speed: 'unknown' },
      { name: undefined, columns: ['c'], transforms: undefined, bits: undefined, speed: 'unknown' },
    ]);
  });
});

test('rows of one table and of several', async () => {
  expect(
    await indexes(`const row = new EncryptedRow(engine, 'contacts').addTextField('ssn').addBooleanField('hivstatus');
      row.addBlindIndex('ssn', new BlindIndex('contact_ssn', [], 32, true));
      row.addCompoundIndex(new CompoundIndex('both', ['ssn', 'hivstatus'], 32, true));
      row.createCompoundIndex('again', ['ssn', 'city'], 24);
      new EncryptedMultiRows(engine).addTable('a').addBlindIndex('a', 'phone', new BlindIndex('p'))
        .addCompoundIndex('b', new CompoundIndex('q', ['x', 'y']));`),
  ).toMatchObject([
    { name: 'contact_ssn', table: 'contacts', columns: ['ssn'], path: 'ssn', bits: 32, speed: 'fast' },
    { name: 'both', columns: ['ssn', 'hivstatus'], path: undefined, bits: 32, speed: 'fast' },
    { name: 'again', columns: ['ssn', 'city'], path: undefined, bits: 24, speed: 'slow' },
    { name: 'q', table: 'b', columns: ['x', 'y'], bits: 256, speed: 'slow' },
    { name: 'p', table: 'a', columns: ['phone'], path: 'phone', transforms: [], bits: 256 },
  ]);
});

test('CommonJS, and names of other packages', async () => {
  const files = {
    'src/a.js': `const cs = require('ciphersweet-js');
      exports.f = new cs.EncryptedField(engine, 'a', 'b').addBlindIndex(new cs.BlindIndex('x', [], 8, true));`,
    'src/b.js': `const { EncryptedField, BlindIndex } = require('./mine');
      exports.f = new EncryptedField(engine, 'ciphersweet', 'b').addBlindIndex(new BlindIndex('y'));`,
  };
  const { project } = await analyseFiles(files);
  expect(project.blindIndex.codeIndexes.map(({ name }) => name)).toEqual(['x']);
});
