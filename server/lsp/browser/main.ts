import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { setWasmSource } from '../../read/sql/engine.ts';
import { editorHost, looseEditorHost } from '../editor-host.ts';
import type { Platform } from '../platform.ts';
import { startServer } from '../server.ts';

declare const ENCSAFE_VERSION: string;

/** The scope of a worker, of which only these are used. */
declare const self: ConstructorParameters<typeof BrowserMessageReader>[0];

const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self));

const platform: Platform = {
  version: ENCSAFE_VERSION,
  hostOf: (folder) => editorHost(connection, folder),
  looseHostOf: looseEditorHost,
  pageOf: () => undefined,
  parserAt(address) {
    setWasmSource(async () => {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} answers ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    });
  },
};

startServer(connection, platform);
