import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listOf } from '../support/field-lists.ts';
import { type Client, fullCapabilities, startClient } from '../support/lsp-client.ts';
import { ensureBuilt, startProcess } from '../support/server-process.ts';

const wrong = listOf('Equality');
const right = listOf('equality');
/** Legal from MongoDB 9.0 on. */
const newest = listOf('substring').replace(
  '"queryType": "substring"',
  '"queryType": "substring", "strMinQueryLength": 3, "strMaxQueryLength": 6, "strMaxLength": 20, "caseSensitive": true, "diacriticSensitive": true',
);
const capabilities = fullCapabilities;

const codes = async (client: Client, file: string) =>
  (await client.diagnostics(file)).map(({ code }) => code);

beforeAll(ensureBuilt, 120_000);

describe('several folders', () => {
  test('each have their own configuration and their own version', async () => {
    const client = await startClient({
      folders: ['old', 'new', 'off'],
      capabilities,
      files: {
        'old/docker-compose.yml': 'services:\n  db:\n    image: mongo:8.2\n',
        'old/a.json': newest,
        'new/docker-compose.yml': 'services:\n  db:\n    image: mongo:9.0\n',
        'new/a.json': newest,
        'off/a.json': wrong,
        'off/encsafe.config.json': '{ "rules": { "mongodb/query-type-name": "off" } }',
      },
    });
    const errors = async (file: string) =>
      (await client.diagnostics(file)).filter(({ severity }) => severity === 1).length;
    expect(await errors('old/a.json')).toBeGreaterThan(0);
    expect(await errors('new/a.json')).toBe(0);
    expect(await codes(client, 'off/a.json')).toEqual([]);
    await client.open('old/docker-compose.yml', 'services:\n  db:\n    image: mongo:9.0\n');
    expect(await errors('old/a.json')).toBe(0);
  });

  test('one in the other: the inner one speaks, and both see what is open', async () => {
    const client = await startClient({
      folders: ['app', 'app/inner'],
      capabilities,
      files: {
        'app/a.ts': `import { kind } from './inner/kind.js';\nexport const x = { fields: [{ path: 'reference', bsonType: 'string', keyAltName: 'k', queries: { queryType: kind } }] };\n`,
        'app/inner/kind.ts': `export const kind = 'equality';\n`,
        'app/inner/b.json': wrong,
      },
    });
    const { items } = await client.pullWorkspace();
    expect(items.map(({ uri }) => uri)).toEqual([client.uri('app/inner/b.json')]);
    await client.open('app/inner/kind.ts', `export const kind = 'Equality';\n`);
    const after = await client.pullWorkspace();
    // The constant stands in the inner folder, and only the outer one knows what it is used for.
    expect(after.items.map(({ uri }) => uri)).toEqual([client.uri('app/inner/b.json')]);
    await client.close('app/inner/kind.ts');
    expect((await client.pullWorkspace()).items).toHaveLength(1);
  });

  test('come and go', async () => {
    const client = await startClient({
      folders: ['app'],
      capabilities,
      files: {
        'app/a.json': right,
        'api/a.json': wrong,
        'api/encsafe.config.json': '{ "rules": { "mongodb/query-type-name": "warning" } }',
      },
    });
    const change = (added: readonly string[], removed: readonly string[]) =>
      client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: {
          added: added.map((name) => ({ uri: client.uri(name), name })),
          removed: removed.map((name) => ({ uri: client.uri(name), name })),
        },
      });
    await client.open('api/a.json');
    expect(await client.diagnostics('api/a.json')).toMatchObject([{ severity: 2 }]);
    await vi.waitFor(async () => {
      await change(['api'], []);
      expect((await client.pullWorkspace()).items).toMatchObject([{ uri: client.uri('api/a.json') }]);
    });
    await change([], ['api']);
    expect((await client.pullWorkspace()).items).toEqual([]);
    expect(await client.diagnostics('api/a.json')).toHaveLength(1);
  });
});

describe('documents', () => {
  test('that were never saved are read as what their editor says they are', async () => {
    const client = await startClient({ capabilities, files: {} });
    await client.open('untitled:Untitled-1', wrong, 'json');
    await client.open('untitled:Untitled-2', wrong, 'plaintext');
    expect(await codes(client, 'untitled:Untitled-1')).toEqual(['mongodb/query-type-name']);
    expect(await codes(client, 'untitled:Untitled-2')).toEqual([]);
    await client.change('untitled:Untitled-1', right);
    expect(await codes(client, 'untitled:Untitled-1')).toEqual([]);
    await client.close('untitled:Untitled-1');
    expect(await codes(client, 'untitled:Untitled-1')).toEqual([]);
  });

  test('of a scheme that nobody knows stand alone', async () => {
    const client = await startClient({ capabilities, files: { 'a.json': right } });
    await client.open('odd-scheme://host/some/a.json', wrong);
    expect(await codes(client, 'odd-scheme://host/some/a.json')).toEqual(['mongodb/query-type-name']);
    await client.open('::::', wrong, 'json');
    await client.close('::::');
    expect(await codes(client, 'a.json')).toEqual([]);
  });

  test('that are closed say again what is stored; what is gone says nothing', async () => {
    const client = await startClient({ capabilities, files: { 'a.json': right, 'b.json': wrong } });
    await client.open('a.json', wrong);
    expect(await codes(client, 'a.json')).toEqual(['mongodb/query-type-name']);
    await client.close('a.json');
    expect(await codes(client, 'a.json')).toEqual([]);
    client.stored.delete('b.json');
    await client.watched('b.json');
    expect(await codes(client, 'b.json')).toEqual([]);
    expect((await client.pullWorkspace()).items).toEqual([]);
  });

  test('go with a folder that is moved as a whole', async () => {
    const client = await startClient({ capabilities, files: { 'old/a.json': wrong } });
    expect((await client.pullWorkspace()).items).toMatchObject([{ uri: client.uri('old/a.json') }]);
    client.stored.delete('old/a.json');
    client.stored.set('new/a.json', wrong);
    await client.connection.sendNotification('workspace/didRenameFiles', {
      files: [{ oldUri: client.uri('old'), newUri: client.uri('new') }],
    });
    expect((await client.pullWorkspace()).items).toMatchObject([{ uri: client.uri('new/a.json') }]);
  });

  test('changed by edits that do not fit leave the server as it is', async () => {
    const client = await startClient({ capabilities, files: { 'a.json': right } });
    const { connection, uri } = client;
    const change = (textDocument: object, contentChanges: readonly object[]) =>
      connection.sendNotification('textDocument/didChange', { textDocument, contentChanges });
    await change({ uri: uri('never-opened.json'), version: 2 }, [{ text: wrong }]);
    await client.open('a.json');
    const far = { start: { line: 900, character: 900 }, end: { line: 901, character: 0 } };
    await change({ uri: uri('a.json'), version: 1 }, [{ range: far, text: ' ' }]);
    await change({ uri: uri('a.json'), version: null }, [{ text: wrong }]);
    await connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: uri('never-opened.json') },
    });
    expect(await codes(client, 'a.json')).toEqual([]);
    await change({ uri: uri('a.json'), version: 0 }, [{ text: wrong }]);
    expect(await codes(client, 'a.json')).toEqual(['mongodb/query-type-name']);
  });
});

describe('settings', () => {
  test('switch it off and on, for clients that push them and for those that are asked', async () => {
    const pushing = await startClient({
      capabilities: { textDocument: { diagnostic: {} } },
      files: { 'a.json': wrong },
    });
    const push = (settings: unknown) =>
      pushing.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await push({ encsafe: { enable: false } });
    expect(await codes(pushing, 'a.json')).toEqual([]);
    await push(null);
    expect(await codes(pushing, 'a.json')).toEqual(['mongodb/query-type-name']);

    const asked = await startClient({
      capabilities,
      settings: { enable: false },
      files: { 'a.json': wrong },
    });
    await vi.waitFor(async () => expect(await codes(asked, 'a.json')).toEqual([]));
    expect((await asked.pullWorkspace()).items).toEqual([]);
  });

  test('may differ from folder to folder', async () => {
    const client = await startClient({
      folders: ['app', 'api'],
      capabilities,
      files: { 'app/a.json': newest, 'api/a.json': newest },
    });
    client.connection.onRequest('workspace/configuration', ({ items }: { items: { scopeUri?: string }[] }) =>
      items.map(({ scopeUri }) => ({ mongodb: scopeUri?.endsWith('api') === true ? '8.2' : '9.0' })),
    );
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await vi.waitFor(async () => {
      expect((await client.diagnostics('app/a.json')).filter(({ severity }) => severity === 1)).toEqual([]);
      expect((await client.diagnostics('api/a.json')).filter(({ severity }) => severity === 1)).not.toEqual(
        [],
      );
    });
  });
});

describe('the shipped server', () => {
  test('sees what another program mends on disk, and what it writes above the open folder', async () => {
    const client = await startProcess({
      files: { 'app/a.json': wrong, 'app/b.json': right },
      capabilities,
      folders: ['app'],
    });
    expect(await codes(client, 'app/a.json')).toEqual(['mongodb/query-type-name']);
    writeFileSync(path.join(client.folder, 'app/a.json'), right);
    writeFileSync(path.join(client.folder, 'app/b.json'), wrong);
    await client.watched('app/a.json', 'app/b.json');
    expect(await codes(client, 'app/a.json')).toEqual([]);
    expect(await codes(client, 'app/b.json')).toEqual(['mongodb/query-type-name']);
    writeFileSync(
      path.join(client.folder, 'encsafe.config.json'),
      '{ "rules": { "mongodb/query-type-name": "off" } }',
    );
    await client.watched('encsafe.config.json');
    expect(await codes(client, 'app/b.json')).toEqual([]);
  });

  test('outlives a folder that is removed below it', async () => {
    const client = await startProcess({ files: { 'app/a.json': wrong }, capabilities, folders: ['app'] });
    await client.open('app/a.json');
    expect(await codes(client, 'app/a.json')).toEqual(['mongodb/query-type-name']);
    rmSync(path.join(client.folder, 'app'), { recursive: true });
    await client.watched('app/a.json');
    await client.change('app/a.json', `${wrong} `);
    expect(await codes(client, 'app/a.json')).toEqual(['mongodb/query-type-name']);
  });

  test('is started by the command line too', async () => {
    const client = await startProcess({
      files: { 'a.json': wrong },
      capabilities,
      command: ['cli.js', 'lsp', '--stdio'],
    });
    expect(client.initialized.serverInfo?.name).toBe('encsafe');
    expect(await codes(client, 'a.json')).toEqual(['mongodb/query-type-name']);
  });
});
