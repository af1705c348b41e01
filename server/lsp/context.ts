import type { CancellationToken, ClientCapabilities, Connection } from 'vscode-languageserver';
import type { SessionState } from '../session/session.ts';
import type { ClientSettings } from './client-settings.ts';
import type { Folder, Folders } from './folders.ts';
import type { Platform } from './platform.ts';

/** What every feature of the server is given. */
export interface ServerContext {
  readonly connection: Connection;
  readonly platform: Platform;
  readonly folders: Folders;
  readonly capabilities: () => ClientCapabilities;
  readonly settings: () => ClientSettings;
  /** True for a client that said (`initializationOptions.commands`) that it runs the commands of encsafe's extension. */
  readonly runsCommands: () => boolean;
  /** The text of an open document as the client sees it; undefined when it is closed or not ours. */
  readonly openText: (uri: string) => string | undefined;
  /** The version of an open document as the client counts it. */
  readonly openVersion: (uri: string) => number | undefined;
  /** The URI of a file, spelled as the client spelled it when it opened the document. */
  readonly uriOf: (folder: Folder, file: string) => string;
  /** Every open document. */
  readonly openUris: () => readonly string[];
  /**
   * What the folder of a document says now. Undefined when the document stands nowhere, encsafe is switched off, or the
   * request was cancelled meanwhile.
   */
  readonly stateOf: (uri: string, token?: CancellationToken) => Promise<DocumentState | undefined>;
  /** Calls back after each change that may have made other findings: documents, files, settings. */
  readonly onChanged: (listener: () => void) => void;
}

export interface DocumentState {
  readonly folder: Folder;
  readonly file: string;
  readonly state: SessionState;
  /** The text that the state was made of: positions of answers are positions in it. */
  readonly text: string;
}
