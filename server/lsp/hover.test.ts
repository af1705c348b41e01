import { describe, expect, test } from 'vitest';
import type { Hover } from 'vscode-languageserver/node';
import { startClient, type TestClient } from '../../test/support/lsp-client.ts';
import { rangesOf } from './ranges.ts';

const uuid = (last: number) => `{ "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d4${last}" }`;
const field = (last: number, path: string, bsonType: string, queries?: string) =>
  `{ "path": "${path}", "keyId": ${uuid(last)}, "bsonType": "${bsonType}"${queries === undefined ? '' : `, "queries": ${queries}`} }`;
const substring =
  '{ "queryType": "substring", "strMinQueryLength": 2, "strMaxQueryLength": 6, "strMaxLength": 50, "caseSensitive": false, "diacriticSensitive": false }';
const listOf = (...fields: string[]) => `{\n  "fields": [\n    ${fields.join(',\n    ')}\n  ]\n}\n`;

interface Options {
  readonly format?: 'markdown' | 'plaintext';
  readonly settings?: Readonly<Record<string, unknown>>;
}

async function open(
  files: Readonly<Record<string, string>>,
  { format = 'markdown', settings }: Options = {},
) {
  return startClient({
    files,
    capabilities: { textDocument: { hover: { contentFormat: [format] } } },
    initializationOptions: { mongodb: '9.0', ...settings },
  });
}

async function hoverAt(client: TestClient, file: string, offset: number): Promise<Hover | null> {
  const position = rangesOf(client.stored.get(file) ?? '').positionAt(offset);
  const textDocument = { uri: client.uri(file) };
  return client.connection.sendRequest('textDocument/hover', { textDocument, position });
}

/** The card at the first place of a text, in the words that a reader sees. */
async function cardAt(client: TestClient, file: string, part: string): Promise<string | undefined> {
  const text = client.stored.get(file) ?? '';
  await client.open(file);
  const answer = await hoverAt(client, file, text.indexOf(part) + 1);
  const contents = answer?.contents as { value: string } | undefined;
  return contents?.value
    .replaceAll(/&nbsp;/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\\(?=[+_[\]*|])/g, '');
}

describe('the card of a field', () => {
  test('substring, as in the design', async () => {
    const client = await open({ 'people.json': listOf(field(1, 'email', 'string', substring)) });
    expect(await cardAt(client, 'people.json', '"strMaxQueryLength"')).toBe(
      `
**email** · Queryable Encryption, substring 2–6 of at most 50 · MongoDB 9.0 · legal

|  | plaintext | equality | this field, 25 B | longest, 50 B |
|:--|--:|--:|--:|--:|
| tokens | – | 1 | **121** | 236 |
| document | 30 B | +263 B | **+16.7 KB** | +32.6 KB |
| ESC + ECOC | – | 150 B | **18.5 KB** | 36.1 KB |
| insert | 0.03 ms | ≈ 1.1 ms | **≈ 16 ms** | ≈ 31 ms |
| × equality | – | 1× | **14×** | 27× |

\`strMaxQueryLength\`: the longest text that a search may have; 236 tokens at most, one less 191

**Leaks** to whoever watches the server: which documents share a searched piece, and how often it occurs (over 9 counters); e-mail address, 33 bits: in public lists.

Exact: tokens, bytes. Estimated: time (MongoDB 8.2.12). · [token-blow-up](file:///pages/mongodb/token-blow-up/README.md) · [value-too-long](file:///pages/mongodb/value-too-long/README.md)`.trim(),
    );
  });

  test('the length that the client sets counts', async () => {
    const client = await open(
      { 'people.json': listOf(field(1, 'email', 'string', substring)) },
      { settings: { length: 8 } },
    );
    expect(await cardAt(client, 'people.json', '"email"')).toContain('this field, 8 B');
  });

  test('equality: one column beside the plaintext, and what contention drives', async () => {
    const client = await open({
      'people.json': listOf(field(1, 'ssn', 'string', '{ "queryType": "equality", "contention": 8 }')),
    });
    const card = await cardAt(client, 'people.json', '"contention"');
    expect(card).toContain('|  | plaintext | this field, 25 B |');
    expect(card).toContain('`contention`: 9 counters a value: a lookup probes them all');
    expect(card).toContain(
      'how often it occurs (over 9 counters); US social security number, 29.7 bits: all can be tried.',
    );
  });

  test('range: one size, and order', async () => {
    const client = await open({
      'people.json': listOf(
        field(
          1,
          'visits',
          'int',
          '{ "queryType": "range", "min": { "$numberInt": "0" }, "max": { "$numberInt": "200" } }',
        ),
      ),
    });
    const card = await cardAt(client, 'people.json', '"max"');
    expect(card).toContain('Queryable Encryption, range, 8 bits · MongoDB 9.0 · legal');
    expect(card).toContain('|  | plaintext | equality | this field |');
    expect(card).toContain('| tokens | – | 1 | **2** |');
    expect(card).toContain('closer bounds leave fewer tokens; now 8 bits');
    expect(card).toContain('over many searches how values are ordered');
  });

  test('not searched: only presence and length', async () => {
    const client = await open({
      'people.json': listOf(field(1, 'remarks', 'string'), field(2, 'active', 'bool')),
    });
    expect(await cardAt(client, 'people.json', '"remarks"')).toContain(
      '**Leaks** whether a value is there, and its length in steps of 16 bytes.',
    );
    expect(await cardAt(client, 'people.json', '"active"')).toContain('**Leaks** whether a value is there.');
  });

  test('refused: why, and no numbers', async () => {
    const both = `[${substring}, { "queryType": "equality" }]`;
    const client = await open({ 'people.json': listOf(field(1, 'reference', 'string', both)) });
    expect(await cardAt(client, 'people.json', '"reference"')).toBe(
      `
**reference** · Queryable Encryption, substring + equality · MongoDB 9.0 · **refused**

**Refused**: equality cannot stand beside substring (server code 9783414) [mongodb/query-type-combination](file:///pages/mongodb/query-type-combination/README.md)

No numbers: a declaration that is refused stores nothing.`.trim(),
    );
  });

  test('what is switched off is still not legal', async () => {
    const client = await open({
      'people.json': listOf(field(1, 'reference', 'string', '{ "queryType": "Equality" }')),
      'encsafe.config.json': '{ "rules": { "mongodb/query-type-name": "off" } }',
    });
    expect(await cardAt(client, 'people.json', '"reference"')).toContain('**refused**');
  });

  test('an assumed version is said, and what it refuses is refused', async () => {
    const client = await startClient({
      files: { 'people.json': listOf(field(1, 'reference', 'string', '{ "queryType": "rangePreview" }')) },
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    });
    expect(await cardAt(client, 'people.json', '"reference"')).toMatch(
      /MongoDB 9\.0 \(assumed\) · \*\*refused\*\*/,
    );
  });

  test('known only at run time: neither a verdict nor numbers', async () => {
    const source = `export const encryptedFields = { fields: [{ path: 'reference', bsonType: 'string', keyId: key, queries: { queryType: 'prefix', strMinQueryLength: 3, strMaxQueryLength: limit(), caseSensitive: true, diacriticSensitive: true } }] };\n`;
    const client = await open({ 'a.ts': source });
    const card = await cardAt(client, 'a.ts', `'reference'`);
    expect(card).toMatch(/^\*\*reference\*\* · Queryable Encryption, prefix · MongoDB 9\.0\n/);
    expect(card).toContain('No numbers: a part of this declaration is missing, or known only at run time.');
  });

  test('deterministic encryption on the client', async () => {
    const source = `export const options = { autoEncryption: { schemaMap: { 'crm.people': { bsonType: 'object', properties: { ssn: { encrypt: { bsonType: 'string', algorithm: 'AEAD_AES_256_CBC_HMAC_SHA_512-Deterministic', keyId: [key] } } } } } } };\n`;
    const client = await open({ 'a.ts': source });
    expect(await cardAt(client, 'a.ts', 'algorithm')).toBe(
      `
**ssn** · client-side field level encryption, deterministic · MongoDB 9.0 · legal

\`algorithm\`: one value always gives one ciphertext, so equality can find it

**Leaks** to whoever reads the database: which documents share a value, and how often each occurs; US social security number, 29.7 bits: all can be tried.

One ciphertext a value and no tokens; no formula for its bytes is published. · [deterministic-guessable](file:///pages/mongodb/deterministic-guessable/README.md)`.trim(),
    );
    expect(await cardAt(client, 'a.ts', 'crm.people')).toContain('1 encrypted field');
  });

  test('a field of Mongoose, at its name and its type', async () => {
    const source = `import { Schema } from 'mongoose';\nexport const people = new Schema({ phone: { type: String, encrypt: { keyId: key, queries: { queryType: 'equality' } } } }, { encryptionType: 'queryableEncryption' });\n`;
    const client = await open({ 'a.ts': source });
    expect(await cardAt(client, 'a.ts', 'phone')).toContain('**phone** · Queryable Encryption, equality');
    expect(await cardAt(client, 'a.ts', 'String')).toContain(
      'string can be searched by equality, prefix, suffix or substring',
    );
    expect(await cardAt(client, 'a.ts', 'encryptionType')).toBeUndefined();
  });

  test('a name that means something to Markdown', async () => {
    const client = await open({
      'people.json': listOf(field(1, 'a|b<img src=x>`c`[d](http://e)', 'string')),
    });
    await client.open('people.json');
    const answer = await hoverAt(
      client,
      'people.json',
      (client.stored.get('people.json') ?? '').indexOf('a|b'),
    );
    const { value } = (answer?.contents ?? { value: '' }) as { value: string };
    expect(value.split('\n')[0]).toContain(
      '**a\\|b&lt;img src=x&gt;&#96;c&#96;\\[d\\]\\(http\\://e)** · Queryable Encryption, not searched',
    );
  });
});

test('plain text for a client that has no Markdown', async () => {
  const client = await open(
    { 'people.json': listOf(field(1, 'email', 'string', substring)) },
    { format: 'plaintext' },
  );
  expect(await cardAt(client, 'people.json', '"email"')).toBe(
    `
email · Queryable Encryption, substring 2–6 of at most 50 · MongoDB 9.0 · legal

            plaintext  equality  this field, 25 B  longest, 50 B
tokens              –         1               121            236
document         30 B    +263 B          +16.7 KB       +32.6 KB
ESC + ECOC          –     150 B           18.5 KB        36.1 KB
insert        0.03 ms  ≈ 1.1 ms           ≈ 16 ms        ≈ 31 ms
× equality          –        1×               14×            27×

Leaks to whoever watches the server: which documents share a searched piece, and
how often it occurs (over 9 counters); e-mail address, 33 bits: in public lists.

Exact: tokens, bytes. Estimated: time (MongoDB 8.2.12). · token-blow-up ·
value-too-long`.trim(),
  );
});

test('every offset of a field gives its card, and none outside', async () => {
  const fields = [
    field(1, 'email', 'string', substring),
    field(2, 'ssn', 'string', '{ "queryType": "equality" }'),
    field(3, 'remarks', 'string'),
  ];
  const text = listOf(...fields);
  const client = await open({ 'people.json': text });
  await client.open('people.json');
  const places = ['email', 'ssn', 'remarks'].map((name, at) => {
    const start = text.indexOf(fields[at] ?? '');
    return { name, start, end: start + (fields[at] ?? '').length };
  });
  const key = { start: text.indexOf('"fields"'), end: text.indexOf('"fields"') + '"fields"'.length };
  for (let offset = 0; offset <= text.length; offset += 1) {
    const inside = places.find(({ start, end }) => start <= offset && offset < end)?.name;
    const wanted = inside ?? (key.start <= offset && offset < key.end ? 'people.json' : undefined);
    const answer = await hoverAt(client, 'people.json', offset);
    const value = (answer?.contents as { value: string } | undefined)?.value;
    expect({ offset, name: /^\*\*(.*?)\*\*/.exec(value ?? '')?.[1] }).toEqual({ offset, name: wanted });
    if (answer?.range !== undefined) {
      const { offsetAt } = rangesOf(text);
      expect(offsetAt(answer.range.start)).toBeLessThanOrEqual(offset);
      expect(offsetAt(answer.range.end)).toBeGreaterThan(offset);
    }
  }
});

test('a query type that stands elsewhere belongs to its field', async () => {
  const source = `const byAll = { queryType: 'equality' };\nexport const encryptedFields = { fields: [{ path: 'reference', bsonType: 'string', keyId: key, queries: byAll }] };\n`;
  const client = await open({ 'a.ts': source });
  expect(await cardAt(client, 'a.ts', 'queryType')).toContain('**reference**');
});

describe('all fields together', () => {
  const people = listOf(
    field(1, 'email', 'string', substring),
    field(2, 'ssn', 'string', '{ "queryType": "equality" }'),
  );

  test('the totals of a document', async () => {
    const client = await open({ 'people.json': people });
    expect(await cardAt(client, 'people.json', '"fields"')).toBe(
      `
**people.json** · Queryable Encryption · 2 encrypted fields · MongoDB 9.0

|  | typical document | longest values |
|:--|--:|--:|
| tokens | **122** | 237 |
| document | **+17.0 KB** | +32.9 KB |
| ESC + ECOC | **18.7 KB** | 36.3 KB |
| insert | **≈ 16 ms** | ≈ 31 ms |

**email** leaves 99 % of the tokens.

Exact: tokens, bytes. Estimated: time (MongoDB 8.2.12).`.trim(),
    );
  });

  test('the key of a namespace names its container', async () => {
    const source = `import { people } from './people.js';\nexport const options = { autoEncryption: { encryptedFieldsMap: { 'crm.people': people } } };\n`;
    const client = await open({
      'a.ts': source,
      'people.ts': `export const people = ${people.replaceAll(/\{ "\$uuid": ("[^"]+") \}/g, 'new UUID($1)')};\n`,
    });
    expect(await cardAt(client, 'a.ts', 'crm.people')).toContain(
      '**crm.people** · Queryable Encryption · 2 encrypted fields',
    );
  });

  test('what is refused about them, and why there is no total', async () => {
    const client = await open({
      'people.json': listOf(field(1, 'reference', 'string', '{ "queryType": "Equality" }')),
    });
    const card = await cardAt(client, 'people.json', '"fields"');
    expect(card).toContain('**refused**');
    expect(card).toContain('No total: 1 field cannot be estimated.');
  });
});

describe('the id of a rule', () => {
  test('in a comment and in a configuration', async () => {
    const client = await open({
      'a.ts':
        '// encsafe-disable-next-line mongodb/contention -- few writers\nexport {};\n// mongodb/contention\n',
      'encsafe.config.json': '{ "rules": { "mongodb/contention": "off", "mongodb/none": "off" } }',
    });
    const card = `**mongodb/contention** · warning · has suggestions

A contention that shows how often a value occurs, or that makes every lookup long. Options: contention 1000. [The page of the rule](file:///pages/mongodb/contention/README.md)`;
    expect(await cardAt(client, 'a.ts', 'mongodb/contention')).toBe(card);
    expect(await cardAt(client, 'a.ts', 'mongodb/contention\n')).toBeUndefined();
    expect(await cardAt(client, 'encsafe.config.json', 'mongodb/contention')).toBe(card);
    expect(await cardAt(client, 'encsafe.config.json', 'mongodb/none')).toBeUndefined();
  });
});

test('unknown documents, stale positions and a server that is switched off have no card', async () => {
  const client = await open({ 'people.json': listOf(field(1, 'ssn', 'string')) });
  expect(await hoverAt(client, 'none.json', 3)).toBeNull();
  await client.open('people.json');
  const textDocument = { uri: client.uri('people.json') };
  const far = { textDocument, position: { line: 999, character: 999 } };
  expect(await client.connection.sendRequest('textDocument/hover', far)).toBeNull();
  const off = await open(
    { 'people.json': listOf(field(1, 'ssn', 'string')) },
    { settings: { enable: false } },
  );
  await off.open('people.json');
  expect(await hoverAt(off, 'people.json', 30)).toBeNull();
});
