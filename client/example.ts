import { window, workspace } from 'vscode';
import { exampleText } from './example-text.ts';

/** A document to try encsafe on; nothing is saved. */
export async function openExample(): Promise<void> {
  const document = await workspace.openTextDocument({ language: 'json', content: exampleText });
  await window.showTextDocument(document);
}
