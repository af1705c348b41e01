import type { EqlColumn } from '../model/eql.ts';
import type { Change } from '../model/finding.ts';
import type { EqlDomain } from './domains.ts';

/** The domains that SQL has and the TypeScript factories do not. Source: npm @cipherstash/stack 1.1.1, dist/eql/v3. */
const sqlOnly: ReadonlySet<string> = new Set(['ord_ope', 'search_ore']);

/** The factory of `types` that declares a domain: `TextEq`, `IntegerOrdOre`; undefined where there is none. */
function factoryOf({ scalar, capability }: EqlDomain): string | undefined {
  if (sqlOnly.has(capability)) return undefined;
  if (scalar === 'json') return capability === 'search' ? 'Json' : undefined;
  return [scalar, ...capability.split('_')]
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Declares a column of code as another domain: what stands before the name of the factory is the project's own. */
export function redeclare({ source, typePlace, domain }: EqlColumn, as: EqlDomain): Change | undefined {
  if (source === 'sql') return { kind: 'text', place: typePlace, text: `public.${as.name}` };
  if (source !== 'stack-v3' && source !== 'drizzle-v3') return undefined;
  const [from, text] = [domain && factoryOf(domain), factoryOf(as)];
  const start = typePlace.end - (from?.length ?? 0);
  if (from === undefined || text === undefined || start < typePlace.start) return undefined;
  return { kind: 'text', place: { ...typePlace, start }, text };
}
