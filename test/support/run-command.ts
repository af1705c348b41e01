import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Io } from '../../server/cli/io.ts';
import { run } from '../../server/cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with these files, for one test. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'encsafe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** Runs the command line in a folder, without a process. */
export async function runIn(cwd: string, argv: readonly string[], io: Partial<Io> = {}): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const code = await run(argv, {
    cwd,
    env: {},
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    stdoutIsTerminal: false,
    columns: undefined,
    now: () => new Date('2026-12-01T12:00:00Z'),
    ...io,
  });
  return { code, stdout, stderr };
}
