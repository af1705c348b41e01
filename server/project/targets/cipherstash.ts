import type { EqlPlatform } from '../../../rules/model/eql.ts';
import { folderOf, isAbove, nameOf } from '../folders.ts';
import type { Packages } from '../packages.ts';

/** What one file shows of how a project reaches its PostgreSQL. */
export interface PostgresEvidence {
  readonly file: string;
  /** It starts or configures CipherStash Proxy, which encrypts plaintext SQL on the way. */
  readonly proxy: boolean;
  /** It names a platform whose roles cannot make operator classes. */
  readonly platform?: EqlPlatform['name'];
}

/** True for the files of which {@link readPostgresEvidence} can say something. */
export function mayShowPostgres(file: string): boolean {
  const name = nameOf(file);
  return (
    /\.ya?ml$/i.test(name) || /^\.env(?:\.|$)/.test(name) || name === proxyFile || isSupabaseConfig(file)
  );
}

const proxyFile = 'cipherstash-proxy.toml';

/** Reads names of images, hosts and variables, never their values. */
export function readPostgresEvidence(file: string, text: string): PostgresEvidence | undefined {
  if (isSupabaseConfig(file)) return { file, proxy: false, platform: 'Supabase' };
  // A long file is asked at every keystroke, and hardly any holds one of the words.
  const proxy =
    nameOf(file) === proxyFile ||
    (text.includes('CS_DATABASE__') && /^\s*(?:-\s*)?(?:export\s+)?["']?CS_DATABASE__/m.test(text)) ||
    (text.includes('cipherstash/proxy') &&
      /^\s*(?:-\s*)?image:\s*["']?(?:[\w.-]+\/)*cipherstash\/proxy\b/m.test(text));
  const platform = platformIn(text);
  return proxy || platform !== undefined ? { file, proxy, ...(platform && { platform }) } : undefined;
}

function platformIn(text: string): EqlPlatform['name'] | undefined {
  if (text.includes('.postgres.database.azure.com')) return 'Azure';
  if (!/cloud.?sql/.test(text)) return undefined;
  return /\bcloud-sql-connectors\/cloud-sql-proxy\b|\bcloudsql-docker\/gce-proxy\b|\bcloud_sql_instances\b|\/cloudsql\//.test(
    text,
  )
    ? 'Google Cloud SQL'
    : undefined;
}

function isSupabaseConfig(file: string): boolean {
  return /(?:^|\/)supabase\/config\.toml$/.test(file);
}

/** What holds for a file: evidence in its own package, or in a folder above it. */
export function postgresOf(
  evidence: readonly PostgresEvidence[],
  packages: Packages,
): {
  readonly proxy: (file: string) => boolean;
  readonly platform: (file: string) => EqlPlatform | undefined;
} {
  const near = (file: string, of: readonly PostgresEvidence[]) =>
    of.find(({ file: shown }) => packages.of(shown) === packages.of(file) || isUnder(file, rootOf(shown)));
  const proxies = evidence.filter(({ proxy }) => proxy);
  const platforms = evidence.filter(({ platform }) => platform !== undefined);
  return {
    proxy: (file) => near(file, proxies) !== undefined,
    platform(file) {
      const found = near(file, platforms);
      return found?.platform === undefined ? undefined : { name: found.platform, file: found.file };
    },
  };
}

/** The folder of the project that a file speaks of: `supabase/config.toml` speaks of what is around `supabase`. */
function rootOf(file: string): string {
  const folder = folderOf(file);
  return isSupabaseConfig(file) ? folderOf(folder) : folder;
}

function isUnder(file: string, folder: string): boolean {
  return !isAbove(file) && (folder === '' || file.startsWith(`${folder}/`));
}
