import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type ClientSettings, defaultSettings, readClientSettings } from './client-settings.ts';
import type { ServerContext } from './context.ts';
import { features } from './features.ts';
import { Folders } from './folders.ts';
import type { Platform } from './platform.ts';

/** A part of the server: what it offers, and how it answers. */
export interface Feature {
  readonly capabilities: (client: ClientCapabilities) => InitializeResult['capabilities'];
  readonly register: (context: ServerContext) => void;
}

/** Starts the language server on a connection. It works for any client, and without its settings. */
export function startServer(connection: Connection, platform: Platform): void {
  const documents = new TextDocuments(TextDocument);
  const folders = new Folders(platform, defaultSettings);
  const listeners: (() => void)[] = [];
  let capabilities: ClientCapabilities = {};
  let settings: ClientSettings = defaultSettings;
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const context: ServerContext = {
    connection,
    platform,
    folders,
    capabilities: () => capabilities,
    settings: () => settings,
    openText: (uri) => documents.get(uri)?.getText(),
    openUris: () => documents.keys(),
    async stateOf(uri, token) {
      if (!settings.enable) return undefined;
      const located = folders.locate(uri);
      if (located === undefined) return undefined;
      const { folder, file } = located;
      const state = await folder.session.state();
      if (token?.isCancellationRequested === true) return undefined;
      const text = state.texts.get(file) ?? documents.get(uri)?.getText();
      return text === undefined ? undefined : { folder, file, state, text };
    },
    onChanged: (listener) => void listeners.push(listener),
  };

  const readSettings = async (): Promise<void> => {
    let sent: unknown;
    try {
      sent =
        capabilities.workspace?.configuration === true
          ? await connection.workspace.getConfiguration('encsafe')
          : undefined;
    } catch {
      // A client that announces settings and cannot give them gets the defaults.
    }
    if (capabilities.workspace?.configuration === true) setSettings(readClientSettings(sent));
  };
  const setSettings = (next: ClientSettings) => {
    if (JSON.stringify(next) === JSON.stringify(settings)) return;
    settings = next;
    folders.setSettings(settings);
    changed();
  };

  connection.onInitialize((parameters): InitializeResult => {
    capabilities = parameters.capabilities ?? {};
    if (parameters.initializationOptions !== undefined && parameters.initializationOptions !== null) {
      settings = readClientSettings(parameters.initializationOptions);
      folders.setSettings(settings);
    }
    const roots =
      parameters.workspaceFolders?.map(({ uri }) => uri) ?? (parameters.rootUri ? [parameters.rootUri] : []);
    for (const root of roots) folders.add(root);
    return {
      serverInfo: { name: 'encsafe', version: platform.version },
      capabilities: Object.assign(
        {
          textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
          workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        },
        ...features.map((feature) => feature.capabilities(capabilities)),
      ),
    };
  });

  connection.onInitialized(async () => {
    if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true) {
      await connection.client.register(DidChangeConfigurationNotification.type, { section: 'encsafe' });
    }
    if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
      await connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: watchedGlobs.map((globPattern) => ({ globPattern })),
      });
    }
    if (capabilities.workspace?.workspaceFolders === true) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const { uri } of removed) folders.remove(uri);
        for (const { uri } of added) folders.add(uri);
        // Open documents belong to other folders now.
        for (const document of documents.all()) setText(document);
        changed();
      });
    }
    await readSettings();
  });

  connection.onDidChangeConfiguration(async ({ settings: sent }) => {
    if (capabilities.workspace?.configuration === true) await readSettings();
    else setSettings(readClientSettings((sent as { encsafe?: unknown } | null | undefined)?.encsafe));
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) {
      const located = folders.locate(uri);
      if (located !== undefined && !located.folder.loose)
        located.folder.session.storedChanged([located.file]);
    }
    if (changes.length > 0) changed();
  });

  const setText = (document: TextDocument) => {
    const located = folders.locate(document.uri);
    located?.folder.session.setText(located.file, document.getText());
  };
  documents.onDidChangeContent(({ document }) => {
    setText(document);
    changed();
  });
  documents.onDidClose(({ document }) => {
    const located = folders.locate(document.uri);
    located?.folder.session.forgetText(located.file);
    changed();
  });

  for (const feature of features) feature.register(context);
  documents.listen(connection);
  connection.listen();
}

/** Files whose change on disk can make other findings. */
const watchedGlobs = [
  '**/*.{json,jsonc,yaml,yml,ts,mts,cts,tsx,js,mjs,cjs,jsx}',
  '**/{Dockerfile,Dockerfile.*,yarn.lock,bun.lock,.env,.env.*,.gitignore}',
];
