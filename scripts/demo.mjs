// Lints a small project with mistakes that people make, and prints what its fields cost.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const project = path.join(root, 'fixtures/demo');

for (const words of [
  ['lint', '.'],
  ['cost', '--rows', '100000', '.'],
]) {
  console.log(`$ npx encsafe ${words.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [path.join(root, 'dist/cli.js'), ...words], {
    cwd: project,
    stdio: 'inherit',
  });
  // 1 is what lint answers to a project with mistakes.
  if (status === null || status > 1) process.exit(status ?? 3);
  console.log('');
}
