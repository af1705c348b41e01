import type { Directive } from './facts.ts';
import type { Span } from './tree.ts';

export const directiveWord = 'encsafe-disable-next-line';

/** What a comment says to encsafe, when it says anything. `span` is the whole comment with its marks. */
export function readDirective(text: string, span: Span): Directive | undefined {
  const comment = text.slice(span.start, span.end);
  const at = comment.indexOf(directiveWord);
  if (at < 0 || !/^(?:\/\/|\/\*|#)[\s*]*$/.test(comment.slice(0, at))) return undefined;
  const rest = comment.slice(at + directiveWord.length).replace(/\*\/\s*$/, '');
  const [names = '', ...reasons] = rest.split(/\s--\s/);
  const reason = reasons.join(' -- ').trim();
  return {
    ...span,
    kind: 'disable-next-line',
    rules: names.split(/[\s,]+/).filter((name) => name !== ''),
    ...(reason === '' ? {} : { reason }),
    line: lineOf(text, span.end) + 1,
  };
}

function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let index = 0; index < offset; index += 1) {
    if (text[index] === '\n' || (text[index] === '\r' && text[index + 1] !== '\n')) line += 1;
  }
  return line;
}
