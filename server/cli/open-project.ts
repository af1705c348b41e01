import { listed } from '../../rules/model/words.ts';
import type { Unreadable } from '../project/analyse.ts';
import { loadSettings } from '../project/configuration/load-settings.ts';
import type { Settings, SettingsFlags } from '../project/configuration/settings.ts';
import { diskReader, diskSources, findFiles, levelsAbove, namesAbove } from '../project/disk.ts';
import type { Sources } from '../project/sources.ts';
import { syntaxOf } from '../read/read.ts';
import { visible } from '../report/escape.ts';
import type { WrongUse } from './flags.ts';
import type { Io } from './io.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The files of a run and what is configured for them. */
export interface OpenedProject {
  readonly sources: Sources;
  /** What stands around them in the working directory and is not left out. */
  readonly context: readonly string[];
  readonly settings: Settings;
  /** Files that a person named: they are read and reported whatever any configuration says. */
  readonly named: ReadonlySet<string>;
  readonly walked: readonly string[];
  /** Lines for stderr. */
  readonly notes: readonly string[];
  /** Files that were found and cannot be opened. */
  readonly unreadable: readonly Unreadable[];
  /** The same project with other texts in some files. */
  readonly withTexts: (texts: ReadonlyMap<string, string>) => Promise<OpenedProject>;
}

export async function openProject(
  paths: readonly string[],
  flags: SettingsFlags,
  { cwd }: Pick<Io, 'cwd'>,
  watch: Stopwatch,
): Promise<OpenedProject | WrongUse> {
  const found = await watch.time('finding files', () => findFiles(cwd, paths.length === 0 ? ['.'] : paths));
  if (found.missing.length > 0) {
    return { wrong: `nothing is found at ${listed(found.missing.map(visible))}` };
  }
  // What decides the version, and what an import leads to, may stand anywhere in the folder.
  const whole = found.walked.includes('')
    ? found
    : await watch.time('finding files', () => findFiles(cwd, ['.']));
  const own = new Set(found.files);
  const others = whole.files.filter((file) => !own.has(file));
  const around = [...found.files, ...others].sort();
  const disk = diskSources(cwd, around);
  const above = diskReader(cwd);

  const open = async (texts: ReadonlyMap<string, string>): Promise<OpenedProject> => {
    const all: Sources = {
      files: around,
      read: async (file) => texts.get(file) ?? (await disk.read(file)),
    };
    const settings = await watch.time('configuration', () =>
      loadSettings({
        files: around,
        sources: all,
        readAbove: async (file) => texts.get(file) ?? (await above(file)),
        levelsAbove: levelsAbove(cwd),
        namesAbove: namesAbove(cwd),
        flags,
        walked: whole.walked,
      }),
    );
    const files = found.files.filter((file) => found.named.has(file) || !settings.ignored(file));
    const context = others.filter((file) => !settings.ignored(file));
    return {
      sources: { files, others, read: all.read },
      context,
      settings,
      named: found.named,
      walked: found.walked,
      notes: otherKinds(found.named),
      unreadable: found.unreadable,
      withTexts: open,
    };
  };
  return open(new Map());
}

/** A file that a person names and that no reader takes deserves a word: it was not checked. */
function otherKinds(named: ReadonlySet<string>): string[] {
  const other = [...named].filter((file) => syntaxOf(file) === undefined).map(visible);
  if (other.length === 0) return [];
  const [verb, noun] = other.length === 1 ? ['is', 'a kind of file'] : ['are', 'kinds of file'];
  return [
    `${listed(other)} ${verb} not ${noun} that encsafe reads: json, jsonc, yaml, yml, ts, mts, cts, tsx, js, mjs, cjs, jsx, sql, prisma`,
  ];
}
