import { Session } from '../session/session.ts';
import type { ClientSettings } from './client-settings.ts';
import type { Platform } from './platform.ts';
import { fileOf, folderOf, normalUri, uriOf } from './uris.ts';

/** One folder of the workspace, or the surroundings of a document that stands in none. */
export interface Folder {
  readonly uri: string;
  readonly loose: boolean;
  readonly session: Session;
  readonly uriOf: (file: string) => string;
}

/** A document's place in its folder. */
export interface Located {
  readonly folder: Folder;
  readonly file: string;
}

/** The folders that are open, each with its session. The innermost folder holds a document. */
export class Folders {
  readonly #platform: Platform;
  readonly #folders = new Map<string, Folder>();
  #settings: ClientSettings;

  constructor(platform: Platform, settings: ClientSettings) {
    this.#platform = platform;
    this.#settings = settings;
  }

  get all(): readonly Folder[] {
    return [...this.#folders.values()];
  }

  add(uri: string): void {
    const key = normalUri(uri);
    if (!this.#folders.has(key)) this.#folders.set(key, this.#make(uri, false));
  }

  remove(uri: string): void {
    this.#folders.delete(normalUri(uri));
  }

  setSettings(settings: ClientSettings): void {
    this.#settings = settings;
    for (const { session } of this.#folders.values()) session.setOptions(sessionOptions(settings));
  }

  /** Where a document stands. A document outside of every folder gets surroundings of its own. */
  locate(uri: string): Located | undefined {
    let best: Located | undefined;
    for (const folder of this.#folders.values()) {
      const file = fileOf(folder.uri, uri);
      if (file !== undefined && (best === undefined || folder.uri.length > best.folder.uri.length)) {
        best = { folder, file };
      }
    }
    if (best !== undefined) return best;
    const around = folderOf(uri);
    const key = `loose ${normalUri(around)}`;
    const folder = this.#folders.get(key) ?? this.#make(around, true);
    const file = fileOf(around, uri);
    if (file === undefined) return undefined;
    this.#folders.set(key, folder);
    return { folder, file };
  }

  #make(uri: string, loose: boolean): Folder {
    const host = loose ? this.#platform.looseHostOf(uri) : this.#platform.hostOf(uri);
    return {
      uri,
      loose,
      session: new Session(host, sessionOptions(this.#settings)),
      uriOf: (file) => uriOf(uri, file),
    };
  }
}

function sessionOptions({ length, mongodb, configuration, includeTests }: ClientSettings) {
  return {
    includeTests,
    flags: {
      ...(length === undefined ? {} : { length }),
      ...(mongodb === undefined ? {} : { mongodb }),
      ...(configuration === undefined ? {} : { config: configuration }),
    },
  };
}
