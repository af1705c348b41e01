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

const skippedFolders = new Set([
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

function isEnvironmentFile(name: string): boolean {
  return name === '.env' || name.startsWith('.env.');
}
