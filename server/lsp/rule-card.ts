import type { Rule } from '../../rules/model/rule.ts';
import { listed } from '../../rules/model/words.ts';
import { type Card, link, strong } from './card.ts';

/** What a rule finds, how grave it is at most, and where its page is. */
export function ruleCard(rule: Rule, pageOf: (rule: string) => string | undefined): Card {
  const { id, severity, title, fix, options = {} } = rule;
  const page = pageOf(id);
  const fixes = fix === 'none' ? [] : [fix === 'safe' ? 'mended by --fix' : 'has suggestions'];
  const settings = Object.entries(options).map(([name, option]) => `${name} ${option.default}`);
  const sentence = title.charAt(0).toUpperCase() + title.slice(1);
  return {
    headline: [strong(id), ` · ${[severity, ...fixes].join(' · ')}`],
    notes: [
      [
        `${sentence}.`,
        ...(settings.length === 0 ? [] : [` Options: ${listed(settings)}.`]),
        ...(page === undefined ? [] : [' ', link('The page of the rule', page)]),
      ],
    ],
  };
}
