/** The offset where the line of an offset starts. */
export function lineStart(text: string, offset: number): number {
  let index = offset;
  while (index > 0 && !isBreak(text[index - 1])) index -= 1;
  return index;
}

/** The offset where the line of an offset ends, before its break. */
export function lineEnd(text: string, offset: number): number {
  let index = offset;
  while (index < text.length && !isBreak(text[index])) index += 1;
  return index;
}

/** The offset behind the break that ends the line of an offset. */
export function nextLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  if (text[end] === '\r' && text[end + 1] === '\n') return end + 2;
  return Math.min(text.length, end + 1);
}

/** The line break that the file uses, by its first one. */
export function breakOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** White space at the start of the line of an offset, with spaces for the dashes of a YAML list up to the offset. */
export function indentAt(text: string, offset: number): string {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[\s-]*$/.test(before) ? before.replaceAll('-', ' ') : (/^\s*/.exec(before)?.[0] ?? '');
}

/** True when nothing but white space stands between the start of the line and the offset. */
export function startsLine(text: string, offset: number): boolean {
  return /^\s*$/.test(text.slice(lineStart(text, offset), offset));
}

/** The offset without the white space before it. */
export function trimmedEnd(text: string, end: number): number {
  let index = end;
  while (index > 0 && /\s/.test(text[index - 1] ?? '')) index -= 1;
  return index;
}

function isBreak(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r';
}
