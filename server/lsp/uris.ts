import { URI, Utils } from 'vscode-uri';

/** The URI of a file of a folder; the file is relative with `/`, and may start with `../`. */
export function uriOf(folder: string, file: string): string {
  return Utils.joinPath(URI.parse(folder), ...file.split('/')).toString();
}

/** The file of a folder that a URI means, relative with `/`; undefined when it lies outside. */
export function fileOf(folder: string, uri: string): string | undefined {
  const [root, inside] = [URI.parse(folder), URI.parse(uri)];
  if (root.scheme !== inside.scheme || !sameAuthority(root.authority, inside.authority)) return undefined;
  const [above, path] = [withoutSlash(comparable(root)), comparable(inside)];
  return path.startsWith(`${above}/`) ? path.slice(above.length + 1) : undefined;
}

/** The folder that holds a document. */
export function folderOf(uri: string): string {
  return Utils.dirname(URI.parse(uri)).toString();
}

/** The path on this machine's disk, in its own separators; undefined for other schemes. */
export function diskPath(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : undefined;
}

/** Two spellings of one URI become the same text: `file:///c%3A/x` and `file:///C:/x`. */
export function normalUri(uri: string): string {
  const parsed = URI.parse(uri);
  return parsed.with({ path: comparable(parsed) }).toString();
}

/** The same for any text that a client calls a document by: what is no URI is itself. */
export function uriKey(uri: string): string {
  try {
    return normalUri(uri);
  } catch {
    return uri;
  }
}

/** Windows writes a drive in either case. */
function comparable({ path }: URI): string {
  return path.replace(/^\/([A-Z]):/, (_, drive: string) => `/${drive.toLowerCase()}:`);
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function sameAuthority(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
