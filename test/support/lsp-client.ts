import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  createConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type DocumentDiagnosticReport,
  FileChangeType,
  type FileEvent,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceDiagnosticReport,
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

/** What the server sent without being asked. */
export interface Received {
  readonly published: PublishDiagnosticsParams[];
  readonly messages: string[];
  readonly logs: string[];
  diagnosticRefreshes: number;
}

export interface Client {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  readonly received: Received;
  readonly uri: (file: string) => string;
  readonly open: (file: string, text?: string, languageId?: string) => Promise<string>;
  readonly change: (file: string, text: string) => Promise<void>;
  /** Changes one stretch, as editors do. */
  readonly edit: (file: string, range: Range, text: string) => Promise<void>;
  readonly close: (file: string) => Promise<void>;
  readonly pull: (file: string, previousResultId?: string) => Promise<DocumentDiagnosticReport>;
  /** The diagnostics of a document, asked for anew. */
  readonly diagnostics: (file: string) => Promise<readonly Diagnostic[]>;
  readonly pullWorkspace: (
    previousResultIds?: readonly { readonly uri: string; readonly value: string }[],
  ) => Promise<WorkspaceDiagnosticReport>;
  /** Tells the server that other programs changed these files. */
  readonly watched: (...files: readonly string[]) => Promise<void>;
}

export interface TestClient extends Client {
  /** Stored files: change them, then say so with `watched`. */
  readonly stored: Map<string, string>;
  /** Ends both; a test's end does so too. */
  readonly stop: () => Promise<void>;
}

/** A client that can do what VS Code can. */
export const fullCapabilities: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
  textDocument: {
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, dataSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['', 'quickfix', 'source', 'source.fixAll'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
      isPreferredSupport: true,
    },
    documentLink: { tooltipSupport: true },
  },
};

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
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    // What the server is still at is done before its streams are taken away.
    await connection.sendRequest('shutdown').catch(() => undefined);
    server.dispose();
    connection.dispose();
    toServer.end();
    toClient.end();
  };
  onTestFinished(stop);
  const client = await attachClient(connection, root, options, (file) => stored.get(file));
  return { ...client, stored, stop };
}

/** Makes a client of a connection: it greets the server, answers its questions and keeps what it says. */
export async function attachClient(
  connection: ProtocolConnection,
  folder: string,
  options: ClientOptions,
  storedText: (file: string) => string | undefined,
): Promise<Client> {
  const received: Received = { published: [], messages: [], logs: [], diagnosticRefreshes: 0 };
  connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
    items.map(() => options.settings ?? null),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.onRequest('workspace/inlayHint/refresh', () => null);
  connection.onRequest('workspace/diagnostic/refresh', () => {
    received.diagnosticRefreshes += 1;
    return null;
  });
  connection.onNotification('textDocument/publishDiagnostics', (sent: PublishDiagnosticsParams) => {
    received.published.push(sent);
  });
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
    received.messages.push(message);
  });
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
    received.logs.push(message);
  });
  connection.listen();

  const folders = options.folders ?? [''];
  const parameters: InitializeParams = {
    processId: null,
    rootUri: null,
    capabilities: options.capabilities ?? {},
    workspaceFolders: folders.map((name) => ({ uri: name === '' ? folder : `${folder}/${name}`, name })),
    ...(options.initializationOptions === undefined
      ? {}
      : { initializationOptions: options.initializationOptions }),
  };
  const initialized = await connection.sendRequest(InitializeRequest.type, parameters);
  await connection.sendNotification(InitializedNotification.type, {});

  const versions = new Map<string, number>();
  const uri = (file: string) => (/^[a-z][\w+.-]+:/.test(file) ? file : uriOf(folder, file));
  const changeWith = async (file: string, change: { range?: Range; text: string }) => {
    const version = (versions.get(file) ?? 1) + 1;
    versions.set(file, version);
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: uri(file), version },
      contentChanges: [change],
    });
  };
  const pull = (file: string, previousResultId?: string): Promise<DocumentDiagnosticReport> =>
    connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri: uri(file) },
      identifier: 'encsafe',
      ...(previousResultId === undefined ? {} : { previousResultId }),
    });
  return {
    connection,
    initialized,
    received,
    uri,
    async open(file, text = storedText(file) ?? '', languageId = languageOf(file)) {
      versions.set(file, 1);
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri: uri(file), languageId, version: 1, text },
      });
      return uri(file);
    },
    change: (file, text) => changeWith(file, { text }),
    edit: (file, range, text) => changeWith(file, { range, text }),
    async close(file) {
      await connection.sendNotification(DidCloseTextDocumentNotification.type, {
        textDocument: { uri: uri(file) },
      });
    },
    pull,
    async diagnostics(file) {
      const report = await pull(file);
      return report.kind === 'full' ? report.items : [];
    },
    pullWorkspace: (previousResultIds = []) =>
      connection.sendRequest('workspace/diagnostic', { identifier: 'encsafe', previousResultIds }),
    async watched(...files) {
      const changes = files.map((file): FileEvent => ({ uri: uri(file), type: FileChangeType.Changed }));
      await connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
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
