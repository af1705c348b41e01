import { expect, test } from 'vitest';
import type { CodeLens } from 'vscode-languageserver/node';
import { type ClientOptions, startClient } from '../../test/support/lsp-client.ts';

const uuid = (last: number) => `{ "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d4${last}" }`;
const substring = (longest: number) =>
  `{ "queryType": "substringPreview", "strMinQueryLength": 3, "strMaxQueryLength": 10, "strMaxLength": ${longest}, "caseSensitive": false, "diacriticSensitive": false }`;
const people = `{
  "fields": [
    { "path": "email", "keyId": ${uuid(1)}, "bsonType": "string", "queries": ${substring(40)} },
    {
      "path": "ssn", "keyId": ${uuid(2)}, "bsonType": "string", "queries": { "queryType": "equality" }
    },
    { "path": "remarks", "keyId": ${uuid(3)}, "bsonType": "string" }
  ]
}
`;
const one = `{ "fields": [{ "path": "ssn", "keyId": ${uuid(2)}, "bsonType": "string", "queries": { "queryType": "equality" } }] }`;

async function lensesOf(text: string, options: ClientOptions = {}) {
  const client = await startClient({
    files: { 'people.json': text },
    initializationOptions: { mongodb: '8.2', commands: true },
    ...options,
  });
  const uri = await client.open('people.json');
  const ask = (): Promise<CodeLens[]> =>
    client.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  return { client, uri, ask, lenses: await ask() };
}

test('one line a searched field, one for all, and none that says nothing', async () => {
  const { lenses, uri } = await lensesOf(people);
  const at = (line: number, character: number) => ({ start: { line, character }, end: { line, character } });
  expect(lenses).toEqual([
    {
      range: at(1, 2),
      command: {
        title: '3 encrypted fields · 174 tokens · +24.2 KB a document · 26.6 KB ESC + ECOC',
        command: 'encsafe.showCosts',
        arguments: [uri, 'people.json'],
      },
    },
    {
      range: at(2, 4),
      command: {
        title: 'substring · 173 tokens · +23.9 KB · 20× equality',
        command: 'encsafe.showCosts',
        arguments: [uri, 'people.json', 'email'],
      },
    },
    {
      range: at(3, 4),
      command: {
        title: 'equality · 1 token · +263 B',
        command: 'encsafe.showCosts',
        arguments: [uri, 'people.json', 'ssn'],
      },
    },
  ]);
});

test('a list of one field has no line for all, and a client without commands gets none to run', async () => {
  const { lenses } = await lensesOf(one, { initializationOptions: { mongodb: '9.0' } });
  expect(lenses.map(({ command }) => command)).toEqual([
    { title: 'equality · 1 token · +263 B', command: '' },
  ]);
});

test('nothing for what is not known, or when it is switched off', async () => {
  const unknown = people.replace('"strMaxLength": 40, ', '');
  const { lenses } = await lensesOf(unknown);
  expect(lenses.map(({ command }) => command?.title)).toEqual(['equality · 1 token · +263 B']);
  const off = await lensesOf(people, { initializationOptions: { codeLens: false } });
  expect(off.lenses).toEqual([]);
});

test('a literal that two lists share has one line', async () => {
  const source = `const ssn = { path: 'ssn', keyId: key, bsonType: 'string', queries: { queryType: 'equality' } };
export const a = { fields: [ssn] };
export const b = { fields: [ssn] };
`;
  const client = await startClient({ files: { 'a.ts': source } });
  const uri = await client.open('a.ts');
  const lenses: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', {
    textDocument: { uri },
  });
  expect(lenses.map(({ range }) => range.start.line)).toEqual([0]);
});

test('after a change elsewhere that makes other numbers the client is asked to ask again, and not otherwise', async () => {
  const { client, uri, ask, lenses } = await lensesOf(one, {
    capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    initializationOptions: { mongodb: '9.0' },
  });
  expect(lenses).toHaveLength(1);
  let refreshed = 0;
  const next = new Promise<void>((resolve) => {
    client.connection.onRequest('workspace/codeLens/refresh', () => {
      refreshed += 1;
      resolve();
      return null;
    });
  });
  // The client asks after its own edits by itself.
  await client.change('people.json', `${one}\n`);
  await ask();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(refreshed).toBe(0);

  client.stored.set('encsafe.config.json', '{ "assumptions": { "length": 100 } }');
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uri.replace('people.json', 'encsafe.config.json'), type: 1 }],
  });
  await next;
  expect((await ask())[0]?.command?.title).toMatch(/^equality · 1 token · \+2\d\d B$/);
});

test('an unknown document has none', async () => {
  const { client } = await lensesOf(one);
  const textDocument = { uri: client.uri('none.json') };
  expect(await client.connection.sendRequest('textDocument/codeLens', { textDocument })).toEqual([]);
});
