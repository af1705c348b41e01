import { catalogue } from '../../../rules/catalogue.ts';
import type { Finding } from '../../../rules/model/finding.ts';
import { directiveWord } from '../../read/directives.ts';
import type { Span } from '../../read/tree.ts';
import { linesOf } from '../../suppression/lines.ts';
import { isNeverHidden } from '../../suppression/never-hidden.ts';

/** A rule that a comment may name. */
export interface RuleOffer {
  readonly id: string;
  readonly title: string;
  /** True when the line below has a finding of it. */
  readonly found: boolean;
}

export interface RuleOffers {
  /** The part of an id that is written. */
  readonly span: Span;
  /** True where no reason follows yet, which a comment needs. */
  readonly reason: boolean;
  readonly rules: readonly RuleOffer[];
}

/** The rules that a comment may name at an offset; undefined where it is no comment of ours, or past its ids. */
export function ruleOffers(
  text: string,
  comment: Span,
  offset: number,
  findings: readonly Finding[],
): RuleOffers | undefined {
  const written = text.slice(comment.start, comment.end);
  const at = written.indexOf(directiveWord);
  if (at < 0 || !/^(?:\/\/|\/\*|#)[\s*]*$/.test(written.slice(0, at))) return undefined;
  const from = comment.start + at + directiveWord.length;
  if (offset <= from || /\s--(?:\s|$)/.test(text.slice(from, offset))) return undefined;
  let start = offset;
  while (start > from && isIdLetter(text[start - 1])) start -= 1;
  if (start === from) return undefined;
  let end = offset;
  while (end < comment.end && isIdLetter(text[end])) end += 1;
  const rest = text.slice(end, comment.end).replace(/\*\/\s*$/, '');
  const others = `${text.slice(from, start)} ${rest.split(/\s--(?:\s|$)/)[0]}`.split(/[\s,]+/);
  const lines = linesOf(text);
  const below = lines.of(comment.end) + 1;
  const found = new Set(
    findings.flatMap(({ rule, place }) => (lines.of(place.start) === below ? [rule] : [])),
  );
  const rules = catalogue
    .filter(({ id }) => !isNeverHidden(id) && !others.includes(id))
    .map(({ id, title }) => ({ id, title, found: found.has(id) }));
  return {
    span: { start, end },
    reason: rest.trim() === '',
    rules: [...rules.filter((rule) => rule.found), ...rules.filter((rule) => !rule.found)],
  };
}

function isIdLetter(letter: string | undefined): boolean {
  return letter !== undefined && /[\w/-]/.test(letter);
}
