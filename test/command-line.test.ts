import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from './support/pages.ts';
import { folderOf } from './support/run-command.ts';

const cli = path.join(root, 'dist/cli.js');
const miscased = `{ "fields": [
  { "path": "reference", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string", "queries": { "queryType": "Equality" } }
] }
`;

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
});

function encsafe(cwd: string, ...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...argv], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return { status, stdout, stderr };
}

test('it runs as it is shipped: help, version, and an exit code for each kind of answer', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folder = folderOf({ 'a.json': miscased, 'clean/b.json': miscased.replace('Equality', 'equality') });
  expect(encsafe(folder, '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  expect(encsafe(folder)).toMatchObject({ status: 0, stderr: '' });
  expect(encsafe(folder, 'lint', 'clean').status).toBe(0);
  expect(encsafe(folder, 'lint').status).toBe(1);
  expect(encsafe(folder, 'lint', '--formt', 'json')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'encsafe lint: there is no flag --formt; did you mean --format?\n',
  });
});

test('every syntax has its parser in the package', () => {
  const fields = [{ path: 'reference', keyId: null, bsonType: 'string', queries: { queryType: 'Equality' } }];
  const source = `export const encryptedFields = ${JSON.stringify({ fields })};\n`;
  const folder = folderOf({
    'a.json': miscased,
    'b.yaml': `encryptedFields:\n  fields:\n    - path: reference\n      keyId: null\n      bsonType: string\n      queries: { queryType: Equality }\n`,
    'c.ts': source,
    'd.cjs': source.replace('export const encryptedFields', 'exports.encryptedFields'),
  });
  const { stdout } = encsafe(folder, 'lint', '--format', 'compact');
  for (const file of ['a.json', 'b.yaml', 'c.ts', 'd.cjs']) {
    expect(stdout).toMatch(new RegExp(`^${file}:.*\\[mongodb/query-type-name\\]$`, 'm'));
  }
});

test('the other commands find what they need beside the bundle', () => {
  const folder = folderOf({
    'a.json': miscased,
    'compose.yaml': 'services:\n  db:\n    image: mongo:8.2\n',
  });
  expect(encsafe(folder, 'explain', 'mongodb/query-type-name').stdout).toContain('What is wrong');
  expect(encsafe(folder, 'cost').status).toBe(0);
  expect(encsafe(folder, 'lint', '--fix-dry-run').stdout).toContain('+  { "path": "reference"');
  expect(encsafe(folder, 'init').stdout).toContain('The project runs MongoDB 8.2.');
  const sarif = JSON.parse(encsafe(folder, 'lint', '--format', 'sarif').stdout);
  expect(sarif.runs[0].tool.driver.rules[0].help.markdown).toContain('## What is wrong');
  expect(encsafe(folder, 'lint', '--fix').status).toBe(0);
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(miscased.replace('Equality', 'equality'));
});

test('a reader that closes early is no fault', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}.json`, miscased]));
  const child = spawn(process.execPath, [cli, 'lint'], {
    cwd: folderOf(files),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.once('data', () => child.stdout.destroy());
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});
