import { commaAfter } from './commas.ts';
import { breakOf, indentAt, lineEnd, startsLine, trimmedEnd } from './lines.ts';
import type { SourceFile } from './source-file.ts';
import type { TextEdit } from './text-edit.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Puts entries behind the last one of an object or list, in the way that the others are set. */
export function addEntries(
  file: string,
  source: SourceFile,
  container: Stretch,
  entries: readonly Stretch[],
  added: readonly string[],
): readonly TextEdit[] {
  const { text, facts } = source;
  const insert = (at: number, inserted: string): TextEdit => ({ file, start: at, end: at, text: inserted });
  const opener = text[container.start];
  const last = entries.at(-1);
  const flow = facts.syntax !== 'yaml' || opener === '{' || opener === '[';
  if (last === undefined) {
    const padding = opener === '{' ? ' ' : '';
    return [
      {
        file,
        start: container.start + 1,
        end: container.end - 1,
        text: `${padding}${added.join(', ')}${padding}`,
      },
    ];
  }
  if (!flow) {
    const at = lineEnd(text, trimmedEnd(text, last.end));
    const dash = text[container.start] === '-' ? '- ' : '';
    const indent = dash === '' ? indentAt(text, last.start) : indentAt(text, container.start);
    return [insert(at, added.map((entry) => `${breakOf(text)}${indent}${dash}${entry}`).join(''))];
  }
  const comma = commaAfter(text, last.end, facts.syntax === 'yaml' ? 'hash' : 'slashes');
  const behind = comma === undefined ? last.end : comma + 1;
  if (!startsLine(text, last.start)) {
    const row = added.join(', ');
    return [insert(behind, comma === undefined ? `, ${row}` : ` ${row},`)];
  }
  // A comment behind the last entry stays with it.
  const end = lineEnd(text, behind);
  const at = /^[ \t]*(?:\/\/.*|\/\*.*\*\/[ \t]*|#.*)?$/.test(text.slice(behind, end)) ? end : behind;
  const lines = added.map((entry) => `${breakOf(text)}${indentAt(text, last.start)}${entry}`).join(',');
  if (comma !== undefined) return [insert(at, `${lines},`)];
  return at === behind ? [insert(behind, `,${lines}`)] : [insert(behind, ','), insert(at, lines)];
}
