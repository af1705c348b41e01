import type { Finding } from '../../rules/model/finding.ts';
import { type Line, link } from './card.ts';

/** How many rules the last line of a card names. */
const mostRules = 2;

/** The rules that have something to say, each with its page, behind a dot. */
export function ruleLinks(findings: readonly Finding[], pageOf: (rule: string) => string | undefined): Line {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const pages = rules.slice(0, mostRules).flatMap((rule): Line => {
    const page = pageOf(rule);
    const name = rule.slice(rule.indexOf('/') + 1);
    return [' · ', page === undefined ? name : link(name, page)];
  });
  const more = rules.length > mostRules ? [` · ${rules.length - mostRules} more`] : [];
  return [...pages, ...more];
}
