import { expect, test } from 'vitest';
import type { CodeLens } from 'vscode-languageserver/node';
import { cardAt } from '../../test/support/card-at.ts';
import { startClient, type TestClient } from '../../test/support/lsp-client.ts';

const migration = `CREATE TABLE people (
  id      bigint PRIMARY KEY,
  email   public.eql_v3_text_search,
  salary  public.eql_v3_integer_ord_ore,
  memo    public.eql_v3_text
);
CREATE INDEX people_email_eq    ON people (eql_v3.eq_term(email));
CREATE INDEX people_email_ord   ON people (eql_v3.ord_term(email));
CREATE INDEX people_email_match ON people USING gin (eql_v3.match_term(email));
`;
const query = `SELECT id FROM people WHERE email @@ $1::eql_v3.query_text_search;
SELECT id FROM people WHERE people.email = $1::eql_v3.query_text_search;
`;
const schema = `import { csColumn, csTable } from '@cipherstash/protect';

export const drivers = csTable('drivers', { licence: csColumn('licence').equality() });
`;

const files = { 'migrations/1.sql': migration, 'queries/find.sql': query, 'src/schema.ts': schema };

async function open(): Promise<TestClient> {
  return startClient({
    files,
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    initializationOptions: { commands: true },
  });
}

test('a column of a migration: what it is, costs, leaks, and where it is searched', async () => {
  const client = await open();
  expect(await cardAt(client, 'migrations/1.sql', 'email ')).toBe(
    `
**people.email** · eql_v3_text_search · equality + order + match · EQL 3.0.5 (assumed) · legal

|  | plaintext | equality | this column, 25 B |
|:--|--:|--:|--:|
| value | 26 B | 260 B | **2.3 KB** |
| indexes | – | 96 B | **848 B** |
| index build | – | 1 s | **78 s** |
| insert, × equality | – | 1× | **–** |
| search | – | equality 0.12 ms | **match 16 ms** |
| search, × plaintext | – | 1.3× | **–** |
| without index | – | 7.8 s | **56 ms at 10,000** |

**Leaks** to whoever reads the database: the order of all values, and which are equal; which rows share pieces of their text, and how long it is; e-mail address, 33 bits: in public lists.

**Searched** in 2 places: queries/find.sql.

Bytes by the layout of PostgreSQL. Measured: searches at 1 million rows, inserts (cipherstash/benches).
`.trim(),
  );
});

test('a column that a query names has the same card', async () => {
  const client = await open();
  const [declared, used] = [
    await cardAt(client, 'migrations/1.sql', 'email '),
    await cardAt(client, 'queries/find.sql', 'people.email'),
  ];
  expect(used).toBe(declared);
});

test('a column that is not searched leaks next to nothing', async () => {
  expect(await cardAt(await open(), 'migrations/1.sql', 'memo')).toBe(
    `
**people.memo** · eql_v3_text · not searched · EQL 3.0.5 (assumed) · legal

|  | plaintext | this column, 25 B |
|:--|--:|--:|
| value | 26 B | **180 B** |

**Leaks** to whoever reads the database: whether a value is there, and its length.

Bytes by the layout of PostgreSQL. Measured: searches at 1 million rows, inserts (cipherstash/benches).
`.trim(),
  );
});

test('a column in code whose sizes nobody published', async () => {
  expect(await cardAt(await open(), 'src/schema.ts', "'licence'")).toBe(
    `
**drivers.licence** · eql_v2_encrypted of text · equality · EQL 2.3.1 (assumed) · legal

**Leaks** to whoever reads the database: which rows share a value, so how often each occurs.

No numbers: nothing is published about the sizes of EQL v2.
`.trim(),
  );
});

test('a lens above each searched column', async () => {
  const client = await open();
  const uri = await client.open('migrations/1.sql');
  const lenses: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', {
    textDocument: { uri },
  });
  expect(lenses.map(({ command, range }) => [range.start.line, command?.title])).toEqual([
    [2, 'equality + order + match · 2.3 KB a row · 848 B of indexes'],
    [3, 'equality + order (block ORE) · 1.0 KB a row · 644 B of indexes · insert 5.3× equality'],
  ]);
});
