// Whether reading takes time in proportion to the size: for each syntax and repeated piece, time for n and for 8 n.

import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(root, 'node_modules/.cache-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = path.join(folder, 'read.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['server/read/read.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile,
  external: ['typescript', 'yaml', 'jsonc-parser'],
});
const { loadReader } = await import(pathToFileURL(outfile).href);

const pieces = [
  '{"a": 1},\n',
  '"text", ',
  '// c\n',
  '# c\n',
  '- a: 1\n',
  'a: [1, 2]\n',
  '&a x\n',
  '*a ',
  '`${x}` ',
  "'",
  '"',
  '/x/ ',
  'a.b().',
  'a + ',
  'x => ',
  'const x = { path: "a", keyId: null };\n',
  '// encsafe-disable-next-line a -- b\n',
  '# encsafe-disable-next-line a -- b\n',
  '<<: *a\n',
  '\\',
  ' ',
  '\n',
  'é😀',
  '(',
  '[',
  '? ',
  '! ',
];
let worst = 0;
for (const [syntax, file] of [
  ['json', 'a.json'],
  ['yaml', 'a.yaml'],
  ['source', 'a.ts'],
]) {
  const read = await loadReader(syntax);
  for (const piece of pieces) {
    const time = (size) => {
      const text = piece.repeat(Math.ceil(size / piece.length));
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run += 1) {
        const start = performance.now();
        read(file, text);
        best = Math.min(best, performance.now() - start);
      }
      return best;
    };
    time(2_000);
    const [small, large] = [time(50_000), time(400_000)];
    const growth = large / Math.max(small, 0.2);
    worst = Math.max(worst, growth);
    const mark = growth > 16 ? '  <- grows faster than its size' : '';
    console.log(
      `${syntax.padEnd(7)} ${JSON.stringify(piece).padEnd(46)} ${small.toFixed(1).padStart(8)} ms ${large.toFixed(1).padStart(9)} ms  ${growth.toFixed(1).padStart(6)} ×${mark}`,
    );
  }
}
console.log(`\nthe size grew 8 ×, the time at most ${worst.toFixed(1)} ×`);
