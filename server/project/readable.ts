import { bounds } from '../read/bounds.ts';

/** Enough bytes that a longer file passes the readers' bound in any encoding of its letters. */
export const readAtMost = 3 * Math.max(...Object.values(bounds.bytes)) + 4;

/** A file with a NUL byte this early is no text. */
export const binaryWithin = 8_000;

const endings = new Set([
  'json',
  'jsonc',
  'yaml',
  'yml',
  'ts',
  'mts',
  'cts',
  'tsx',
  'js',
  'mjs',
  'cjs',
  'jsx',
  'prisma',
  'sql',
  'toml',
]);

/** Lock files that no ending names. */
const lockFiles = new Set(['yarn.lock', 'bun.lock']);

/** Folders that nobody's own sources stand in. */
export const skippedFolders: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  '.next',
  '.nuxt',
  '.svelte-kit',
  'vendor',
]);

export const configurationFiles = ['encsafe.config.json', 'encsafe.config.yaml'] as const;

/** True for the name of a file that a run reads: data, code, and what says how the project is run. */
export function isRead(name: string): boolean {
  return (
    endings.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ||
    isDockerfile(name) ||
    isEnvironmentFile(name) ||
    lockFiles.has(name)
  );
}

export function isDockerfile(name: string): boolean {
  return name.startsWith('Dockerfile') || name.endsWith('.Dockerfile');
}

/** True for what counts even where .gitignore leaves it out. */
export function isReadThoughIgnored(name: string): boolean {
  return isEnvironmentFile(name) || configurationFiles.some((file) => file === name);
}

export function isSkippedFolder(name: string): boolean {
  return skippedFolders.has(name);
}

/** `.env`, `.env.example`, and `app.env`, as compose files name them. */
export function isEnvironmentFile(name: string): boolean {
  return name.endsWith('.env') || name.startsWith('.env.');
}
