import { describe, expect, test } from 'vitest';
import type { Connection } from 'vscode-languageserver';
import { editorHost, looseEditorHost } from './editor-host.ts';

const folder = 'vscode-vfs://github/owner/app';

/** A connection to an editor that has these files, or to one that does not know the requests. */
function connectionTo(files: Readonly<Record<string, string>> | undefined): Connection {
  const sendRequest = async (
    method: string,
    parameters: { uri?: string; folder?: string; skip?: string[] },
  ) => {
    if (files === undefined) throw new Error(`Unhandled method ${method}`);
    if (method === 'encsafe/read') return files[parameters.uri?.slice(folder.length + 1) ?? ''] ?? null;
    expect(parameters.folder).toBe(folder);
    const skipped = new Set(parameters.skip);
    return Object.keys(files).filter((file) => !file.split('/').some((name) => skipped.has(name)));
  };
  return { sendRequest } as unknown as Connection;
}

describe('a folder that only the editor can read', () => {
  const host = editorHost(
    connectionTo({
      'src/schema.ts': 'export {}',
      'src/picture.png': '',
      'node_modules/a/index.js': '',
      'package.json': '{}',
      'blob.json': 'a\0b',
    }),
    folder,
  );

  test('its files are those that a run reads from a disk', async () => {
    expect(await host.find()).toEqual({
      files: ['blob.json', 'package.json', 'src/schema.ts'],
      walked: ['', 'src'],
    });
  });

  test('a file is read, and one that is no text is empty', async () => {
    expect(await host.read('src/schema.ts')).toBe('export {}');
    expect(await host.read('blob.json')).toBe('');
  });

  test('a file that is not there is an error to read, and nothing to look for', async () => {
    await expect(host.read('gone.json')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await host.readAbove('gone.json')).toBeUndefined();
  });
});

test('an editor that does not know the requests has no files', async () => {
  const host = editorHost(connectionTo(undefined), folder);
  expect(await host.find()).toEqual({ files: [], walked: [''] });
  await expect(host.read('a.json')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('around an unsaved document there is nothing', async () => {
  const host = looseEditorHost();
  expect(await host.find()).toEqual({ files: [], walked: [] });
  expect(await host.readAbove('package.json')).toBeUndefined();
});
