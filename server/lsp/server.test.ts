import { expect, test } from 'vitest';
import { startClient } from '../../test/support/lsp-client.ts';

test('a client that sends nothing but the folder is served', async () => {
  const { initialized } = await startClient({ files: { 'a.json': '{}' } });
  expect(initialized.serverInfo).toEqual({ name: 'encsafe', version: '0.0.0-test' });
  expect(initialized.capabilities.textDocumentSync).toMatchObject({ openClose: true });
});
