import { constants, type Dirent, type Stats } from 'node:fs';
import { access, lstat, open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { compare } from '../../rules/model/compare.ts';
import { looksLikeGlob } from './folders.ts';
import type { PathMatch } from './globs.ts';
import { binaryWithin, isRead, isReadThoughIgnored, isSkippedFolder, readAtMost } from './readable.ts';
import type { Sources } from './sources.ts';
import { mayNameTarget } from './targets/candidates.ts';
import { mayAskForVariables } from './targets/variables.ts';

export interface Found {
  /** Relative with `/`, sorted. */
  readonly files: readonly string[];
  /** Files that a person named: they are read whatever any configuration says. Some may be unreadable. */
  readonly named: ReadonlySet<string>;
  /** Paths that match nothing. */
  readonly missing: readonly string[];
  readonly unreadable: readonly UnreadablePath[];
  /** Folders whose entries were all looked at; the working directory is the empty name. */
  readonly walked: readonly string[];
}

export interface UnreadablePath {
  readonly file: string;
  readonly reason: string;
}

/** The files that a run reads: everything below the named folders that is of a kind to be read, and the named files. */
export async function findFiles(cwd: string, paths: readonly string[]): Promise<Found> {
  const walk = await createWalk(path.resolve(cwd));
  for (const one of paths.length === 0 ? ['.'] : paths) await walk.start(one);
  return walk.finish();
}

/** A folder or file that the walk has come to. */
interface Spot {
  readonly absolute: string;
  /** Where it really stands, links followed. */
  readonly real: string;
  /** As the run calls it. */
  readonly file: string;
  readonly ignores: readonly GitIgnore[];
}

/** A symbolic link, looked at when all that stands there by itself is known. */
interface Link extends Spot {
  readonly add: (file: string) => void;
}

async function createWalk(cwd: string) {
  const roots = [await realpath(cwd)];
  const files = new Set<string>();
  const named = new Set<string>();
  const missing: string[] = [];
  const walked = new Set<string>();
  const unreadable = new Map<string, string>();
  const links: Link[] = [];
  /** Real paths of what was met: a link to it leads nowhere new, and a circle of links ends. */
  const met = new Set<string>();
  const ignoresOf = gitIgnores(cwd);

  const start = async (written: string): Promise<void> => {
    const absolute = path.resolve(cwd, written);
    const file = relative(cwd, absolute);
    const entry = await attempt(lstat(absolute));
    if (entry instanceof Error) {
      if (!isMissing(entry)) refuse(file, codeOf(entry));
      else if (!looksLikeGlob(written)) missing.push(written);
      else if (!(await startGlob(written))) missing.push(written);
      return;
    }
    const target = entry.isSymbolicLink()
      ? await linkTarget(absolute, await realpath(path.dirname(absolute)))
      : entry;
    if (typeof target === 'string') refuse(file, target);
    else await startAt(absolute, file, target);
  };

  const startAt = async (absolute: string, file: string, target: Stats): Promise<void> => {
    const real = await realpath(absolute);
    if (target.isDirectory()) {
      roots.push(real);
      await walkFolder({ absolute, real, file, ignores: await ignoresOf(absolute) }, addFile);
    } else if (target.isFile()) {
      met.add(real);
      const text = !isRead(path.basename(file)) || (await attempt(holdsText(absolute)));
      // What cannot be opened is told when it is read.
      if (text === false) return refuse(file, 'it is binary, no text');
      files.add(file);
      named.add(file);
    } else {
      refuse(file, 'neither a file nor a folder');
    }
  };

  const refuse = (file: string, reason: string): void => {
    named.add(file);
    unreadable.set(file, reason);
  };

  const addFile = (file: string): void => void files.add(file);

  /** A pattern that the shell handed over as it is. */
  const startGlob = async (written: string): Promise<boolean> => {
    const names = (path.sep === '\\' ? written.replaceAll('\\', '/') : written).split('/');
    const first = names.findIndex(looksLikeGlob);
    const absolute = path.resolve(
      cwd,
      names.slice(0, first).join('/') || (written.startsWith('/') ? '/' : '.'),
    );
    const base = await attempt(stat(absolute));
    if (base instanceof Error || !base.isDirectory()) return false;
    const { matchGlobs } = await import('./globs.ts');
    const matches = matchGlobs([`/${names.slice(first).join('/')}`]);
    const file = relative(cwd, absolute);
    const spot = { absolute, real: await realpath(absolute), file, ignores: await ignoresOf(absolute) };
    return walkMatching(spot, matches);
  };

  const walkMatching = async (spot: Spot, matches: PathMatch): Promise<boolean> => {
    let any = false;
    const seen = new Set(met);
    await walkFolder(spot, (file) => {
      if (!matches(spot.file === '' ? file : file.slice(spot.file.length + 1))) return;
      any = true;
      files.add(file);
    });
    // Another path may name the same folders whole.
    met.clear();
    for (const one of seen) met.add(one);
    return any;
  };

  const walkFolder = async (spot: Spot, add: (file: string) => void): Promise<void> => {
    if (met.has(spot.real)) return;
    met.add(spot.real);
    if (add === addFile) walked.add(spot.file);
    const entries = await attempt(readdir(spot.absolute, { withFileTypes: true }));
    if (entries instanceof Error) {
      unreadable.set(spot.file, codeOf(entries));
      return;
    }
    const own = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
      ? await readGitIgnore(spot.absolute)
      : undefined;
    const ignores = own === undefined ? spot.ignores : [...spot.ignores, own];
    await Promise.all(entries.map((entry) => visit({ ...spot, ignores }, entry, add)));
  };

  const visit = (parent: Spot, entry: Dirent, add: (file: string) => void): Promise<void> | undefined => {
    const { name } = entry;
    const { ignores } = parent;
    if (entry.isFile() && !isRead(name)) return undefined;
    const absolute = inside(parent.absolute, name);
    const spot = {
      absolute,
      real: inside(parent.real, name),
      file: parent.file === '' ? name : `${parent.file}/${name}`,
      ignores,
    };
    if (entry.isDirectory()) {
      if (isSkippedFolder(name) || isIgnored(ignores, absolute, true)) return undefined;
      return walkFolder({ ...spot, ignores: overruled(ignores, absolute) }, add);
    }
    if (entry.isFile()) {
      if (!isReadThoughIgnored(name) && isIgnored(ignores, absolute, false)) return undefined;
      met.add(spot.real);
      add(spot.file);
    } else if (entry.isSymbolicLink()) {
      if (!isSkippedFolder(name) && !isIgnored(ignores, absolute, false)) links.push({ ...spot, add });
    }
    return undefined;
  };

  /** What a link leads to, or why it is not followed. */
  const linkTarget = async (absolute: string, ...alsoInside: string[]): Promise<Stats | string> => {
    const real = await attempt(realpath(absolute));
    if (real instanceof Error) return 'a symbolic link that leads nowhere';
    if (![...roots, ...alsoInside].some((root) => isBelow(real, root))) {
      return 'a symbolic link that leads out of the working directory';
    }
    const target = await attempt(stat(real));
    return target instanceof Error ? codeOf(target) : target;
  };

  const followLink = async (link: Link): Promise<void> => {
    const real = await attempt(realpath(link.absolute));
    const name = path.basename(link.absolute);
    if (real instanceof Error) {
      if (isRead(name)) unreadable.set(link.file, 'a symbolic link that leads nowhere');
      return;
    }
    const root = roots.find((one) => isBelow(real, one));
    if (root === undefined || met.has(real)) return;
    if (path.relative(root, real).split(path.sep).some(isSkippedFolder)) return;
    const target = await attempt(stat(real));
    if (target instanceof Error) unreadable.set(link.file, codeOf(target));
    else if (target.isDirectory()) await walkFolder({ ...link, real }, link.add);
    else if (target.isFile() && isRead(name)) {
      met.add(real);
      link.add(link.file);
    }
  };

  const finish = async (): Promise<Found> => {
    while (links.length > 0) {
      const round = links.splice(0).sort((one, other) => compare(one.file, other.file));
      for (const link of round) await followLink(link);
    }
    return {
      files: [...files].sort(compare),
      named,
      missing,
      unreadable: [...unreadable]
        .map(([file, reason]) => ({ file, reason }))
        .sort((a, b) => compare(a.file, b.file)),
      walked: [...walked].sort(compare),
    };
  };

  return { start, finish };
}

/** One .gitignore: what it says of a path below its folder. */
interface GitIgnore {
  readonly folder: string;
  readonly says: (path: string) => { readonly ignored: boolean; readonly unignored: boolean };
}

/** The .gitignore files above a folder that hold for it: up to the top of its repository, else to the working directory. */
function gitIgnores(cwd: string): (folder: string) => Promise<readonly GitIgnore[]> {
  const known = new Map<string, Promise<GitIgnore | undefined>>();
  const inFolder = (folder: string) => {
    const read = known.get(folder) ?? readGitIgnore(folder);
    known.set(folder, read);
    return read;
  };
  return async (folder) => {
    const above: string[] = [];
    for (let one = folder; ; one = path.dirname(one)) {
      above.push(one);
      if (await exists(path.join(one, '.git'))) break;
      if (one === path.dirname(one)) {
        // No repository: what stands above the working directory has no say.
        const top = above.indexOf(cwd);
        above.length = top < 0 ? 1 : top + 1;
        break;
      }
    }
    const found: GitIgnore[] = [];
    for (const one of above.slice(1).toReversed()) {
      const read = await inFolder(one);
      if (read !== undefined) found.push(read);
    }
    // A person who names a folder means it, whatever ignores the folder itself.
    return overruled(found, folder);
  };
}

async function readGitIgnore(folder: string): Promise<GitIgnore | undefined> {
  const text = await attempt(readFile(path.join(folder, '.gitignore'), 'utf8'));
  if (text instanceof Error) return undefined;
  const { default: ignore } = await import('ignore');
  const ignorecase = process.platform === 'win32' || process.platform === 'darwin';
  const rules = ignore({ ignorecase, allowRelativePaths: true }).add(text.replace(/^\ufeff/, ''));
  return { folder, says: (file) => rules.test(file) };
}

/** The deepest .gitignore that speaks of a path decides. */
function isIgnored(ignores: readonly GitIgnore[], absolute: string, folder: boolean): boolean {
  for (const one of ignores.toReversed()) {
    const { ignored, unignored } = one.says(below(one.folder, absolute, folder));
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

/** Those that still count below a folder which is walked: one that ignores the folder was overruled by a deeper one. */
function overruled(ignores: readonly GitIgnore[], absolute: string): readonly GitIgnore[] {
  return ignores.filter((one) => !one.says(below(one.folder, absolute, true)).ignored);
}

function below(folder: string, absolute: string, isFolder: boolean): string {
  const inside = absolute
    .slice(folder.length + (folder.endsWith(path.sep) ? 0 : 1))
    .replaceAll(path.sep, '/');
  return isFolder ? `${inside}/` : inside;
}

/** The texts of the files. What settings are decided by is asked for twice in a run and read once. */
export function diskSources(cwd: string, files: readonly string[]): Sources {
  const remembered = new Map<string, Promise<string>>();
  return {
    files,
    read(file) {
      const known = remembered.get(file);
      if (known !== undefined) return known;
      const text = readText(path.resolve(cwd, file));
      if (mayNameTarget(file) || mayAskForVariables(file)) remembered.set(file, text);
      return text;
    },
  };
}

async function readText(absolute: string): Promise<string> {
  const handle = await openFile(absolute);
  try {
    const { size } = await handle.stat();
    const bytes = size > readAtMost ? await firstBytes(handle, readAtMost) : await handle.readFile();
    return isBinary(bytes) ? '' : decode(bytes);
  } finally {
    await handle.close();
  }
}

async function openFile(absolute: string): ReturnType<typeof open> {
  try {
    return await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    // What stands for bytes that are no UTF-8 does not lead back to the file.
    throw absolute.includes('\ufffd') ? new Error('its name is not UTF-8') : error;
  }
}

async function holdsText(absolute: string): Promise<boolean> {
  const handle = await openFile(absolute);
  try {
    return !isBinary(await firstBytes(handle, binaryWithin));
  } finally {
    await handle.close();
  }
}

function isBinary(bytes: Buffer): boolean {
  return utf16Of(bytes) === undefined && bytes.subarray(0, binaryWithin).includes(0);
}

/** Some shells of Windows write what they print as UTF-16, with its mark. */
function decode(bytes: Buffer): string {
  switch (utf16Of(bytes)) {
    case 'little-endian':
      return bytes.toString('utf16le');
    case 'big-endian':
      return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le');
    case undefined:
      return bytes.toString('utf8');
  }
}

function utf16Of(bytes: Buffer): 'little-endian' | 'big-endian' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'little-endian';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'big-endian' : undefined;
}

async function firstBytes(handle: Awaited<ReturnType<typeof open>>, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

/** Single files by their relative path, above the working directory or below; undefined where there is none to read. */
export function diskReader(cwd: string): (file: string) => Promise<string | undefined> {
  return async (file) => {
    const text = await attempt(readText(path.resolve(cwd, file)));
    return text instanceof Error ? undefined : text;
  };
}

/** The names of the working directory and of every folder above it, nearest first. */
export function namesAbove(cwd: string): readonly string[] {
  const { root } = path.parse(path.resolve(cwd));
  return path
    .resolve(cwd)
    .slice(root.length)
    .split(path.sep)
    .filter((name) => name !== '')
    .toReversed();
}

/** How many folders stand above one. */
export function levelsAbove(cwd: string): number {
  return namesAbove(cwd).length;
}

function relative(cwd: string, absolute: string): string {
  return path.relative(cwd, absolute).replaceAll(path.sep, '/');
}

/** What `path.join` gives for a plain name, thousands of times. */
function inside(folder: string, name: string): string {
  return folder.endsWith(path.sep) ? folder + name : folder + path.sep + name;
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

async function exists(absolute: string): Promise<boolean> {
  return !((await attempt(access(absolute))) instanceof Error);
}

async function attempt<Result>(work: Promise<Result>): Promise<Result | Error> {
  try {
    return await work;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isMissing(error: Error): boolean {
  return ['ENOENT', 'ENOTDIR', 'EINVAL', 'ENAMETOOLONG'].includes(codeOf(error));
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
