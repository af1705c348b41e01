import type { Files } from '../link/files.ts';
import { type Linked, link } from '../link/link.ts';
import type { LinkSettings } from '../link/settings.ts';
import type { FileFacts } from '../read/facts.ts';
import { mayDeclare, mayTouch } from '../read/keywords.ts';
import { loadReader, syntaxOf, syntaxOfText } from '../read/read.ts';
import { inParallel } from './in-parallel.ts';

export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** What a look at a file's text says before any parser is loaded. */
type Look = 'declares' | 'touches' | 'nothing';

/** How often following references may ask for further files. Each round goes one import deeper. */
const rounds = 20;

/** The facts of the files of a project: each file is read once, and again only after it was forgotten. */
export class FactStore {
  readonly #read: (file: string) => Promise<string>;
  readonly #looks = new Map<string, Look>();
  readonly #texts = new Map<string, string>();
  readonly #facts = new Map<string, FileFacts>();
  readonly #unreadable = new Map<string, string>();
  /** How often each file was forgotten: what was read before that must not be kept. */
  readonly #epochs = new Map<string, number>();
  /** What counted when files were linked last: a file that an import once led to counts no longer than that. */
  #used: ReadonlySet<string> = new Set();

  constructor(read: (file: string) => Promise<string>) {
    this.#read = read;
  }

  /** All that is known so far, to go on with from other texts. */
  fork(read: (file: string) => Promise<string>): FactStore {
    const fork = new FactStore(read);
    for (const [file, look] of this.#looks) fork.#looks.set(file, look);
    for (const [file, text] of this.#texts) fork.#texts.set(file, text);
    for (const [file, facts] of this.#facts) fork.#facts.set(file, facts);
    for (const [file, reason] of this.#unreadable) fork.#unreadable.set(file, reason);
    return fork;
  }

  /** Forgets every file that is not there any more. */
  retain(files: ReadonlySet<string>): void {
    const known = [this.#looks, this.#facts, this.#unreadable].flatMap((one) => [...one.keys()]);
    for (const file of known) if (!files.has(file)) this.forget(file);
  }

  /** The file may say something else now, or be gone. */
  forget(file: string): void {
    this.#epochs.set(file, this.#epoch(file) + 1);
    this.#looks.delete(file);
    this.#texts.delete(file);
    this.#facts.delete(file);
    this.#unreadable.delete(file);
  }

  /** Reads what is not known yet, follows where it leads, and links `files`; `exists` says what references may lead to. */
  async link(
    files: readonly string[],
    exists: (file: string) => boolean,
    settings: LinkSettings,
  ): Promise<Linked> {
    await inParallel(
      files.filter((file) => !this.#looks.has(file)),
      (file) => this.#look(file),
    );
    // What a command does to a collection matters only once something is encrypted.
    const declares = files.some((file) => this.#looks.get(file) === 'declares');
    if (declares) {
      await inParallel(
        files.filter((file) => this.#looks.get(file) === 'touches'),
        (file) => this.#parse(file),
      );
    }
    const used = new Set<string>();
    const linkFiles: Files = {
      facts(file) {
        used.add(file);
        return known.get(file);
      },
      exists,
    };
    const known = this.#facts;
    const counts = (look: Look | undefined) => look === 'declares' || (look === 'touches' && declares);
    const relevant = () =>
      files.flatMap((file) => (counts(this.#looks.get(file)) ? (known.get(file) ?? []) : []));
    let linked = link(relevant(), linkFiles, settings);
    for (let round = 0; round < rounds && linked.wanted.size > 0; round += 1) {
      const before = this.#facts.size;
      await inParallel([...linked.wanted], (file) => this.#parse(file));
      if (this.#facts.size === before) break;
      linked = link(relevant(), linkFiles, settings);
    }
    for (const { file } of relevant()) used.add(file);
    this.#used = used;
    return linked;
  }

  /** The facts of every file that was parsed and counts, by name. */
  get facts(): readonly FileFacts[] {
    return [...this.#used]
      .flatMap((file) => this.#facts.get(file) ?? [])
      .sort((one, other) => (one.file < other.file ? -1 : 1));
  }

  /** The texts of those files. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Files that could not be opened, by name. */
  get unreadable(): readonly Unreadable[] {
    return [...this.#unreadable]
      .map(([file, reason]) => ({ file, reason }))
      .sort((one, other) => (one.file < other.file ? -1 : 1));
  }

  #epoch(file: string): number {
    return this.#epochs.get(file) ?? 0;
  }

  async #look(file: string): Promise<void> {
    const epoch = this.#epoch(file);
    const syntax = syntaxOf(file);
    const text = syntax === undefined ? undefined : await this.#text(file);
    if (epoch !== this.#epoch(file)) return;
    if (syntax === undefined || text === undefined) {
      this.#looks.set(file, 'nothing');
    } else if (mayDeclare(syntax, text)) {
      await this.#parse(file, text);
      if (epoch === this.#epoch(file)) this.#looks.set(file, 'declares');
    } else {
      this.#looks.set(file, syntax === 'source' && mayTouch(text) ? 'touches' : 'nothing');
    }
  }

  async #parse(file: string, known?: string): Promise<void> {
    if (this.#facts.has(file) || syntaxOf(file) === undefined) return;
    const epoch = this.#epoch(file);
    const text = known ?? (await this.#text(file));
    const syntax = text === undefined ? undefined : syntaxOfText(file, text);
    if (text === undefined || syntax === undefined) return;
    const read = await loadReader(syntax);
    if (epoch !== this.#epoch(file)) return;
    this.#texts.set(file, text);
    this.#facts.set(file, read(file, text));
  }

  async #text(file: string): Promise<string | undefined> {
    try {
      return await this.#read(file);
    } catch (error) {
      this.#unreadable.set(file, reasonOf(error));
      return undefined;
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}
