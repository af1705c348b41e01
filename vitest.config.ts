import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['rules/**/*.test.ts', 'server/**/*.test.ts', 'client/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/sql-parser.ts'],
    testTimeout: 60_000,
  },
});
