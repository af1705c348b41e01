// Makes a clone ready: installs what package-lock.json names and builds dist/, each only when missing or stale.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const installOnly = process.argv.includes('--install-only');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`encsafe needs Node 20.19 or later; this is ${process.version}`);
  process.exit(1);
}

const installed = path.join(root, 'node_modules/.package-lock.json');
const wanted = ['package-lock.json', 'package.json'].map((file) => path.join(root, file));
if (!existsSync(installed) || wanted.some((file) => changedAt(file) > changedAt(installed))) {
  console.error('installing the packages of package-lock.json …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

if (!installOnly) {
  const built = path.join(root, 'dist/cli.js');
  const sources = ['rules', 'server', 'client', 'scripts/build.mjs', 'package-lock.json', 'package.json'];
  if (!existsSync(built) || sources.some((source) => newest(path.join(root, source)) > changedAt(built))) {
    console.error('building dist/ …');
    run(process.execPath, [path.join(root, 'scripts/build.mjs')]);
  }
}

function run(command, args) {
  const shell = process.platform === 'win32';
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (status !== 0) process.exit(status ?? 1);
}

function changedAt(file) {
  return statSync(file).mtimeMs;
}

function newest(file) {
  if (!statSync(file).isDirectory()) return changedAt(file);
  return Math.max(0, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}
