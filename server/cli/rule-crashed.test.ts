import { expect, test, vi } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';

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

test('a rule that throws is named, all others are applied, and the answer is 3', async () => {
  const folder = folderOf({
    'a.json':
      '{ "fields": [{ "path": "reference", "keyId": "x", "bsonType": "string", "queries": { "queryType": "Equality" } }] }\n',
  });
  const { code, stdout } = await runIn(folder, ['lint', '--format', 'compact']);
  expect(code).toBe(3);
  expect(stdout).toContain('the rule mongodb/key-id failed and was left out: out of keys');
  expect(stdout).toContain('[mongodb/query-type-name]');
});
