import { expect, test } from 'vitest';
import { visible } from './escape.ts';

test('what a terminal would obey is shown', () => {
  expect(visible('a\u001b[31mb')).toBe('a\\u{1b}[31mb');
  expect(visible('bell\u0007 c1\u009b31m del\u007f')).toBe('bell\\u{7} c1\\u{9b}31m del\\u{7f}');
});

test('a name cannot forge a line', () => {
  expect(visible('one\ntwo\r\nthree\u2028four')).toBe('one\\ntwo\\r\\nthree\\u{2028}four');
});

test('the direction of writing cannot be turned, and nothing is invisible', () => {
  expect(visible('user\u202etxt.exe \u2066x\u2069')).toBe('user\\u{202e}txt.exe \\u{2066}x\\u{2069}');
  expect(visible('zero\u200bwidth \ufeff \u{e0041}')).toBe('zero\\u{200b}width \\u{feff} \\u{e0041}');
});

test('half a character is shown as what it is', () => {
  expect(visible('a\ud800b')).toBe('a\\u{d800}b');
});

test('text of people stays as it is', () => {
  for (const text of ['Straße, 日本語, مرحبا, 👩‍👩‍👧, na\u0308ive', 'plain'])
    expect(visible(text)).toBe(text);
});

test('nothing starts a command in the log of GitHub Actions', () => {
  expect(visible('::error::forged')).toBe('\\u{3a}:error::forged');
  expect(visible('  ::error::forged')).toBe('  \\u{3a}:error::forged');
  expect(visible('x ##[add-mask]y')).toBe('x ##\\u{5b}add-mask]y');
});
