import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bounds } from './bounds.ts';
import type { FileFacts, Syntax } from './facts.ts';
import { loadReader } from './read.ts';
import type { SpreadTree, Tree } from './tree.ts';

type Tried = Exclude<Syntax, 'prisma'>;

const names: Readonly<Record<Tried, string>> = {
  json: 'a.json',
  yaml: 'a.yaml',
  source: 'a.ts',
  sql: 'a.sql',
};
const syntaxes: readonly Tried[] = ['json', 'yaml', 'source', 'sql'];

const read = async (syntax: Tried, text: string): Promise<FileFacts> =>
  (await loadReader(syntax))(names[syntax], text);

/** Pieces that people write, in any order: nearer to real broken files than random letters. */
const pieces = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      '"fields"',
      ':',
      ',',
      "'path'",
      '"a',
      "'",
      '`',
      '${',
      '\n',
      '\r\n',
      '  - ',
      '- ',
      '&a ',
      '*a',
      '<<: ',
      '# x',
      '// x',
      '/* x',
      '*/',
      '|',
      '>',
      '\u2028',
      '\uFEFF',
      '\0',
      '😀',
      'é',
      'export const x = ',
      'new UUID(',
      '=> ',
      '...x',
      '?',
      '!',
      '\t',
      'encryptedFields',
      'queryType: equality',
      '// encsafe-disable-next-line a -- b',
      '1',
      '-0',
      '1e999',
      'NaN',
      '%TAG',
      '---',
      '...',
      '\\',
      '/',
    ),
    { maxLength: 60 },
  )
  .map((all) => all.join(''));

describe.each(syntaxes)('any text as %s', (syntax) => {
  test('gives facts that are plain data, with every place inside the text', async () => {
    const reader = await loadReader(syntax);
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const facts = reader(names[syntax], text);
        expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
        for (const { start, end } of spansOf(facts)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('is never parsed beyond the bounds', async () => {
    const deep = await read(syntax, '[{"fields":'.repeat(3000));
    expect(deep.problems.map(({ kind }) => kind)).toEqual(['too-deep']);
    const large = await read(syntax, ' '.repeat(bounds.bytes[syntax] + 1));
    expect(large.problems.map(({ kind }) => kind)).toEqual(['too-large']);
  });

  test.each([
    '[',
    '{"a":',
    '(',
    '- ',
    '"',
    '`${',
    '*a ',
    '&a ',
    '!',
    '- - ',
    'a: ',
    '<a>',
    'x?',
    'x=>',
    'if(x)',
    'a.b().',
    'a+',
    '/*',
    '//\n',
    '\\',
    '? ',
    'else if(x){}',
    '#',
    '|\n',
    'new ',
  ])('repeated %j takes time linear in its size', async (piece) => {
    const reader = await loadReader(syntax);
    // Work is counted by the size of what comes out: time itself would make the test a gamble.
    const size = (times: number) => JSON.stringify(reader(names[syntax], piece.repeat(times))).length;
    const [small, large] = [size(500), size(5_000)];
    expect(large).toBeLessThanOrEqual(small * 12 + 2_000);
  });
});

test('a comment that never ends stays inside the text', async () => {
  for (const { end } of spansOf(await read('json', '{/* x\r\n'))) expect(end).toBeLessThanOrEqual(7);
});

test('what JSON says comes out as it went in', async () => {
  const reader = await loadReader('json');
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2, '\t'), (value, space) => {
      const [root] = reader('a.json', JSON.stringify(value, null, space)).documents;
      expect(root === undefined ? undefined : plain(root)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('the three syntaxes say the same of the same value', async () => {
  const [json, yaml, source] = await Promise.all(syntaxes.map((syntax) => loadReader(syntax)));
  const key = fc
    .stringMatching(/^[a-z][a-zA-Z]{0,8}$/)
    .filter((one) => !['y', 'n', 'no', 'on', 'yes', 'off'].includes(one));
  const leaf = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(key, tie('node'), { maxKeys: 4 }),
    ),
  })).node;
  fc.assert(
    fc.property(value, (one) => {
      const text = JSON.stringify({ fields: one });
      const [fromJson] = json?.('a.json', text).documents ?? [];
      const [fromYaml] = yaml?.('a.yaml', text).documents ?? [];
      const [fromSource] = source?.('a.ts', `const x = ${text};`).source?.literals ?? [];
      expect(fromJson && plain(fromJson)).toEqual({ fields: one });
      expect(fromYaml && plain(fromYaml)).toEqual({ fields: one });
      expect(fromSource && plain(fromSource)).toEqual({ fields: one });
    }),
  );
});

test('a template of YAML is no broken YAML', async () => {
  const read = await loadReader('yaml');
  const text = 'data:\n  {{- if .Values.keys }}\n  encryptedFields: []\n  {{- end }}\n';
  expect(read('templates/map.yaml', text).problems).toEqual([]);
  expect(read('map.yaml', text.replaceAll(/\{\{- (.*) \}\}/g, '[$1')).problems).toHaveLength(1);
});

test('a broken file gives what could be read of it', async () => {
  const facts = await read('json', '{ "encryptedFields": { "fields": [ { "path": "a", "keyId": } ] }, ');
  expect(facts.aboutEncryption).toBe(true);
  expect(facts.problems).toHaveLength(1);
  expect(facts.documents.map(plain)).toEqual([
    { encryptedFields: { fields: [{ path: 'a', keyId: undefined }] } },
  ]);
});

test('literals that look like keys are not in the facts, whatever the syntax', async () => {
  const secret = 'Mng0NCt4ZHVUYUJCa1kxNkVyNUR1QURhZ2h2UzR2d2RrZzh0cFBwM3R6';
  const texts: Readonly<Record<Tried, string>> = {
    json: `{ "kmsProviders": { "local": { "key": "${secret}" } } }`,
    yaml: `kmsProviders:\n  local:\n    key: ${secret}\n`,
    source: `new MongoClient(uri, { autoEncryption: { kmsProviders: { local: { key: '${secret}' } } } });`,
    sql: `CREATE ROLE app PASSWORD 'x'; SELECT decrypt(email, '${secret}') FROM users;`,
  };
  for (const syntax of syntaxes) {
    const facts = await read(syntax, texts[syntax]);
    expect(JSON.stringify(facts)).not.toContain(secret);
    expect(facts.secrets).toHaveLength(1);
  }
});

test.each([
  ['json', '{ "local": { "key": { "$binary": { "base64": "SECRETab", "subType": "00" } } } }'],
  ['json', '{ "local": { "key": { "$binary": "SECRETab", "$type": "00" } } }'],
  ['json', '{ "uri": "mongodb+srv://me:SECRETab@host/db" }'],
  ['json', `{ "fallback": "SECRETab${'0a1B'.repeat(8)}" }`],
  ['yaml', 'local: { key: !!binary SECRETab }'],
  ['yaml', 'uri: mongodb://me:SECRETab@host/db'],
  ['source', "const kmsProviders = { local: { key: Buffer.from('SECRETab', 'base64') } };"],
  ['source', "const kmsProviders = { local: { key: new Binary(Buffer.from('SECRETab', 'base64')) } };"],
  ['source', "const LOCAL_MASTER_KEY = 'SECRETab';"],
  ['source', "settings.clientSecret = 'SECRETab';"],
  ['source', 'connect("mongodb://me:SECRETab@host/db");'],
  ['source', 'connect(`mongodb://me:SECRETab@${host}/db`);'],
  ['source', `use('SECRETab${'0a1B'.repeat(8)}');`],
  ['sql', "ALTER ROLE app PASSWORD 'SECRETab'"],
  ['sql', "SELECT dblink_connect('postgres://me:SECRETab@host/db')"],
  ['sql', `DO $$ BEGIN PERFORM use('SECRETab${'0a1B'.repeat(8)}'); END $$`],
  ['sql', `SELECT 'SECRETab${'0a1B'.repeat(8)}' FROM FROM`],
] as const)('%s: no secret of %s is in the facts, and its place is known', async (syntax, text) => {
  const facts = await read(syntax, text);
  expect(JSON.stringify(facts)).not.toContain('SECRETab');
  expect(facts.secrets).toHaveLength(1);
  const [{ start, end } = { start: 0, end: 0 }] = facts.secrets;
  expect(text.slice(start, end)).toContain('SECRETab');
});

test.each([
  ['json', '{ "keyId": { "$binary": { "base64": "jY/vQe/xToaCNDmYPWSNQw==", "subType": "04" } } }'],
  ['json', '{ "key": "8d8fef41-eff1-4e86-8234-39983d648d43", "uri": "mongodb://host/db" }'],
  [
    'yaml',
    'algorithm: AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic\nuri: mongodb://<user>:<password>@host/db',
  ],
  ['source', "const keyId = new Binary(Buffer.from('jY/vQe/xToaCNDmYPWSNQw==', 'base64'), 4);"],
  ['source', 'connect(`mongodb://${user}:${password}@${host}/db`);'],
] as const)('%s: %s holds no secret', async (syntax, text) => {
  expect((await read(syntax, text)).secrets).toEqual([]);
});

test('a connection string without its password still says the rest', async () => {
  const { source } = await read('source', "const uri = 'mongodb://me:SECRETab@host/db';");
  expect(source?.declarations[0]?.value).toMatchObject({ value: 'mongodb://me:•••@host/db' });
});

test('suppression comments are read in the comment syntax of each file', async () => {
  const texts: Readonly<Record<Tried, string>> = {
    json: '{\n  // encsafe-disable-next-line mongodb/key-id -- made by the migration\n  "fields": []\n}',
    yaml: 'x: "# encsafe-disable-next-line no -- a string"\n# encsafe-disable-next-line mongodb/key-id -- made by the migration\nfields: []\n',
    source:
      'const s = "// encsafe-disable-next-line no -- a string";\n/* encsafe-disable-next-line mongodb/key-id -- made by the migration */\nconst fields = [];',
    sql: "SELECT '-- encsafe-disable-next-line no -- a string';\n-- encsafe-disable-next-line mongodb/key-id -- made by the migration\nSELECT 1;",
  };
  for (const syntax of syntaxes) {
    const { directives } = await read(syntax, texts[syntax]);
    expect(directives.map(({ rules, reason, line }) => ({ rules, reason, line }))).toEqual([
      { rules: ['mongodb/key-id'], reason: 'made by the migration', line: 2 },
    ]);
  }
});

/** A tree without places; what is unknown is undefined. */
function plain(tree: Tree | SpreadTree): unknown {
  switch (tree.kind) {
    case 'object':
      return Object.fromEntries(
        tree.entries.flatMap((entry) =>
          entry.kind === 'property' && typeof entry.key === 'string' ? [[entry.key, plain(entry.value)]] : [],
        ),
      );
    case 'array':
      return tree.items.map(plain);
    case 'string':
    case 'boolean':
      return tree.value;
    case 'number':
      return Number(tree.digits);
    case 'null':
      return null;
    default:
      return undefined;
  }
}

/** Every `start`/`end` pair of the facts. */
function spansOf(value: unknown): { start: number; end: number }[] {
  if (Array.isArray(value)) return value.flatMap(spansOf);
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(spansOf);
  const { start, end } = value as { start?: unknown; end?: unknown };
  return typeof start === 'number' && typeof end === 'number' ? [{ start, end }, ...inner] : inner;
}
