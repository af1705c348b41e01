import type { Finding } from '../../../rules/model/finding.ts';
import { folderOf, joinPaths, nameOf } from '../folders.ts';
import { configurationFiles } from '../readable.ts';
import { manifestKey, problem } from './problem.ts';

/** The text of a file, or undefined where there is none. */
export type ReadFile = (file: string) => Promise<string | undefined>;

/** What one folder holds. */
export interface FolderContents {
  /** The configuration that counts, of several the first. */
  readonly configuration?: ConfigurationText;
  readonly isPackage: boolean;
  /** Configurations that do not count, or are called by a name that is none. */
  readonly problems: readonly Finding[];
}

export interface ConfigurationText {
  readonly file: string;
  readonly text: string;
}

/** Looks into folders, each once. */
export function createFinder(
  read: ReadFile,
  files: readonly string[],
): (folder: string) => Promise<FolderContents> {
  const known = new Map<string, Promise<FolderContents>>();
  const strays = strayNames(files);
  const look = async (folder: string): Promise<FolderContents> => {
    const names = [...configurationFiles, 'package.json'];
    const texts = await Promise.all(
      names.map(async (name) => {
        const file = joinPaths(folder, name);
        return { file, text: await read(file) };
      }),
    );
    const present = texts.flatMap(({ file, text }) => (text === undefined ? [] : [{ file, text }]));
    const holding = present.filter(({ file, text }) => nameOf(file) !== 'package.json' || hasKey(text));
    const [configuration, ...others] = holding;
    const start = { start: 0, end: 0 };
    return {
      ...(configuration === undefined ? {} : { configuration }),
      isPackage: present.some(({ file }) => nameOf(file) === 'package.json'),
      problems: [
        ...others.map(({ file }) =>
          problem(
            `${nameOf(file)} is not used, since ${nameOf(configuration?.file ?? '')} stands in the same folder: keep one of them`,
            { file, ...start },
          ),
        ),
        ...(strays.get(folder) ?? []).map((file) =>
          problem(
            `${nameOf(file)} is not read: a configuration is data, in ${configurationFiles.join(' or ')}`,
            { file, ...start },
          ),
        ),
      ],
    };
  };
  return (folder) => {
    const found = known.get(folder) ?? look(folder);
    known.set(folder, found);
    return found;
  };
}

/** A person who writes one of these thinks that it counts. */
function strayNames(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of files) {
    const name = nameOf(file);
    if (!/^\.?encsafe(?:\.config|rc)\.\w+$/.test(name) || configurationFiles.some((one) => one === name))
      continue;
    const folder = folderOf(file);
    found.set(folder, [...(found.get(folder) ?? []), file]);
  }
  return found;
}

/** True for a package.json with a configuration. A broken one is asked whether it looks as if. */
function hasKey(text: string): boolean {
  if (!text.includes(`"${manifestKey}"`)) return false;
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null && Object.hasOwn(value, manifestKey);
  } catch {
    return new RegExp(`"${manifestKey}"\\s*:\\s*\\{`).test(text);
  }
}
