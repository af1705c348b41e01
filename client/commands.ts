import { commands, type Disposable, type LogOutputChannel, type Uri } from 'vscode';
import { openConfiguration } from './configuration.ts';
import type { CostReport } from './cost-report/panel.ts';
import { openExample } from './example.ts';
import { fixAllInFile } from './fix-all.ts';
import type { LanguageServer } from './language-server.ts';

interface Given {
  readonly server: LanguageServer;
  readonly log: LogOutputChannel;
  readonly costReport: CostReport;
}

/** Every command that the manifest names. */
export function commandsOf({ server, log, costReport }: Given): Disposable[] {
  const handlers: Readonly<Record<string, (...parameters: unknown[]) => unknown>> = {
    'encsafe.restart': () => server.restart(),
    'encsafe.showCosts': (target) => costReport.show(uriOf(target)),
    'encsafe.fixAll': fixAllInFile,
    'encsafe.openConfiguration': openConfiguration,
    'encsafe.openExample': openExample,
    'encsafe.showLog': () => log.show(true),
  };
  return Object.entries(handlers).map(([name, handler]) => commands.registerCommand(name, handler));
}

/** A menu gives a URI, a code lens its text. */
function uriOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  const { scheme } = (target ?? {}) as Partial<Uri>;
  return typeof scheme === 'string' ? (target as Uri).toString() : undefined;
}
