import { columnsOf } from './cells.ts';
import type { Colors } from './colors.ts';
import { visible } from './escape.ts';
import { wrap } from './wrap.ts';

interface MarkdownOptions {
  readonly colors: Colors;
  /** Columns that the text may take. */
  readonly width: number;
}

/** The Markdown of a rule's page for a terminal: headings, paragraphs, lists, tables and fenced code. */
export function renderMarkdown(markdown: string, options: MarkdownOptions): string {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  const blocks: string[][] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const until = endOf(lines, at);
    const own = lines.slice(at, until);
    if (line.startsWith('```')) blocks.push(codeBlock(own, options));
    else if (line.startsWith('#')) blocks.push([heading(line, options)]);
    else if (line.startsWith('|')) blocks.push(table(own, options));
    else if (isItem(line)) blocks.push(list(own, options));
    else if (line.trim() !== '')
      blocks.push(wrap(joined(own), options.width).map((one) => inline(one, options)));
    at = until;
  }
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** Where the block that starts at a line ends. */
function endOf(lines: readonly string[], start: number): number {
  const first = lines[start] ?? '';
  if (first.startsWith('```')) {
    const close = lines.findIndex((line, at) => at > start && line.startsWith('```'));
    return close < 0 ? lines.length : close + 1;
  }
  if (first.trim() === '' || first.startsWith('#')) return start + 1;
  const kind = kindOf(first);
  let end = start + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    const continues = kindOf(line) === kind || (kind === 'list' && /^\s+\S/.test(line));
    if (line.trim() === '' || !continues) break;
    end += 1;
  }
  return end;
}

function kindOf(line: string): string {
  if (line.startsWith('```')) return 'code';
  if (line.startsWith('#')) return 'heading';
  if (line.startsWith('|')) return 'table';
  return isItem(line) ? 'list' : 'text';
}

function isItem(line: string): boolean {
  return /^(?:[-*]|\d+\.)\s/.test(line);
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(' ');
}

function heading(line: string, { colors }: MarkdownOptions): string {
  const level = /^#+/.exec(line)?.[0].length ?? 1;
  const title = visible(line.slice(level).trim());
  return colors.bold(level === 1 ? colors.underline(title) : title);
}

function codeBlock(lines: readonly string[], { colors }: MarkdownOptions): string[] {
  const [, language = '', info = ''] = /^```(\S*)\s*(.*)$/.exec(lines[0] ?? '') ?? [];
  const verdict = info.split(/\s+/).includes('bad')
    ? 'bad'
    : info.split(/\s+/).includes('good')
      ? 'good'
      : '';
  const bar = verdict === 'bad' ? colors.red('│') : verdict === 'good' ? colors.green('│') : colors.dim('│');
  const label = [language, info].filter((part) => part !== '').join(' ');
  const code = lines.slice(1, lines.at(-1)?.startsWith('```') && lines.length > 1 ? -1 : undefined);
  return [
    ...(label === '' ? [] : [colors.dim(`  ${visible(label)}`)]),
    ...code.map((line) => `  ${bar} ${visible(line)}`.trimEnd()),
  ];
}

function list(lines: readonly string[], options: MarkdownOptions): string[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (isItem(line)) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items.flatMap((item) => {
    const [first = '', ...rest] = item;
    const mark = /^(?:[-*]|\d+\.)/.exec(first)?.[0] ?? '-';
    const sign = mark === '*' || mark === '-' ? '•' : mark;
    const body = joined([first.slice(mark.length), ...rest]);
    return wrap(body, options.width - sign.length - 3).map(
      (line, at) => `  ${at === 0 ? sign : ' '.repeat(sign.length)} ${inline(line, options)}`,
    );
  });
}

function table(lines: readonly string[], options: MarkdownOptions): string[] {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|?$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\|/, '')
        .replace(/\|$/, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
  const widths = columnWidths(rows, options.width);
  return rows.flatMap((row, index) => {
    const cells = widths.map((width, at) => wrap(plainOf(row[at] ?? ''), width));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) => {
      const parts = cells.map((cell, at) => padded(cell[line] ?? '', widths[at] ?? 0));
      const shown = `  ${parts.join('  ')}`.trimEnd();
      return index === 0 ? options.colors.bold(shown) : shown;
    });
  });
}

/** As wide as the widest cell; where the sum is too wide, the last column gives way. */
function columnWidths(rows: readonly (readonly string[])[], width: number): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...rows.map((row) => columnsOf(plainOf(row[at] ?? '')))),
  );
  const over = widths.reduce((sum, one) => sum + one + 2, 0) - width;
  const last = widths.length - 1;
  if (over > 0) widths[last] = Math.max(20, (widths[last] ?? 0) - over);
  return widths;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

/** Without the marks of code, emphasis and links. */
function plainOf(text: string): string {
  return visible(text)
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1');
}

function inline(text: string, { colors }: MarkdownOptions): string {
  return visible(text)
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replaceAll(/\*\*([^*]+)\*\*/g, (_, strong: string) => colors.bold(strong))
    .replaceAll(/`([^`]+)`/g, (whole: string, code: string) =>
      colors.isColorSupported ? colors.cyan(code) : whole,
    );
}
