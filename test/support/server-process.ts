import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { createProtocolConnection } from 'vscode-languageserver-protocol/node';
import { attachClient, type Client, type ClientOptions } from './lsp-client.ts';
import { root } from './pages.ts';
import { folderOf } from './run-command.ts';

export interface ServerProcess extends Client {
  readonly process: ChildProcess;
  /** The folder on disk that is open. */
  readonly folder: string;
}

/** Where the bundles are: another place when a package that is installed somewhere is to be tested. */
const dist = path.resolve(root, process.env.ENCSAFE_DIST ?? 'dist');

/** Builds `dist/` when it is missing or older than its sources. Of several files of tests one builds. */
export async function ensureBuilt(): Promise<void> {
  if (process.env.ENCSAFE_DIST !== undefined) return;
  const lock = path.join(root, 'node_modules/.encsafe-build');
  while (!(await locked(lock))) await new Promise((resolve) => setTimeout(resolve, 100));
  try {
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/ready.mjs')], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** A build that was ended has left its lock behind. */
const staleAfter = 120_000;

async function locked(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const made = await stat(lock).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > staleAfter) {
      await rm(lock, { recursive: true, force: true });
    }
    return false;
  }
}

export interface ProcessOptions extends ClientOptions {
  /** A folder that is there already, instead of `files`. */
  readonly folder?: string;
  /** What is started: the server itself, or the command line. */
  readonly command?: readonly string[];
}

/** The shipped server as a child of its own, talked to over its standard streams. */
export async function startProcess(options: ProcessOptions = {}): Promise<ServerProcess> {
  const folder = options.folder ?? folderOf(options.files ?? {});
  const [file = 'server.js', ...args] = options.command ?? ['server.js', '--stdio'];
  const child = spawn(process.execPath, [path.join(dist, file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  onTestFinished(() => {
    connection.dispose();
    child.kill();
  });
  const client = await attachClient(
    connection,
    pathToFileURL(folder).href,
    options,
    (name) => options.files?.[name],
  );
  return { ...client, process: child, folder };
}
