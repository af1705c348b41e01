import { expect, test, vi } from 'vitest';
import { listOf } from '../support/field-lists.ts';
import { fullCapabilities, startClient } from '../support/lsp-client.ts';

vi.mock('../../rules/catalogue.ts', async (original) => {
  const { catalogue } = await original<typeof import('../../rules/catalogue.ts')>();
  return {
    catalogue: catalogue.map((rule) =>
      rule.id === 'mongodb/key-id'
        ? {
            ...rule,
            check() {
              throw new Error('out of keys');
            },
          }
        : rule,
    ),
  };
});

const failed = expect.stringContaining('the rule mongodb/key-id failed and was left out: out of keys');

test('a rule that throws is told once, by its name, and all others are applied', async () => {
  const client = await startClient({ files: { 'readme.json': '{}' }, capabilities: fullCapabilities });
  await client.open('readme.json');
  for (const text of ['{ }', '{  }', '{   }']) {
    await client.change('readme.json', text);
    await client.pull('readme.json');
  }
  // There is no document that it could stand in.
  await vi.waitFor(() => expect(client.received.messages).toEqual([failed]));
  expect(client.received.logs).toEqual([failed]);

  await client.open('a.json', listOf('Equality'));
  expect((await client.diagnostics('a.json')).map(({ code }) => code)).toEqual([
    'encsafe/rule-crashed',
    'mongodb/query-type-name',
  ]);
  await client.pullWorkspace();
  expect(client.received.messages).toHaveLength(1);
  expect(client.received.logs).toHaveLength(1);
});
