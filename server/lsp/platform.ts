import type { SessionHost } from '../session/session.ts';

/** What the server needs of the place that it runs in: Node's disk, or an editor's file system in a browser. */
export interface Platform {
  readonly version: string;
  /** The stored files of a folder, by its URI. */
  readonly hostOf: (folder: string) => SessionHost;
  /** A loose document stands in no folder: only it is read, and what decides about it above. */
  readonly looseHostOf: (folder: string) => SessionHost;
  /** The address of a rule's page, when there is one to open. */
  readonly pageOf: (rule: string) => string | undefined;
  /** Told where the client says that the WebAssembly of the SQL parser is, where there is no disk to know it from. */
  readonly parserAt?: (address: string) => void;
}
