// Bundles the command line into dist/: one small entry, and a chunk for each library that only some files need.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
const result = await build({
  absWorkingDir: root,
  entryPoints: { cli: 'server/cli/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  keepNames: false,
  metafile: true,
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  define: { ENCSAFE_VERSION: JSON.stringify(version) },
  // TypeScript is CommonJS and asks for Node's own modules by `require`, which an ES module does not have.
  banner: {
    js: "import { createRequire as encsafeCreateRequire } from 'node:module'; const require = encsafeCreateRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

writeFileSync(path.join(root, 'dist', 'THIRD-PARTY-LICENSES.txt'), licences(result.metafile));

/** The licence texts of every package whose code went into the bundle, as their licences ask. */
function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
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
      if (text === undefined) throw new Error(`${name} ships no licence text`);
      return `${name} ${manifest.version} (${manifest.license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
