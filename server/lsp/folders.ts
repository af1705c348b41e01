import { URI } from 'vscode-uri';
import { mayDecide } from '../session/decides.ts';
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
  readonly #languageOf: (uri: string) => string | undefined;
  readonly #folders = new Map<string, Folder>();
  #settings: ClientSettings;
  #own: ReadonlyMap<string, ClientSettings> = new Map();

  /** `languageOf`: what an open document is written in; it names a document that has no file name yet. */
  constructor(
    platform: Platform,
    settings: ClientSettings,
    languageOf: (uri: string) => string | undefined = () => undefined,
  ) {
    this.#platform = platform;
    this.#settings = settings;
    this.#languageOf = languageOf;
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

  /** Forgets the surroundings of documents: they may stand in a folder now. */
  removeLoose(): void {
    for (const [key, { loose }] of this.#folders) if (loose) this.#folders.delete(key);
  }

  /** Settings for everything, and for single folders by their URI. */
  setSettings(settings: ClientSettings, own: ReadonlyMap<string, ClientSettings> = new Map()): void {
    this.#settings = settings;
    this.#own = new Map([...own].map(([uri, one]) => [normalUri(uri), one]));
    for (const { uri, session } of this.#folders.values()) session.setOptions(this.#options(uri));
  }

  settingsOf({ uri }: Pick<Folder, 'uri'>): ClientSettings {
    return this.#own.get(normalUri(uri)) ?? this.#settings;
  }

  /** Where a document stands. A document outside of every folder gets surroundings of its own. */
  locate(uri: string): Located | undefined {
    try {
      return this.holding(uri) ?? this.#loose(uri);
    } catch {
      // Whatever a client calls a document: what is no URI stands nowhere.
      return undefined;
    }
  }

  /** Where a document stands among what is open already. */
  holding(uri: string): Located | undefined {
    let best: Located | undefined;
    for (const located of this.everyHolding(uri)) {
      if (best === undefined || located.folder.uri.length > best.folder.uri.length) best = located;
    }
    return best;
  }

  /** Every folder that a document stands in: of two folders, one in the other, both see it. */
  everyHolding(uri: string): readonly Located[] {
    try {
      return this.all.flatMap((folder) => {
        const file = isPathless(folder.uri) ? undefined : fileOf(folder.uri, uri);
        return file === undefined || (folder.loose && file.includes('/')) ? [] : [{ folder, file }];
      });
    } catch {
      return [];
    }
  }

  /** An open document says this now. */
  setText(uri: string, text: string): void {
    const located = this.locate(uri);
    if (located === undefined) return;
    located.folder.session.setText(located.file, text);
    for (const { folder, file } of this.everyHolding(uri)) folder.session.setText(file, text);
  }

  /** A document was closed; `stillOpen` are all others. Surroundings go with their last document. */
  close(uri: string, stillOpen: readonly string[]): void {
    for (const { folder, file } of this.everyHolding(uri)) folder.session.forgetText(file);
    const used = new Set(stillOpen.map((one) => this.locate(one)?.folder));
    for (const [key, folder] of this.#folders)
      if (folder.loose && !used.has(folder)) this.#folders.delete(key);
  }

  /** Another program made, changed or removed these; of a folder everything below may have changed. */
  storedChanged(uris: readonly string[]): void {
    for (const folder of this.all) {
      const files = uris.flatMap((uri) => fileIn(folder, uri) ?? []);
      if (files.length > 0) folder.session.storedChanged(files);
      else if (uris.some(mayDecide)) folder.session.settingsChanged();
    }
  }

  #loose(uri: string): Located | undefined {
    const around = isPathless(uri) ? uri : folderOf(uri);
    const file = isPathless(uri) ? this.#nameOf(uri) : fileOf(around, uri);
    if (file === undefined) return undefined;
    const key = `loose ${normalUri(around)}`;
    const folder = this.#folders.get(key) ?? this.#make(around, true);
    this.#folders.set(key, folder);
    return { folder, file };
  }

  /** `untitled:Untitled-1` is a file of the language that its editor says. */
  #nameOf(uri: string): string {
    const name = URI.parse(uri).path || 'untitled';
    const ending = endings[this.#languageOf(uri) ?? ''];
    return ending === undefined || name.endsWith(`.${ending}`) ? name : `${name}.${ending}`;
  }

  #make(uri: string, loose: boolean): Folder {
    const host = loose ? this.#platform.looseHostOf(uri) : this.#platform.hostOf(uri);
    return {
      uri,
      loose,
      session: new Session(host, this.#options(uri)),
      uriOf: isPathless(uri) ? () => uri : (file) => uriOf(uri, file),
    };
  }

  #options(uri: string) {
    const { length, mongodb, configuration, includeTests } = this.settingsOf({ uri });
    return {
      includeTests,
      flags: {
        ...(length === undefined ? {} : { length }),
        ...(mongodb === undefined ? {} : { mongodb }),
        ...(configuration === undefined ? {} : { config: configuration }),
      },
    };
  }
}

const endings: Readonly<Record<string, string>> = {
  json: 'json',
  jsonc: 'jsonc',
  yaml: 'yaml',
  typescript: 'ts',
  typescriptreact: 'tsx',
  javascript: 'js',
  javascriptreact: 'jsx',
};

/** True for what was never stored, and stands in no folder at all. */
function isPathless(uri: string): boolean {
  const { path } = URI.parse(uri);
  return !path.startsWith('/');
}

function fileIn(folder: Folder, uri: string): string | undefined {
  try {
    return isPathless(folder.uri) ? undefined : fileOf(folder.uri, uri);
  } catch {
    return undefined;
  }
}
