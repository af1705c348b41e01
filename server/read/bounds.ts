import type { Syntax } from './facts.ts';

/** What a file may have at most before any parser sees it. 1 MB is 1,000,000 bytes. */
export const bounds = {
  bytes: { json: 5_000_000, yaml: 1_000_000, source: 5_000_000, sql: 5_000_000, prisma: 5_000_000 },
  nesting: 100,
  /** Nodes that one YAML file may grow to through its aliases. */
  nodes: 500_000,
} as const satisfies { bytes: Record<Syntax, number>; nesting: number; nodes: number };
