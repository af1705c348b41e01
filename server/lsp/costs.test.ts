import { describe, expect, test } from 'vitest';
import { estimateSettings } from '../../rules/costs/estimate.ts';
import type { CostSheet } from '../../rules/costs/sheet.ts';
import { startClient, type TestClient } from '../../test/support/lsp-client.ts';

const list = (path: string, queries: unknown) =>
  JSON.stringify(
    {
      fields: [
        { path, keyId: { $uuid: '2f1c6f0e-6a55-4d0a-9c39-0a3b2c6a5d11' }, bsonType: 'string', queries },
      ],
    },
    undefined,
    2,
  );
const substring = {
  queryType: 'substring',
  strMinQueryLength: 2,
  strMaxQueryLength: 6,
  strMaxLength: 50,
  caseSensitive: false,
  diacriticSensitive: false,
};
const config = (mongodb: string) => JSON.stringify({ root: true, targets: { mongodb } });

const ask = ({ connection }: TestClient, parameters: unknown = {}) =>
  connection.sendRequest<CostSheet>('encsafe/costs', parameters);

describe('the costs that a page shows', () => {
  test('are enough to compute every number of the field', async () => {
    const client = await startClient({
      files: { 'encsafe.config.json': config('9.0'), 'people.json': list('email', substring) },
    });
    const { containers } = await ask(client);
    expect(containers).toMatchObject([
      {
        name: 'people.json',
        file: 'people.json',
        target: { version: '9.0', assumed: false },
        whole: true,
        fields: [
          {
            path: 'email',
            searched: 'substring 2–6 of 50',
            at: { uri: client.uri('people.json'), line: 3 },
            length: 25,
            limits: { strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength: 50 },
          },
        ],
      },
    ]);
    const { settings, length } = containers[0]?.fields[0] ?? {};
    if (settings === undefined) throw new Error('the field has settings');
    expect(estimateSettings(settings, length).tokens).toEqual({ typical: 121, worst: 236 });
  });

  test('follow a document while it is typed, and say that they changed', async () => {
    const client = await startClient({ files: { 'people.json': list('email', { queryType: 'equality' }) } });
    await client.open('people.json');
    await ask(client);
    const changed = new Promise<void>((resolve) => {
      client.connection.onNotification('$/encsafe/costsChanged', () => resolve());
    });
    await client.change('people.json', list('nickname', { queryType: 'equality' }));
    await changed;
    const { containers } = await ask(client);
    expect(containers[0]?.fields[0]?.path).toBe('nickname');
  });

  test('of one document leave out the others', async () => {
    const client = await startClient({
      files: {
        'a.json': list('email', { queryType: 'equality' }),
        'b.json': list('phone', { queryType: 'equality' }),
      },
    });
    expect((await ask(client)).containers).toHaveLength(2);
    const { containers } = await ask(client, { uri: client.uri('b.json') });
    expect(containers.map(({ file }) => file)).toEqual(['b.json']);
  });

  test('of a document that was never saved are shown', async () => {
    const client = await startClient();
    await client.connection.sendNotification('textDocument/didOpen', {
      textDocument: {
        uri: 'untitled:Untitled-1',
        languageId: 'json',
        version: 1,
        text: list('email', { queryType: 'equality' }),
      },
    });
    const { containers } = await ask(client);
    expect(containers.map(({ at }) => at.uri)).toEqual(['untitled:Untitled-1']);
  });

  test('of a field that is refused have no numbers', async () => {
    const client = await startClient({
      files: { 'a.json': list('email', [substring, { queryType: 'equality' }]) },
    });
    const [container] = (await ask(client)).containers;
    expect(container?.whole).toBe(false);
    expect(container?.fields[0]).not.toHaveProperty('settings');
  });

  test.each([undefined, null, 3, { uri: 4 }, { uri: 'nonsense' }])(
    'any question has an answer: %j',
    async (parameters) => {
      const client = await startClient({ files: { 'a.json': '{}' } });
      expect(await ask(client, parameters)).toEqual({ containers: [] });
    },
  );

  test('nothing is shown where encsafe is switched off', async () => {
    const client = await startClient({
      files: { 'a.json': list('email', { queryType: 'equality' }) },
      capabilities: { workspace: { configuration: true } },
      settings: { enable: false },
    });
    await expect.poll(async () => (await ask(client)).containers).toEqual([]);
  });
});
