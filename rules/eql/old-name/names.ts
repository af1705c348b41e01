import type { EqlName } from '../../model/eql.ts';
import type { EqlVersion } from '../../model/target.ts';
import { sinceTheAlpha } from '../renamed-domains.ts';

/** A name of SQL that the newest release of its generation does not have. */
export interface OldName {
  readonly generation: 'v2' | 'v3';
  /** The releases that have it; none for what was never released. */
  readonly releases: readonly EqlVersion[];
  /** Where it comes from, in words that follow "is". */
  readonly origin: string;
  /** What it is now. */
  readonly replacement?: string;
  /** True when writing the new name is all that there is to do. */
  readonly pure: boolean;
}

const neverReleased = {
  generation: 'v2',
  releases: [],
  origin: 'a name of old documentation that no release ever had',
} as const;

const before301 = { generation: 'v3', releases: ['3.0.0'], origin: 'a name of EQL 3.0.0' } as const;

const ofTheAlpha = { generation: 'v3', releases: [], origin: 'a name of the alpha of EQL v3' } as const;

/**
 * Functions, with their schema. Sources: encrypt-query-language docs/reference/JSON.md and
 * docs/tutorials/GETTINGSTARTED.md at 2.0.0 (names that no install script has), docs/upgrading/v2.3.md,
 * packages/eql/CHANGELOG.md of 3.0.1.
 */
const functions: Readonly<Record<string, OldName>> = {
  cs_unique_v2: { ...neverReleased, replacement: 'eql_v2.hmac_256', pure: true },
  cs_match_v2: { ...neverReleased, replacement: 'eql_v2.bloom_filter', pure: true },
  cs_ore_64_8_v2: { ...neverReleased, replacement: 'eql_v2.ore_block_u64_8_256', pure: true },
  cs_ste_vec_v2: { ...neverReleased, replacement: 'eql_v2.ste_vec', pure: true },
  'eql_v2.blake3': {
    generation: 'v2',
    releases: ['2.2.1'],
    origin: 'a function that EQL 2.3 removed',
    replacement: 'eql_v2.hmac_256',
    pure: false,
  },
  'eql_v3.contains': { ...before301, replacement: 'eql_v3.matches', pure: true },
  'eql_v3.contained_by': { ...before301, pure: false },
  'eql_v3.ord_ope_term': { ...ofTheAlpha, replacement: 'eql_v3.ord_term', pure: true },
};

const types: Readonly<Record<string, OldName>> = {
  'eql_v3.query_jsonb': { ...before301, replacement: 'eql_v3.query_json', pure: true },
  eql_v3_jsonb_entry: { ...before301, replacement: 'public.eql_v3_json_entry', pure: true },
};

/** What replaced a name of SQL, and which releases still have it; undefined for a name that is not old. */
export function oldName({
  kind,
  schema,
  name,
}: Pick<EqlName, 'kind' | 'schema' | 'name'>): OldName | undefined {
  const qualified = schema === undefined || schema === 'public' ? name : `${schema}.${name}`;
  if (kind === 'function') {
    const known = Object.hasOwn(functions, qualified) ? functions[qualified] : undefined;
    return known ?? (/^cs_\w+_v2$/.test(qualified) ? { ...neverReleased, pure: false } : undefined);
  }
  if (kind !== 'type') return undefined;
  if (Object.hasOwn(types, qualified)) return types[qualified];
  const now = schema === 'eql_v3' ? sinceTheAlpha(name) : undefined;
  return now === undefined || now === `eql_v3.${name}`
    ? undefined
    : { ...ofTheAlpha, replacement: now, pure: true };
}

/** True for a name of EQL v1, which is a generation of its own. */
export function isOfV1({ kind, name }: Pick<EqlName, 'kind' | 'name'>): boolean {
  return (kind === 'type' || kind === 'function') && /^cs_\w+_v1$/.test(name);
}

/** An entry point or an export of a package that a release removed, or that has another name since. */
export interface OldModule {
  readonly module: string;
  /** What is imported; all of the module where nothing is named. */
  readonly names?: readonly string[];
  readonly package: string;
  /** The first release without it; absent for a package that is only renamed. */
  readonly removedIn?: string;
  readonly instead: string;
}

/** Source: CHANGELOG.md and the exports of npm @cipherstash/stack 1.1.1. */
export const oldModules: readonly OldModule[] = [
  {
    module: '@cipherstash/stack/drizzle',
    package: '@cipherstash/stack',
    removedIn: '1.0.0',
    instead: 'import from @cipherstash/stack-drizzle, a package of its own',
  },
  {
    module: '@cipherstash/stack/eql/v3/drizzle',
    package: '@cipherstash/stack',
    removedIn: '1.0.0',
    instead: 'import from @cipherstash/stack-drizzle, a package of its own',
  },
  {
    module: '@cipherstash/stack/supabase',
    package: '@cipherstash/stack',
    removedIn: '1.0.0',
    instead: 'import from @cipherstash/stack-supabase, a package of its own',
  },
  {
    module: '@cipherstash/stack/client',
    package: '@cipherstash/stack',
    removedIn: '1.0.0',
    instead: 'declare tables with @cipherstash/stack/eql/v3, which loads no native code',
  },
  {
    module: '@cipherstash/stack/schema',
    names: ['encryptedTable', 'encryptedColumn', 'encryptedField', 'encryptedValue'],
    package: '@cipherstash/stack',
    removedIn: '1.0.0',
    instead:
      'declare tables with encryptedTable and types of @cipherstash/stack/v3, whose columns are EQL v3',
  },
  {
    module: '@cipherstash/stack/v3',
    names: ['EncryptionV3', 'typedClient'],
    package: '@cipherstash/stack',
    removedIn: '1.0.0',
    instead: 'import Encryption from @cipherstash/stack/v3, which is typed by its schemas',
  },
  {
    module: '@cipherstash/jseql',
    package: '@cipherstash/jseql',
    instead: 'install @cipherstash/protect, its name since EQL v2',
  },
];
