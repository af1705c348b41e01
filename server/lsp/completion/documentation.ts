import { catalogue } from '../../../rules/catalogue.ts';
import { estimateSettings } from '../../../rules/costs/estimate.ts';
import { isQueryTypeName, queryTypeNames } from '../../../rules/model/mongodb.ts';
import { describeRatio, describeSpread, describeTokens } from '../../../rules/mongodb/cost-wording.ts';
import { answers } from '../../../rules/mongodb/key-descriptions.ts';
import type { About } from './offer.ts';

/** What is said of an offer when a person looks closer; undefined for what no offer of ours carries. */
export function documentationOf(about: About): string | undefined {
  switch (about.kind) {
    case 'text':
      return about.text;
    case 'rule': {
      const rule = catalogue.find(({ id }) => id === about.id);
      return rule === undefined ? undefined : `${rule.severity} unless it is set otherwise: ${rule.title}`;
    }
    case 'search':
      return searchInWords(about);
  }
}

function searchInWords({ name, settings, length }: Extract<About, { kind: 'search' }>): string | undefined {
  if (!isQueryTypeName(name)) return undefined;
  const { kind, preview } = queryTypeNames[name];
  const lines = [`Answers ${answers[kind]}.`];
  if (preview) lines.push('A public preview: what is stored with it cannot be searched in MongoDB 9.0.');
  if (settings !== undefined) {
    const estimate = estimateSettings(settings, length);
    const { documentBytes, metadataBytes, insert } = estimate;
    lines.push(
      `One value leaves ${describeTokens(estimate)}.`,
      ...(documentBytes === undefined ? [] : [`The document grows by ${describeSpread(documentBytes)}.`]),
      ...(metadataBytes === undefined
        ? []
        : [`ESC and ECOC grow by ${describeSpread(metadataBytes)} a write.`]),
      `An insert takes ${describeRatio(insert.ratioToEquality)} times as long as with equality (${insert.basis}).`,
    );
  }
  return lines.join('\n\n');
}
