import type { Place } from '../../rules/model/place.ts';
import { lineEnd, lineStart, nextLine, startsLine } from './lines.ts';
import type { TextEdit } from './text-edit.ts';

/** Takes a statement out, with the words before its expression, its semicolon, and the lines that it leaves empty. */
export function removeStatement({ file, start, end }: Place, text: string): TextEdit {
  const words = /(?:\b(?:await|void)\s+)*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const semicolon = /^\s*;/.exec(text.slice(end))?.[0].length ?? 0;
  const [from, to] = [start - words, end + semicolon];
  const rest = text.slice(to, lineEnd(text, to));
  if (!startsLine(text, from) || rest.trim() !== '') return { file, start: from, end: to, text: '' };
  const first = lineStart(text, from);
  const next = nextLine(text, to);
  // Of two empty lines around it one is enough.
  const isEmptyBefore = first === 0 || text.slice(lineStart(text, first - 1), first).trim() === '';
  const isEmptyAfter = next < text.length && text.slice(next, lineEnd(text, next)).trim() === '';
  return { file, start: first, end: isEmptyBefore && isEmptyAfter ? nextLine(text, next) : next, text: '' };
}
