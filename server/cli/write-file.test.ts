import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../test/support/run-command.ts';
import { replaceFile } from './write-file.ts';

test('a file is replaced whole, keeps its mode, and leaves nothing beside it', async () => {
  const folder = folderOf({ 'a/x.json': 'old' });
  chmodSync(path.join(folder, 'a/x.json'), 0o640);
  expect(await replaceFile(folder, 'a/x.json', 'old', 'new')).toBeUndefined();
  expect(readFileSync(path.join(folder, 'a/x.json'), 'utf8')).toBe('new');
  expect(statSync(path.join(folder, 'a/x.json')).mode & 0o777).toBe(0o640);
  expect(readdirSync(path.join(folder, 'a'))).toEqual(['x.json']);
});

test('a file that changed meanwhile stays as it is', async () => {
  const folder = folderOf({ 'x.json': 'changed' });
  expect(await replaceFile(folder, 'x.json', 'old', 'new')).toMatchObject({
    reason: expect.stringContaining('changed'),
  });
  expect(readFileSync(path.join(folder, 'x.json'), 'utf8')).toBe('changed');
});

test('bytes that are no UTF-8 are not made into something else', async () => {
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  const folder = folderOf({ 'x.json': bytes });
  const before = new TextDecoder().decode(bytes);
  expect(await replaceFile(folder, 'x.json', before, 'new')).toBeDefined();
  expect(new Uint8Array(readFileSync(path.join(folder, 'x.json')))).toEqual(bytes);
});

test('a link inside the working directory is followed, one that leads out is not', async () => {
  const outside = folderOf({ 'x.json': 'old' });
  const folder = folderOf({ 'real.json': 'old' });
  symlinkSync('real.json', path.join(folder, 'inside.json'));
  symlinkSync(path.join(outside, 'x.json'), path.join(folder, 'outside.json'));
  expect(await replaceFile(folder, 'inside.json', 'old', 'new')).toBeUndefined();
  expect(lstatSync(path.join(folder, 'inside.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(path.join(folder, 'real.json'), 'utf8')).toBe('new');
  expect(await replaceFile(folder, 'outside.json', 'old', 'new')).toMatchObject({
    reason: expect.stringContaining('link'),
  });
  expect(readFileSync(path.join(outside, 'x.json'), 'utf8')).toBe('old');
});

test('a folder that cannot take a file leaves the old one', async () => {
  const folder = folderOf({ 'x.json': 'old' });
  writeFileSync(path.join(folder, 'x.json'), 'old');
  expect(await replaceFile(folder, 'gone/x.json', 'old', 'new')).toMatchObject({ reason: 'ENOENT' });
});
