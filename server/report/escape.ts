/**
 * What a terminal would obey instead of show, or show as nothing: control characters, overrides of the writing
 * direction, separators of lines, invisible marks and tags.
 */
const hidden =
  /[\p{Cc}\p{Surrogate}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text that came from a file, a name or an argument, for a terminal or a log: one line, and nothing in it acts. The two
 * openings that the log of GitHub Actions takes for commands lose their force too.
 */
export function visible(text: string): string {
  return text
    .replace(hidden, escapeCharacter)
    .replace(/^(\s*):(?=:)/, '$1\\u{3a}')
    .replaceAll('##[', '##\\u{5b}');
}

export function isHidden(character: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(character);
}

export function escapeCharacter(character: string): string {
  return named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
