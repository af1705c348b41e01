import { type ExtensionContext, window, workspace } from 'vscode';
import { commandsOf } from './commands.ts';
import { registerCostReport } from './cost-report/panel.ts';
import type { Home } from './documents.ts';
import { type CreateClient, LanguageServer } from './language-server.ts';
import { showStatus } from './status.ts';

export interface Extension {
  readonly stop: () => Promise<void>;
}

/** The whole extension, but for how the server is started, which differs between the desktop and the web. */
export async function startExtension(
  context: ExtensionContext,
  home: Home,
  create: CreateClient,
): Promise<Extension> {
  const log = window.createOutputChannel('encsafe', { log: true });
  const server = new LanguageServer({ home, create, log, extensionUri: context.extensionUri });
  const costReport = registerCostReport(context, server);
  context.subscriptions.push(
    log,
    server,
    showStatus(server),
    ...commandsOf({ server, log, costReport }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('encsafe.enable')) server.settingsChanged();
    }),
  );
  // A server that cannot start must not take the commands with it: the status says so, and restart stays at hand.
  await server.start();
  return { stop: () => server.stop() };
}
