import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { diskReader, diskSources, findFiles, levelsAbove, namesAbove } from './disk.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(files: Readonly<Record<string, string | Buffer>>): string {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'encsafe-')));
  made.push(top);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
    writeFileSync(path.join(top, file), content);
  }
  return top;
}

describe('what a run reads', () => {
  test('files of the kinds that it knows, sorted, and no folder of built or foreign code', async () => {
    const cwd = folder({
      'b.json': '',
      'a/schema.PRISMA': '',
      'a/x.ts': '',
      'Dockerfile.prod': '',
      '.github/workflows/ci.yml': '',
      '.env.local': '',
      'notes.md': '',
      'x.png': '',
      'node_modules/p/package.json': '{}',
      'dist/out.js': '',
      'packages/p/build/x.js': '',
      'vendor.json': '',
    });
    const { files, missing, unreadable, named } = await findFiles(cwd, ['.']);
    expect(files).toEqual([
      '.env.local',
      '.github/workflows/ci.yml',
      'Dockerfile.prod',
      'a/schema.PRISMA',
      'a/x.ts',
      'b.json',
      'vendor.json',
    ]);
    expect({ missing, unreadable, named: [...named] }).toEqual({ missing: [], unreadable: [], named: [] });
  });

  test('what is named, whatever ignores it', async () => {
    const cwd = folder({
      '.gitignore': 'secret.json\ndist/\n',
      'secret.json': '',
      'notes.md': '',
      'dist/a.json': '',
      'dist/node_modules/p/b.json': '',
    });
    const { files, named } = await findFiles(cwd, ['secret.json', 'notes.md', './dist']);
    expect(files).toEqual(['dist/a.json', 'notes.md', 'secret.json']);
    expect([...named].sort()).toEqual(['notes.md', 'secret.json']);
  });

  test('a path that matches nothing is told', async () => {
    const cwd = folder({ 'a.json': '' });
    const { files, missing } = await findFiles(cwd, ['a.json', 'b.json', 'a.json/c', 'x/**/*.json']);
    expect(files).toEqual(['a.json']);
    expect(missing).toEqual(['b.json', 'a.json/c', 'x/**/*.json']);
  });

  test('patterns that the shell left alone, and names that only look like patterns', async () => {
    const cwd = folder({
      'schemas/a.json': '',
      'schemas/deep/b.json': '',
      'schemas/c.ts': '',
      'app/[id]/d.json': '',
      'node_modules/e.json': '',
    });
    expect((await findFiles(cwd, ['schemas/*.json'])).files).toEqual(['schemas/a.json']);
    expect((await findFiles(cwd, ['**/*.json'])).files).toEqual([
      'app/[id]/d.json',
      'schemas/a.json',
      'schemas/deep/b.json',
    ]);
    expect((await findFiles(cwd, ['schemas/d*'])).files).toEqual(['schemas/deep/b.json']);
    expect((await findFiles(cwd, ['app/[id]/d.json'])).files).toEqual(['app/[id]/d.json']);
    // The same folders named whole count whole.
    expect((await findFiles(cwd, ['schemas/*.json', 'schemas'])).files).toHaveLength(3);
  });

  test('paths above the working directory', async () => {
    const top = folder({ 'here/a.json': '', 'there/b.json': '' });
    const { files } = await findFiles(path.join(top, 'here'), [
      '.',
      '../there',
      path.join(top, 'there', 'b.json'),
    ]);
    expect(files).toEqual(['../there/b.json', 'a.json']);
  });
});

describe('.gitignore', () => {
  test('nests as in git: a deeper file goes before one above it', async () => {
    const files = {
      '.gitignore': '*.gen.json\n/only-top.json\ncache/\ndata/*\n!data/keep\n',
      'a.gen.json': '',
      'only-top.json': '',
      'cache/c.json': '',
      'data/drop.json': '',
      'data/keep/k.json': '',
      'packages/p/.gitignore': '!wanted.gen.json\nlocal.json\n!cache/\n',
      'packages/p/wanted.gen.json': '',
      'packages/p/other.gen.json': '',
      'packages/p/local.json': '',
      'packages/p/only-top.json': '',
      'packages/p/cache/c.json': '',
      'local.json': '',
      '.env': '',
    };
    const cwd = folder(files);
    execFileSync('git', ['init', '--quiet'], { cwd });
    const listed = execFileSync('git', ['ls-files', '--others', '--exclude-standard', '-z'], {
      cwd,
      encoding: 'utf8',
    });
    const git = listed.split('\0').filter((file) => file.endsWith('.json'));
    const found = (await findFiles(cwd, ['.'])).files.filter((file) => file.endsWith('.json'));
    expect(found).toEqual(git.sort());
    expect(found).toContain('packages/p/wanted.gen.json');
    expect(found).toContain('packages/p/cache/c.json');
  });

  test('of the repository holds in a folder of it', async () => {
    const top = folder({
      '.git/HEAD': '',
      '.gitignore': 'p/gen\n*.tmp.json\n',
      'p/gen/a.json': '',
      'p/b.tmp.json': '',
      'p/c.json': '',
    });
    expect((await findFiles(path.join(top, 'p'), ['.'])).files).toEqual(['c.json']);
  });

  test('above the working directory has no say outside of a repository', async () => {
    const top = folder({ '.gitignore': '*.json\n', 'p/c.json': '' });
    expect((await findFiles(path.join(top, 'p'), ['.'])).files).toEqual(['c.json']);
  });

  test('leaves environment files and configurations', async () => {
    const cwd = folder({
      '.gitignore': '.env*\n*.env\nencsafe.config.json\n',
      '.env': '',
      '.env.prod': '',
      'app.env': '',
      'encsafe.config.json': '{}',
    });
    expect((await findFiles(cwd, ['.'])).files).toEqual([
      '.env',
      '.env.prod',
      'app.env',
      'encsafe.config.json',
    ]);
  });
});

describe('symbolic links', () => {
  test('circles end, and what a link shows a second time is read once', async () => {
    const cwd = folder({ 'a/x.json': '', 'b/y.json': '' });
    symlinkSync('..', path.join(cwd, 'a/up'));
    symlinkSync('../b', path.join(cwd, 'a/b'));
    symlinkSync('self', path.join(cwd, 'self'));
    symlinkSync('x.json', path.join(cwd, 'a/z.json'));
    const { files, unreadable } = await findFiles(cwd, ['.']);
    expect(files).toEqual(['a/x.json', 'b/y.json']);
    expect(unreadable).toEqual([]);
  });

  test('are followed inside the working directory and never out of it', async () => {
    const outside = folder({ 'o.json': '', 'folder/p.json': '' });
    const cwd = folder({ '.gitignore': 'real.json\n', 'real.json': '', 'node_modules/n/q.json': '' });
    symlinkSync(path.join(outside, 'o.json'), path.join(cwd, 'out.json'));
    symlinkSync(path.join(outside, 'folder'), path.join(cwd, 'folder'));
    symlinkSync('real.json', path.join(cwd, 'link.json'));
    symlinkSync('node_modules/n', path.join(cwd, 'n'));
    expect(await findFiles(cwd, ['.'])).toMatchObject({ files: ['link.json'], unreadable: [] });
    expect(await findFiles(cwd, ['out.json'])).toMatchObject({
      files: [],
      unreadable: [{ file: 'out.json', reason: 'a symbolic link that leads out of the working directory' }],
    });
  });

  test('that lead nowhere are told', async () => {
    const cwd = folder({ 'a.json': '' });
    symlinkSync('gone.json', path.join(cwd, 'dangling.json'));
    symlinkSync('gone', path.join(cwd, 'latest'));
    expect((await findFiles(cwd, ['.'])).unreadable).toEqual([
      { file: 'dangling.json', reason: 'a symbolic link that leads nowhere' },
    ]);
  });
});

describe('texts', () => {
  test('keep their byte order mark, and binary files are empty', async () => {
    const cwd = folder({
      'bom.json': '\ufeff{}',
      'binary.json': Buffer.from([123, 0, 125]),
      'late.json': `${' '.repeat(8_000)}\0`,
    });
    const sources = diskSources(cwd, ['bom.json', 'binary.json', 'late.json']);
    expect(await sources.read('bom.json')).toBe('\ufeff{}');
    expect(await sources.read('binary.json')).toBe('');
    expect(await sources.read('late.json')).toHaveLength(8_001);
    await expect(sources.read('gone.json')).rejects.toThrow('ENOENT');
  });

  test('may be UTF-16, which has a mark', async () => {
    const text = '{ "name": "straße" }';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    const cwd = folder({ 'little.json': little, 'big.json': Buffer.from(little).swap16() });
    const sources = diskSources(cwd, []);
    expect(await sources.read('little.json')).toBe(`\ufeff${text}`);
    expect(await sources.read('big.json')).toBe(`\ufeff${text}`);
  });

  test('of binary files that a person names are told to be none', async () => {
    const cwd = folder({ 'a.json': Buffer.from([123, 0, 125]), 'b.png': Buffer.from([0]), 'c.json': '{}' });
    const { files, unreadable } = await findFiles(cwd, ['a.json', 'b.png', 'c.json']);
    expect(files).toEqual(['b.png', 'c.json']);
    expect(unreadable).toEqual([{ file: 'a.json', reason: 'it is binary, no text' }]);
  });

  test('of files whose name cannot be read say so', async () => {
    const sources = diskSources(folder({}), []);
    await expect(sources.read('\ufffd.json')).rejects.toThrow('its name is not UTF-8');
  });

  test('of single files are there or not', async () => {
    const top = folder({ 'a.json': '1', 'p/b.json': '' });
    const read = diskReader(path.join(top, 'p'));
    expect([await read('../a.json'), await read('../gone.json'), await read('..')]).toEqual([
      '1',
      undefined,
      undefined,
    ]);
  });
});

test('the folders above', () => {
  expect(namesAbove('/srv/shop/api')).toEqual(['api', 'shop', 'srv']);
  expect(levelsAbove('/')).toBe(0);
});
