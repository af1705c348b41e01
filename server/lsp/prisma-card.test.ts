import { expect, test } from 'vitest';
import type { CodeLens, InlayHint } from 'vscode-languageserver/node';
import { cardAt } from '../../test/support/card-at.ts';
import { startClient, type TestClient } from '../../test/support/lsp-client.ts';

const clinic = `datasource db {
  provider = "mysql"
}

model Patient {
  id      Int     @id
  ssn     String  /// @encrypted?mode=strict
  ssnHash String? @unique /// @encryption:hash(ssn)?normalize=trim
  memo    String? @db.Text /// @encrypted
  token   String  /// @encrypted
  seen    DateTime
}
`;
const records = `datasource db {
  provider = "postgresql"
}

/// @fieldseal(table_uuid: "a3e1f7c2-5b94-4d08-b6e3-9f2a7c1d4e85")
model Taxpayer {
  id        Int    @id @default(autoincrement())
  /// @fieldseal(encrypted, column_uuid: "0c9e4b7a-2d15-4f6e-8a3b-1e7d5c9f2a64")
  email     Bytes
  /// @fieldseal(index: "email", idf: "argon2id", normalize: "nfc-casefold-v1",
  ///            truncate_bits: 15, projected_population: 100000)
  emailBidx Bytes?

  @@index([emailBidx])
}
`;

const files = {
  'clinic/package.json': '{ "dependencies": { "prisma-field-encryption": "1.6.0" } }',
  'clinic/schema.prisma': clinic,
  'records/package.json': '{ "dependencies": { "@fieldseal/prisma": "0.1.3" } }',
  'records/schema.prisma': records,
};

async function open(): Promise<TestClient> {
  return startClient({
    files,
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    initializationOptions: { commands: true },
  });
}

const [plain, sealed] = ['clinic/schema.prisma', 'records/schema.prisma'] as const;

test('a hashed field: what it costs, what it leaks and to whom', async () => {
  expect(await cardAt(await open(), plain, 'ssn ')).toBe(
    `
**Patient.ssn** · prisma-field-encryption · equality by sha256, no salt

|  | plaintext | this field, 25 B |
|:--|--:|--:|
| ciphertext | 25 B | **95 B** |
| index ssnHash | – | **64 B** |
| one search | – | **4.9 µs** |
| longest value in 191 characters | – | **98 B** |

**Leaks** to whoever reads the database: which rows share a value, so how often each occurs; US social security number, 29.7 bits: all are tried in 89 ms by one GPU, with nothing but the database.

Exact: bytes. Measured: search (one EPYC core, Node.js 24). · [guessable-fast-index](file:///pages/blind-index/guessable-fast-index/README.md) · [unsalted-hash](file:///pages/blind-index/unsalted-hash/README.md)
`.trim(),
  );
});

test('the annotation of a field and its hash have the same card, a field without encryption none', async () => {
  const client = await open();
  const own = await cardAt(client, plain, 'ssn ');
  expect(await cardAt(client, plain, '@encrypted')).toBe(own);
  const ofHash = await cardAt(client, plain, 'ssnHash');
  expect(ofHash).toContain('**Patient.ssnHash** · prisma-field-encryption · sha256 of ssn');
  expect(ofHash?.split('\n').slice(1)).toEqual(own?.split('\n').slice(1));
  expect(await cardAt(client, plain, 'seen')).toBeUndefined();
});

test('a field that is not searched leaks next to nothing', async () => {
  expect(await cardAt(await open(), plain, 'memo')).toBe(
    `
**Patient.memo** · prisma-field-encryption · not searched · legal

|  | plaintext | this field, 25 B |
|:--|--:|--:|
| ciphertext | 25 B | **95 B** |

**Leaks** to whoever reads the database: whether a value is there, and its length.

Exact: bytes.
`.trim(),
  );
});

test('a slow and truncated index: its band, and who waits', async () => {
  expect(await cardAt(await open(), sealed, 'email ')).toBe(
    `
**Taxpayer.email** · Fieldseal · equality by argon2id, 15 bits · legal

|  | plaintext | this field, 25 B |
|:--|--:|--:|
| ciphertext | 25 B | **136 B** |
| index emailBidx | – | **2 B** |
| one search | – | **44–70 ms** |
| values that share a term (legal: 9 to 15 bits) | – | **3.1** |

**Leaks** to whoever reads the database: which rows may share a value; e-mail address, 33 bits: public lists are tried in 20 d by one GPU that has the index key too.

**Waits**: every other request of the process, which does 14–23 searches or writes a second at most. Exact: bytes. Measured: search (two developer machines, Fieldseal docs/19).
`.trim(),
  );
});

test('an option says what it means, what else it may be, and where that is written', async () => {
  const client = await open();
  expect(await cardAt(client, plain, 'mode=strict')).toBe(
    `
**mode** · prisma-field-encryption

What is done with a stored value that cannot be decrypted, and whether new ones are encrypted.

**strict**: a ciphertext that cannot be decrypted throws.

One of strict or readonly. Without it: such a value is returned as it is stored.

Source: prisma-field-encryption 1.6.0.
`.trim(),
  );
  expect(await cardAt(client, plain, 'normalize')).toContain('**trim**: without blanks at both ends.');
  expect(await cardAt(client, sealed, 'truncate_bits')).toContain(
    'For 100,000 values the band is 9 to 15 bits. With 15, C, how many values share a term on average, is 3.1.',
  );
  expect(await cardAt(client, sealed, 'argon2id')).toContain('One of argon2id or hmac-sha512.');
  expect(await cardAt(client, sealed, 'table_uuid')).toContain('Source: Fieldseal specification');
});

async function lensesOf(client: TestClient, file: string) {
  const uri = await client.open(file);
  const lenses: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', {
    textDocument: { uri },
  });
  return lenses.map(({ command, range }) => [range.start.line, command?.title]);
}

test('a lens above each field with an index', async () => {
  const client = await open();
  expect(await lensesOf(client, plain)).toEqual([
    [6, 'sha256, no salt · 64 B · every value tried in 89 ms on one GPU'],
  ]);
  expect(await lensesOf(client, sealed)).toEqual([
    [8, 'argon2id, 15 bits · 2 B · 44–70 ms a search · public lists tried in 20 d on one GPU with the key'],
  ]);
});

test('hints behind the bits and the population', async () => {
  const client = await open();
  const uri = await client.open(sealed);
  const hints: InlayHint[] = await client.connection.sendRequest('textDocument/inlayHint', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } },
  });
  expect(hints.map(({ label, position }) => [position.line, position.character, label])).toEqual([
    [10, 34, '→ C = 3.1'],
    [10, 64, '→ 9 to 15 bits'],
  ]);
});
