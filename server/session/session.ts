import { catalogue } from '../../rules/catalogue.ts';
import type { Rule } from '../../rules/model/rule.ts';
import { type Analysis, analyseWith } from '../project/analyse.ts';
import { loadSettings } from '../project/configuration/load-settings.ts';
import type { Settings, SettingsFlags } from '../project/configuration/settings.ts';
import { FactStore } from '../project/fact-store.ts';
import { type Baseline, baselineFile, readBaseline } from '../suppression/baseline.ts';
import { type Breath, eventLoop, inSteps } from './breath.ts';
import { type CheckedProject, checkInSteps } from './check.ts';
import { decidesMore, mayDecide } from './decides.ts';
import { type Fixed, fixAll } from './fix-all.ts';

/** Where the files of one folder are: a disk, a virtual workspace, a test's table. */
export interface SessionHost {
  /** Every file that may be read, relative with `/`, sorted; and the folders whose entries are all among them. */
  readonly find: () => Promise<FoundFiles>;
  /** The stored text of one file. Rejects when it cannot be read. */
  readonly read: (file: string) => Promise<string>;
  /** The text of any single file, above the folder or below; undefined where there is none. */
  readonly readAbove: (file: string) => Promise<string | undefined>;
  readonly levelsAbove: number;
  readonly namesAbove: readonly string[];
  /** `2026-12-31`. */
  readonly today: () => string;
}

interface FoundFiles {
  readonly files: readonly string[];
  readonly walked: readonly string[];
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

/** The files of a folder, as long as nothing is opened, stored or configured anew. */
interface FileLists {
  readonly found: FoundFiles;
  readonly settings: Settings;
  readonly all: readonly string[];
  readonly own: readonly string[];
  readonly others: readonly string[];
}

/** Where texts come from, and what is known of them already. */
interface Look {
  readonly store: FactStore;
  readonly read: (file: string) => Promise<string>;
  readonly readAbove: (file: string) => Promise<string | undefined>;
  readonly found: FoundFiles;
  /** Undefined when they must be read again. */
  readonly settings: Settings | undefined;
  readonly baselineOf: () => Promise<Baseline | undefined>;
}

/** What a session does with a project, and at what pace: a test may wish for something else. */
export interface SessionWork {
  readonly rules?: readonly Rule[];
  readonly breath?: Breath;
}

/** A pass over the folder, and whether those who asked for it still want it. */
interface Pass {
  readonly generation: number;
  readonly promise: Promise<SessionState | undefined>;
  readonly askers: Askers;
}

class Askers {
  #wants: (() => boolean)[] | undefined = [];

  join(isWanted: () => boolean): void {
    this.#wants?.push(isWanted);
  }

  /** The answer is there: nobody need be asked any more. */
  answered(): void {
    this.#wants = undefined;
  }

  want(): boolean {
    return this.#wants?.some((isWanted) => isWanted()) ?? true;
  }
}

/** How often a state is begun anew for what changed while it was made, before it is given all the same. */
const mostRestarts = 5;

/**
 * One folder over time: open documents over stored files, each read once until it changes. A request gets the state of
 * the moment; requests that come while it is made share it.
 */
export class Session {
  readonly #host: SessionHost;
  readonly #documents = new Map<string, string>();
  readonly #store: FactStore;
  #options: SessionOptions;
  #found: FoundFiles | undefined;
  #settings: Settings | undefined;
  #storedFiles: { readonly found: FoundFiles | undefined; readonly set: ReadonlySet<string> } | undefined;
  #lists: FileLists | undefined;
  #baseline: Promise<Baseline | undefined> | undefined;
  #generation = 0;
  #pass: Pass | undefined;
  readonly #rules: readonly Rule[];
  readonly #breath: Breath;

  constructor(
    host: SessionHost,
    options: SessionOptions,
    { rules = catalogue, breath = eventLoop }: SessionWork = {},
  ) {
    this.#host = host;
    this.#options = options;
    this.#rules = rules;
    this.#breath = breath;
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
    if (before === undefined) this.#openedOrClosed(file);
    else this.#changed(file, decidesMore(file, before, text));
  }

  /** A document was closed: what is stored counts again. */
  forgetText(file: string): void {
    if (this.#documents.delete(file)) this.#openedOrClosed(file);
  }

  /** What is stored may differ from what is open in anything. */
  #openedOrClosed(file: string): void {
    this.#lists = undefined;
    const isStored = this.#stored().has(file);
    // A file that was not there may have been stored meanwhile.
    if (!isStored) this.#found = undefined;
    this.#changed(file, !isStored || mayDecide(file));
  }

  /** Another program changed, made or removed these files. */
  storedChanged(files: readonly string[]): void {
    const stored = this.#stored();
    // A document that is saved says what it said before.
    if (files.every((file) => this.#documents.has(file) && stored.has(file))) return;
    this.#found = undefined;
    if (files.includes(baselineFile)) this.#baseline = undefined;
    for (const file of files) {
      if (!this.#documents.has(file)) this.#changed(file, true);
    }
  }

  /** Something above the folder says something else now. */
  settingsChanged(): void {
    this.#settings = undefined;
    this.#generation += 1;
  }

  setOptions(options: SessionOptions): void {
    this.#options = options;
    this.#settings = undefined;
    this.#generation += 1;
  }

  /** The state after everything that was said so far. */
  state(): Promise<SessionState>;
  /** The same for somebody who may lose interest. Undefined when all who asked have, and the pass was left. */
  state(isWanted: () => boolean): Promise<SessionState | undefined>;
  state(isWanted: () => boolean = always): Promise<SessionState | undefined> {
    if (this.#pass?.generation === this.#generation) {
      this.#pass.askers.join(isWanted);
      return this.#pass.promise;
    }
    const generation = this.#generation;
    // One after the other: two passes at once would read a file twice and mix two moments.
    const before = this.#pass;
    const askers = new Askers();
    askers.join(isWanted);
    const promise = (before?.promise.catch(() => undefined) ?? Promise.resolve(undefined)).then((last) =>
      last !== undefined && last.generation === this.#generation ? last : this.#make(askers),
    );
    this.#pass = { generation, promise, askers };
    return promise;
  }

  /** What all safe fixes of one file make of a state; nothing is changed. */
  async fixAll(file: string, state: SessionState): Promise<Fixed<SessionState>> {
    const found = this.#found ?? (await this.#host.find());
    return fixAll(state, (texts) => this.#what(state, found, texts), file);
  }

  /** The state as it would be with other texts in some files. */
  #what(state: SessionState, found: FoundFiles, texts: ReadonlyMap<string, string>): Promise<SessionState> {
    const read = async (file: string) => texts.get(file) ?? (await this.#read(file));
    const store = this.#store.fork(read);
    for (const file of texts.keys()) store.forget(file);
    const same = [...texts].every(([file, text]) => !decidesMore(file, state.texts.get(file) ?? '', text));
    return this.#look(
      {
        store,
        read,
        readAbove: async (file) => texts.get(file) ?? (await this.#readAbove(file)),
        found,
        settings: same ? state.settings : undefined,
        baselineOf: () => readBaselineWith(read),
      },
      state.generation,
    );
  }

  async #make(askers: Askers): Promise<SessionState | undefined> {
    for (let restarts = 0; askers.want(); restarts += 1) {
      const generation = this.#generation;
      const found = this.#found ?? (await this.#host.find());
      if (found !== this.#found) this.#store.retain(new Set([...found.files, ...this.#documents.keys()]));
      // What changed meanwhile must be asked again.
      if (generation === this.#generation) this.#found = found;
      const goesOn = () => (generation === this.#generation || restarts >= mostRestarts) && askers.want();
      const state = await this.#look(
        {
          store: this.#store,
          read: (file) => this.#read(file),
          readAbove: (file) => this.#readAbove(file),
          found,
          settings: this.#settings,
          baselineOf: () => this.#knownBaseline(),
        },
        generation,
        (lists) => {
          if (generation !== this.#generation) return;
          this.#settings = lists.settings;
          this.#lists = lists;
        },
        goesOn,
      );
      if (state === undefined) continue;
      askers.answered();
      return state;
    }
    // Whoever asks from now on begins anew.
    if (this.#pass?.askers === askers) this.#pass = undefined;
    return undefined;
  }

  async #look(look: Look, generation: number): Promise<SessionState>;
  async #look(
    look: Look,
    generation: number,
    keep: (lists: FileLists) => void,
    goesOn: () => boolean,
  ): Promise<SessionState | undefined>;
  async #look(
    { store, read, readAbove, found, settings: given, baselineOf }: Look,
    generation: number,
    keep: (lists: FileLists) => void = () => {},
    goesOn: () => boolean = always,
  ): Promise<SessionState | undefined> {
    const begun = this.#breath.now();
    const { flags, includeTests } = this.#options;
    const { walked } = found;
    const known = this.#lists;
    const reused = known?.found === found && known.settings === given ? known : undefined;
    const all = reused?.all ?? [...new Set([...found.files, ...this.#documents.keys()])].sort();
    const settings =
      given ??
      (await loadSettings({
        files: all,
        sources: { files: all, read },
        readAbove,
        levelsAbove: this.#host.levelsAbove,
        namesAbove: this.#host.namesAbove,
        flags,
        walked,
      }));
    const lists = reused ?? {
      found,
      settings,
      all,
      own: all.filter((file) => !settings.ignored(file)),
      others: all.filter((file) => settings.ignored(file)),
    };
    keep(lists);
    const { own, others } = lists;
    const analysis = await analyseWith(store, { files: own, others }, settings);
    const baseline = all.includes(baselineFile) ? await baselineOf() : undefined;
    const steps = checkInSteps({
      analysis,
      settings,
      files: own,
      named: new Set(),
      walked,
      includeTests,
      today: this.#host.today(),
      baseline,
      rules: this.#rules,
    });
    // Where a newer moment is asked for by then, what has been read so far serves it too.
    const checked = await inSteps(steps, goesOn, this.#breath, begun);
    return checked === undefined ? undefined : { ...checked, analysis, settings, files: own, generation };
  }

  async #read(file: string): Promise<string> {
    return this.#documents.get(file) ?? (await this.#host.read(file));
  }

  async #readAbove(file: string): Promise<string | undefined> {
    return this.#documents.get(file) ?? (await this.#host.readAbove(file));
  }

  #knownBaseline(): Promise<Baseline | undefined> {
    this.#baseline ??= readBaselineWith((file) => this.#read(file));
    return this.#baseline;
  }

  #stored(): ReadonlySet<string> {
    if (this.#storedFiles?.found !== this.#found || this.#storedFiles === undefined) {
      this.#storedFiles = { found: this.#found, set: new Set(this.#found?.files) };
    }
    return this.#storedFiles.set;
  }

  #changed(file: string, settingsToo: boolean): void {
    this.#store.forget(file);
    if (file === baselineFile) this.#baseline = undefined;
    if (settingsToo) this.#settings = undefined;
    this.#generation += 1;
  }
}

const always = () => true;

async function readBaselineWith(read: (file: string) => Promise<string>): Promise<Baseline | undefined> {
  try {
    const baseline = readBaseline(await read(baselineFile));
    return 'problem' in baseline ? undefined : baseline;
  } catch {
    return undefined;
  }
}
