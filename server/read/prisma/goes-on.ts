import { code, isBreak } from './letters.ts';
import type { Scanner } from './scanner.ts';

/** How many lines brackets may span. */
const farthest = 50;

/** A field, an attribute of the block, or the header of another: a line that stands in no brackets. */
const noPart = /[^\S\r\n]*(?:[\p{L}_][\p{L}\d_]*[^\S\r\n]+[\p{L}_]|@)/uy;

/**
 * True where the open brackets close on a later line, as Prisma Next allows. Of Prisma itself each ends on its line, so
 * that one without its end is one that a person is typing, and what follows is not its part.
 */
export function goesOn(scanner: Scanner): boolean {
  const { text, brackets } = scanner;
  if (brackets.length === 0) return false;
  const open = [...brackets];
  let { at } = scanner;
  for (let line = 0; line < farthest && at < text.length; line += 1) {
    if (line > 0) {
      noPart.lastIndex = at;
      if (noPart.test(text)) return false;
    }
    for (; at < text.length && !isBreak(text.charCodeAt(at)); at += 1) {
      const letter = text.charCodeAt(at);
      if (letter === code.doubleQuote) at = pastText(text, at);
      else if (letter === code.slash && text.charCodeAt(at + 1) === code.slash) at = scanner.lineEnd(at) - 1;
      else if (letter === code.openParenthesis) open.push(code.closeParenthesis);
      else if (letter === code.openBracket) open.push(code.closeBracket);
      else if (letter === code.openBrace) open.push(code.closeBrace);
      else if (closes.has(letter)) {
        if (open.pop() !== letter) return false;
        if (open.length === 0) return true;
      }
    }
    at += text.charCodeAt(at) === code.return && text.charCodeAt(at + 1) === code.lineFeed ? 2 : 1;
  }
  return false;
}

const closes: ReadonlySet<number> = new Set([code.closeParenthesis, code.closeBracket, code.closeBrace]);

/** The last letter of a text in quotes, of one without its end the last of the line. */
function pastText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !isBreak(text.charCodeAt(at))) {
    const letter = text.charCodeAt(at);
    if (letter === code.doubleQuote) return at;
    at += letter === code.backslash ? 2 : 1;
  }
  return at - 1;
}
