import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Span } from '../read/tree.ts';
import { columnsOf } from './cells.ts';
import { codeFrame } from './code-frame.ts';
import { colorsFor } from './colors.ts';
import { linesOf } from './positions.ts';

const colors = colorsFor(false);

function frame(text: string, part: string, width = 80, secrets: readonly Span[] = []): string {
  const start = text.indexOf(part);
  const rows = codeFrame(linesOf(text), { start, end: start + part.length }, secrets, {
    colors,
    paint: (squiggle) => squiggle,
    width,
  });
  return `\n${rows.join('\n')}\n`;
}

/** The text above the squiggle. */
function underlined(rows: string): string {
  const [code = '', squiggle = ''] = rows.trim().split('\n').slice(-2);
  const from = columnsOf(squiggle.slice(0, squiggle.indexOf('~')));
  const length = squiggle.split('~').length - 1;
  let column = 0;
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(code)) {
    if (column >= from && column < from + length) shown += segment;
    column += columnsOf(segment);
  }
  return shown;
}

test('the line before, the line, and a squiggle under exactly the range', () => {
  expect(frame('{\n  "queryType": "Equality"\n}', '"Equality"')).toBe(`
1 │ {
2 │   "queryType": "Equality"
  │                ~~~~~~~~~~
`);
});

test('a blank line before is left out, and a range over lines says where it ends', () => {
  expect(frame('a\n\nx: [\n  1,\n]\n', '[\n  1,\n]')).toBe(`
3 │ x: [
  │    ~ to line 5
`);
});

test('tabs and wide characters keep the squiggle in place', () => {
  expect(frame('\t"名前": "x", "a": bad', 'bad')).toBe(`
1 │     "名前": "x", "a": bad
  │                       ~~~
`);
  expect(underlined(frame('\t\t"👩‍👩‍👧\te\u0301": bad', 'bad'))).toBe('bad');
});

test('an empty range has one mark, at the end of a line too', () => {
  expect(frame('ab', '')).toContain('\n  │ ~\n');
  const rows = codeFrame(linesOf('ab'), { start: 2, end: 2 }, [], { colors, paint: String, width: 80 });
  expect(rows.at(-1)).toBe('  │   ~');
});

test('what a terminal would obey is shown, and the squiggle still fits', () => {
  expect(frame('a\u001b[2J\u202e: bad', 'bad')).toBe(`
1 │ a\\u{1b}[2J\\u{202e}: bad
  │                     ~~~
`);
});

test('a secret is not shown, and the squiggle may lie under its mask', () => {
  const text = "key: 'c2VjcmV0', x: bad";
  const secret = { start: 5, end: 15 };
  expect(frame(text, 'bad', 80, [secret])).toBe(`
1 │ key: •••, x: bad
  │              ~~~
`);
  expect(frame(text, "'c2VjcmV0'", 80, [secret])).toBe(`
1 │ key: •••, x: bad
  │      ~~~
`);
});

test('a long line is cut around the range, and never wider than allowed', () => {
  const words = fc.array(fc.constantFrom('"abc"', '\t', '日本', ' ', '👍', 'e\u0301'), { maxLength: 60 });
  fc.assert(
    fc.property(words, words, fc.integer({ min: 24, max: 60 }), (before, after, width) => {
      const text = `${before.join('')}<here>${after.join('')}`;
      const rows = frame(text, '<here>', width);
      expect(underlined(rows)).toBe('<here>');
      for (const row of rows.trim().split('\n')) expect(columnsOf(row)).toBeLessThanOrEqual(width + 4);
    }),
  );
});

test('a range wider than the terminal is cut like its line', () => {
  const rows = frame(`x = "${'y'.repeat(300)}"`, `"${'y'.repeat(300)}"`, 40);
  for (const row of rows.trim().split('\n')) expect(columnsOf(row)).toBeLessThanOrEqual(44);
  expect(underlined(rows)).toContain('yyyy');
});

test('a line of megabytes shows what stands around the range, in no time', () => {
  const long = '{ "a": 1 }, '.repeat(400_000);
  const rows = (before: string, after: string) => frame(`${before}"here"${after}`, '"here"', 40);
  const start = performance.now();
  const shown = rows(long, long);
  expect(performance.now() - start).toBeLessThan(1000);
  expect(shown).toBe(rows(long.slice(-12_000), long.slice(0, 12_000)));
  expect(underlined(shown)).toBe('"here"');
});
