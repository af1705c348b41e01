import type { ServerContext } from './context.ts';
import { knownRanges } from './known-ranges.ts';
import { ruleIdsIn } from './rule-ids.ts';
import type { Feature } from './server.ts';

/** The id of a rule, in a comment to encsafe or in a configuration, leads to the rule's page. */
export const documentLinks: Feature = {
  capabilities: () => ({ documentLinkProvider: { resolveProvider: false } }),
  register(context) {
    context.connection.onDocumentLinks(async ({ textDocument: { uri } }, token) => {
      const document = await context.stateOf(uri, token);
      if (document === undefined) return [];
      const { rangeOf } = knownRanges(document.text);
      return ruleIdsIn(document).flatMap(({ rule, place }) => {
        const target = context.platform.pageOf(rule.id);
        if (target === undefined) return [];
        return [{ range: rangeOf(place), target, ...tooltip(context, `${rule.id}: ${rule.title}`) }];
      });
    });
  },
};

function tooltip({ capabilities }: ServerContext, text: string): { tooltip?: string } {
  return capabilities().textDocument?.documentLink?.tooltipSupport === true ? { tooltip: text } : {};
}
