// Packs the VS Code extension: a folder with nothing but what the editor needs, and `vsce` over it. --out FILE names the package.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';

/** What the manifest of an extension needs; the rest is the command line's and the project's own. */
const manifestKeys = [
  ...['name', 'displayName', 'description', 'version', 'publisher', 'license', 'keywords', 'categories'],
  ...['icon', 'galleryBanner', 'repository', 'bugs', 'homepage', 'type', 'main', 'browser'],
  ...['activationEvents', 'capabilities', 'contributes'],
];
const mostBytes = 5_000_000;

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const file = path.resolve(values.out ?? path.join(root, `encsafe-${manifest.version}.vsix`));

const stage = mkdtempSync(path.join(tmpdir(), 'encsafe-package-'));
try {
  fill(stage);
  await pack(stage);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
const { size } = statSync(file);
console.log(`${path.relative(process.cwd(), file)}: ${(size / 1e6).toFixed(1)} MB`);
if (size > mostBytes) {
  console.error(`the package may have ${mostBytes / 1e6} MB at most`);
  process.exitCode = 1;
}

function fill(folder) {
  const { node: _, ...engines } = manifest.engines;
  const kept = Object.fromEntries(
    manifestKeys.flatMap((key) => (key in manifest ? [[key, manifest[key]]] : [])),
  );
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...kept, engines }, undefined, 2)}\n`);
  // The folder holds nothing else, which vsce would warn about.
  writeFileSync(path.join(folder, '.vscodeignore'), '');
  // The package has its own page: that of the project speaks of the command line first.
  copy('client/README.md', 'README.md');
  for (const name of ['CHANGELOG.md', 'LICENSE', 'schemas']) copy(name);
  for (const name of distFiles()) copy(`dist/${name}`);
  for (const name of ['images', 'walkthrough']) copy(`client/${name}`, `client/${name}`, /\.(?:png|md)$/);
  copy('rules', 'rules', /\/README\.md$/);

  function copy(from, to = from, only = /./) {
    const source = path.join(root, from);
    const target = path.join(folder, to);
    if (!statSync(source).isDirectory()) {
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(source, target);
      return;
    }
    for (const name of readdirSync(source)) {
      const inside = path.join(source, name);
      if (statSync(inside).isDirectory() || only.test(`/${name}`))
        copy(`${from}/${name}`, `${to}/${name}`, only);
    }
  }
}

/** The extension's own bundles, and the server's with every file that one of them loads. */
function distFiles() {
  const names = new Set([
    ...['client.cjs', 'client-web.cjs.js', 'server.js', 'server-web.js'],
    ...['libpg-query.wasm', 'cost-page.js', 'cost-page.css', 'package.json', 'THIRD-PARTY-LICENSES.txt'],
  ]);
  for (const name of names) {
    if (!name.endsWith('.js') || name.startsWith('client') || name.startsWith('cost-page')) continue;
    const text = readFileSync(path.join(root, 'dist', name), 'utf8');
    for (const [, loaded] of text.matchAll(/require\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)) names.add(loaded);
  }
  return names;
}

function pack(folder) {
  const linked = manifest.repository !== undefined;
  return createVSIX({
    cwd: folder,
    packagePath: file,
    dependencies: false,
    // Without a repository there is no address that the links of the page could get.
    ...(linked ? {} : { allowMissingRepository: true, rewriteRelativeLinks: false }),
  });
}
