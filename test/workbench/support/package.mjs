import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverRoot } from '../../../scripts/vscode-server.mjs';
import { temporaryFolder } from './folders.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * The extension as people get it: packed, and installed by VS Code itself into a folder far from the project.
 * Gives the package, the folder of all installed extensions, and the folder of this one.
 */
export function packExtension(cleanup) {
  const folder = temporaryFolder(cleanup);
  const file = path.join(folder, 'encsafe.vsix');
  run([path.join(root, 'scripts/package.mjs'), '--out', file]);
  const extensions = path.join(folder, 'extensions');
  run([
    path.join(serverRoot, 'out/server-main.js'),
    ...['--server-data-dir', path.join(folder, 'data'), '--extensions-dir', extensions],
    ...['--install-extension', file],
  ]);
  const installed = readdirSync(extensions).find((name) => name.startsWith('encsafe.encsafe-'));
  if (installed === undefined) throw new Error(`the package was not installed into ${extensions}`);
  return { file, extensions, installed: path.join(extensions, installed) };
}

/** What it printed is told only when it fails. */
function run(args) {
  try {
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`${args.join(' ')} failed\n${error.stdout}${error.stderr}`);
  }
}
