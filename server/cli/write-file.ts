import { randomUUID } from 'node:crypto';
import { chmod, chown, lstat, readFile, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Why a file was left as it is. */
export interface NotWritten {
  readonly reason: string;
}

/**
 * Puts a new text into a file that was read, whole or not at all: through a file beside it that takes its name, mode
 * and owner. A file that has changed since, or that is not plain UTF-8, stays as it is.
 */
export async function replaceFile(
  cwd: string,
  file: string,
  before: string,
  after: string,
): Promise<NotWritten | undefined> {
  try {
    const named = path.resolve(cwd, file);
    const target = await realpath(named);
    if ((await lstat(named)).isSymbolicLink() && !isInside(await realpath(cwd), target)) {
      return { reason: 'it is a link out of the working directory' };
    }
    if (!Buffer.from(before, 'utf8').equals(await readFile(target))) {
      return { reason: 'it has changed meanwhile, or is not UTF-8' };
    }
    await writeBeside(target, after);
    return undefined;
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

async function writeBeside(target: string, text: string): Promise<void> {
  const { mode, uid, gid } = await stat(target);
  const beside = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true });
    // Only root may give a file away; anyone else owns both already.
    await chown(beside, uid, gid).catch(() => undefined);
    await chmod(beside, mode & 0o7777);
    await rename(beside, target);
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw error;
  }
}

/** Writes a file of our own: a report, a baseline. */
export async function writeOwnFile(cwd: string, file: string, text: string): Promise<NotWritten | undefined> {
  try {
    await writeFile(path.resolve(cwd, file), text);
    return undefined;
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.message;
}
