import type { Finding } from '../../../rules/model/finding.ts';
import { folderOf, joinPaths, nameOf, type Whereabouts } from '../folders.ts';
import { follow } from '../pointer.ts';
import type { ConfigurationDocument } from './document.ts';
import { problem } from './problem.ts';

/** A configuration with all that it extends. */
export interface Chain {
  /** What goes last counts most; the file that was found is the last. */
  readonly layers: readonly Layer[];
  /** Of `extends`: what is not there, and circles. */
  readonly problems: readonly Finding[];
}

export interface Layer {
  readonly document: ConfigurationDocument;
  /**
   * What its globs and paths are relative to: its own folder where that holds the folder of the configuration that was
   * found, else the latter, since a shared configuration that stands elsewhere means whoever extends it.
   */
  readonly folder: string;
}

export type OpenDocument = (file: string) => Promise<ConfigurationDocument | undefined>;

/** Follows `extends` from the configuration that was found in `folder`. */
export async function buildChain(
  found: ConfigurationDocument,
  folder: string,
  open: OpenDocument,
  { isWithin }: Whereabouts,
): Promise<Chain> {
  const layers: Layer[] = [];
  const problems: Finding[] = [];
  const done = new Set<string>();

  const add = async (document: ConfigurationDocument, way: readonly string[]): Promise<void> => {
    const on = [...way, document.file];
    for (const { path, start, end } of extensions(document)) {
      const place = { file: document.file, start, end };
      if (!isRelative(path)) {
        problems.push(
          problem(`extends takes paths relative to this file, not ${path}: write ./ before it`, place),
        );
        continue;
      }
      const file = joinPaths(folderOf(document.file), path);
      if (on.includes(file)) {
        const circle = [...on.slice(on.indexOf(file)), file].map(nameOf);
        problems.push(problem(`extends goes in a circle: ${circle.join(' → ')}`, place));
        continue;
      }
      // Two that extend the same one take it in where it comes first.
      if (done.has(file)) continue;
      const extended = await open(file);
      if (extended === undefined) problems.push(problem(`there is no file ${path} to extend`, place));
      else await add(extended, on);
    }
    done.add(document.file);
    const own = folderOf(document.file);
    layers.push({ document, folder: isWithin(folder, own) ? own : folder });
  };

  await add(found, []);
  return { layers, problems };
}

interface Extension {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

function extensions({ value, root }: ConfigurationDocument): Extension[] {
  if (value.extends === undefined || root === undefined) return [];
  const written = follow(root, ['extends'])?.tree ?? root;
  const paths = typeof value.extends === 'string' ? [value.extends] : value.extends;
  return paths.map((path) => {
    const item =
      written.kind === 'array'
        ? written.items.find((one) => one.kind === 'string' && one.value === path)
        : written;
    const { start, end } = item ?? written;
    return { path, start, end };
  });
}

/** `./base.json`, `../base.json`, and plain names with an ending, which no package has. */
function isRelative(path: string): boolean {
  if (/^(?:[/\\@]|[A-Za-z]:|\w+:\/\/)/.test(path)) return false;
  return /^\.\.?\//.test(path) || /\.(?:json|ya?ml)$/.test(path);
}
