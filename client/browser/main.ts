import { type ExtensionContext, Uri } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { type Extension, startExtension } from '../extension.ts';

let extension: Extension | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const script = Uri.joinPath(context.extensionUri, 'dist/server-web.js').toString(true);
  let worker: Worker | undefined;
  extension = await startExtension(context, 'web', (options) => {
    return new LanguageClient(
      'encsafe',
      'encsafe',
      async () => {
        // A worker does not end by itself, whatever became of the server in it.
        worker?.terminate();
        worker = new Worker(script);
        // Not the worker itself: the editor puts a `Worker` of its own in place, which the client does not know as one.
        return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
      },
      options,
    );
  });
  context.subscriptions.push({ dispose: () => worker?.terminate() });
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
