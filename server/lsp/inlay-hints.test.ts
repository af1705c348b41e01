import { expect, test } from 'vitest';
import type { InlayHint, Range } from 'vscode-languageserver/node';
import { type ClientOptions, startClient } from '../../test/support/lsp-client.ts';

const everything: Range = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };

async function hintsOf(text: string, range = everything, options: ClientOptions = {}): Promise<InlayHint[]> {
  const client = await startClient({
    files: { 'a.ts': text },
    initializationOptions: { mongodb: '9.0' },
    ...options,
  });
  const uri = await client.open('a.ts');
  return client.connection.sendRequest('textDocument/inlayHint', { textDocument: { uri }, range });
}

/** The text with each hint in its place. */
function shown(text: string, hints: readonly InlayHint[]): string {
  const lines = text.split('\n');
  for (const { position, label } of hints.toReversed()) {
    const line = lines[position.line] ?? '';
    lines[position.line] = `${line.slice(0, position.character)} ${label}${line.slice(position.character)}`;
  }
  return lines.join('\n');
}

const declared = (bsonType: string, ...queries: string[]) =>
  `export const encryptedFields = { fields: [{ path: 'reference', keyId: key, bsonType: '${bsonType}', queries: [\n  ${queries.join(',\n  ')}\n] }] };\n`;
const folding = 'caseSensitive: true, diacriticSensitive: true';

async function line(text: string, at = 1): Promise<string | undefined> {
  return shown(text, await hintsOf(text))
    .split('\n')
    [at]?.trim();
}

test('substring: what each number leads to', async () => {
  const query = `{ queryType: 'substring', strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength: 50, ${folding} }`;
  expect(await line(declared('string', query))).toBe(
    `{ queryType: 'substring', strMinQueryLength: 2 → one more: 187 tokens, strMaxQueryLength: 6 → 236 tokens, strMaxLength: 50 → +32.6 KB, ${folding} }`,
  );
});

test('prefix and suffix: the share of each', async () => {
  const query = (kind: string, most: number) =>
    `{ queryType: '${kind}', strMinQueryLength: 3, strMaxQueryLength: ${most}, ${folding} }`;
  const text = declared('string', query('prefix', 10), query('suffix', 6));
  expect(await line(text, 1)).toContain('strMaxQueryLength: 10 → 8 of 13 tokens,');
  expect(await line(text, 2)).toContain('strMaxQueryLength: 6 → 4 of 13 tokens,');
  expect(await line(declared('string', query('prefix', 10)))).toContain('strMaxQueryLength: 10 → 9 tokens,');
});

test('range: bits behind the bounds, tokens behind the last number', async () => {
  expect(await line(declared('int', `{ queryType: 'range', min: 0, max: 200 }`))).toBe(
    `{ queryType: 'range', min: 0, max: 200 → 8 bits, 2 tokens }`,
  );
  expect(
    await line(declared('int', `{ queryType: 'range', min: 0, max: 200, sparsity: 1, trimFactor: 1 }`)),
  ).toBe(`{ queryType: 'range', min: 0, max: 200 → 8 bits, sparsity: 1, trimFactor: 1 → 8 tokens }`);
});

test('contention: counters', async () => {
  expect(await line(declared('string', `{ queryType: 'equality', contention: 8 }`))).toBe(
    `{ queryType: 'equality', contention: 8 → 9 counters a lookup }`,
  );
  expect(await line(declared('string', `{ queryType: 'equality', contention: 0 }`))).toContain(
    '0 → 1 counter a lookup',
  );
  expect(await line(declared('long', `{ queryType: 'range', contention: 4 }`))).toContain(
    '4 → 5 counters an edge',
  );
});

test('a sentence explains each', async () => {
  const text = declared(
    'string',
    `{ queryType: 'substring', strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength: 50, ${folding} }`,
  );
  expect((await hintsOf(text)).map(({ tooltip }) => tooltip)).toEqual([
    'Searches of at least one character more leave at most 187 tokens instead of 236.',
    'A value leaves at most 236 tokens, a value of 25 B 121. Searches of one character less leave 191.',
    'The longest value adds 32.6 KB to its document. One character less saves 689 B.',
  ]);
});

test('nothing where nothing is known, elsewhere, or when it is switched off', async () => {
  expect(await hintsOf(declared('string', `{ queryType: 'substring', strMaxQueryLength: limit() }`))).toEqual(
    [],
  );
  const text = declared('int', `{ queryType: 'range', min: 0, max: 200 }`);
  const first: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 999 } };
  expect(await hintsOf(text, first)).toEqual([]);
  expect(await hintsOf(text, everything, { initializationOptions: { inlayHints: false } })).toEqual([]);
});

test('a number that stands elsewhere is explained where it is used', async () => {
  const text = `const most = 200;\n${declared('int', `{ queryType: 'range', min: 0, max: most }`)}`;
  expect(await line(text, 2)).toBe(`{ queryType: 'range', min: 0, max: most → 8 bits, 2 tokens }`);
});
