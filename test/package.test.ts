import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { matchGlobs } from '../server/project/globs.ts';

test('what the README leads to is in the package', () => {
  const { files }: { readonly files: readonly string[] } = JSON.parse(readFileSync('package.json', 'utf8'));
  const readme = readFileSync('README.md', 'utf8');
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(10);
  const ships = matchGlobs(files.map((one) => one.replace(/^(?!!)/, '/')));
  expect(links.filter((link) => !existsSync(link) || !ships(link))).toEqual([]);
});
