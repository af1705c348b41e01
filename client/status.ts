import { type Disposable, LanguageStatusSeverity, languages } from 'vscode';
import { documentSelector } from './documents.ts';
import type { LanguageServer, ServerState } from './language-server.ts';
import { statusOf } from './status-text.ts';

/** The item behind the braces in the status bar, for the documents that encsafe reads. */
export function showStatus(server: LanguageServer): Disposable {
  const item = languages.createLanguageStatusItem('encsafe.status', documentSelector(server.home));
  item.name = 'encsafe';
  const show = (state: ServerState) => {
    const { text, detail, failed, busy, command } = statusOf(state);
    item.text = text;
    item.detail = detail;
    item.busy = busy;
    item.severity = failed ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
    item.command = command;
  };
  show(server.state);
  const listening = server.onDidChangeState(show);
  return {
    dispose() {
      listening.dispose();
      item.dispose();
    },
  };
}
