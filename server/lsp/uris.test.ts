import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileOf, folderOf, normalUri, uriOf } from './uris.ts';

test.each([
  ['file:///home/me/app', 'src/a b.ts', 'file:///home/me/app/src/a%20b.ts'],
  ['file:///home/me/app/', 'a.ts', 'file:///home/me/app/a.ts'],
  ['file:///c%3A/Users/me/app', 'src/a.ts', 'file:///c%3A/Users/me/app/src/a.ts'],
  ['file:///C:/Users/me/app', 'src/a.ts', 'file:///c%3A/Users/me/app/src/a.ts'],
  ['file://server/share/app', 'ä/ö.json', 'file://server/share/app/%C3%A4/%C3%B6.json'],
  ['vscode-vfs://github/owner/repo', 'a#b.json', 'vscode-vfs://github/owner/repo/a%23b.json'],
])('%s and %s', (folder, file, uri) => {
  expect(normalUri(uriOf(folder, file))).toBe(normalUri(uri));
  expect(fileOf(folder, uri)).toBe(file);
});

test.each([
  ['file:///home/me/app', 'file:///home/me/app'],
  ['file:///home/me/app', 'file:///home/me/apple/a.ts'],
  ['file:///home/me/app', 'untitled:Untitled-1'],
  ['file:///home/me/app', 'vscode-vfs:///home/me/app/a.ts'],
  ['file:///c%3A/app', 'file:///d%3A/app/a.ts'],
])('%s does not hold %s', (folder, uri) => {
  expect(fileOf(folder, uri)).toBeUndefined();
});

test('a drive may be written in either case, with or without escapes', () => {
  expect(normalUri('file:///C:/App/a.ts')).toBe(normalUri('file:///c%3A/App/a.ts'));
  expect(fileOf('file:///C:/App', 'file:///c%3A/App/a.ts')).toBe('a.ts');
});

test('any file name comes back', () => {
  const segment = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((one) => !/[/\\]/.test(one) && one !== '.' && one !== '..');
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      const file = segments.join('/');
      expect(fileOf('file:///root', uriOf('file:///root', file))).toBe(file);
    }),
  );
});

test('the folder of a document', () => {
  expect(folderOf('file:///home/me/app/a.ts')).toBe('file:///home/me/app');
});
