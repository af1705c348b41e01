import { FileSystemError, SnippetString, Uri, type WorkspaceFolder, window, workspace } from 'vscode';
import { configurationSnippet } from './configuration-snippet.ts';

const names = ['encsafe.config.json', 'encsafe.config.yaml'] as const;

/** Shows the configuration that counts for the file at hand; where there is none, one to be filled in. */
export async function openConfiguration(): Promise<void> {
  const folder = await folderAtHand();
  if (folder === undefined) {
    void window.showInformationMessage(
      'encsafe: open a folder first. The configuration is a file of the project.',
    );
    return;
  }
  const existing = await findConfiguration(folder);
  if (existing !== undefined) {
    await window.showTextDocument(existing);
    return;
  }
  const editor = await window.showTextDocument(await newConfiguration(folder.uri));
  // The file may stand unsaved from an earlier time.
  if (editor.document.getText() === '') await editor.insertSnippet(new SnippetString(configurationSnippet));
}

async function folderAtHand(): Promise<WorkspaceFolder | undefined> {
  const document = window.activeTextEditor?.document.uri;
  const own = document === undefined ? undefined : workspace.getWorkspaceFolder(document);
  const folders = workspace.workspaceFolders ?? [];
  if (own !== undefined || folders.length < 2) return own ?? folders[0];
  return window.showWorkspaceFolderPick({ placeHolder: 'The folder whose configuration should be opened' });
}

/** The file that the setting names, else the nearest one upward from the document within its folder. */
async function findConfiguration(folder: WorkspaceFolder): Promise<Uri | undefined> {
  const named = workspace.getConfiguration('encsafe', folder.uri).get('configuration', '');
  if (named !== '') {
    const file = await existing(Uri.joinPath(folder.uri, named));
    if (file !== undefined) return file;
  }
  for (const one of upward(folder.uri)) {
    for (const name of names) {
      const file = await existing(Uri.joinPath(one, name));
      if (file !== undefined) return file;
    }
    const manifest = Uri.joinPath(one, 'package.json');
    if (await holdsConfiguration(manifest)) return manifest;
  }
  return undefined;
}

/** The folders from the document's up to the workspace's. */
function upward(top: Uri): Uri[] {
  const document = window.activeTextEditor?.document.uri;
  const folders: Uri[] = [];
  if (document !== undefined && workspace.getWorkspaceFolder(document)?.uri.toString() === top.toString()) {
    for (let one = Uri.joinPath(document, '..'); one.path.length > top.path.length; ) {
      folders.push(one);
      one = Uri.joinPath(one, '..');
    }
  }
  return [...folders, top];
}

async function existing(file: Uri): Promise<Uri | undefined> {
  try {
    await workspace.fs.stat(file);
    return file;
  } catch {
    return undefined;
  }
}

async function holdsConfiguration(manifest: Uri): Promise<boolean> {
  try {
    const text = new TextDecoder().decode(await workspace.fs.readFile(manifest));
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null && 'encsafe' in content;
  } catch {
    return false;
  }
}

/** A new file that is on disk only once it is saved, where the file system can do that. */
async function newConfiguration(folder: Uri): Promise<Uri> {
  const file = Uri.joinPath(folder, names[0]);
  if (folder.scheme === 'file') return file.with({ scheme: 'untitled' });
  try {
    await workspace.fs.writeFile(file, new Uint8Array());
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    throw new Error(`encsafe.config.json cannot be created here: ${error.message}`);
  }
  return file;
}
