/** Letters by their codes, as Prisma's grammar sorts them. */
export const code = {
  tab: 9,
  lineFeed: 10,
  return: 13,
  space: 32,
  exclamation: 33,
  doubleQuote: 34,
  openParenthesis: 40,
  closeParenthesis: 41,
  star: 42,
  comma: 44,
  dash: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  equals: 61,
  question: 63,
  at: 64,
  openBracket: 91,
  backslash: 92,
  underscore: 95,
  closeBracket: 93,
  backtick: 96,
  openBrace: 123,
  closeBrace: 125,
} as const;

/** What may stand between words: spaces of any width, and tabs. */
export function isBlank(letter: number): boolean {
  if (letter === code.space || letter === code.tab) return true;
  return (
    letter >= 0xa0 &&
    (letter === 0xa0 ||
      letter === 0x1680 ||
      (letter >= 0x2000 && letter <= 0x200a) ||
      letter === 0x202f ||
      letter === 0x205f ||
      letter === 0x3000)
  );
}

export function isBreak(letter: number): boolean {
  return letter === code.lineFeed || letter === code.return;
}

export function isDigit(letter: number): boolean {
  return letter >= 48 && letter <= 57;
}

/** Where the name ends that begins at the offset: the offset itself where there is none. */
export function nameEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const letter = text.charCodeAt(at);
    if (isPlainLetter(letter) || letter === code.dash) at += 1;
    else if (letter > 127 && isLetter(text.codePointAt(at) ?? 0))
      at += letter >= 0xd800 && letter < 0xdc00 ? 2 : 1;
    else return at;
  }
}

/** Letters of ASCII, digits and the underscore. */
function isPlainLetter(letter: number): boolean {
  return (
    (letter >= 97 && letter <= 122) || (letter >= 65 && letter <= 90) || isDigit(letter) || letter === 95
  );
}

const letters = /^\p{L}$/u;

function isLetter(point: number): boolean {
  return letters.test(String.fromCodePoint(point));
}
