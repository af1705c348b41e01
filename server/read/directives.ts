import type { Directive } from './facts.ts';
import type { Span } from './tree.ts';

export const directiveWord = 'encsafe-disable-next-line';

/**
 * Reads the comments of a text, in order, for what they say to encsafe. A comment's span is all of it with its marks.
 */
export function createDirectiveReader(text: string): (span: Span) => Directive | undefined {
  let line = 0;
  let counted = 0;
  const lineAt = (offset: number): number => {
    for (; counted < offset; counted += 1) {
      if (text[counted] === '\n' || (text[counted] === '\r' && text[counted + 1] !== '\n')) line += 1;
    }
    return line;
  };
  return (span) => {
    const comment = text.slice(span.start, span.end);
    const at = comment.indexOf(directiveWord);
    if (at < 0 || !/^(?:\/\/|\/\*|#|--)[\s*]*$/.test(comment.slice(0, at))) return undefined;
    const rest = comment.slice(at + directiveWord.length).replace(/\*\/\s*$/, '');
    const [names = '', ...reasons] = rest.split(/\s--\s/);
    const reason = reasons.join(' -- ').trim();
    return {
      ...span,
      kind: 'disable-next-line',
      rules: names.split(/[\s,]+/).filter((name) => name !== ''),
      ...(reason === '' ? {} : { reason }),
      line: lineAt(span.end) + 1,
    };
  };
}
