import type { Hover } from 'vscode-languageserver/node';
import { rangesOf } from '../../server/lsp/ranges.ts';
import type { TestClient } from './lsp-client.ts';

/** The hover card right behind the first letter of a part of a file, as a person reads it. */
export async function cardAt(client: TestClient, file: string, part: string): Promise<string | undefined> {
  const text = client.stored.get(file) ?? '';
  const uri = await client.open(file);
  const position = rangesOf(text).positionAt(text.indexOf(part) + 1);
  const answer: Hover | null = await client.connection.sendRequest('textDocument/hover', {
    textDocument: { uri },
    position,
  });
  const contents = answer?.contents as { value: string } | undefined;
  return contents?.value
    .replaceAll(/&nbsp;/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\\(?=[+_[\]*|@.])/g, '');
}
