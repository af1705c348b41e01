/** The offset of the comma that follows an entry, past white space and comments; undefined when another token comes first. */
export function commaAfter(text: string, offset: number, comments: 'slashes' | 'hash'): number | undefined {
  let index = offset;
  while (index < text.length) {
    const letter = text[index] ?? '';
    if (letter === ',') return index;
    if (/\s/.test(letter)) index += 1;
    else if (comments === 'hash' && letter === '#') index = endOfLine(text, index);
    else if (comments === 'slashes' && text.startsWith('//', index)) index = endOfLine(text, index);
    else if (comments === 'slashes' && text.startsWith('/*', index)) {
      const end = text.indexOf('*/', index + 2);
      index = end < 0 ? text.length : end + 2;
    } else return undefined;
  }
  return undefined;
}

function endOfLine(text: string, offset: number): number {
  const rest = /[\r\n]/.exec(text.slice(offset));
  return rest === null ? text.length : offset + rest.index;
}
