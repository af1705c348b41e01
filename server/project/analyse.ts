import { compare } from '../../rules/model/compare.ts';
import type { Project } from '../../rules/model/project.ts';
import type { LinkSettings } from '../link/settings.ts';
import type { FileFacts } from '../read/facts.ts';
import { syntaxOf } from '../read/read.ts';
import { FactStore, type Unreadable } from './fact-store.ts';
import type { Sources } from './sources.ts';

export type { Unreadable };

/** All that was read, and what it means together. */
export interface Analysis {
  readonly project: Project;
  /** The facts of every file that was parsed, by name. */
  readonly facts: readonly FileFacts[];
  /** The texts of those files. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that could not be opened, with the reason. */
  readonly unreadable: readonly Unreadable[];
  /** How many files were looked at, besides those that were only read to understand them. */
  readonly looked: number;
  /** The files that findings may be reported in; absent where that is all of them. */
  readonly reported?: ReadonlySet<string>;
}

/** Reads the files that may declare something, follows where they lead, and links them all. */
export function analyse(sources: Sources, settings: LinkSettings): Promise<Analysis> {
  return analyseWith(new FactStore(sources.read), sources, settings);
}

/** The same with a store that may know some of the files already. */
export async function analyseWith(
  store: FactStore,
  { files, others = [], context = [] }: Omit<Sources, 'read'>,
  settings: LinkSettings,
): Promise<Analysis> {
  const all = new Set([...files, ...others]);
  const readable = files.filter((file) => syntaxOf(file) !== undefined);
  const exists = (file: string) => all.has(file);
  let { project } = await store.link(readable, exists, settings);
  const around = context.filter((file) => syntaxOf(file) !== undefined);
  let reported: ReadonlySet<string> | undefined;
  if (around.length > 0 && readable.some((file) => store.leansOnOthers(file))) {
    reported = new Set([...readable, ...store.facts.map(({ file }) => file)]);
    ({ project } = await store.link([...readable, ...around].sort(compare), exists, settings));
  }
  return {
    project,
    ...(reported === undefined ? {} : { reported }),
    facts: store.facts,
    texts: new Map(store.texts),
    unreadable: store.unreadable,
    looked: readable.length,
  };
}
