import { MessageType, ShowMessageNotification, type ShowMessageParams } from 'vscode-languageserver';
import type { SessionState } from '../session/session.ts';
import type { ServerContext } from './context.ts';
import { shownFindings } from './file-findings.ts';

/** Tells of rules that failed, each once: in the log, and to the person where no document can show it. */
export function crashReporter({ connection }: ServerContext): (state: SessionState) => void {
  const told = new Set<string>();
  const looked = new WeakSet<SessionState>();
  return (state) => {
    if (looked.has(state)) return;
    looked.add(state);
    for (const [file, shown] of shownFindings(state)) {
      for (const { finding } of shown) {
        if (finding.rule !== 'encsafe/rule-crashed' || told.has(finding.message)) continue;
        told.add(finding.message);
        connection.console.error(finding.message);
        if (file !== nowhere) continue;
        const shown: ShowMessageParams = { type: MessageType.Error, message: `encsafe: ${finding.message}` };
        connection.sendNotification(ShowMessageNotification.type, shown).catch(() => undefined);
      }
    }
  };
}

/** Where a finding stands that is about no file. */
export const nowhere = '.';
