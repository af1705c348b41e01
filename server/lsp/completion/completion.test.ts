import { describe, expect, test } from 'vitest';
import { type CompleteOptions, startCompleter } from '../../../test/support/complete.ts';

const id = '{"$uuid":"8d8fef41-eff1-4e86-8234-39983d648d43"}';

async function complete(file: string, marked: string, options: CompleteOptions = {}) {
  const { complete: ask } = await startCompleter({ mongodb: '9.0', ...options });
  return ask(file, marked);
}

const text = ['equality', 'prefix', 'suffix', 'substring'];

describe('query types', () => {
  test.each([
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType": |}}]}`],
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType": "|"}}]}`],
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType": "eq|"}}]}`],
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType": "|}}]}`],
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType": "|`],
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType":|`],
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string" "queries":[{"queryType":"|"}]}]}`],
    ['a.json', `{"fields":[{"queries":{"queryType": |},"path":"a","keyId":${id},"bsonType":"string"}]}`],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: string\n    queries:\n      queryType: |\n',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: string\n    queries:\n      queryType:|',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: string\n    queries:\n      - queryType: eq|',
    ],
    ['a.yaml', 'fields:\n- path: a\n  keyAltName: k\n  bsonType: string\n  queries: { queryType: | }\n'],
    ['a.yaml', 'fields:\n- path: a\n  keyAltName: k\n  bsonType: string\n  queries: { queryType: "|'],
    ['a.yaml', 'fields:\n- path: a\n  queries:\n    - queryType: "|"\n  keyAltName: k\n  bsonType: string\n'],
    [
      'a.ts',
      `export const x = { fields: [{ path: 'a', keyAltName: 'k', bsonType: 'string', queries: { queryType: '|' } }] };`,
    ],
    [
      'a.ts',
      `export const x = { fields: [{ path: 'a', keyAltName: 'k', bsonType: 'string', queries: { queryType: | } }] };`,
    ],
    [
      'a.ts',
      `export const encryptedFields = { fields: [\n{ path: 'a', bsonType: 'string', queries: { queryType: '|\n`,
    ],
    [
      'a.js',
      `await db.createCollection('a', { encryptedFields: { fields: [{ path: 'a', bsonType: 'string', queries: [{ queryType: |`,
    ],
    [
      'a.ts',
      `const type = 'string';\nexport const x = { fields: [{ path: 'a', keyAltName: 'k', bsonType: type, queries: { queryType: '|' } }] };`,
    ],
    [
      'a.ts',
      `const base = { path: 'a', keyAltName: 'k', bsonType: 'string' };\nexport const x = { fields: [{ ...base, queries: { queryType: '|' } }] };`,
    ],
    [
      'a.ts',
      `const one = { path: 'a', keyAltName: 'k', bsonType: 'string', queries: { queryType: '|' } };\nexport const x = { fields: [one] };`,
    ],
  ])('in %s %s', async (file, marked) => {
    const { labels } = await complete(file, marked);
    expect(labels).toEqual(text);
  });

  test.each([
    ['int', ['equality', 'range']],
    ['decimal', ['range']],
    ['object', []],
    ['bool', ['equality']],
  ])('of a field of type %s', async (type, names) => {
    const { labels } = await complete(
      'a.json',
      `{"fields":[{"path":"a","keyId":${id},"bsonType":"${type}","queries":{"queryType":"|"}}]}`,
    );
    expect(labels).toEqual(names);
  });

  test.each([
    ['8.0', ['equality']],
    ['8.2', ['equality', 'prefixPreview', 'suffixPreview', 'substringPreview']],
    ['9.0', text],
  ])('on MongoDB %s', async (mongodb, names) => {
    const { labels } = await complete(
      'a.json',
      `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType":"|"}}]}`,
      { mongodb },
    );
    expect(labels).toEqual(names);
  });

  test.each([
    ['prefix', ['suffix']],
    ['suffix', ['prefix']],
    ['equality', []],
    ['substring', []],
  ])('beside %s', async (other, names) => {
    const { labels } = await complete(
      'a.json',
      `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":[{"queryType":"${other}"},{"queryType":"|"}]}]}`,
    );
    expect(labels).toEqual(names);
  });

  test('only those that take the options which stand there', async () => {
    const { labels } = await complete(
      'a.json',
      `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType":"|","strMaxLength":40}}]}`,
    );
    expect(labels).toEqual(['substring']);
  });

  test('each says what it costs and answers', async () => {
    const { items } = await complete(
      'a.json',
      `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":{"queryType":"|","strMinQueryLength":2,"strMaxQueryLength":6,"strMaxLength":50,"caseSensitive":true,"diacriticSensitive":true}}]}`,
    );
    expect(items.map(({ detail }) => detail)).toEqual([
      '236 tokens at worst · 27× equality · $encStrContains, $encStrNormalizedEq',
    ]);
  });
});

describe('the text after a choice', () => {
  const field = (queries: string) =>
    `{"fields":[{"path":"a","keyId":${id},"bsonType":"string","queries":${queries}}]}`;

  test.each([
    ['a.json', field('{"queryType": |}'), 'equality', field('{"queryType": "equality"}')],
    ['a.json', field('{"queryType": "|"}'), 'equality', field('{"queryType": "equality"}')],
    ['a.json', field('{"queryType": "sub|x"}'), 'equality', field('{"queryType": "equality"}')],
    ['a.json', field('{"queryType": "|}'), 'equality', field('{"queryType": "equality"}')],
    ['a.json', field('{"queryType": eq|}'), 'equality', field('{"queryType": "equality"}')],
    [
      'a.json',
      field('{"queryType": | "contention": 4}'),
      'equality',
      field('{"queryType": "equality", "contention": 4}'),
    ],
    [
      'a.json',
      field('{"queryType": "|" "contention": 4}'),
      'equality',
      field('{"queryType": "equality", "contention": 4}'),
    ],
    ['a.json', field('{"queryType": | "range"}'), 'equality', field('{"queryType": "equality"}')],
    ['a.json', field('{"queryType": "equality"|}'), undefined, ''],
    [
      'a.json',
      field('{"queryType": "equality" |}'),
      'contention',
      field('{"queryType": "equality", "contention": 8}'),
    ],
    ['a.json', field('{|}'), 'queryType', field('{"queryType": "equality"}')],
    ['a.json', field('{"|"}'), 'queryType', field('{"queryType": "equality"}')],
    ['a.json', field('{"q|": "equality"}'), 'queryType', field('{"queryType": "equality"}')],
    [
      'a.json',
      field('{| "contention": 4}'),
      'queryType',
      field('{"queryType": "equality", "contention": 4}'),
    ],
    ['a.json', field('|'), '{ equality }', field('{ "queryType": "equality" }')],
    ['a.json', field('[|]'), '{ equality }', field('[{ "queryType": "equality" }]')],
    [
      'a.json',
      field(
        '[{"queryType":"prefix","strMinQueryLength":2,"strMaxQueryLength":5,"caseSensitive":false,"diacriticSensitive":true,"contention":4},|]',
      ),
      '{ suffix }',
      field(
        '[{"queryType":"prefix","strMinQueryLength":2,"strMaxQueryLength":5,"caseSensitive":false,"diacriticSensitive":true,"contention":4},{ "queryType": "suffix", "strMinQueryLength": 3, "strMaxQueryLength": 10, "caseSensitive": false, "diacriticSensitive": true, "contention": 4 }]',
      ),
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType:|\n',
      'string',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: string\n',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: "|\n',
      'string',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: "string"\n',
    ],
    [
      'a.yaml',
      "fields:\n  - path: a\n    keyAltName: k\n    bsonType: 'st|'\n",
      'string',
      "fields:\n  - path: a\n    keyAltName: k\n    bsonType: 'string'\n",
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    |\n',
      'bsonType',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: string\n',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bso|\n  - path: b\n',
      'bsonType',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: string\n  - path: b\n',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    |\n    queries:\n      queryType: range\n',
      'bsonType',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: int\n    queries:\n      queryType: range\n',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: int\n    queries:\n      |',
      'queryType',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: int\n    queries:\n      queryType: equality',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: int\n    queries: |',
      '{ range }',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: int\n    queries: { queryType: range }',
    ],
    [
      'a.yaml',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: int\n    queries:\n      - |',
      '{ range }',
      'fields:\n  - path: a\n    keyAltName: k\n    bsonType: int\n    queries:\n      - { queryType: range }',
    ],
    ['encryptedFields.yaml', 'fields:\n  - |', 'path', 'fields:\n  - path: ""'],
    [
      'encryptedFields.yaml',
      '|',
      'fields',
      'fields: [{ path: "", keyId: null, bsonType: string, queries: { queryType: equality } }]',
    ],
    [
      'people.encryptedFields.json',
      '{|}',
      'fields',
      '{"fields": [{ "path": "", "keyId": null, "bsonType": "string", "queries": { "queryType": "equality" } }]}',
    ],
    [
      'a.ts',
      `const encryptedFields = { fields: [{ path: 'a', | }] };`,
      'bsonType',
      `const encryptedFields = { fields: [{ path: 'a', bsonType: 'string' }] };`,
    ],
    [
      'a.ts',
      `const encryptedFields = { fields: [{ path: 'a',\n keyAltName: 'k'\n b|\n}] };`,
      'bsonType',
      `const encryptedFields = { fields: [{ path: 'a',\n keyAltName: 'k',\n bsonType: 'string'\n}] };`,
    ],
    [
      'a.ts',
      `const encryptedFields = { fields: [{ path: "a", bsonType: "|", x: "b" }] };`,
      'long',
      `const encryptedFields = { fields: [{ path: "a", bsonType: "long", x: "b" }] };`,
    ],
    [
      'a.ts',
      'const encryptedFields = { fields: [{ path: "a", bsonType: `|` }] };',
      'long',
      'const encryptedFields = { fields: [{ path: "a", bsonType: `long` }] };',
    ],
    [
      'a.ts',
      `const encryptedFields: Document = {\n  fields: [\n    { path: 'a' },\n    |\n  ],\n};`,
      'encrypted field, not searched',
      `const encryptedFields: Document = {\n  fields: [\n    { path: 'a' },\n    { path: '', keyId: null, bsonType: 'string' }\n  ],\n};`,
    ],
    [
      'a.ts',
      `export const encryptedFields = { fields: [{ path: 'a', bsonType: 'long', queries: { queryType: 'range', mi|, max: 4 } }] };`,
      'min',
      `export const encryptedFields = { fields: [{ path: 'a', bsonType: 'long', queries: { queryType: 'range', min: Long.fromNumber(0), max: 4 } }] };`,
    ],
  ])('in %s %s', async (file, marked, label, after) => {
    const found = await complete(file, marked);
    if (label === undefined) expect(found.labels).toEqual([]);
    else expect(found.apply(label)).toBe(after);
  });

  test('a snippet stops where a person must say something', async () => {
    const { items } = await complete('a.json', '{"encryptedFields":{"fields":[|]}}', { snippets: true });
    expect(items[1]?.textEdit?.newText).toBe(
      '{ "path": "$1", "keyId": { "\\$uuid": "$2" }, "bsonType": ${3|"string","double","object","array","binData","objectId","bool","date","regex","dbPointer","javascript","symbol","javascriptWithScope","int","timestamp","long","decimal"|} }',
    );
  });
});

describe('keys and values', () => {
  test('of an element, what is not there yet', async () => {
    const { labels } = await complete('a.json', `{"encryptedFields":{"fields":[{"path":"a",|}]}}`);
    expect(labels).toEqual(['keyId', 'bsonType', 'queries', 'keyAltName']);
    const more = await complete('a.json', `{"encryptedFields":{"fields":[{"path":"a","keyAltName":"k",|}]}}`);
    expect(more.labels).toEqual(['bsonType', 'queries']);
  });

  test('of a query type, what it takes, and first what it needs', async () => {
    const at = (type: string, query: string) =>
      complete(
        'a.json',
        `{"encryptedFields":{"fields":[{"path":"a","bsonType":"${type}","queries":{${query},|}}]}}`,
      );
    expect((await at('string', '"queryType":"substring"')).labels).toEqual([
      'strMinQueryLength',
      'strMaxQueryLength',
      'caseSensitive',
      'diacriticSensitive',
      'strMaxLength',
      'contention',
    ]);
    expect((await at('string', '"queryType":"equality"')).labels).toEqual(['contention']);
    expect((await at('int', '"queryType":"range"')).labels).toEqual([
      'min',
      'max',
      'sparsity',
      'trimFactor',
      'contention',
    ]);
    expect((await at('double', '"queryType":"range"')).labels).toContain('precision');
  });

  test('numbers within the limits, each with its cost', async () => {
    const at = (option: string, mongodb = '9.0', name = 'substring') =>
      complete(
        'a.json',
        `{"encryptedFields":{"fields":[{"path":"a","bsonType":"string","queries":{"queryType":"${name}","${option}":|}}]}}`,
        { mongodb },
      );
    expect((await at('strMinQueryLength')).labels).toEqual(['2', '3', '4', '5']);
    expect((await at('strMaxQueryLength')).labels).toEqual(['4', '5', '6']);
    expect((await at('strMaxLength')).labels).toEqual(['20', '25', '30', '40', '50']);
    expect((await at('strMaxLength', '8.2', 'substringPreview')).labels).toContain('60');
    const [first] = (await at('strMaxLength')).items;
    expect(first?.detail).toBe('67 tokens · 8.4× equality');
  });

  test('types go with the query types that stand there', async () => {
    const at = async (query: string) =>
      (
        await complete(
          'a.json',
          `{"encryptedFields":{"fields":[{"path":"a","bsonType":"|","queries":${query}}]}}`,
        )
      ).labels;
    expect(await at('{"queryType":"substring"}')).toEqual(['string']);
    expect(await at('{"queryType":"range"}')).toEqual(['int', 'long', 'date', 'double', 'decimal']);
    expect(await at('{"queryType":"range","precision":2}')).toEqual(['double', 'decimal']);
    expect(await at('{"queryType":"equality"}')).not.toContain('double');
    expect(await at('[]')).not.toContain('null');
  });
});

describe('Mongoose', () => {
  const schema = (encrypt: string, options: string, type = 'String') =>
    `import { Schema } from 'mongoose';\nexport const s = new Schema({ name: { type: ${type}, encrypt: ${encrypt} } }, ${options});`;
  const searchable = "{ encryptionType: 'queryableEncryption' }";
  const clientSide = "{ encryptionType: 'csfle' }";

  test.each([
    [schema('{ | }', searchable), ['keyId', 'queries']],
    [schema('{ | }', clientSide), ['algorithm', 'keyId']],
    [schema('{ | }', '{}'), ['keyId', 'queries', 'algorithm']],
    [schema("{ keyId: null, queries: { queryType: '|' } }", searchable), text],
    [
      schema("{ keyId: null, queries: { queryType: '|' } }", searchable, 'Schema.Types.Decimal128'),
      ['range'],
    ],
    [schema("{ algorithm: '|' }", clientSide, 'Boolean'), ['AEAD_AES_256_CBC_HMAC_SHA_512-Random']],
    [schema('{ keyId: x }', "{ encryptionType: '|' }"), ['queryableEncryption', 'csfle']],
    [`const s = new Other({ name: { type: String, encrypt: { | } } });`, []],
    [`const s = new Schema({ name: { type: String, | } });\nconst encryptionType = 1;`, []],
  ])('%s', async (marked, expected) => {
    expect((await complete('a.ts', marked)).labels).toEqual(expected);
  });
});

describe('client-side field level encryption', () => {
  const schema = (encrypt: string, above = '') =>
    `{"bsonType":"object",${above}"properties":{"ssn":{"encrypt":{${encrypt}}}}}`;
  const random = 'AEAD_AES_256_CBC_HMAC_SHA_512-Random';
  const deterministic = 'AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic';

  test.each([
    [schema('|'), ['algorithm', 'bsonType', 'keyId']],
    [schema('"bsonType":"string","algorithm":"|"'), [deterministic, random]],
    [schema('"bsonType":"bool","algorithm":"|"'), [random]],
    [schema('"bsonType":["string","int"],"algorithm":"|"'), [random]],
    [schema('"keyId":"/name","bsonType":"string","algorithm":"|"'), [random]],
    [schema('"keyId":[]').replace('"ssn"', '"_id"').replace('[]', '[],"algorithm":"|"'), [deterministic]],
    ['{"bsonType":"object","encryptMetadata":{|},"properties":{}}', ['algorithm', 'keyId']],
    ['{"type":"object","properties":{"encrypt":{"type":"|"}}}', []],
    ['{"type":"object","properties":{"encrypt":{|}},"keyId":1}', []],
  ])('%s', async (marked, expected) => {
    expect((await complete('schema.json', marked)).labels).toEqual(expected);
  });

  test('types that an inherited algorithm takes', async () => {
    const { labels } = await complete(
      'schema.json',
      schema('"bsonType":"|"', `"encryptMetadata":{"algorithm":"${deterministic}"},`),
    );
    expect(labels).toContain('string');
    expect(labels).not.toContain('bool');
  });
});

describe('suppressions', () => {
  test.each([
    [
      'a.yaml',
      '# encsafe-disable-next-line mongodb/con|\nfields: []\n',
      '# encsafe-disable-next-line mongodb/contention -- \nfields: []\n',
    ],
    [
      'a.ts',
      '// encsafe-disable-next-line | -- because\n',
      '// encsafe-disable-next-line mongodb/contention -- because\n',
    ],
    [
      'a.ts',
      '/* encsafe-disable-next-line mongodb/key-id, |*/\n',
      '/* encsafe-disable-next-line mongodb/key-id, mongodb/contention -- */\n',
    ],
    [
      'a.jsonc',
      '{ // encsafe-disable-next-line mongodb/|\n}',
      '{ // encsafe-disable-next-line mongodb/contention -- \n}',
    ],
  ])('in %s %s', async (file, marked, after) => {
    expect((await complete(file, marked)).apply('mongodb/contention')).toBe(after);
  });

  test('rules that find something on the line below come first', async () => {
    const { items } = await complete(
      'a.ts',
      `export const x = { fields: [\n// encsafe-disable-next-line |\n{ path: 'a', keyAltName: 'k', bsonType: 'string', queries: { queryType: 'Equality' } }] };`,
    );
    expect(items[0]?.label).toBe('mongodb/query-type-name');
    expect(items[0]?.detail).toMatch(/^found on the line below: /);
  });

  test.each([
    ['a.ts', '// encsafe-disable-next-line mongodb/key-id -- rea|\n'],
    ['a.ts', 'const a = "encsafe-disable-next-line |";\n'],
    ['a.ts', '// see encsafe-disable-next-line |\n'],
    ['a.ts', '// encsafe-disable-next-line|\n'],
  ])('nothing in %s %s', async (file, marked) => {
    expect((await complete(file, marked)).labels).toEqual([]);
  });
});

describe('the configuration', () => {
  test.each([
    [
      'encsafe.config.json',
      '{ "targets": { "mongodb": "|" } }',
      '8.2',
      '{ "targets": { "mongodb": "8.2" } }',
    ],
    ['encsafe.config.json', '{ "targets": { | } }', 'eqlProxy', '{ "targets": { "eqlProxy": false } }'],
    [
      'encsafe.config.json',
      '{ "rules": { "mongodb/con|" } }',
      'mongodb/contention',
      '{ "rules": { "mongodb/contention": "warning" } }',
    ],
    [
      'encsafe.config.json',
      '{ "rules": { "mongodb/contention": ["|"] } }',
      'off',
      '{ "rules": { "mongodb/contention": ["off"] } }',
    ],
    [
      'encsafe.config.json',
      '{ "fields": { "a": { "class": | } } }',
      'email',
      '{ "fields": { "a": { "class": "email" } } }',
    ],
    [
      'encsafe.config.json',
      '{ "suppress": [{ "rule": "|" }] }',
      'mongodb/key-id',
      '{ "suppress": [{ "rule": "mongodb/key-id" }] }',
    ],
    [
      'encsafe.config.yaml',
      'rules:\n  mongodb/key-id: |\n',
      'off',
      'rules:\n  mongodb/key-id: off\n'.replace(': off', ': "off"'),
    ],
    ['encsafe.config.yaml', 'targets:\n  |\n', 'mongodb', 'targets:\n  mongodb: "8.0"\n'],
    ['encsafe.config.yaml', '|', 'rules', 'rules: {}'],
    [
      'package.json',
      '{ "encsafe": { "targets": { "mongodb": "|" } } }',
      '8.2',
      '{ "encsafe": { "targets": { "mongodb": "8.2" } } }',
    ],
  ])('%s %s', async (file, marked, label, after) => {
    expect((await complete(file, marked)).apply(label)).toBe(after);
  });

  test('paths of the folder are known', async () => {
    const files = { 'b.json': `{"fields":[{"path":"reference","keyId":${id},"bsonType":"string"}]}` };
    const { labels } = await complete('encsafe.config.json', '{ "fields": { "|" } }', { files });
    expect(labels).toEqual(['reference']);
  });

  test('other keys of package.json are no matter of ours', async () => {
    expect((await complete('package.json', '{ "scripts": { "|" }, "encsafe": {} }')).labels).toEqual([]);
    expect((await complete('package.json', '{ "|": {}, "encsafe": {} }')).labels).toEqual([]);
  });
});

describe('silence', () => {
  test.each([
    ['a.json', '{ "fields": [{ "|": 1 }], "keyId": 1 }'],
    ['a.json', '{ "queries": { "queryType": "|" } }'],
    ['a.json', '{ "queryType": "x", "path": "|" }'],
    ['tsconfig.json', '{ "compilerOptions": { "|" } }'],
    ['a.ts', "const q = { queries: { queryType: '|' } };"],
    ['a.ts', "// bsonType\nfoo({ path: '|' });"],
    ['a.ts', "const x = 'bsonType'; const y = { type: '|' };"],
    ['a.yaml', '# keyId\nname: |\n'],
    ['a.yaml', 'text: |-\n  queryType: |\n'.replace('|-', '>-')],
    ['a.json', `{"fields":[{"path":"|","keyId":${id},"bsonType":"string"}]}`],
    ['a.json', `{"fields":[{"path":"a","keyId":${id},"bsonType":"string"}|]}`],
    [
      'a.ts',
      "export const x = { encryptedFields: { fields: [{ path: 'a', bsonType: 'int', queries: { queryType: foo|('x') } }] } };",
    ],
  ])('%s %s', async (file, marked) => {
    expect((await complete(file, marked)).labels).toEqual([]);
  });
});

test('documentation comes later where the client asks for it then', async () => {
  const capabilities = {
    textDocument: { completion: { completionItem: { resolveSupport: { properties: ['documentation'] } } } },
  };
  const marked =
    '{"encryptedFields":{"fields":[{"path":"a","bsonType":"string","queries":{"queryType":"|"}}]}}';
  const eager = await complete('a.json', marked);
  const said = eager.items[3]?.documentation;
  expect(said).toMatch(/Answers \$encStrContains.*187 at worst/s);
  const completer = await startCompleter({ mongodb: '9.0', capabilities });
  const [, , , lazy] = (await completer.complete('a.json', marked)).items;
  expect(lazy?.documentation).toBeUndefined();
  if (lazy === undefined) return;
  expect((await completer.resolve(lazy)).documentation).toBe(said);
  for (const data of [undefined, null, 7, {}, { kind: 'search' }, { kind: 'rule', id: 'none' }]) {
    expect((await completer.resolve({ label: 'other', data })).documentation).toBeUndefined();
  }
});

test('switched off, unknown and unreadable documents are answered with nothing', async () => {
  const completer = await startCompleter();
  expect((await completer.complete('a.md', 'keyId |')).labels).toEqual([]);
  expect((await completer.complete('a.json', '|')).labels).toEqual([]);
  expect((await completer.complete('a.json', `${'['.repeat(5000)}"keyId|`)).labels).toEqual([]);
});
