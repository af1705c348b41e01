import type { LiteralSyntax } from '../../read/facts.ts';
import type { Literal, Piece, PieceEntry } from './piece.ts';

/** How a file writes values. */
export interface Style {
  readonly syntax: LiteralSyntax;
  /** Of strings in source code. */
  readonly quote: string;
  /** True where the driver's types have their names in the shell. */
  readonly shell: boolean;
  readonly snippets: boolean;
}

export function styleOf(text: string, syntax: LiteralSyntax, snippets: boolean): Style {
  const source = syntax === 'source';
  const quote = source && countOf(text, "'") >= countOf(text, '"') ? "'" : '"';
  return { syntax, quote, snippets, shell: source && !/\bimport\b|\brequire\(|\bexport\b/.test(text) };
}

function countOf(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count += 1;
  return count;
}

/** Prints values one after the other, with the stops of a snippet numbered through. */
export function createPrinter(style: Style) {
  let stops = 0;

  const plain = (text: string): string => (style.snippets ? text.replaceAll(/[\\$]/g, '\\$&') : text);
  const inStop = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&');
  const inChoice = (text: string): string => text.replaceAll(/[\\$},|]/g, '\\$&');

  /** A stop without quotes around it keeps those of the string outside, so that a person types what is meant. */
  const stopAt = (value: Literal): string => {
    if (!style.snippets) return printLiteral(value, style);
    stops += 1;
    if (typeof value !== 'string') return `\${${stops}:${inStop(printLiteral(value, style))}}`;
    const inner = value === '' ? `$${stops}` : `\${${stops}:${inStop(value)}}`;
    return `${style.syntax === 'source' ? style.quote : '"'}${inner}${style.syntax === 'source' ? style.quote : '"'}`;
  };

  const value = (piece: Piece): string => {
    switch (piece.kind) {
      case 'literal':
        return plain(printLiteral(piece.value, style));
      case 'stop':
        return stopAt(piece.value);
      case 'choice': {
        if (!style.snippets) return printLiteral(piece.values[0], style);
        stops += 1;
        const texts = piece.values.map((one) => inChoice(printLiteral(one, style)));
        return `\${${stops}|${texts.join(',')}|}`;
      }
      case 'number':
        return number(piece.type, piece.digits);
      case 'date':
        return date(piece.day);
      case 'uuid':
        return id();
      case 'list':
        if (piece.items.length > 0) return `[${piece.items.map(value).join(', ')}]`;
        return empty('[', ']');
      case 'object':
        if (piece.entries.length > 0) return `{ ${piece.entries.map(entry).join(', ')} }`;
        return empty('{', '}');
    }
  };

  const empty = (open: string, close: string): string => {
    if (!style.snippets) return `${open}${close}`;
    stops += 1;
    return `${open}$${stops}${close}`;
  };

  const entry = ({ key, value: piece }: PieceEntry): string =>
    `${plain(printKey(key, style))}: ${value(piece)}`;

  const number = (type: 'int' | 'long' | 'double' | 'decimal', digits: string): string => {
    if (type === 'int') return stopAt(Number(digits));
    if (style.syntax !== 'source') {
      const name = { long: '$numberLong', double: '$numberDouble', decimal: '$numberDecimal' }[type];
      return `{ ${plain(printKey(name, style))}: ${stopAt(digits)} }`;
    }
    if (style.shell) {
      const name = { long: 'NumberLong', double: 'Double', decimal: 'NumberDecimal' }[type];
      return `${name}(${type === 'double' ? stopAt(Number(digits)) : stopAt(digits)})`;
    }
    switch (type) {
      case 'long':
        return `Long.fromNumber(${stopAt(Number(digits))})`;
      case 'double':
        return `new Double(${stopAt(Number(digits))})`;
      case 'decimal':
        return `Decimal128.fromString(${stopAt(digits)})`;
    }
  };

  const date = (day: string): string => {
    if (style.syntax !== 'source') {
      return `{ ${plain(printKey('$date', style))}: ${stopAt(`${day}T00:00:00Z`)} }`;
    }
    return `${style.shell ? 'ISODate' : 'new Date'}(${stopAt(day)})`;
  };

  /** Without stops nobody would fill it in, and null is what a collection with its own keys begins with. */
  const id = (): string => {
    if (!style.snippets) return 'null';
    if (style.syntax !== 'source') return `{ ${plain(printKey('$uuid', style))}: ${stopAt('')} }`;
    return `${style.shell ? 'UUID' : 'new UUID'}(${stopAt('')})`;
  };

  return { value, entry };
}

export function printKey(key: string, { syntax, quote }: Pick<Style, 'syntax' | 'quote'>): string {
  switch (syntax) {
    case 'json':
      return JSON.stringify(key);
    case 'yaml':
      return isPlainYaml(key) ? key : JSON.stringify(key);
    case 'source':
      return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key, quote);
  }
}

export function printLiteral(value: Literal, { syntax, quote }: Pick<Style, 'syntax' | 'quote'>): string {
  if (typeof value !== 'string') return String(value);
  switch (syntax) {
    case 'json':
      return JSON.stringify(value);
    case 'yaml':
      return isPlainYaml(value) ? value : JSON.stringify(value);
    case 'source':
      return quoted(value, quote);
  }
}

/** In the quotes that already stand there. */
export function quoted(value: string, quote: string): string {
  const double = JSON.stringify(value);
  if (quote === '"') return double;
  return `${quote}${double.slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`)}${quote}`;
}

function isPlainYaml(text: string): boolean {
  return /^[A-Za-z$][\w.$/-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
}
