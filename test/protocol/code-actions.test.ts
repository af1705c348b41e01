import { describe, expect, test } from 'vitest';
import type { ClientCapabilities, CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { listOf } from '../support/field-lists.ts';
import { type ClientOptions, fullCapabilities, startClient, type TestClient } from '../support/lsp-client.ts';

const everywhere = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
const wrong = listOf('Equality');

interface Asked {
  readonly only?: readonly string[];
  readonly diagnostics?: readonly Diagnostic[];
}

async function actionsIn(
  client: TestClient,
  file: string,
  asked: Asked = {},
): Promise<readonly CodeAction[]> {
  const diagnostics = asked.diagnostics ?? (await client.diagnostics(file));
  return client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri: client.uri(file) },
    range: everywhere,
    context: { diagnostics, ...(asked.only === undefined ? {} : { only: asked.only }) },
  });
}

async function opened(
  files: Readonly<Record<string, string>>,
  options: ClientOptions = {},
): Promise<TestClient> {
  const client = await startClient({ files, capabilities: fullCapabilities, ...options });
  await client.open(Object.keys(files)[0] ?? '');
  return client;
}

const titles = (actions: readonly CodeAction[]) => actions.map(({ title }) => title);
const named = (actions: readonly CodeAction[], part: string) =>
  actions.find(({ title }) => title.includes(part)) ?? { title: `none of ${titles(actions).join(', ')}` };

/** The text of a document after an action; every edit must be meant for the version that the client has. */
function applied({ edit }: CodeAction, client: TestClient, file: string, text: string): string {
  const edits = (edit?.documentChanges ?? []).flatMap((change): TextEdit[] =>
    'edits' in change && change.textDocument.uri === client.uri(file) ? (change.edits as TextEdit[]) : [],
  );
  return TextDocument.applyEdits(TextDocument.create(file, '', 0, text), edits);
}

describe('quick fixes', () => {
  describe('of a column without its index', () => {
    const file = 'migrations/001_t.sql';
    const text = 'CREATE TABLE t (id bigint PRIMARY KEY, c public.eql_v3_text_eq);\n';

    test('make the next migration', async () => {
      const client = await opened({ [file]: text });
      const action = named(await actionsIn(client, file, { only: ['quickfix'] }), 'Create the index');
      const uri = client.uri('migrations/002_eql_indexes.sql');
      expect(action.edit?.documentChanges?.[0]).toEqual({
        kind: 'create',
        uri,
        options: { overwrite: false, ignoreIfExists: false },
      });
      const made = applied(action, client, 'migrations/002_eql_indexes.sql', '');
      expect(made).toBe('CREATE INDEX t_c_eq ON t USING btree (eql_v3.eq_term(c));\nANALYZE t;\n');
      client.stored.set('migrations/002_eql_indexes.sql', made);
      await client.watched('migrations/002_eql_indexes.sql');
      expect(await client.diagnostics(file)).toEqual([]);
    });

    test('are left out for an editor that makes no files', async () => {
      const capabilities: ClientCapabilities = {
        ...fullCapabilities,
        workspace: { ...fullCapabilities.workspace, workspaceEdit: { documentChanges: true } },
      };
      const client = await opened({ [file]: text }, { capabilities });
      expect((await client.diagnostics(file)).map(({ code }) => code)).toEqual(['eql/missing-index']);
      expect(titles(await actionsIn(client, file)).filter((title) => title.startsWith('Create'))).toEqual([]);
    });
  });

  test('mend what is found, the one safe fix first of all', async () => {
    const client = await opened({ 'a.json': wrong });
    const fix = named(await actionsIn(client, 'a.json', { only: ['quickfix'] }), 'equality');
    expect(fix).toMatchObject({
      kind: 'quickfix',
      isPreferred: true,
      diagnostics: [{ code: 'mongodb/query-type-name' }],
      edit: { documentChanges: [{ textDocument: { uri: client.uri('a.json'), version: 1 } }] },
    });
    expect(applied(fix, client, 'a.json', wrong)).toBe(listOf('equality'));
  });

  test('are the same for a client that sends no data, or no diagnostics at all', async () => {
    const client = await opened({ 'a.json': wrong });
    const usual = await actionsIn(client, 'a.json');
    const bare = (await client.diagnostics('a.json')).map(({ data: _, ...rest }) => rest);
    expect(titles(await actionsIn(client, 'a.json', { diagnostics: bare }))).toEqual(titles(usual));
    expect(titles(await actionsIn(client, 'a.json', { diagnostics: [] }))).toEqual(titles(usual));
  });

  test('of a diagnostic that is older than the text are made for the text of now, or not at all', async () => {
    const client = await opened({ 'a.json': wrong });
    const old = await client.diagnostics('a.json');
    const moved = `{\n${wrong.slice(1)}`;
    await client.change('a.json', moved);
    expect(titles(await actionsIn(client, 'a.json', { diagnostics: old }))).toEqual([]);
    const fresh = await actionsIn(client, 'a.json');
    expect(applied(named(fresh, 'equality'), client, 'a.json', moved)).toBe(
      `{\n${listOf('equality').slice(1)}`,
    );
    await client.change('a.json', wrong);
    const again = await actionsIn(client, 'a.json', { diagnostics: old });
    expect(again[0]?.edit?.documentChanges).toMatchObject([{ textDocument: { version: 3 } }]);
  });

  test('take no data that another server made', async () => {
    const client = await opened({ 'a.json': wrong });
    const [own] = await client.diagnostics('a.json');
    const odd = [null, 7, {}, { fixes: [{ title: 'x', safe: true, edits: [{ uri: 1 }] }] }];
    for (const data of odd) {
      const diagnostics = own === undefined ? [] : [{ ...own, data }];
      expect((await actionsIn(client, 'a.json', { diagnostics })).length).toBe(2);
    }
    const foreign = [{ ...own, source: 'other', range: everywhere, message: 'x' }];
    expect(titles(await actionsIn(client, 'a.json', { diagnostics: foreign as Diagnostic[] }))).toHaveLength(
      2,
    );
  });

  test('go as plain changes to a client without versions', async () => {
    const { workspaceEdit: _, ...workspace } = fullCapabilities.workspace ?? {};
    const client = await opened({ 'a.json': wrong }, { capabilities: { ...fullCapabilities, workspace } });
    const actions = await actionsIn(client, 'a.json');
    expect(Object.keys(named(actions, 'equality').edit?.changes ?? {})).toEqual([client.uri('a.json')]);
    // Such a client cannot make a file.
    expect(titles(actions)).toHaveLength(1);
  });

  test('are none for closed, unknown and unsaved nothing', async () => {
    const client = await opened({ 'a.json': wrong });
    for (const file of ['gone.json', 'untitled:Untitled-1', 'odd://x/y.json']) {
      expect(await actionsIn(client, file, { diagnostics: [] })).toEqual([]);
    }
  });
});

describe('fix all', () => {
  const twice = `{ "fields": [
  { "path": "one", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string", "queries": { "queryType": "Equality" } },
  { "path": "two", "keyId": { "$uuid": "1d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string", "queries": { "queryType": "EQUALITY" } }
] }\r\n`;
  const mended = twice.replace('Equality', 'equality').replace('EQUALITY', 'equality');

  test('mends everything safe at once, when the client asks for its edits', async () => {
    const client = await opened({ 'a.json': twice });
    const [action] = await actionsIn(client, 'a.json', { only: ['source.fixAll'] });
    expect(action).toEqual({
      title: 'Fix all that encsafe can fix safely',
      kind: 'source.fixAll.encsafe',
      data: { uri: client.uri('a.json') },
    });
    const resolved: CodeAction = await client.connection.sendRequest('codeAction/resolve', action);
    expect(applied(resolved, client, 'a.json', twice)).toBe(mended);
    expect(resolved.edit?.documentChanges).toMatchObject([{ edits: [{}, {}] }]);
  });

  test('comes with its edits for a client that asks only once, and is no line of a single fix', async () => {
    const capabilities: ClientCapabilities = {
      ...fullCapabilities,
      textDocument: {
        ...fullCapabilities.textDocument,
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    };
    const client = await opened({ 'a.json': twice, 'b.json': wrong }, { capabilities });
    const [action = { title: '' }] = await actionsIn(client, 'a.json', { only: ['source.fixAll.encsafe'] });
    expect(applied(action, client, 'a.json', twice)).toBe(mended);
    expect(titles(await actionsIn(client, 'a.json'))).toContain('Fix all that encsafe can fix safely');
    expect(titles(await actionsIn(client, 'b.json'))).not.toContain('Fix all that encsafe can fix safely');
    expect(await actionsIn(client, 'a.json', { only: ['refactor'] })).toEqual([]);
  });
});

describe('disabling with a reason', () => {
  const ts = `export const x = {\n\tfields: [\n\t\t{ path: 'reference', bsonType: 'string', keyAltName: 'k', queries: { queryType: 'Equality' } },\n\t],\n};\n`;
  const rule = 'mongodb/query-type-name';
  const disable = async (
    file: string,
    text: string,
    more: Readonly<Record<string, string>> = {},
    options: ClientOptions = {},
  ) => {
    const client = await opened({ [file]: text, ...more }, options);
    const action = named(await actionsIn(client, file), `Disable ${rule}`);
    return { client, action };
  };

  test('is a comment above the line, in its indentation and line breaks, and then nothing is found', async () => {
    const text = ts.replaceAll('\n', '\r\n');
    const { client, action } = await disable('a.ts', text);
    expect(action.title).toBe(`Disable ${rule} for this line, with a reason`);
    const after = applied(action, client, 'a.ts', text);
    expect(after).toContain(`\r\n\t\t// encsafe-disable-next-line ${rule} -- why this is fine\r\n\t\t{ path`);
    await client.change('a.ts', after);
    expect(await client.diagnostics('a.ts')).toEqual([]);
  });

  test('is written in the comments of SQL', async () => {
    const sql = 'CREATE TABLE t (\n  email public.eql_v3_text_like\n);\n';
    const client = await opened({ 'a.sql': sql });
    const action = named(await actionsIn(client, 'a.sql'), 'Disable eql/unknown-domain');
    const after = applied(action, client, 'a.sql', sql);
    expect(after).toContain(
      '\n  -- encsafe-disable-next-line eql/unknown-domain -- why this is fine\n  email',
    );
    await client.change('a.sql', after);
    expect(await client.diagnostics('a.sql')).toEqual([]);
  });

  test('is written in the comments of YAML', async () => {
    const yaml =
      'encryptedFields:\n  fields:\n    - path: reference\n      keyAltName: k\n      bsonType: string\n      queries:\n        queryType: Equality\n';
    const { client, action } = await disable('a.yaml', yaml);
    const after = applied(action, client, 'a.yaml', yaml);
    expect(after).toContain(
      `\n        # encsafe-disable-next-line ${rule} -- why this is fine\n        queryType`,
    );
    await client.change('a.yaml', after);
    expect((await client.diagnostics('a.yaml')).map(({ code }) => code)).not.toContain(rule);
  });

  test.each([
    [
      '// encsafe-disable-next-line mongodb/key-id -- known',
      `// encsafe-disable-next-line mongodb/key-id, ${rule} -- known`,
    ],
    [
      '/* encsafe-disable-next-line mongodb/key-id -- known */',
      `/* encsafe-disable-next-line mongodb/key-id, ${rule} -- known */`,
    ],
    [`// encsafe-disable-next-line ${rule}`, `// encsafe-disable-next-line ${rule} -- why this is fine`],
    [`// encsafe-disable-next-line ${rule} --`, `// encsafe-disable-next-line ${rule} -- why this is fine`],
  ])('joins %j', async (above, joined) => {
    const text = ts.replace('\t\t{', `\t\t${above}\n\t\t{`);
    const { client, action } = await disable('a.ts', text);
    expect(applied(action, client, 'a.ts', text)).toBe(text.replace(above, joined));
  });

  test('is an entry of the nearest configuration where JSON has no comments, and then nothing is found', async () => {
    const configuration = '{\n  "targets": { "mongodb": "9.0" },\n  "suppress": []\n}\n';
    const { client, action } = await disable('app/a.json', wrong, {
      'app/encsafe.config.json': configuration,
      'encsafe.config.json': '{}',
    });
    expect(action.title).toBe(`Disable ${rule} of reference in app/encsafe.config.json, with a reason`);
    const after = applied(action, client, 'app/encsafe.config.json', configuration);
    expect(JSON.parse(after)).toEqual({
      targets: { mongodb: '9.0' },
      suppress: [{ rule, file: 'a.json', field: 'reference', reason: 'why this is fine' }],
    });
    await client.open('app/encsafe.config.json', after);
    expect(await client.diagnostics('app/a.json')).toEqual([]);
    expect(await client.diagnostics('app/encsafe.config.json')).toEqual([]);
  });

  test.each([
    ['encsafe.config.json', '{}', '{ "suppress": ['],
    ['encsafe.config.yaml', 'root: true\n', 'root: true\nsuppress: ['],
    ['package.json', '{ "name": "a", "encsafe": { "root": true } }', '"root": true, "suppress": ['],
  ])('is added to %s that suppresses nothing yet', async (name, before, begins) => {
    const { client, action } = await disable('a.json', wrong, { [name]: before });
    const after = applied(action, client, name, before);
    expect(after).toContain(begins);
    await client.open(name, after);
    expect(await client.diagnostics('a.json')).toEqual([]);
    expect(await client.diagnostics(name)).toEqual([]);
  });

  test('makes the configuration where there is none', async () => {
    const { client, action } = await disable('a.json', wrong);
    const [create] = action.edit?.documentChanges ?? [];
    expect(create).toEqual({
      kind: 'create',
      uri: client.uri('encsafe.config.json'),
      options: { overwrite: false, ignoreIfExists: true },
    });
    client.stored.set('encsafe.config.json', applied(action, client, 'encsafe.config.json', ''));
    await client.watched('encsafe.config.json');
    expect(await client.diagnostics('a.json')).toEqual([]);
  });

  test('points into JSON where the finding is about no field', async () => {
    const text = `{ "encryptedFields": ${listOf('equality')
      .trim()
      .replace(/\]\s*\}$/, ', 5] }')} }`;
    const client = await opened({ 'a.json': text });
    const found = await client.diagnostics('a.json');
    expect(found.map(({ code }) => code)).toEqual(['mongodb/value-type']);

    for (const diagnostic of found) {
      const action = named(await actionsIn(client, 'a.json', { diagnostics: [diagnostic] }), 'Disable');
      client.stored.set('encsafe.config.json', applied(action, client, 'encsafe.config.json', ''));
      await client.watched('encsafe.config.json');
      const left = await client.diagnostics('a.json');
      expect(left.map(({ code, range }) => [code, range])).not.toContainEqual([
        diagnostic.code,
        diagnostic.range,
      ]);
      client.stored.delete('encsafe.config.json');
      await client.watched('encsafe.config.json');
    }
  });

  test('marks the reason for an editor that can select it', async () => {
    const { workspace } = fullCapabilities;
    const capabilities = {
      ...fullCapabilities,
      workspace: { ...workspace, workspaceEdit: { ...workspace?.workspaceEdit, snippetEditSupport: true } },
    };
    const { action } = await disable('a.ts', ts, {}, { capabilities });
    expect(action.edit?.documentChanges).toMatchObject([
      {
        edits: [
          {
            snippet: {
              kind: 'snippet',
              value: `\t\t// encsafe-disable-next-line ${rule} -- \${1:why this is fine}\n`,
            },
          },
        ],
      },
    ]);
  });
});

test('rule ids in comments and configurations lead to their pages', async () => {
  const client = await opened({
    'a.ts': `// encsafe-disable-next-line mongodb/key-id, mongodb/none -- known\nexport const x = { encryptedFields: {} };\n`,
    'encsafe.config.json': '{ "rules": { "mongodb/key-id": "off" } }',
  });
  const linksOf = (file: string) =>
    client.connection.sendRequest('textDocument/documentLink', { textDocument: { uri: client.uri(file) } });
  const target = 'file:///pages/mongodb/key-id/README.md';
  expect(await linksOf('a.ts')).toEqual([
    {
      range: { start: { line: 0, character: 29 }, end: { line: 0, character: 43 } },
      target,
      tooltip: expect.stringMatching(/^mongodb\/key-id: ./),
    },
  ]);
  expect(await linksOf('encsafe.config.json')).toMatchObject([
    { range: { start: { line: 0, character: 14 }, end: { line: 0, character: 28 } }, target },
  ]);
  expect(await linksOf('gone.ts')).toEqual([]);
});
