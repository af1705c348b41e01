import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change, Fix } from '../../rules/model/finding.ts';
import type { ArrayValue, ObjectValue, Property, Value } from '../../rules/model/value.ts';
import { valueAt } from '../../rules/model/value.ts';
import { analyseFiles, lintFiles } from '../../test/support/lint-files.ts';
import { safeEdits, toEdits } from './edits.ts';
import type { SourceOf } from './source-file.ts';
import { applyEdits, createEditSet, overlap, type TextEdit } from './text-edit.ts';

/** What a file says after changes that a rule could make to its first encrypted field. */
async function changed(
  file: string,
  text: string,
  changes: (field: ObjectValue, list: ArrayValue) => readonly Change[],
): Promise<string | undefined> {
  const { project, facts } = await analyseFiles({ [file]: text }, { mongodb: '9.0' });
  const [list] = project.mongodb.fieldLists;
  const [field] = list?.fields ?? [];
  if (list?.list === undefined || field === undefined) throw new Error('no field was found');
  const sourceOf: SourceOf = (name) => {
    const own = facts.find((one) => one.file === name);
    return own === undefined ? undefined : { facts: own, text };
  };
  const fix: Fix = { title: '', safe: true, changes: changes(field.element, list.list) };
  const edits = toEdits(fix, sourceOf);
  return edits === undefined ? undefined : applyEdits(text, edits);
}

function property(object: ObjectValue, key: string): Property {
  const found = object.properties.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no ${key}`);
  return found;
}

function value(object: ObjectValue, key: string): Value {
  return property(object, key).value;
}

const remove = (key: string) => (field: ObjectValue) =>
  [{ kind: 'remove-property', object: field, property: property(field, key) }] as const;

describe('removing a property', () => {
  test.each([
    [
      'in the middle of a line',
      `{ "fields": [{ "path": "a", "keyId": null, "bsonType": "string" }] }`,
      `{ "fields": [{ "path": "a", "bsonType": "string" }] }`,
    ],
    [
      'at the end of a line',
      `{ "fields": [{ "path": "a", "bsonType": "string", "keyId": null }] }`,
      `{ "fields": [{ "path": "a", "bsonType": "string" }] }`,
    ],
    [
      'on its own line, with the comment behind it',
      '{ "fields": [{\n  "path": "a",\n  "keyId": null, // later\n  // the type\n  "bsonType": "string"\n}] }',
      '{ "fields": [{\n  "path": "a",\n  // the type\n  "bsonType": "string"\n}] }',
    ],
    [
      'as the last line, whose predecessor loses its comma',
      '{ "fields": [{\r\n\t"path": "a",\r\n\t"bsonType": "string", // kept\r\n\t"keyId": null\r\n}] }',
      '{ "fields": [{\r\n\t"path": "a",\r\n\t"bsonType": "string" // kept\r\n}] }',
    ],
    [
      'as the last line of a list that ends in a comma',
      '{ "fields": [{\n  "path": "a",\n  "bsonType": "string",\n  "keyId": null,\n}] }',
      '{ "fields": [{\n  "path": "a",\n  "bsonType": "string",\n}] }',
    ],
  ])('%s', async (_where, before, after) => {
    expect(await changed('a.json', before, remove('keyId'))).toBe(after);
  });

  test('in block YAML takes the whole line, and leaves the dash to its neighbour', async () => {
    const text = 'fields:\n  - keyId: null # later\n    path: a\n    bsonType: string\n';
    expect(await changed('a.yaml', text, remove('keyId'))).toBe(
      'fields:\n  - path: a\n    bsonType: string\n',
    );
    expect(await changed('a.yaml', text, remove('bsonType'))).toBe(
      'fields:\n  - keyId: null # later\n    path: a\n',
    );
  });

  test('behind a spread leaves the spread', async () => {
    const text = `const more = { x: 1 };\nexport const f = { fields: [{ path: 'a', bsonType: 'string', ...more, keyId: null }] };\n`;
    expect(await changed('a.ts', text, remove('keyId'))).toBe(text.replace(', keyId: null', ''));
  });
});

test('several items of one list go together with their commas', async () => {
  const text = '{ "fields": [{ "path": "a", "keyId": 1 }, { "path": "b" }, { "path": "c" }] }';
  const drop = (...indexes: number[]) =>
    changed('a.json', text, (_field, list) =>
      indexes.map((index) => {
        const item = list.items[index];
        if (item === undefined) throw new Error('no item');
        return { kind: 'remove-item', array: list, item };
      }),
    );
  expect(await drop(1, 2)).toBe('{ "fields": [{ "path": "a", "keyId": 1 }] }');
  expect(await drop(0, 1)).toBe('{ "fields": [{ "path": "c" }] }');
  expect(await drop(0, 2)).toBe('{ "fields": [{ "path": "b" }] }');
  expect(await drop(0, 1, 2)).toBe('{ "fields": [] }');
});

describe('adding a property', () => {
  const add = (field: ObjectValue) =>
    [{ kind: 'add-property', object: field, key: 'bsonType', value: 'string' }] as const;

  test.each([
    [
      'a.json',
      '{ "fields": [{ "path": "a", "keyId": 1 }] }',
      '{ "fields": [{ "path": "a", "keyId": 1, "bsonType": "string" }] }',
    ],
    [
      'a.json',
      '{ "fields": [{\n    "path": "a",\n    "keyId": 1\n}] }',
      '{ "fields": [{\n    "path": "a",\n    "keyId": 1,\n    "bsonType": "string"\n}] }',
    ],
    [
      'a.ts',
      "export const f = {\n  fields: [\n    {\n      path: 'a',\n      keyAltName: 'k', // one\n    },\n  ],\n};\n",
      "export const f = {\n  fields: [\n    {\n      path: 'a',\n      keyAltName: 'k', // one\n      bsonType: 'string',\n    },\n  ],\n};\n",
    ],
    [
      'a.jsonc',
      '{ "fields": [{\n  "path": "a",\n  "keyId": 1 // one\n}] }',
      '{ "fields": [{\n  "path": "a",\n  "keyId": 1, // one\n  "bsonType": "string"\n}] }',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a # name\n    keyId: 1\n',
      'fields:\n  - path: a # name\n    keyId: 1\n    bsonType: string\n',
    ],
    ['a.yaml', 'fields: [{ path: a, keyId: 1 }]\n', 'fields: [{ path: a, keyId: 1, bsonType: string }]\n'],
  ])('%s %j', async (file, before, after) => {
    expect(await changed(file, before, add)).toBe(after);
  });
});

describe('several properties of one object are added together', () => {
  const add = (field: ObjectValue) =>
    [
      { kind: 'add-property', object: field, key: 'bsonType', value: 'string' },
      { kind: 'add-property', object: field, key: 'queries', value: [] },
    ] as const;

  test.each([
    [
      'a.json',
      '{ "fields": [{ "path": "a", "keyId": 1 }] }',
      '{ "fields": [{ "path": "a", "keyId": 1, "bsonType": "string", "queries": [] }] }',
    ],
    [
      'a.jsonc',
      '{ "fields": [{\n  "path": "a",\n  "keyId": 1 // one\n}] }',
      '{ "fields": [{\n  "path": "a",\n  "keyId": 1, // one\n  "bsonType": "string",\n  "queries": []\n}] }',
    ],
    [
      'a.ts',
      "export const f = { fields: [{\n  path: 'a',\n  keyAltName: 'k',\n}] };\n",
      "export const f = { fields: [{\n  path: 'a',\n  keyAltName: 'k',\n  bsonType: 'string',\n  queries: [],\n}] };\n",
    ],
    [
      'a.yaml',
      'fields:\n  - path: a # name\n    keyId: 1\n',
      'fields:\n  - path: a # name\n    keyId: 1\n    bsonType: string\n    queries: []\n',
    ],
  ])('%s', async (file, before, after) => {
    expect(await changed(file, before, add)).toBe(after);
  });
});

describe('a new value takes the form of the old one', () => {
  const setContention =
    (to: number) =>
    (field: ObjectValue): readonly Change[] => {
      const queries = valueAt(field, 'queries');
      if (queries?.kind !== 'object') throw new Error('no queries');
      return [{ kind: 'set-value', value: value(queries, 'contention'), to }];
    };

  test.each([
    [
      'a.json',
      '{ "fields": [{ "path": "a", "keyId": 1, "queries": { "queryType": "equality", "contention": § } }] }',
      '{ "$numberLong": "4" }',
      '{ "$numberLong": "9" }',
    ],
    [
      'a.json',
      '{ "fields": [{ "path": "a", "keyId": 1, "queries": { "queryType": "equality", "contention": § } }] }',
      '4',
      '9',
    ],
    [
      'a.js',
      'db.createCollection("x", { encryptedFields: { fields: [{ path: "a", keyId: 1, queries: { queryType: "equality", contention: § } }] } })',
      'NumberLong(4)',
      'NumberLong(9)',
    ],
    [
      'a.ts',
      "export const x = { fields: [{ path: 'a', keyId: 1, queries: { queryType: 'equality', contention: § } }] }",
      '4n',
      '9n',
    ],
    [
      'a.ts',
      "export const x = { fields: [{ path: 'a', keyId: 1, queries: { queryType: 'equality', contention: § } }] }",
      'Long.fromNumber(4)',
      'Long.fromNumber(9)',
    ],
  ])('%s %s', async (file, text, old, renewed) => {
    expect(await changed(file, text.replace('§', old), setContention(9))).toBe(text.replace('§', renewed));
  });
});

describe('a typed number brings its class along', () => {
  const wrap = (field: ObjectValue): readonly Change[] => {
    const queries = valueAt(field, 'queries');
    if (queries?.kind !== 'object') throw new Error('no queries');
    return [
      { kind: 'set-value', value: value(queries, 'min'), to: { kind: 'long', digits: '0' } },
      { kind: 'set-value', value: value(queries, 'max'), to: { kind: 'long', digits: '5' } },
    ];
  };
  const body =
    "{ fields: [{ path: 'a', bsonType: 'long', queries: { queryType: 'range', min: 0, max: 5 } }] }";
  const wrapped = body
    .replace('min: 0', 'min: Long.fromNumber(0)')
    .replace('max: 5', 'max: Long.fromNumber(5)');

  test.each([
    [
      'the import has it',
      `import { Long, UUID } from 'mongodb';\nexport const x = ${body};\n`,
      `import { Long, UUID } from 'mongodb';\nexport const x = ${wrapped};\n`,
    ],
    [
      'the import gets it',
      `import { UUID } from 'mongodb';\nexport const x = ${body};\n`,
      `import { UUID, Long } from 'mongodb';\nexport const x = ${wrapped};\n`,
    ],
    [
      'there was no import',
      `import { keys } from './keys.js';\nexport const x = ${body};\n`,
      `import { Long } from 'mongodb';\nimport { keys } from './keys.js';\nexport const x = ${wrapped};\n`,
    ],
    [
      'CommonJS',
      `'use strict';\nmodule.exports.x = ${body};\n`,
      `'use strict';\nconst { Long } = require('mongodb');\nmodule.exports.x = ${wrapped};\n`,
    ],
    [
      'the whole module is there',
      `const mongodb = require('mongodb');\nmodule.exports.x = ${body};\n`,
      `const mongodb = require('mongodb');\nmodule.exports.x = ${wrapped.replaceAll('Long.', 'mongodb.Long.')};\n`,
    ],
    [
      'the shell has its own',
      `db.createCollection("x", { encryptedFields: ${body} });\n`,
      `db.createCollection("x", { encryptedFields: ${wrapped.replaceAll(/Long\.fromNumber\((\d)\)/g, 'NumberLong("$1")')} });\n`,
    ],
  ])('%s', async (_case, before, after) => {
    expect(await changed('a.js', before, wrap)).toBe(after);
  });

  test('digits stay as they were written', async () => {
    const before = `import { Long } from 'mongodb';\nexport const x = ${body.replace('max: 5', 'max: 5_000')};\n`;
    const toLong = (field: ObjectValue): readonly Change[] => {
      const queries = valueAt(field, 'queries');
      if (queries?.kind !== 'object') throw new Error('no queries');
      return [{ kind: 'set-value', value: value(queries, 'max'), to: { kind: 'long', digits: '5000' } }];
    };
    expect(await changed('a.ts', before, toLong)).toBe(before.replace('5_000', 'Long.fromNumber(5_000)'));
  });

  test('a file that means something else by the name is left alone', async () => {
    const text = `import Long from 'long';\nexport const x = ${body};\n`;
    expect(await changed('a.ts', text, wrap)).toBeUndefined();
  });
});

test('a key is renamed with the quotes that it has, and a shorthand keeps its value', async () => {
  const rename = (key: string) => (field: ObjectValue) =>
    [{ kind: 'rename-key', property: property(field, key), to: 'keyId' }] as const;
  expect(
    await changed(
      'a.json',
      '{ "fields": [{ "path": "a", "keyID": 1, "bsonType": "string" }] }',
      rename('keyID'),
    ),
  ).toBe('{ "fields": [{ "path": "a", "keyId": 1, "bsonType": "string" }] }');
  expect(
    await changed(
      'a.ts',
      "export const x = (keyID: UUID) => ({ fields: [{ path: 'a', keyID, bsonType: 'string' }] });",
      rename('keyID'),
    ),
  ).toBe(
    "export const x = (keyID: UUID) => ({ fields: [{ path: 'a', keyId: keyID, bsonType: 'string' }] });",
  );
});

test('whatever is removed from a JSON list, the rest parses and is what was left', async () => {
  const layout = fc.record({
    keys: fc.uniqueArray(fc.constantFrom('path', 'keyId', 'bsonType', 'queries', 'other'), {
      minLength: 2,
      maxLength: 5,
    }),
    gone: fc.nat(),
    separator: fc.constantFrom(' ', '\n  ', '\r\n\t', '\n\n'),
    trailing: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(layout, async ({ keys, gone, separator, trailing }) => {
      const all = [...new Set(['path', 'keyId', ...keys])];
      const key = all[gone % all.length] ?? 'path';
      const entries = all.map((one) => `"${one}": "${one}"`).join(`,${separator}`);
      const text = `{ "fields": [{${separator}${entries}${trailing ? ',' : ''}${separator}}] }`;
      const after = await changed('a.json', text, remove(key));
      const strict = (after ?? '').replace(/,(\s*[}\]])/g, '$1');
      expect(Object.keys(JSON.parse(strict).fields[0])).toEqual(all.filter((one) => one !== key));
      expect(/,\s*[}\]]/.test(after ?? '')).toBe(trailing);
    }),
  );
});

test('thousands of fixes of one file are written in time that grows with their number', async () => {
  const fields = Array.from(
    { length: 3000 },
    (_, at) =>
      `{ path: 'f${at}', bsonType: 'long', keyId: null, queries: { queryType: 'range', min: 0, max: ${at + 9} } }`,
  );
  const text = `import { MongoClient } from 'mongodb';\nexport const encryptedFields = { fields: [\n${fields.join(',\n')}\n] };\n`;
  const { facts } = await analyseFiles({ 'a.ts': text }, { mongodb: '9.0' });
  const [own] = facts;
  if (own === undefined) throw new Error('no facts');
  const findings = await lintFiles({ 'a.ts': text }, { mongodb: '9.0' });
  const start = performance.now();
  const edits = safeEdits(findings, () => ({ facts: own, text }));
  expect(performance.now() - start).toBeLessThan(2500);
  // All need the same import, so one goes first and the rest in the next pass.
  expect(edits.length).toBeGreaterThan(0);
}, 30_000);

test('a set of edits takes none that touches another one', () => {
  const edit = fc
    .record({ file: fc.constantFrom('a', 'b'), start: fc.nat(30), length: fc.nat(4) })
    .map(({ file, start, length }): TextEdit => ({ file, start, end: start + length, text: '' }));
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
      const set = createEditSet();
      const plain: TextEdit[] = [];
      for (const one of edits) {
        const touches = plain.some((other) => overlap(one, other));
        expect(set.touches(one)).toBe(touches);
        if (touches) continue;
        set.add(one);
        plain.push(one);
      }
      expect(set.edits).toEqual(plain);
    }),
  );
});

describe('a fix that writes new lines', () => {
  const list = '{ "encryptedFields": { "fields": [] } }';
  const fixOf = (...changes: readonly Change[]): Fix => ({ title: '', safe: false, changes });
  const sourceOf = async (files: Readonly<Record<string, string>>): Promise<SourceOf> => {
    const { facts } = await analyseFiles(files);
    return (name) => {
      const own = facts.find((one) => one.file === name);
      return own === undefined ? undefined : { facts: own, text: files[name] ?? '' };
    };
  };

  test('makes a file that is not there', async () => {
    const files = await sourceOf({ 'a.json': list });
    const change = { kind: 'create-file', file: 'migrations/002_new.sql', text: 'SELECT 1;\n' } as const;
    expect(toEdits(fixOf(change), files)).toEqual([
      { file: 'migrations/002_new.sql', start: 0, end: 0, text: 'SELECT 1;\n', creates: true },
    ]);
  });

  test('leaves a file of that name alone', async () => {
    const files = await sourceOf({ 'a.json': list });
    expect(toEdits(fixOf({ kind: 'create-file', file: 'a.json', text: '' }), files)).toBeUndefined();
  });

  test.each([
    [`${list}\n`, `${list}\n// one\n// two\n`],
    [list, `${list}\n// one\n// two\n`],
    [`${list}\r\n`, `${list}\r\n// one\r\n// two\r\n`],
  ])('adds them behind the last line of %j', async (text, after) => {
    const change = { kind: 'append', file: 'a.jsonc', text: '// one\n// two\n' } as const;
    const edits = toEdits(fixOf(change), await sourceOf({ 'a.jsonc': text }));
    expect(applyEdits(text, edits ?? [])).toBe(after);
  });

  test('never makes a file unasked', async () => {
    const fix = { ...fixOf({ kind: 'create-file', file: 'b.sql', text: 'SELECT 1;\n' }), safe: true };
    const place = { file: 'a.json', start: 0, end: 0 };
    const finding = {
      rule: 'a/b',
      severity: 'error',
      message: '',
      place,
      related: [],
      fixes: [fix],
    } as const;
    expect(safeEdits([finding], await sourceOf({ 'a.json': list }))).toEqual([]);
  });
});
