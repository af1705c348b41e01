import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import type { SessionState } from '../session/session.ts';
import { type ClientSettings, defaultSettings, readClientSettings } from './client-settings.ts';
import type { ServerContext } from './context.ts';
import { features } from './features.ts';
import { Folders } from './folders.ts';
import type { Platform } from './platform.ts';
import { textDocuments } from './text-documents.ts';
import { uriKey } from './uris.ts';

/** A part of the server: what it offers, and how it answers. */
export interface Feature {
  readonly capabilities: (client: ClientCapabilities) => InitializeResult['capabilities'];
  readonly register: (context: ServerContext) => void;
}

/** Starts the language server on a connection. It works for any client, and without its settings. */
export function startServer(connection: Connection, platform: Platform): void {
  const documents = new TextDocuments(textDocuments);
  const folders = new Folders(platform, defaultSettings, (uri) => documents.get(uri)?.languageId);
  /** Clients write `file:///c%3A/x` or `file:///C:/x`: what they opened, by the one spelling that all have in common. */
  const spellings = new Map<string, string>();
  const listeners: (() => void)[] = [];
  let capabilities: ClientCapabilities = {};
  let settings: ClientSettings = defaultSettings;
  const changed = () => {
    for (const listener of listeners) listener();
  };

  /** Where an editor without a disk finds the pages of the rules; it says so when it starts. */
  let pages: string | undefined;
  let runsCommands = false;

  const context: ServerContext = {
    connection,
    platform: {
      ...platform,
      pageOf: (rule) => (pages === undefined ? platform.pageOf(rule) : `${pages}/${rule}/README.md`),
    },
    folders,
    capabilities: () => capabilities,
    settings: () => settings,
    runsCommands: () => runsCommands,
    openText: (uri) => documents.get(uri)?.getText(),
    openVersion: (uri) => documents.get(uri)?.version,
    uriOf(folder, file) {
      const uri = folder.uriOf(file);
      return spellings.get(uriKey(uri)) ?? uri;
    },
    openUris: () => documents.keys(),
    async stateOf(uri, token) {
      // A closed document that stands in no folder has nothing around it that was read.
      const located = documents.get(uri) === undefined ? folders.holding(uri) : folders.locate(uri);
      if (located === undefined || !folders.settingsOf(located.folder).enable) return undefined;
      const { folder, file } = located;
      let state: SessionState | undefined;
      try {
        state = await folder.session.state(() => token?.isCancellationRequested !== true);
      } catch (error) {
        connection.console.error(`${folder.uri} cannot be checked: ${reasonOf(error)}`);
        return undefined;
      }
      if (state === undefined || token?.isCancellationRequested === true) return undefined;
      const text = state.texts.get(file) ?? documents.get(uri)?.getText();
      return text === undefined ? undefined : { folder, file, state, text };
    },
    onChanged: (listener) => void listeners.push(listener),
  };

  const readSettings = async (): Promise<void> => {
    if (capabilities.workspace?.configuration !== true) return;
    const scopes = folders.all.flatMap(({ uri, loose }) => (loose ? [] : [uri]));
    let sent: readonly unknown[] = [];
    try {
      const answered: unknown = await connection.workspace.getConfiguration([
        { section: 'encsafe' },
        ...scopes.map((scopeUri) => ({ scopeUri, section: 'encsafe' })),
      ]);
      if (Array.isArray(answered)) sent = answered;
    } catch {
      // A client that announces settings and cannot give them gets the defaults.
    }
    const [all, ...own] = sent.map(readClientSettings);
    setSettings(
      all ?? defaultSettings,
      new Map(scopes.map((uri, index) => [uri, own[index] ?? all ?? defaultSettings])),
    );
  };
  let lastSettings = '';
  const setSettings = (next: ClientSettings, own: ReadonlyMap<string, ClientSettings> = new Map()) => {
    const written = JSON.stringify([next, ...own]);
    if (written === lastSettings) return;
    lastSettings = written;
    settings = next;
    folders.setSettings(settings, own);
    changed();
  };

  connection.onInitialize((parameters): InitializeResult => {
    capabilities = parameters.capabilities ?? {};
    if (parameters.initializationOptions !== undefined && parameters.initializationOptions !== null) {
      settings = readClientSettings(parameters.initializationOptions);
      pages = pagesOf(parameters.initializationOptions);
      const { parser } = parameters.initializationOptions as { readonly parser?: unknown };
      if (typeof parser === 'string') platform.parserAt?.(parser);
      runsCommands = (parameters.initializationOptions as { readonly commands?: unknown }).commands === true;
      folders.setSettings(settings);
    }
    const roots =
      parameters.workspaceFolders?.map(({ uri }) => uri) ?? (parameters.rootUri ? [parameters.rootUri] : []);
    for (const root of roots) folders.add(root);
    return {
      serverInfo: { name: 'encsafe', version: platform.version },
      capabilities: Object.assign(
        {
          textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
          workspace: {
            workspaceFolders: { supported: true, changeNotifications: true },
            fileOperations: { didDelete: anyFolder, didRename: anyFolder },
          },
        },
        ...features.map((feature) => feature.capabilities(capabilities)),
      ),
    };
  });

  const begin = async (): Promise<void> => {
    const { workspace } = capabilities;
    if (workspace?.workspaceFolders === true) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const { uri } of removed) folders.remove(uri);
        for (const { uri } of added) folders.add(uri);
        // Open documents belong to other folders now.
        folders.removeLoose();
        for (const document of documents.all()) folders.setText(document.uri, document.getText());
        changed();
        readSettings().catch(() => undefined);
      });
    }
    const { client } = connection;
    await Promise.all([
      readSettings(),
      workspace?.didChangeConfiguration?.dynamicRegistration === true &&
        client.register(DidChangeConfigurationNotification.type, { section: 'encsafe' }),
      workspace?.didChangeWatchedFiles?.dynamicRegistration === true &&
        client.register(DidChangeWatchedFilesNotification.type, {
          watchers: watchedGlobs.map((globPattern) => ({ globPattern })),
        }),
    ]);
  };
  connection.onInitialized(() => {
    // A client that goes away meanwhile answers nothing.
    begin().catch(() => undefined);
  });

  connection.onDidChangeConfiguration(async ({ settings: sent }) => {
    if (capabilities.workspace?.configuration === true) await readSettings();
    else setSettings(readClientSettings((sent as { encsafe?: unknown } | null | undefined)?.encsafe));
  });

  const storedChanged = (uris: readonly string[]) => {
    if (uris.length === 0) return;
    folders.storedChanged(uris);
    changed();
  };
  connection.onDidChangeWatchedFiles(({ changes }) => storedChanged(changes.map(({ uri }) => uri)));
  // Editors say nothing of the files in a folder that is moved or removed as a whole.
  connection.workspace.onDidDeleteFiles(({ files }) => storedChanged(files.map(({ uri }) => uri)));
  connection.workspace.onDidRenameFiles(({ files }) =>
    storedChanged(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
  );

  documents.onDidChangeContent(({ document }) => {
    spellings.set(uriKey(document.uri), document.uri);
    folders.setText(document.uri, document.getText());
    changed();
  });
  // Of other folders it may be the configuration, and not every client watches files.
  documents.onDidSave(({ document }) => storedChanged([document.uri]));
  documents.onDidClose(({ document }) => {
    spellings.delete(uriKey(document.uri));
    folders.close(document.uri, documents.keys());
    changed();
  });

  for (const feature of features) feature.register(context);
  documents.listen(connection);
  connection.listen();
}

const anyFolder = { filters: [{ pattern: { glob: '**/*', matches: 'folder' as const } }] };

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function pagesOf(options: unknown): string | undefined {
  const { pages } = (options ?? {}) as { readonly pages?: unknown };
  return typeof pages === 'string' && /^[a-z][\w+.-]*:\//i.test(pages) ? pages.replace(/\/$/, '') : undefined;
}

/** Files whose change on disk can make other findings. */
const watchedGlobs = [
  '**/*.{json,jsonc,yaml,yml,ts,mts,cts,tsx,js,mjs,cjs,jsx,sql,prisma,toml,env}',
  '**/{Dockerfile,Dockerfile.*,yarn.lock,bun.lock,.env,.env.*,.gitignore}',
];
