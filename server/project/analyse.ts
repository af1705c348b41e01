import type { Project } from '../../rules/model/project.ts';
import type { Files } from '../link/files.ts';
import { link } from '../link/link.ts';
import type { LinkSettings } from '../link/settings.ts';
import type { FileFacts } from '../read/facts.ts';
import { mayDeclare, mayTouch } from '../read/keywords.ts';
import { loadReader, syntaxOf, syntaxOfText } from '../read/read.ts';
import type { Sources } from './sources.ts';

/** All that was read, and what it means together. */
export interface Analysis {
  readonly project: Project;
  /** The facts of every file that was parsed, in the order of the files. */
  readonly facts: readonly FileFacts[];
  /** The texts of those files. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that could not be opened, with the reason. */
  readonly unreadable: readonly Unreadable[];
  /** How many files were looked at. */
  readonly looked: number;
}

export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** How often following references may ask for further files. Each round goes one import deeper. */
const rounds = 20;

/** Reads the files that may declare something, follows where they lead, and links them all. */
export async function analyse(sources: Sources, settings: LinkSettings): Promise<Analysis> {
  const texts = new Map<string, string>();
  const facts = new Map<string, FileFacts>();
  const unreadable: Unreadable[] = [];
  const all = new Set([...sources.files, ...(sources.others ?? [])]);

  const text = async (file: string): Promise<string | undefined> => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    try {
      return await sources.read(file);
    } catch (error) {
      if (!unreadable.some((one) => one.file === file)) unreadable.push({ file, reason: reasonOf(error) });
      return undefined;
    }
  };
  const parse = async (file: string, known?: string): Promise<void> => {
    const content = syntaxOf(file) === undefined ? undefined : (known ?? (await text(file)));
    const syntax = content === undefined ? undefined : syntaxOfText(file, content);
    if (syntax === undefined || content === undefined || facts.has(file)) return;
    const read = await loadReader(syntax);
    texts.set(file, content);
    facts.set(file, read(file, content));
  };

  const readable = sources.files.filter((file) => syntaxOf(file) !== undefined);
  const touching = new Set<string>();
  await inParallel(readable, async (file) => {
    const syntax = syntaxOf(file);
    const content = await text(file);
    if (syntax === undefined || content === undefined) return;
    if (mayDeclare(syntax, content)) await parse(file, content);
    else if (syntax === 'source' && mayTouch(content)) touching.add(file);
  });
  // What a command does to a collection matters only once something is encrypted.
  if (facts.size > 0) await inParallel([...touching], (file) => parse(file));

  const files: Files = { facts: (file) => facts.get(file), exists: (file) => all.has(file) };
  const inOrder = () => readable.flatMap((file) => facts.get(file) ?? []);
  let linked = link(inOrder(), files, settings);
  for (let round = 0; round < rounds; round += 1) {
    const before = facts.size;
    await inParallel([...linked.wanted], (file) => parse(file));
    if (facts.size === before) break;
    linked = link(inOrder(), files, settings);
  }
  const read = [...facts.values()].sort((one, other) => (one.file < other.file ? -1 : 1));
  return {
    project: linked.project,
    facts: read,
    texts: new Map(read.map(({ file }) => [file, texts.get(file) ?? ''])),
    unreadable: unreadable.sort((one, other) => (one.file < other.file ? -1 : 1)),
    looked: readable.length,
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}

/** Enough to keep the disk busy, few enough to keep the handles. */
const atOnce = 32;

async function inParallel(items: readonly string[], work: (item: string) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
