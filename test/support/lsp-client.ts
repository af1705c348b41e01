import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  createConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { createProtocolConnection } from 'vscode-languageserver-protocol/node';
import type { Platform } from '../../server/lsp/platform.ts';
import { startServer } from '../../server/lsp/server.ts';
import { uriOf } from '../../server/lsp/uris.ts';
import type { SessionHost } from '../../server/session/session.ts';

export interface ClientOptions {
  /** Stored files, by path; the paths of folder `app` start with `app/` when several folders are given. */
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
  /** What the client answers to `workspace/configuration`. */
  readonly settings?: unknown;
  /** Folder names; without them one folder holds everything. */
  readonly folders?: readonly string[];
  readonly initializationOptions?: unknown;
}

export interface TestClient {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** Stored files: change them, then send `workspace/didChangeWatchedFiles`. */
  readonly stored: Map<string, string>;
  readonly uri: (file: string) => string;
  readonly open: (file: string, text?: string, languageId?: string) => Promise<string>;
  readonly change: (file: string, text: string) => Promise<void>;
  readonly close: (file: string) => Promise<void>;
}

const root = 'file:///work';

/** A real client and the real server, joined by streams, over a table of files. */
export async function startClient(options: ClientOptions = {}): Promise<TestClient> {
  const stored = new Map(Object.entries(options.files ?? {}));
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  startServer(server, platformOf(stored));
  const connection = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
    items.map(() => options.settings ?? null),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.onRequest('workspace/inlayHint/refresh', () => null);
  connection.listen();
  onTestFinished(() => {
    connection.dispose();
    toServer.end();
    toClient.end();
  });

  const folders = options.folders ?? [''];
  const parameters: InitializeParams = {
    processId: null,
    rootUri: null,
    capabilities: options.capabilities ?? {},
    workspaceFolders: folders.map((name) => ({ uri: name === '' ? root : `${root}/${name}`, name })),
    ...(options.initializationOptions === undefined
      ? {}
      : { initializationOptions: options.initializationOptions }),
  };
  const initialized = await connection.sendRequest(InitializeRequest.type, parameters);
  await connection.sendNotification(InitializedNotification.type, {});

  const versions = new Map<string, number>();
  const uri = (file: string) => uriOf(root, file);
  return {
    connection,
    initialized,
    stored,
    uri,
    async open(file, text = stored.get(file) ?? '', languageId = languageOf(file)) {
      versions.set(file, 1);
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri: uri(file), languageId, version: 1, text },
      });
      return uri(file);
    },
    async change(file, text) {
      const version = (versions.get(file) ?? 1) + 1;
      versions.set(file, version);
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: uri(file), version },
        contentChanges: [{ text }],
      });
    },
    async close(file) {
      await connection.sendNotification(DidCloseTextDocumentNotification.type, {
        textDocument: { uri: uri(file) },
      });
    },
  };
}

function platformOf(stored: Map<string, string>): Platform {
  const hostOf = (folder: string, loose: boolean): SessionHost => {
    const inside = folder.slice(root.length).replace(/^\//, '');
    const prefix = inside === '' ? '' : `${inside}/`;
    return {
      find: async () => ({
        files: loose
          ? []
          : [...stored.keys()]
              .filter((file) => file.startsWith(prefix))
              .map((file) => file.slice(prefix.length))
              .sort(),
        walked: loose ? [] : [''],
      }),
      read: async (file) => {
        const text = stored.get(prefix + file);
        if (text === undefined) throw Object.assign(new Error(`no ${file}`), { code: 'ENOENT' });
        return text;
      },
      readAbove: async (file) => stored.get(prefix + file),
      levelsAbove: 0,
      namesAbove: [],
      today: () => '2026-12-01',
    };
  };
  return {
    version: '0.0.0-test',
    hostOf: (folder) => hostOf(folder, false),
    looseHostOf: (folder) => hostOf(folder, true),
    pageOf: (rule) => `file:///pages/${rule}/README.md`,
  };
}

const languages: Readonly<Record<string, string>> = {
  json: 'json',
  jsonc: 'jsonc',
  yaml: 'yaml',
  yml: 'yaml',
  ts: 'typescript',
  js: 'javascript',
};

function languageOf(file: string): string {
  return languages[file.slice(file.lastIndexOf('.') + 1)] ?? 'plaintext';
}
