import { type CodeAction, commands, Range, window, workspace } from 'vscode';

const kind = 'source.fixAll.encsafe';

/** Mends what can be mended in the file at hand without changing what is stored. */
export async function fixAllInFile(): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document === undefined) {
    void window.showInformationMessage('encsafe: open the file that should be fixed.');
    return;
  }
  const whole = new Range(0, 0, document.lineCount, 0);
  const actions = await commands.executeCommand<CodeAction[] | undefined>(
    'vscode.executeCodeActionProvider',
    document.uri,
    whole,
    kind,
    1,
  );
  const edit = actions?.find((action) => action.kind?.value === kind)?.edit;
  if (edit === undefined) {
    void window.showInformationMessage(
      'encsafe: nothing in this file can be fixed without a choice of yours. The light bulb at a finding shows the choices.',
    );
    return;
  }
  if (!(await workspace.applyEdit(edit))) {
    void window.showWarningMessage('encsafe: the file changed meanwhile, so nothing was fixed. Try again.');
  }
}
