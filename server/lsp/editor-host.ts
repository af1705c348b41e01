import type { Connection } from 'vscode-languageserver';
import { binaryWithin, isRead, readAtMost, skippedFolders } from '../project/readable.ts';
import type { SessionHost } from '../session/session.ts';
import { uriOf } from './uris.ts';

/**
 * The files of a folder that only the editor can read: a virtual workspace, or any folder of an editor in a browser. An
 * editor that does not know the requests has no files to give.
 */
export function editorHost(connection: Connection, folder: string): SessionHost {
  const readAbove = async (file: string): Promise<string | undefined> => {
    const parameters = { uri: uriOf(folder, file), most: readAtMost };
    const text: unknown = await ask(connection, 'encsafe/read', parameters);
    if (typeof text !== 'string') return undefined;
    return text.slice(0, binaryWithin).includes('\0') ? '' : text;
  };
  return {
    find: async () => {
      const listed: unknown = await ask(connection, 'encsafe/find', { folder, skip: [...skippedFolders] });
      const all = (Array.isArray(listed) ? listed : []).filter((file) => typeof file === 'string');
      const files = all.filter((file) => isRead(file.slice(file.lastIndexOf('/') + 1)));
      return { files: files.sort(), walked: foldersOf(all) };
    },
    read: async (file) => {
      const text = await readAbove(file);
      if (text === undefined) throw Object.assign(new Error(`${file} cannot be read`), { code: 'ENOENT' });
      return text;
    },
    readAbove,
    levelsAbove: 0,
    namesAbove: [],
    today,
  };
}

/** Only what is open: there is nothing around an unsaved document, or one that was opened by itself. */
export function looseEditorHost(): SessionHost {
  return {
    find: async () => ({ files: [], walked: [] }),
    read: async (file) => {
      throw Object.assign(new Error(`${file} is not open`), { code: 'ENOENT' });
    },
    readAbove: async () => undefined,
    levelsAbove: 0,
    namesAbove: [],
    today,
  };
}

async function ask(connection: Connection, method: string, parameters: unknown): Promise<unknown> {
  try {
    return await connection.sendRequest(method, parameters);
  } catch {
    return undefined;
  }
}

/** Every folder that holds one of the files, and those above. */
function foldersOf(files: readonly string[]): string[] {
  const folders = new Set(['']);
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      folders.add(file.slice(0, end));
    }
  }
  return [...folders].sort();
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
