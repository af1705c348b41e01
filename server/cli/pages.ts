import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageAddress } from '../report/page-address.ts';
import { packageRoot } from './package-root.ts';

/** The Markdown of a rule's page, which ships in the package; undefined when it is missing there. */
export async function readPage(rule: string): Promise<string | undefined> {
  try {
    return await readFile(pageFile(rule), 'utf8');
  } catch {
    return undefined;
  }
}

/** Where a person can open the page of a rule. */
export function pageUri(rule: string): string {
  return pageAddress(rule) ?? pathToFileURL(pageFile(rule)).href;
}

function pageFile(rule: string): string {
  return path.join(packageRoot().folder, 'rules', ...rule.split('/'), 'README.md');
}
