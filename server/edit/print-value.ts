import type { NewValue } from '../../rules/model/finding.ts';
import type { Value } from '../../rules/model/value.ts';
import { type DriverTypes, driverName, typedCall } from './driver-types.ts';
import type { SourceFile } from './source-file.ts';
import { styleOf } from './source-style.ts';

/** What is written for a value, in the syntax of the file; undefined when it cannot be. */
export function printValue(
  value: NewValue,
  file: string,
  source: SourceFile,
  types: DriverTypes,
): string | undefined {
  const print = (one: NewValue) => printValue(one, file, source, types);
  const syntax = source.facts.syntax;
  if (typeof value === 'string') return printString(value, source);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (isList(value)) {
    const items = value.map(print);
    return items.some((item) => item === undefined) ? undefined : `[${items.join(', ')}]`;
  }
  switch (value.kind) {
    case 'copy':
      return value.of.place.file === file
        ? source.text.slice(value.of.place.start, value.of.place.end)
        : undefined;
    case 'object': {
      const properties = value.properties.map((property) => {
        const text = print(property.value);
        return text === undefined ? undefined : `${printKey(property.key, source)}: ${text}`;
      });
      if (properties.some((property) => property === undefined)) return undefined;
      return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
    }
    case 'date': {
      const iso = new Date(value.milliseconds).toISOString();
      if (syntax !== 'source') return `{ "$date": "${iso}" }`;
      return types.shell ? `ISODate("${iso}")` : `new Date(${printString(iso, source)})`;
    }
    case 'uuid': {
      if (syntax !== 'source') return `{ "$uuid": "${value.text}" }`;
      if (types.shell) return `UUID("${value.text}")`;
      const name = driverName('UUID', source, types);
      return name === undefined ? undefined : `new ${name}(${printString(value.text, source)})`;
    }
    case 'int':
    case 'long':
    case 'double':
    case 'decimal':
      if (syntax !== 'source') return `{ "${wrappers[value.kind]}": "${value.digits}" }`;
      return typedCall(value.kind, value.digits, source, types);
  }
}

const wrappers = {
  int: '$numberInt',
  long: '$numberLong',
  double: '$numberDouble',
  decimal: '$numberDecimal',
} as const;

type TypedNumber = Extract<NewValue, { readonly digits: string }>;

function isTypedNumber(value: NewValue): value is TypedNumber {
  return typeof value === 'object' && value !== null && 'digits' in value;
}

function isList(value: NewValue): value is readonly NewValue[] {
  return Array.isArray(value);
}

export function printKey(key: string, source: SourceFile): string {
  switch (source.facts.syntax) {
    case 'json':
      return JSON.stringify(key);
    case 'yaml':
      return plainYaml(key) ? key : JSON.stringify(key);
    // Fixes of SQL and Prisma are texts.
    case 'sql':
    case 'prisma':
    case 'source':
      return /^[A-Za-z_$][\w$]*$/.test(key) ? key : printString(key, source);
  }
}

export function printString(value: string, source: SourceFile): string {
  switch (source.facts.syntax) {
    case 'json':
      return JSON.stringify(value);
    case 'yaml':
      return plainYaml(value) ? value : JSON.stringify(value);
    case 'sql':
    case 'prisma':
    case 'source': {
      const double = JSON.stringify(value);
      if (styleOf(source).doubleQuotes) return double;
      return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    }
  }
}

function plainYaml(text: string): boolean {
  return /^[A-Za-z][\w.$/-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
}

/**
 * What stands in place of a written value: the new one in the form of the old. A wrapped number stays wrapped
 * (`NumberLong(4)`, `{ "$numberLong": "4" }`), a quoted string keeps its quotes.
 */
export function printOver(
  old: Value,
  value: NewValue,
  source: SourceFile,
  types: DriverTypes,
): string | undefined {
  const { file, start, end } = old.place;
  const written = source.text.slice(start, end);
  if (typeof value === 'number' && old.kind === 'number') {
    const wrapped =
      /^(\{\s*["']?\$number(?:Int|Long|Double)["']?\s*:\s*|(?:new\s+)?[\w.]+\(\s*)(["']?)[-+\d._eE]+n?\2(\s*[})])$/.exec(
        written,
      );
    if (wrapped !== null) {
      const [, before = '', quote = '', after = ''] = wrapped;
      return `${before}${quote}${value}${quote}${after}`;
    }
    if (/^-?[\d_]+n$/.test(written)) return `${value}n`;
  }
  if (isTypedNumber(value) && /^-?\d[\d_]*(?:\.\d+)?$/.test(written) && source.facts.syntax === 'source') {
    const same = Number(written.replaceAll('_', '')) === Number(value.digits);
    return typedCall(value.kind, value.digits, source, types, same ? written : value.digits);
  }
  if (typeof value === 'string' && old.kind === 'string') {
    const [quote] = written;
    if (quote === '"') return JSON.stringify(value);
    if (quote === "'" && !/['\\\n]/.test(value)) return `'${value}'`;
    if (quote === '`' && !/[`\\$]/.test(value)) return `\`${value}\``;
  }
  return printValue(value, file, source, types);
}
