import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './pages.ts';

export const casesFolder = path.join(root, 'fixtures/cases');

/** `mongodb/key-id-string`: the group and the case. */
export const caseNames: readonly string[] = readdirSync(casesFolder)
  .flatMap((group) => readdirSync(path.join(casesFolder, group)).map((name) => `${group}/${name}`))
  .sort();

/** Every file of a case, by its path with `/`. */
export function caseFiles(name: string): Record<string, string> {
  const top = path.join(casesFolder, name);
  const found: Record<string, string> = {};
  for (const entry of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(top, entry);
    if (statSync(file).isFile()) found[entry.replaceAll(path.sep, '/')] = readFileSync(file, 'utf8');
  }
  return found;
}
