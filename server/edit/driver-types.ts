import type { NumericType } from '../../rules/model/value.ts';
import { breakOf, lineStart, nextLine } from './lines.ts';
import type { SourceFile } from './source-file.ts';
import type { TextEdit } from './text-edit.ts';

/** How a source file gets at Long, Double and the like, and which of them an edit needs that it has not yet. */
export interface DriverTypes {
  /** The shell has its own names as globals: `NumberLong`. */
  readonly shell: boolean;
  readonly needed: Set<string>;
}

const names = {
  int: 'Int32',
  long: 'Long',
  double: 'Double',
  decimal: 'Decimal128',
} as const satisfies Record<NumericType, string>;
const shellNames = {
  int: 'NumberInt',
  long: 'NumberLong',
  double: 'Double',
  decimal: 'NumberDecimal',
} as const satisfies Record<NumericType, string>;

export function driverTypesOf({ facts, text }: SourceFile): DriverTypes {
  const module = /\b(?:import|export)\b|\brequire\s*\(|\bmodule\.exports\b/.test(text);
  return { shell: facts.syntax === 'source' && !module, needed: new Set() };
}

/**
 * `Long.fromNumber(0)`; undefined when the file means something else by the name. `written` is the same number as a
 * person wrote it (`50_000`).
 */
export function typedCall(
  type: NumericType,
  digits: string,
  source: SourceFile,
  types: DriverTypes,
  written = digits,
): string | undefined {
  if (types.shell) return `${shellNames[type]}(${type === 'double' ? digits : `"${digits}"`})`;
  const called = driverName(names[type], source, types);
  if (called === undefined) return undefined;
  switch (type) {
    case 'long':
      return Number.isSafeInteger(Number(digits))
        ? `${called}.fromNumber(${written})`
        : `${called}.fromString('${digits}')`;
    case 'decimal':
      return `${called}.fromString('${digits}')`;
    case 'int':
    case 'double':
      return `new ${called}(${written})`;
  }
}

/** What a type of the driver is called in a file; undefined when the file means something else by the name. */
export function driverName(name: string, source: SourceFile, types: DriverTypes): string | undefined {
  const prefix = namespaceOf(source.text);
  if (prefix !== undefined) return `${prefix}.${name}`;
  const { driverImport } = source.facts.source ?? {};
  if (driverImport?.names.includes(name) === true) return name;
  if (new RegExp(`\\b(?:import|const|let|var|class|function)\\b[^;=]*\\b${name}\\b`).test(source.text))
    return undefined;
  types.needed.add(name);
  return name;
}

/** `import * as mongodb from 'mongodb'`, `const mongodb = require('mongodb')`. */
function namespaceOf(text: string): string | undefined {
  const match =
    /import\s+\*\s+as\s+([\w$]+)\s+from\s+["'](?:mongodb|bson)["']/.exec(text) ??
    /(?:const|let|var)\s+([\w$]+)\s*=\s*require\(\s*["'](?:mongodb|bson)["']\s*\)/.exec(text);
  return match?.[1];
}

/** Brings the needed names in: into the braces of the import that is there, else by a line of its own. */
export function importEdits(
  file: string,
  { facts, text }: SourceFile,
  { needed }: DriverTypes,
): readonly TextEdit[] {
  if (needed.size === 0) return [];
  const list = [...needed].sort().join(', ');
  const { driverImport } = facts.source ?? {};
  if (driverImport !== undefined) {
    const { insertAt } = driverImport;
    const inserted = driverImport.names.length === 0 ? ` ${list} ` : `, ${list}`;
    return [{ file, start: insertAt, end: insertAt, text: inserted }];
  }
  const quote = text.split('"').length > text.split("'").length ? '"' : "'";
  const commonJs = !/^\s*(?:import|export)\b/m.test(text);
  const end = /;\s*$/m.test(text) ? ';' : '';
  const line = commonJs
    ? `const { ${list} } = require(${quote}mongodb${quote})${end}`
    : `import { ${list} } from ${quote}mongodb${quote}${end}`;
  const at = importsStart(text);
  return [{ file, start: at, end: at, text: line + breakOf(text) }];
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
