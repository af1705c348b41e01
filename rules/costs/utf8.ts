/** Bytes of a text in UTF-8; a lone surrogate counts as the replacement character that is written for it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if ((text.codePointAt(at) ?? 0) < 0x10000) bytes += 3;
    else {
      bytes += 4;
      at += 1;
    }
  }
  return bytes;
}
