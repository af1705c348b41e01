import type { NumericType } from '../../rules/model/value.ts';
import { breakOf } from './lines.ts';
import type { SourceFile } from './source-file.ts';
import { styleOf } from './source-style.ts';
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

export function driverTypesOf(source: SourceFile): DriverTypes {
  return { shell: source.facts.syntax === 'source' && !styleOf(source).module, needed: new Set() };
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
  const { namespace, means } = styleOf(source);
  if (namespace !== undefined) return `${namespace}.${name}`;
  const { driverImport } = source.facts.source ?? {};
  if (driverImport?.names.includes(name) === true) return name;
  if (means(name)) return undefined;
  types.needed.add(name);
  return name;
}

/** Brings the needed names in: into the braces of the import that is there, else by a line of its own. */
export function importEdits(file: string, source: SourceFile, { needed }: DriverTypes): readonly TextEdit[] {
  if (needed.size === 0) return [];
  const { facts, text } = source;
  const list = [...needed].sort().join(', ');
  const { driverImport } = facts.source ?? {};
  if (driverImport !== undefined) {
    const { insertAt } = driverImport;
    const inserted = driverImport.names.length === 0 ? ` ${list} ` : `, ${list}`;
    return [{ file, start: insertAt, end: insertAt, text: inserted }];
  }
  const { doubleQuotes, commonJs, semicolons, importsStart: at } = styleOf(source);
  const module = doubleQuotes ? '"mongodb"' : "'mongodb'";
  const line = `${commonJs ? `const { ${list} } = require(${module})` : `import { ${list} } from ${module}`}${semicolons ? ';' : ''}`;
  return [{ file, start: at, end: at, text: line + breakOf(text) }];
}
