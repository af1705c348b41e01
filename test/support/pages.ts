import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** A fenced block of a rule's page that the tests run. */
export interface Example {
  readonly verdict: 'bad' | 'good';
  /** The file that the block stands for: `file=…`, else a name for the language. */
  readonly file: string;
  readonly mongodb?: string;
  readonly text: string;
  /** The line of the page where the block starts, from 1. */
  readonly line: number;
}

export interface Page {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly examples: readonly Example[];
}

const names: Readonly<Record<string, string>> = {
  json: 'encryptedFields.json',
  jsonc: 'encryptedFields.jsonc',
  yaml: 'encrypted-fields.yaml',
  ts: 'src/schema.ts',
  js: 'src/schema.js',
};

/** The page of every rule in the folders. */
export function readPages(): Page[] {
  return ['mongodb', 'cost', 'encsafe'].flatMap((group) => {
    const folder = path.join(root, 'rules', group);
    return entries(folder).map((name) => {
      const file = path.join(folder, name, 'README.md');
      const text = readFileSync(file, 'utf8');
      return { id: `${group}/${name}`, path: path.relative(root, file), text, examples: readExamples(text) };
    });
  });
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

function readExamples(page: string): Example[] {
  const found: Example[] = [];
  const lines = page.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, language = '', info = ''] = /^```(\w+) (.*)$/.exec(lines[at] ?? '') ?? [];
    const words = info.trim().split(/\s+/);
    const verdict = words.find((word) => word === 'bad' || word === 'good');
    if (language === '' || verdict === undefined) continue;
    const end = lines.indexOf('```', at + 1);
    const setting = (name: string) =>
      words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    const mongodb = setting('mongodb');
    found.push({
      verdict: verdict === 'bad' ? 'bad' : 'good',
      file: setting('file') ?? names[language] ?? `example.${language}`,
      ...(mongodb === undefined ? {} : { mongodb }),
      text: lines.slice(at + 1, end).join('\n'),
      line: at + 1,
    });
    at = end;
  }
  return found;
}
