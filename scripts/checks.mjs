/** What must hold of the source besides its tests: each with the command that says so. */
export const checks = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'types without Node', command: ['tsc', '-p', 'server/tsconfig.browser.json'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'generated files', command: ['node', 'scripts/generate.mjs', '--check'] },
];
