import { domainNamed, type EqlDomain } from '../../../../rules/eql/domains.ts';

/** The suffixes of the v3 factories. Source: src/eql/v3/types.ts of npm @cipherstash/stack 1.1.1. */
const capabilityOf: Readonly<Record<string, string>> = {
  '': '',
  Eq: '_eq',
  Ord: '_ord',
  OrdOre: '_ord_ore',
  Match: '_match',
  Search: '_search',
};

/** The domain of `types.TextEq`: `Json` is the searchable one. Undefined for a name that is none of the factories. */
export function domainOfFactory(name: string): EqlDomain | undefined {
  if (name === 'Json') return domainNamed('eql_v3_json_search');
  const [, scalar = '', capability = ''] = /^([A-Z][a-z]+)([A-Z]\w*)?$/.exec(name) ?? [];
  const suffix = Object.hasOwn(capabilityOf, capability) ? capabilityOf[capability] : undefined;
  return suffix === undefined ? undefined : domainNamed(`eql_v3_${scalar.toLowerCase()}${suffix}`);
}
