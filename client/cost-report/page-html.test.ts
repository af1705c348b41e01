import { expect, test } from 'vitest';
import { isFromPage } from './messages.ts';
import { pageHtml } from './page-html.ts';

const parts = { script: 'https://host/a"b.js?x&y', style: 'https://host/page.css' };

test('the page allows its own script and style, by a nonce, and nothing else', () => {
  const html = pageHtml(parts, 'n0nce');
  expect(html).toContain(`content="default-src 'none'; script-src 'nonce-n0nce'; style-src 'nonce-n0nce'"`);
  expect(html.match(/<(?:script|link|style)\b[^>]*>/g)).toEqual([
    '<link rel="stylesheet" nonce="n0nce" href="https://host/page.css">',
    '<script nonce="n0nce" src="https://host/a&quot;b.js?x&amp;y">',
  ]);
  expect(html).not.toMatch(/\son\w+=|style=/);
});

test('every page has a nonce of its own', () => {
  const nonceOf = (html: string) => /nonce-([0-9a-f]{32})'/.exec(html)?.[1];
  const nonces = [1, 2, 3].map(() => nonceOf(pageHtml(parts)));
  expect(new Set(nonces).size).toBe(3);
  expect(nonces).not.toContain(undefined);
});

test.each([
  [{ kind: 'ready' }, true],
  [{ kind: 'open', at: { uri: 'file:///a', line: 1, character: 0 } }, true],
  [{ kind: 'open', at: { uri: 'file:///a', line: '1', character: 0 } }, false],
  [{ kind: 'open' }, false],
  [{ kind: 'run' }, false],
  [null, false],
  ['ready', false],
])('%j is a message of the page: %s', (message, expected) => {
  expect(isFromPage(message)).toBe(expected);
});
