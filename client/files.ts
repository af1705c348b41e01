import { FileType, RelativePattern, Uri, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

interface FindParameters {
  readonly folder: string;
  /** Names of folders that are left out wherever they stand. */
  readonly skip: readonly string[];
}

interface ReadParameters {
  readonly uri: string;
  /** Bytes after which the rest is left out. */
  readonly most: number;
}

/** A folder that holds more is not a project. */
const mostFiles = 100_000;
const readTogether = 16;

/** Lists and reads files for a server that has no disk, or whose folder is on none. */
export function answerFiles(client: BaseLanguageClient): void {
  client.onRequest('encsafe/find', ({ folder, skip }: FindParameters) => findFiles(Uri.parse(folder), skip));
  client.onRequest('encsafe/read', ({ uri, most }: ReadParameters) => readFile(Uri.parse(uri), most));
}

/** The paths of all files below a folder, relative with `/`. */
async function findFiles(folder: Uri, skip: readonly string[]): Promise<string[]> {
  const exclude = `**/{${skip.join(',')}}/**`;
  const found = await workspace.findFiles(new RelativePattern(folder, '**/*'), exclude, mostFiles);
  // A file system without a search of its own finds nothing: its folders are read then.
  const uris = found.length > 0 ? found : await walk(folder, new Set(skip));
  const root = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  return uris.flatMap(({ path }) => (path.startsWith(root) ? [path.slice(root.length)] : []));
}

async function walk(folder: Uri, skip: ReadonlySet<string>): Promise<Uri[]> {
  const files: Uri[] = [];
  let level = [folder];
  while (level.length > 0 && files.length < mostFiles) {
    const next: Uri[] = [];
    for (let start = 0; start < level.length; start += readTogether) {
      const together = level.slice(start, start + readTogether);
      for (const { parent, entries } of await Promise.all(together.map(list))) {
        for (const [name, type] of entries) {
          if (type === FileType.File) files.push(Uri.joinPath(parent, name));
          else if (type === FileType.Directory && !skip.has(name)) next.push(Uri.joinPath(parent, name));
        }
      }
    }
    level = next;
  }
  return files;
}

async function list(parent: Uri) {
  try {
    return { parent, entries: await workspace.fs.readDirectory(parent) };
  } catch {
    return { parent, entries: [] };
  }
}

/** The text of a file, or null where there is none. */
async function readFile(uri: Uri, most: number): Promise<string | null> {
  try {
    const bytes = await workspace.fs.readFile(uri);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, most));
  } catch {
    return null;
  }
}
