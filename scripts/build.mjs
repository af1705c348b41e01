// Bundles the command line, the language server and the extension into dist/: small entries, and a chunk for each library that only some files need.
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

// CommonJS starts faster: for one file, Node's loader of ES modules takes longer than all the rest.
const banner = "const encsafeUrl = require('node:url').pathToFileURL(__filename).href;";

const dist = path.join(root, 'dist');
// Whatever runs from dist/ meanwhile keeps what it has until everything is there.
const out = path.join(root, `node_modules/.cache/encsafe-dist-${process.pid}`);
const inputs = new Set();
/** Files still to be bundled, by the name of their bundle. */
const waiting = new Map([
  ['cli', path.join(root, 'server/cli/main.ts')],
  ['server', path.join(root, 'server/lsp/node/main.ts')],
]);
for (const [name, file] of waiting) await bundle(name, file);
const forEditors = { minify: true, target: 'es2022' };
await bundleWhole('client.cjs', 'client/node/main.ts', {
  ...forEditors,
  platform: 'node',
  format: 'cjs',
  external: ['vscode'],
});
// A browser's VS Code adds `.js` to the name in the manifest, and takes it for CommonJS when that ends in `.cjs`.
await bundleWhole('client-web.cjs.js', 'client/browser/main.ts', {
  ...forEditors,
  platform: 'browser',
  format: 'cjs',
  external: ['vscode'],
});
await bundleWhole('server-web.js', 'server/lsp/browser/main.ts', {
  ...forEditors,
  platform: 'browser',
  format: 'iife',
  // The validator of JSON Schema makes an address out of it as it loads, and throws in a worker that came from a blob. The
  // SQL parser looks for its bytes there, which the client's address of them makes needless.
  define: { 'self.location': 'undefined', 'self.location.href': '""' },
  // What the SQL parser would read with on Node.
  external: ['node:fs', 'node:crypto'],
});
await bundleWhole('cost-page.js', 'client/cost-page/main.ts', {
  ...forEditors,
  platform: 'browser',
  format: 'iife',
});
await bundleWhole('cost-page.css', 'client/cost-page/page.css', forEditors);
const parser = 'libpg-query.wasm';
copyFileSync(path.join(root, 'node_modules/libpg-query/wasm', parser), path.join(out, parser));
writeFileSync(path.join(out, 'package.json'), '{ "type": "commonjs" }\n');
writeFileSync(path.join(out, 'THIRD-PARTY-LICENSES.txt'), licences(inputs));
rmSync(dist, { recursive: true, force: true });
renameSync(out, dist);

/**
 * One file for each entry, whole in itself: a run opens a file for the command, one for each syntax that it meets, and
 * hardly any other. What is imported dynamically becomes the next entry; small modules stand in several bundles.
 */
async function bundle(name, file) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [name]: file },
    outdir: out,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    // What is loaded only when a file needs it is required then, past the loader of ES modules too.
    supported: { 'dynamic-import': false },
    // The ES modules of a package, where it has them: jsonc-parser's other entry asks for its parts at run time.
    mainFields: ['module', 'main'],
    minify: true,
    metafile: true,
    legalComments: 'none',
    define: {
      ENCSAFE_VERSION: JSON.stringify(version),
      'import.meta.url': 'encsafeUrl',
    },
    plugins: [{ name: 'dynamic imports', setup: splitDynamicImports }],
    banner: { js: banner },
    logLevel: 'warning',
  });
  for (const input of Object.keys(metafile.inputs)) inputs.add(input);
}

/** What an editor or a page loads: one file with everything in it. */
async function bundleWhole(name, file, { define, ...options }) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    outfile: path.join(out, name),
    bundle: true,
    mainFields: options.platform === 'browser' ? ['browser', 'module', 'main'] : ['module', 'main'],
    metafile: true,
    legalComments: 'none',
    define: { ENCSAFE_VERSION: JSON.stringify(version), ...define },
    logLevel: 'warning',
    ...options,
  });
  for (const input of Object.keys(metafile.inputs)) inputs.add(input);
}

function splitDynamicImports({ onResolve, resolve }) {
  onResolve({ filter: /./ }, async ({ path: imported, kind, resolveDir, pluginData }) => {
    if (kind !== 'dynamic-import' || imported.startsWith('node:') || pluginData === 'resolving')
      return undefined;
    const found = await resolve(imported, { kind: 'import-statement', resolveDir, pluginData: 'resolving' });
    if (found.errors.length > 0) return found;
    const name = bundleName(found.path);
    waiting.set(name, found.path);
    return { path: `./${name}.js`, external: true };
  });
}

/** `server/read/json.ts` is `read-json`, a package has its own name. */
function bundleName(file) {
  const entry = [...waiting].find(([, known]) => known === file);
  if (entry !== undefined) return entry[0];
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
  const name = inPackage?.[1] ?? path.relative(path.join(root, 'server'), file).replace(/\.ts$/, '');
  return name.replaceAll(/[@/\\]+/g, '-').replace(/^-/, '');
}

/** The licence texts of every package whose code went into the bundle, as their licences ask. */
function licences(files) {
  const packages = new Set();
  for (const input of files) {
    const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(match[1]);
  }
  return [...packages]
    .sort()
    .map((name) => {
      const folder = path.join(root, 'node_modules', name);
      const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      const text = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENSE-MIT', 'License.txt', 'license']
        .map((file) => {
          try {
            return readFileSync(path.join(folder, file), 'utf8').trim();
          } catch {
            return undefined;
          }
        })
        .find((content) => content !== undefined);
      return `${name} ${manifest.version} (${manifest.license})\n\n${text ?? standardText(manifest)}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The licence that a manifest names without its text: MIT reads as ours does, with another holder. */
function standardText({ name, license, author }) {
  const holder = typeof author === 'string' ? author : author?.name;
  if (license !== 'MIT' || holder === undefined) throw new Error(`${name} ships no licence text`);
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8').trim();
  return own.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`);
}
