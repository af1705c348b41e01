import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { type Extension, startExtension } from '../extension.ts';

let extension: Extension | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath('dist/server.js');
  const run = { module, transport: TransportKind.ipc };
  extension = await startExtension(context, 'desktop', (options) => {
    return new LanguageClient('encsafe', 'encsafe', { run, debug: run }, options);
  });
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
