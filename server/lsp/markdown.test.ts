import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Card, code, link, strong } from './card.ts';
import { cardToMarkdown, escapeAddress, escapeMarkdown } from './markdown.ts';
import { cardToPlainText } from './plain-text.ts';

const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'< > | ` \\ * _ [ ] ( ) ! & # ~ $ + - = @ . :'.split(' '),
        ...[
          '\n',
          '\r\n',
          '\u2028',
          '\u202e',
          '&lt;',
          '$(bug)',
          'https://a.b',
          'www.a',
          'a@b.c',
          '1. ',
          '<b>',
          '](',
          '  ',
        ],
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

function cardOf(one: string, other: string): Card {
  return {
    headline: [strong(one), ` · ${other}`],
    table: {
      head: ['', one, other],
      rows: [
        [one, other, one],
        [other, one, other],
      ],
      own: 2,
    },
    notes: [
      [code('strMaxLength'), `: ${one}`],
      [other, link(one, `file:///x/${other.replace(/\p{Surrogate}/gu, '')}`)],
    ],
  };
}

/** What of a Markdown text is still a mark: without what stands behind a backslash, and without our own marks. */
function marksIn(markdown: string): string {
  return markdown
    .replaceAll(/\\[\\*_[\]|~&#@$(:.\-+)]/g, 'x')
    .replaceAll(/\]\([^)]*\)/g, '](')
    .replaceAll(/&(?:nbsp|lt|gt|#96);/g, 'x')
    .replaceAll('`strMaxLength`', '');
}

test('no text breaks out of a card', () => {
  fc.assert(
    fc.property(nasty, nasty, (one, other) => {
      const markdown = cardToMarkdown(cardOf(one, other));
      const marks = marksIn(markdown);
      expect(marks).not.toMatch(/[<>`~&#]|\$\(|https:\/\/|@/);
      expect(marks.match(/\]\(/g) ?? []).toHaveLength(1);
      const [headline = '', table = '', ...notes] = markdown.split('\n\n');
      expect(headline).not.toContain('\n');
      expect(notes).toHaveLength(2);
      const rows = table.split('\n');
      expect(rows).toHaveLength(4);
      for (const row of rows) expect(marksIn(row).match(/\|/g)).toHaveLength(4);
    }),
    { numRuns: 2000 },
  );
});

test('what a person wrote is still readable', () => {
  expect(escapeMarkdown('snake_case.path')).toBe('snake\\_case.path');
  expect(escapeMarkdown('+16.7 KB')).toBe('+16.7 KB');
  expect(escapeMarkdown('<img src=x>')).toBe('&lt;img src=x&gt;');
  expect(escapeMarkdown('MongoDB 9.0 (assumed)')).toBe('MongoDB 9.0 (assumed)');
});

test('an address keeps its escapes and loses what would end it', () => {
  expect(escapeAddress('file:///c%3A/a b/(x)<y>.md')).toBe('file:///c%3A/a%20b/%28x%29%3Cy%3E.md');
});

test('plain text has the same columns in every row, whatever a cell holds', () => {
  fc.assert(
    fc.property(nasty, nasty, (one, other) => {
      const text = cardToPlainText({
        headline: ['x'],
        table: { head: ['', 'a', 'b'], rows: [['row', one, `${other}.`]] },
        notes: [],
      });
      const rows = text.split('\n').slice(2);
      expect(rows).toHaveLength(2);
      expect(rows[1]?.endsWith('.')).toBe(true);
    }),
  );
});
