import type { FileFacts } from '../read/facts.ts';
import { lineStart, nextLine } from './lines.ts';
import type { SourceFile } from './source-file.ts';

/** How a file of source code is written, which every fix of it asks. */
export interface SourceStyle {
  readonly doubleQuotes: boolean;
  readonly semicolons: boolean;
  /** False for the shell's scripts, which neither import nor export. */
  readonly module: boolean;
  readonly commonJs: boolean;
  /** `import * as mongodb from 'mongodb'`, `const mongodb = require('mongodb')`. */
  readonly namespace: string | undefined;
  /** Where a first import can stand. */
  readonly importsStart: number;
  /** True when the file may mean something of its own by a name. */
  readonly means: (name: string) => boolean;
}

const known = new WeakMap<FileFacts, SourceStyle>();

export function styleOf({ facts, text }: SourceFile): SourceStyle {
  const style = known.get(facts) ?? readStyle(text);
  known.set(facts, style);
  return style;
}

function readStyle(text: string): SourceStyle {
  const meant = new Map<string, boolean>();
  return {
    doubleQuotes: count(text, '"') > count(text, "'"),
    semicolons: /;[^\S\r\n]*$/m.test(text),
    module: /\b(?:import|export)\b|\brequire\s*\(|\bmodule\.exports\b/.test(text),
    commonJs: !/^[^\S\r\n]*(?:import|export)\b/m.test(text),
    namespace: namespaceOf(text),
    importsStart: importsStart(text),
    means(name) {
      const before = meant.get(name);
      if (before !== undefined) return before;
      const means = new RegExp(`\\b(?:import|const|let|var|class|function)\\b[^;=]*\\b${name}\\b`).test(text);
      meant.set(name, means);
      return means;
    },
  };
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

function namespaceOf(text: string): string | undefined {
  const match =
    /import\s+\*\s+as\s+([\w$]+)\s+from\s+["'](?:mongodb|bson)["']/.exec(text) ??
    /(?:const|let|var)\s+([\w$]+)\s*=\s*require\(\s*["'](?:mongodb|bson)["']\s*\)/.exec(text);
  return match?.[1];
}

/** Before the first import, else behind what must stay first: shebang, directives, the comment at the top. */
function importsStart(text: string): number {
  const first = /^(?:import\b|(?:const|let|var)\b[^\n]*\brequire\s*\()/m.exec(text);
  if (first !== null) return lineStart(text, first.index);
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (/^(?:#!|["']use \w+["'];?\s*(?:$|[\r\n])|\/\/)/.test(text.slice(at, at + 200))) {
    const next = nextLine(text, at);
    if (next <= at) break;
    at = next;
  }
  return at;
}
