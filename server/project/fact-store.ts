import { type Linked, link } from '../link/link.ts';
import type { LinkSettings } from '../link/settings.ts';
import type { FileFacts } from '../read/facts.ts';
import { type Kinds, type Look, lookAt, looksLikeNothing } from '../read/keywords.ts';
import { loadReader, loadSqlTextReader, syntaxOf, syntaxOfText } from '../read/read.ts';
import type { SqlFacts } from '../read/sql/statement.ts';
import { inParallel } from './in-parallel.ts';
import { type Mentions, mentionsOf, sameNames } from './mentions.ts';
import { SqlPieces } from './sql-pieces.ts';

export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** How often following references may ask for further files. Each round goes one import deeper. */
const rounds = 20;

/** How many letters of files that only ask are kept, so that new names are looked for without the disk. */
const keptLetters = 50_000_000;

/** The facts of the files of a project: each file is read once, and again only after it was forgotten. */
export class FactStore {
  readonly #read: (file: string) => Promise<string>;
  readonly #looks = new Map<string, Look>();
  readonly #texts = new Map<string, string>();
  readonly #facts = new Map<string, FileFacts>();
  readonly #unreadable = new Map<string, string>();
  /** Texts of files that ask and were not parsed, as many as are kept. */
  readonly #asking = new Map<string, string>();
  #askingLetters = 0;
  /** Whether a file that asks names one of the names that were looked for last. */
  readonly #mentions = new Map<string, boolean>();
  readonly #pieces = new Map<string, SqlPieces>();
  #sought: Mentions = mentionsOf(new Set());
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
    for (const [file, text] of this.#asking) fork.#keepAsking(file, text);
    for (const [file, mentions] of this.#mentions) fork.#mentions.set(file, mentions);
    for (const [file, pieces] of this.#pieces) fork.#pieces.set(file, pieces.fork());
    fork.#sought = this.#sought;
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
    this.#dropAsking(file);
    this.#mentions.delete(file);
    this.#pieces.delete(file);
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
    const declared = this.#declared(files);
    await inParallel(
      files.filter((file) => touchesOneOf(this.#lookOf(file), declared)),
      (file) => this.#parse(file),
    );
    const linkOnce = async (): Promise<Linked> => {
      await this.#readPieces();
      const relevant = files.flatMap((file) =>
        this.#counts(file, declared) ? (this.#known(file) ?? []) : [],
      );
      const used = new Set(relevant.map(({ file }) => file));
      const linked = link(
        relevant,
        {
          facts: (file) => {
            used.add(file);
            return this.#known(file);
          },
          exists,
          names: () => files,
        },
        settings,
      );
      this.#used = used;
      return linked;
    };
    // What was looked for last is a good guess, so that an edit links once.
    await this.#seek(files, this.#sought.names);
    let linked = await linkOnce();
    // A name that is gone may have held others in place: without it, all are found anew.
    if (
      ![...this.#sought.names].every((name) => linked.names.has(name)) &&
      (await this.#seek(files, new Set()))
    ) {
      linked = await linkOnce();
    }
    for (let round = 0; round < rounds; round += 1) {
      const before = this.#facts.size;
      await inParallel([...linked.wanted], (file) => this.#parse(file));
      const others = await this.#seek(files, linked.names);
      if (this.#facts.size === before && !others) break;
      linked = await linkOnce();
    }
    return linked;
  }

  /** True for a file that was linked and speaks of what others may declare: SQL, schemas of Prisma, code that asks a database. */
  leansOnOthers(file: string): boolean {
    const syntax = syntaxOf(file);
    return (
      (syntax === 'sql' || syntax === 'prisma' || syntax === 'source') &&
      this.#lookOf(file) !== looksLikeNothing
    );
  }

  /** The facts of every file that was parsed and counts, by name. */
  get facts(): readonly FileFacts[] {
    return [...this.#used]
      .flatMap((file) => this.#known(file) ?? [])
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

  #known(file: string): FileFacts | undefined {
    return this.#pieces.get(file)?.whole ?? this.#facts.get(file);
  }

  #lookOf(file: string): Look {
    return this.#looks.get(file) ?? looksLikeNothing;
  }

  /** The kinds of things that some of the files declare. */
  #declared(files: readonly string[]): Kinds {
    const declared = { fields: false, code: false, prisma: false };
    for (const file of files) {
      const { declares } = this.#lookOf(file);
      declared.fields ||= declares.fields;
      declared.code ||= declares.code;
      declared.prisma ||= declares.prisma;
    }
    return declared;
  }

  #counts(file: string, declared: Kinds): boolean {
    const look = this.#lookOf(file);
    return (
      declaresSomething(look) ||
      touchesOneOf(look, declared) ||
      (look.asks && this.#mentions.get(file) === true)
    );
  }

  /** Looks for the names in what asks, and parses what holds one; true where now something else counts than before. */
  async #seek(files: readonly string[], names: ReadonlySet<string>): Promise<boolean> {
    const isNew = !sameNames(names, this.#sought.names);
    if (isNew) this.#sought = mentionsOf(names);
    let others = false;
    await inParallel(
      files.filter((file) => this.#lookOf(file).asks && (isNew || !this.#mentions.has(file))),
      async (file) => {
        const epoch = this.#epoch(file);
        const text =
          names.size === 0
            ? ''
            : (this.#texts.get(file) ?? this.#asking.get(file) ?? (await this.#text(file)));
        const mentions = text !== undefined && this.#sought.in(text);
        if (mentions) await this.#parse(file, text);
        if (epoch !== this.#epoch(file)) return;
        if (mentions !== (this.#mentions.get(file) ?? false)) others = true;
        this.#mentions.set(file, mentions);
      },
    );
    return this.#choosePieces() || others;
  }

  /** True where pieces of SQL matter that did not before, or the reverse. */
  #choosePieces(): boolean {
    let others = false;
    for (const pieces of this.#pieces.values()) others = pieces.choose(this.#sought) || others;
    return others;
  }

  async #readPieces(): Promise<void> {
    this.#choosePieces();
    const pieces = [...this.#pieces.values()];
    const none: SqlFacts = { statements: [], skipped: {} };
    const read = pieces.some(({ needsReader }) => needsReader) ? await loadSqlTextReader() : () => none;
    for (const one of pieces) one.read(read);
  }

  #keepAsking(file: string, text: string): void {
    this.#dropAsking(file);
    if (this.#askingLetters + text.length > keptLetters) return;
    this.#askingLetters += text.length;
    this.#asking.set(file, text);
  }

  #dropAsking(file: string): void {
    this.#askingLetters -= this.#asking.get(file)?.length ?? 0;
    this.#asking.delete(file);
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
      this.#looks.set(file, looksLikeNothing);
      return;
    }
    const look = lookAt(syntax, text);
    if (declaresSomething(look)) await this.#parse(file, text);
    else if (look.asks) this.#keepAsking(file, text);
    if (epoch === this.#epoch(file)) this.#looks.set(file, look);
  }

  async #parse(file: string, known?: string): Promise<void> {
    if (this.#facts.has(file) || syntaxOf(file) === undefined) return;
    const epoch = this.#epoch(file);
    const text = known ?? (await this.#text(file));
    const syntax = text === undefined ? undefined : syntaxOfText(file, text);
    if (text === undefined || syntax === undefined) return;
    const read = await loadReader(syntax);
    if (epoch !== this.#epoch(file)) return;
    const facts = read(file, text);
    this.#dropAsking(file);
    this.#texts.set(file, text);
    this.#facts.set(file, facts);
    if (facts.sqlTexts !== undefined) this.#pieces.set(file, new SqlPieces(facts));
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

function declaresSomething({ declares: { fields, code, prisma } }: Look): boolean {
  return fields || code || prisma;
}

/** What a schema of Prisma declares are fields of a database, too. */
function touchesOneOf({ touches }: Look, { fields, code, prisma }: Kinds): boolean {
  return (
    (touches.fields && (fields || prisma)) || (touches.code && (code || prisma)) || (touches.prisma && prisma)
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}
