import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An empty folder far from the project, so that nothing is found in a `node_modules` above it. */
export function temporaryFolder(cleanup) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'encsafe-workbench-')));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** A folder of this name with these files: text as it is, anything else as JSON. */
export function folderOf(name, files, cleanup) {
  const folder = path.join(temporaryFolder(cleanup), name);
  for (const [file, content] of Object.entries(files)) writeIn(folder, file, content);
  return folder;
}

export function writeIn(folder, name, content) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  return file;
}
