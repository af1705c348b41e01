import { expect, test } from 'vitest';
import { readPages } from '../../test/support/pages.ts';
import { colorsFor } from './colors.ts';
import { renderMarkdown } from './markdown.ts';

const plain = { colors: colorsFor(false), width: 60 };

test('headings, paragraphs, lists, tables and code read well without marks', () => {
  const page = `# group/rule

A line that
goes on **strongly**.

## Why

| what | code |
|---|---|
| \`short\` | 1 |
| a longer cell | 22 |

- first
  and more
- second, see [the page](https://example.com)

\`\`\`json bad
{ "a": 1 }
\`\`\`
`;
  expect(renderMarkdown(page, plain)).toBe(`group/rule

A line that goes on strongly.

Why

  what           code
  short          1
  a longer cell  22

  • first and more
  • second, see the page (https://example.com)

  json bad
  │ { "a": 1 }
`);
});

test('colours mark headings and the verdict of an example', () => {
  const shown = renderMarkdown('# a\n\n```json bad\nx\n```\n', { ...plain, colors: colorsFor(true) });
  expect(shown).toContain('\u001b[1m');
  expect(shown).toContain('\u001b[31m│');
});

test('no text of a page is lost', () => {
  for (const { text } of readPages()) {
    const words = (shown: string) => new Set(shown.match(/[\p{L}\p{N}$]+/gu));
    const shown = words(renderMarkdown(text, { ...plain, width: 100 }));
    expect([...words(text)].filter((word) => !shown.has(word))).toEqual([]);
  }
});
