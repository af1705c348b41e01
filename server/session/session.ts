import { type Analysis, analyseWith } from '../project/analyse.ts';
import { loadSettings } from '../project/configuration/load-settings.ts';
import type { Settings, SettingsFlags } from '../project/configuration/settings.ts';
import { FactStore } from '../project/fact-store.ts';
import { baselineFile, readBaseline } from '../suppression/baseline.ts';
import { type CheckedProject, checkProject } from './check.ts';

/** Where the files of one folder are: a disk, a virtual workspace, a test's table. */
export interface SessionHost {
  /** Every file that may be read, relative with `/`, sorted; and the folders whose entries are all among them. */
  readonly find: () => Promise<{ readonly files: readonly string[]; readonly walked: readonly string[] }>;
  /** The stored text of one file. Rejects when it cannot be read. */
  readonly read: (file: string) => Promise<string>;
  /** The text of any single file, above the folder or below; undefined where there is none. */
  readonly readAbove: (file: string) => Promise<string | undefined>;
  readonly levelsAbove: number;
  readonly namesAbove: readonly string[];
  /** `2026-12-31`. */
  readonly today: () => string;
}

export interface SessionOptions {
  readonly flags: SettingsFlags;
  readonly includeTests: boolean;
}

/** What a folder says at one moment. */
export interface SessionState extends CheckedProject {
  readonly analysis: Analysis;
  readonly settings: Settings;
  /** The files that belong to the folder and are not left out. */
  readonly files: readonly string[];
  /** Counts up with every change. */
  readonly generation: number;
}

/**
 * One folder over time: open documents over stored files, each read once until it changes. A request gets the state of
 * the moment; requests that come while it is made share it.
 */
export class Session {
  readonly #host: SessionHost;
  readonly #documents = new Map<string, string>();
  readonly #store: FactStore;
  #options: SessionOptions;
  #found: Awaited<ReturnType<SessionHost['find']>> | undefined;
  #settings: Settings | undefined;
  #generation = 0;
  #state: { readonly generation: number; readonly promise: Promise<SessionState> } | undefined;

  constructor(host: SessionHost, options: SessionOptions) {
    this.#host = host;
    this.#options = options;
    this.#store = new FactStore((file) => this.#read(file));
  }

  get generation(): number {
    return this.#generation;
  }

  /** An open document says this now, whatever is stored. */
  setText(file: string, text: string): void {
    const before = this.#documents.get(file);
    if (before === text) return;
    this.#documents.set(file, text);
    if (this.#found !== undefined && !this.#found.files.includes(file)) this.#found = undefined;
    this.#changed(file, decides(file, before ?? '') || decides(file, text));
  }

  /** A document was closed: what is stored counts again. */
  forgetText(file: string): void {
    const before = this.#documents.get(file);
    if (before === undefined) return;
    this.#documents.delete(file);
    this.#found = undefined;
    this.#changed(file, decides(file, before));
  }

  /** Another program changed, made or removed these files. */
  storedChanged(files: readonly string[]): void {
    this.#found = undefined;
    for (const file of files) {
      if (!this.#documents.has(file)) this.#changed(file, true);
    }
  }

  setOptions(options: SessionOptions): void {
    this.#options = options;
    this.#settings = undefined;
    this.#generation += 1;
  }

  /** The state after everything that was said so far. */
  state(): Promise<SessionState> {
    if (this.#state?.generation === this.#generation) return this.#state.promise;
    const generation = this.#generation;
    // One after the other: two passes at once would read a file twice and mix two moments.
    const before = this.#state?.promise.catch(() => undefined) ?? Promise.resolve(undefined);
    const promise = before.then((last) =>
      last !== undefined && last.generation === this.#generation ? last : this.#make(),
    );
    this.#state = { generation, promise };
    return promise;
  }

  async #make(): Promise<SessionState> {
    const generation = this.#generation;
    const { flags, includeTests } = this.#options;
    const found = this.#found ?? (await this.#host.find());
    // What changed meanwhile must be asked again.
    if (generation === this.#generation) this.#found = found;
    const { walked } = found;
    const files = [...new Set([...found.files, ...this.#documents.keys()])].sort();
    const settings =
      this.#settings ??
      (await loadSettings({
        files,
        sources: { files, read: (file) => this.#read(file) },
        readAbove: async (file) => this.#documents.get(file) ?? (await this.#host.readAbove(file)),
        levelsAbove: this.#host.levelsAbove,
        namesAbove: this.#host.namesAbove,
        flags,
        walked,
      }));
    if (generation === this.#generation) this.#settings = settings;
    const own = files.filter((file) => !settings.ignored(file));
    const others = files.filter((file) => settings.ignored(file));
    const analysis = await analyseWith(this.#store, { files: own, others }, settings);
    const checked = checkProject({
      analysis,
      settings,
      files: own,
      named: new Set(),
      walked,
      includeTests,
      today: this.#host.today(),
      baseline: await this.#baseline(files),
    });
    return { ...checked, analysis, settings, files: own, generation };
  }

  async #baseline(files: readonly string[]) {
    if (!files.includes(baselineFile)) return undefined;
    try {
      const baseline = readBaseline(await this.#read(baselineFile));
      return 'problem' in baseline ? undefined : baseline;
    } catch {
      return undefined;
    }
  }

  async #read(file: string): Promise<string> {
    return this.#documents.get(file) ?? (await this.#host.read(file));
  }

  #changed(file: string, settingsToo: boolean): void {
    this.#store.forget(file);
    if (settingsToo) this.#settings = undefined;
    this.#generation += 1;
  }
}

const settingsNames =
  /(?:^|\/)(?:encsafe\.config\.\w+|package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|Dockerfile[^/]*|\.env[^/]*)$/;

/** True for a file that says something about the version or the configuration. */
function decides(file: string, text: string): boolean {
  return settingsNames.test(file) || (/\.ya?ml$/.test(file) && /mongo/i.test(text));
}
