import { visible } from '../report/escape.ts';
import type { Card, CardTable, Line, Piece } from './card.ts';

/** A card in Markdown without HTML, with nothing in it that acts but its links. */
export function cardToMarkdown({ headline, table, notes }: Card): string {
  const blocks = [
    inline(headline),
    ...(table === undefined ? [] : [tableToMarkdown(table)]),
    ...notes.map(inline),
  ];
  return blocks.join('\n\n');
}

/**
 * Marks anywhere (of emphasis, links, entities, cells, headings), and what is one only where it stands: an icon, an
 * address that links itself, a list or a rule at the beginning.
 */
const marks =
  /[\\*_[\]|~&#@]|\$(?=\()|(?<=\])\(|:(?=\/\/)|(?<=www)\.|(?<=^\s*)[-+](?=[\s-]|$)|(?<=^\s*\d{1,9})[.)](?=\s|$)/gi;

/** The reader that VS Code has takes these for HTML and code when it looks for emphasis, a backslash before them or not. */
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '`': '&#96;' };

/** Text that means itself: one line, no mark, no entity, no link, no icon, no cell. */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replaceAll(marks, '\\$&')
    .replaceAll(/[<>`]/g, (sign) => entities[sign] ?? sign);
}

/** Signs that end an address or mean something to Markdown, in the form that addresses have for them. */
export function escapeAddress(href: string): string {
  return href.replaceAll(
    /[^!#$%'*+,\-./0-9:;=?@A-Z_a-z~]/gu,
    (sign) =>
      // Half a surrogate pair has no form; none is in an address that a program made.
      `${[...new TextEncoder().encode(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')}`,
  );
}

function inline(line: Line): string {
  return line.map(print).join('').trim();
}

function print(piece: Piece): string {
  if (typeof piece === 'string') return escapeMarkdown(piece);
  switch (piece.kind) {
    case 'strong':
      return emphasised(piece.text);
    case 'code':
      return /^[\w $.:-]+$/.test(piece.text) ? `\`${piece.text}\`` : emphasised(piece.text);
    case 'link':
      return `[${escapeMarkdown(piece.text)}](${escapeAddress(piece.href)})`;
  }
}

/** Marks of emphasis hold only around text that neither starts nor ends with a space. */
function emphasised(text: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(visible(text)) ?? [];
  return inner === '' ? escapeMarkdown(text) : `${before}**${escapeMarkdown(inner)}**${after}`;
}

/** Editors show a table without lines or padding, and trim spaces of any kind unless they are written as entities. */
const gap = '&nbsp;&nbsp;&nbsp;';

/** A number and its unit stay on one line. */
const unbroken = '\u00a0';

function tableToMarkdown({ head, rows, own }: CardTable): string {
  const row = (cells: readonly string[], show: (cell: string, at: number) => string) =>
    `|${head.map((_, at) => ` ${at === 0 ? '' : gap}${show((cells[at] ?? '').replaceAll(' ', unbroken), at)} |`).join('')}`;
  const cell = (text: string, at: number) => (at === own ? emphasised(text) : escapeMarkdown(text));
  return [
    row(head, escapeMarkdown),
    `|${head.map((_, at) => (at === 0 ? ':--|' : '--:|')).join('')}`,
    ...rows.map((cells) => row(cells, cell)),
  ].join('\n');
}
