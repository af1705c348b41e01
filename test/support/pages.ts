import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** A fenced block of a rule's page that the tests run. */
export interface Example {
  readonly verdict: 'bad' | 'good';
  /**
   * The files that the block stands for, by name: `file=…`, else a name for the language. A line of its own such as
   * `-- file: migrations/002_more.sql` starts a further one.
   */
  readonly files: Readonly<Record<string, string>>;
  readonly mongodb?: string;
  readonly eql?: string;
  /** Packages that the project installs: `installed=@cipherstash/stack@^1.1.1`. */
  readonly installed: Readonly<Record<string, string>>;
  /** A platform without superusers: `platform=Supabase`. */
  readonly platform?: string;
  /** `proxy`: the project goes through CipherStash Proxy. */
  readonly proxy: boolean;
  /** Other rules that a bad example cannot be without: `also=mongodb/unsupported-operator`. */
  readonly also: readonly string[];
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
  sql: 'migrations/001_tables.sql',
  prisma: 'prisma/schema.prisma',
};

/** The page of every rule in the folders. */
export function readPages(): Page[] {
  return ['mongodb', 'eql', 'blind-index', 'cost', 'encsafe'].flatMap((group) => {
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
      .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'README.md')))
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
    const eql = setting('eql');
    const platform = setting('platform');
    const file = setting('file') ?? names[language] ?? `example.${language}`;
    found.push({
      verdict: verdict === 'bad' ? 'bad' : 'good',
      files: filesIn(file, lines.slice(at + 1, end)),
      ...(mongodb === undefined ? {} : { mongodb }),
      ...(eql === undefined ? {} : { eql }),
      installed: installedBy(words),
      ...(platform === undefined ? {} : { platform }),
      proxy: words.includes('proxy'),
      also: setting('also')?.split(',') ?? [],
      line: at + 1,
    });
    at = end;
  }
  return found;
}

function filesIn(first: string, lines: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  let name = first;
  for (const line of lines) {
    const next = /^(?:--|\/\/) file: (\S+)$/.exec(line)?.[1];
    if (next === undefined) files[name] = `${files[name] ?? ''}${line}\n`;
    else name = next;
  }
  return files;
}

function installedBy(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.flatMap((word) => {
      const [, name, version] = /^installed=(@?[^@]+)@(.+)$/.exec(word) ?? [];
      return name === undefined || version === undefined ? [] : [[name, version]];
    }),
  );
}
