import type { CommandHelp } from './help.ts';
import type { Io } from './io.ts';

export interface Command {
  readonly help: CommandHelp;
  readonly run: (argv: readonly string[], io: Io) => Promise<number>;
}

/** Every command, loaded when it is called. */
export const commands = {
  lint: async () => (await import('./lint.ts')).lintCommand,
  cost: async () => (await import('./cost.ts')).costCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  init: async () => (await import('./init.ts')).initCommand,
  lsp: async () => (await import('./lsp.ts')).lspCommand,
} as const satisfies Record<string, () => Promise<Command>>;

export const commandNames = Object.keys(commands) as readonly (keyof typeof commands)[];
