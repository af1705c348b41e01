import { beforeAll, describe, expect, test, vi } from 'vitest';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { listOf } from '../support/field-lists.ts';
import { fullCapabilities, startClient } from '../support/lsp-client.ts';
import { ensureBuilt, startProcess } from '../support/server-process.ts';

const { Error: error, Hint: hint } = DiagnosticSeverity;
const wrong = listOf('Equality');
const right = listOf('equality');

beforeAll(ensureBuilt, 120_000);

describe('the shipped server', () => {
  test('answers a pull with all that an editor shows', async () => {
    const { open, pull, uri, initialized } = await startProcess({
      files: { 'a.json': wrong },
      capabilities: fullCapabilities,
    });
    expect(initialized.capabilities.diagnosticProvider).toEqual({
      identifier: 'encsafe',
      interFileDependencies: true,
      workspaceDiagnostics: true,
      workDoneProgress: true,
    });
    await open('a.json');
    const report = await pull('a.json');
    const range = { start: { line: 9, character: 21 }, end: { line: 9, character: 31 } };
    const zero = { line: 0, character: 0 };
    expect(report).toEqual({
      kind: 'full',
      resultId: expect.any(String),
      items: [
        {
          range,
          severity: error,
          code: 'mongodb/query-type-name',
          codeDescription: {
            href: expect.stringMatching(/^file:.*\/rules\/mongodb\/query-type-name\/README\.md$/),
          },
          source: 'encsafe',
          message: expect.stringContaining('Equality'),
          data: {
            fixes: [
              {
                title: expect.any(String),
                safe: true,
                edits: [{ uri: uri('a.json'), version: 1, edits: [{ range, newText: '"equality"' }] }],
              },
            ],
            suppression: {
              title: 'Disable mongodb/query-type-name of reference in encsafe.config.json, with a reason',
              creates: true,
              edits: [
                {
                  uri: uri('encsafe.config.json'),
                  version: null,
                  edits: [
                    {
                      range: { start: zero, end: zero },
                      newText: `${JSON.stringify(
                        {
                          suppress: [
                            {
                              rule: 'mongodb/query-type-name',
                              file: 'a.json',
                              field: 'reference',
                              reason: 'why this is fine',
                            },
                          ],
                        },
                        undefined,
                        2,
                      )}\n`,
                    },
                  ],
                },
              ],
            },
          },
        },
      ],
    });
    expect(await pull('a.json', report.resultId)).toEqual({ kind: 'unchanged', resultId: report.resultId });
  });

  test('knows no result of the server that ran before it', async () => {
    const first = await startProcess({ files: { 'a.json': wrong }, capabilities: fullCapabilities });
    await first.open('a.json');
    const before = await first.pull('a.json');
    await first.connection.sendRequest('shutdown');
    await first.connection.sendNotification('exit');
    const code = await new Promise((resolve) => first.process.once('exit', resolve));
    expect(code).toBe(0);

    const second = await startProcess({ folder: first.folder, capabilities: fullCapabilities });
    await second.open('a.json', right);
    expect(await second.pull('a.json', before.resultId)).toMatchObject({ kind: 'full', items: [] });
    await second.change('a.json', wrong);
    expect(await second.pull('a.json', before.resultId)).toMatchObject({
      kind: 'full',
      items: [{ code: 'mongodb/query-type-name' }],
    });
  });

  test.each([
    ['no capabilities', {}, undefined],
    ['null settings', fullCapabilities, null],
    ['settings of other types', fullCapabilities, { length: 'long', mongodb: 9, enable: 'yes' }],
  ])('serves a client with %s', async (_name, capabilities, settings) => {
    const { open, diagnostics } = await startProcess({
      files: { 'a.json': wrong },
      capabilities,
      ...(settings === undefined ? {} : { settings }),
    });
    await open('a.json');
    expect(await diagnostics('a.json')).toMatchObject([{ code: 'mongodb/query-type-name' }]);
  });
});

describe('a pull', () => {
  test('of a document that is closed, gone, outside of everything or no document at all', async () => {
    const { pull } = await startClient({ files: { 'a.json': wrong }, capabilities: fullCapabilities });
    expect(await pull('a.json')).toMatchObject({
      kind: 'full',
      items: [{ code: 'mongodb/query-type-name' }],
    });
    const nothing = { kind: 'full', resultId: 'clean', items: [] };
    expect(await pull('gone.json')).toEqual(nothing);
    expect(await pull('file:///elsewhere/a.json')).toEqual(nothing);
    expect(await pull('untitled:Untitled-1')).toEqual(nothing);
    expect(await pull('odd-scheme://host/a.json')).toEqual(nothing);
    expect(await pull('::::')).toEqual(nothing);
  });

  test('follows every edit, and says when nothing is new', async () => {
    const { open, edit, pull } = await startClient({
      files: { 'a.json': wrong },
      capabilities: fullCapabilities,
    });
    await open('a.json');
    const first = await pull('a.json');
    await edit('a.json', range(9, 22, 9, 23), 'e');
    const second = await pull('a.json', first.resultId);
    expect(second).toMatchObject({ kind: 'full', items: [] });
    expect(await pull('a.json', second.resultId)).toEqual({ kind: 'unchanged', resultId: second.resultId });
  });

  test('of a file that another one refers to names both places', async () => {
    const files = {
      'keys.ts': `export const keyId = '8d8fef41-eff1-4e86-8234-39983d648d43';\n`,
      'a.json': `{ "fields": [
  { "path": "reference", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string", "queries": { "queryType": "equality" } },
  { "path": "reference", "keyId": { "$uuid": "1d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string", "queries": { "queryType": "equality" } }
] }`,
    };
    const [full, plain] = [
      await startClient({ files, capabilities: fullCapabilities }),
      await startClient({ files, capabilities: { textDocument: { diagnostic: {} } } }),
    ];
    const [item] = await full.diagnostics('a.json');
    expect(item?.relatedInformation).toMatchObject([
      { location: { uri: full.uri('a.json'), range: { start: { line: 1 } } } },
    ]);
    const [bare] = await plain.diagnostics('a.json');
    expect(bare).toMatchObject({ code: item?.code });
    expect(bare).not.toHaveProperty('relatedInformation');
  });

  test('never leaves the text: lone line breaks, a half-typed file, a mark at the front', async () => {
    const { open, change, diagnostics } = await startClient({ capabilities: fullCapabilities });
    await open('a.json', '');
    for (const text of [
      wrong.replaceAll('\n', '\r\n'),
      wrong.replaceAll('\n', '\r'),
      `\ufeff${wrong}`,
      wrong.slice(0, -6),
      '{ "fields": [{ "path": "x", "queries": { "queryType": "equality"',
      '{ "encryptedFields": {\r',
    ]) {
      await change('a.json', text);
      const lines = text.split(/\r\n|\r|\n/);
      for (const { range: found } of await diagnostics('a.json')) {
        for (const { line, character } of [found.start, found.end]) {
          expect(line).toBeLessThan(lines.length);
          expect(character).toBeLessThanOrEqual(lines[line]?.length ?? 0);
        }
      }
    }
  });

  test('shows as hints what the baseline knows', async () => {
    const baseline = {
      version: 1,
      findings: [{ file: 'a.json', rule: 'mongodb/query-type-name', field: 'reference', count: 1 }],
    };
    const { diagnostics } = await startClient({
      files: { 'a.json': wrong, 'encsafe.baseline.json': JSON.stringify(baseline) },
      capabilities: fullCapabilities,
    });
    const [known] = await diagnostics('a.json');
    expect(known).toMatchObject({ severity: hint, code: 'mongodb/query-type-name' });
    expect(known?.data.suppression).toBeUndefined();
  });

  test('finds what is wrong in the configuration itself', async () => {
    const { open, diagnostics, change } = await startClient({
      files: { 'encsafe.config.json': '{ "rules": { "mongodb/key-di": "off" } }' },
      capabilities: fullCapabilities,
    });
    await open('encsafe.config.json');
    expect(await diagnostics('encsafe.config.json')).toMatchObject([
      { code: 'encsafe/config', range: range(0, 13, 0, 29) },
    ]);
    await change('encsafe.config.json', '{ "rules": { "mongodb/key-id": "off" } }');
    expect(await diagnostics('encsafe.config.json')).toEqual([]);
  });
});

describe('the workspace', () => {
  test('is reported with versions, and only what is new when asked again', async () => {
    const { open, change, pullWorkspace, uri } = await startClient({
      files: { 'a.json': wrong, 'b.json': wrong, 'c.json': right },
      capabilities: fullCapabilities,
    });
    await open('a.json');
    const { items } = await pullWorkspace();
    expect(items.map(({ uri: one, version, kind }) => [one, version, kind])).toEqual([
      [uri('a.json'), 1, 'full'],
      [uri('b.json'), null, 'full'],
    ]);
    await change('a.json', right);
    const again = await pullWorkspace(items.map((item) => ({ uri: item.uri, value: item.resultId ?? '' })));
    expect(again.items).toEqual([
      { uri: uri('b.json'), version: null, kind: 'unchanged', resultId: items[1]?.resultId },
      { uri: uri('a.json'), version: 2, kind: 'full', resultId: 'clean', items: [] },
    ]);
  });

  test('comes in parts and with progress for a client that asks for them', async () => {
    const { connection } = await startClient({
      files: { 'app/a.json': wrong, 'api/b.json': wrong },
      folders: ['app', 'api'],
      capabilities: fullCapabilities,
    });
    const events: unknown[] = [];
    connection.onNotification('$/progress', ({ token, value }: { token: string; value: object }) => {
      events.push([token, 'kind' in value ? value.kind : Object.keys(value)]);
    });
    const answer = await connection.sendRequest('workspace/diagnostic', {
      previousResultIds: [],
      partialResultToken: 'parts',
      workDoneToken: 'work',
    });
    expect(answer).toEqual({ items: [] });
    expect(events).toEqual([
      ['work', 'begin'],
      ['parts', ['items']],
      ['parts', ['items']],
      ['work', 'end'],
    ]);
  });

  test('stops when it is told to', async () => {
    const { connection } = await startClient({ files: { 'a.json': wrong }, capabilities: fullCapabilities });
    const { CancellationTokenSource } = await import('vscode-languageserver/node');
    const source = new CancellationTokenSource();
    const answer = connection.sendRequest('workspace/diagnostic', { previousResultIds: [] }, source.token);
    source.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
  });

  test('asks the client to ask again when another file changed what is found in this one', async () => {
    const { open, change, diagnostics, received } = await startClient({
      files: {
        'kind.ts': `export const kind = 'equality';\n`,
        'a.ts': `import { kind } from './kind.js';\nexport const x = { fields: [{ path: 'reference', bsonType: 'int', keyAltName: 'k', queries: { queryType: kind } }] };\n`,
      },
      capabilities: fullCapabilities,
    });
    await open('a.ts');
    await open('kind.ts');
    expect(await diagnostics('a.ts')).toEqual([]);
    expect(await diagnostics('kind.ts')).toEqual([]);
    await change('kind.ts', `export const kind = 'substring';\n`);
    await diagnostics('kind.ts');
    await vi.waitFor(() => expect(received.diagnosticRefreshes).toBe(1));
    expect((await diagnostics('a.ts')).length + (await diagnostics('kind.ts')).length).toBeGreaterThan(0);
    await change('kind.ts', `export const kind = 'substring'; // the same\n`);
    await diagnostics('kind.ts');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(received.diagnosticRefreshes).toBe(1);
  });
});

describe('a client that does not pull', () => {
  const capabilities = { textDocument: { publishDiagnostics: { versionSupport: true, dataSupport: true } } };

  test('is sent each new state with its version, and nothing once a document is closed', async () => {
    const { open, change, close, received, uri, initialized } = await startClient({ capabilities });
    expect(initialized.capabilities.diagnosticProvider).toBeUndefined();
    const last = () => {
      const sent = received.published.at(-1);
      return sent && [sent.uri, sent.version, sent.diagnostics.map(({ code }) => code)];
    };
    await open('a.json', wrong);
    await vi.waitFor(() => expect(last()).toEqual([uri('a.json'), 1, ['mongodb/query-type-name']]));
    await change('a.json', right);
    await vi.waitFor(() => expect(last()).toEqual([uri('a.json'), 2, []]));
    await change('a.json', wrong);
    await vi.waitFor(() => expect(last()).toEqual([uri('a.json'), 3, ['mongodb/query-type-name']]));
    await close('a.json');
    await vi.waitFor(() => expect(last()).toEqual([uri('a.json'), undefined, []]));
  });
});

function range(line: number, character: number, endLine: number, endCharacter: number) {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}
