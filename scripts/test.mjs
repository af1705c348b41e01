// Everything that must hold and needs Node alone: the checks of the source, then every test. Ends with the sum.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checks } from './checks.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const binaries = path.join(root, 'node_modules', '.bin');
let passed = 0;
let failed = 0;

for (const { name, command } of checks) {
  const [program, ...args] = command;
  const { status, stdout, stderr } = execute(program, args, 'pipe');
  if (status === 0) passed += 1;
  else failed += 1;
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
}

const folder = mkdtempSync(path.join(tmpdir(), 'encsafe-test-'));
const report = path.join(folder, 'report.json');
const { status } = execute(
  'vitest',
  ['run', ...process.argv.slice(2), '--reporter=default', '--reporter=json', `--outputFile=${report}`],
  'inherit',
);
try {
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  passed += numPassedTests;
  failed += numFailedTests;
  // A file that cannot even be loaded has no tests that could fail.
  failed += testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length;
  if (status !== 0 && numFailedTests === 0 && numFailedTestSuites === 0) failed += 1;
} catch (error) {
  console.error(`the tests left no report: ${error.message}`);
  failed += 1;
}
rmSync(folder, { recursive: true, force: true });

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function execute(program, args, stdio) {
  const file = program === 'node' ? process.execPath : path.join(binaries, program);
  return spawnSync(file, args, { cwd: root, encoding: 'utf8', stdio, shell: process.platform === 'win32' });
}
