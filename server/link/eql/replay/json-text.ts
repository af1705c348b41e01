import type { Place } from '../../../../rules/model/place.ts';
import type { Property, Value } from '../../../../rules/model/value.ts';
import type { SqlStringMap } from '../../../read/sql/statement.ts';

/** How deep the options of a call may nest before they count as broken. */
const mostNesting = 100;

/** Strict JSON, as PostgreSQL's jsonb reads it, with places in the file that holds the string; undefined where it is none. */
export function jsonText(text: string, map: SqlStringMap, file: string): Value | undefined {
  let at = 0;

  const fileOffset = (offset: number): number => {
    const stretch = map[lastAtOrBefore(map, offset)];
    return stretch === undefined ? offset : stretch.start + offset - stretch.at;
  };
  /** The end is where the last character ends: the next stretch may begin elsewhere. */
  const place = (start: number, end: number): Place => ({
    file,
    start: fileOffset(start),
    end: end > start ? fileOffset(end - 1) + 1 : fileOffset(end),
  });
  const space = () => {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  };
  const take = (character: string): boolean => {
    space();
    if (text.charAt(at) !== character) return false;
    at += 1;
    return true;
  };

  const stringAt = (): { readonly value: string; readonly place: Place } | undefined => {
    space();
    const start = at;
    const end = text.charAt(at) === '"' ? endOfString(text, at) : undefined;
    if (end === undefined) return undefined;
    at = end;
    const decoded = decode(text.slice(start, end));
    return decoded === undefined ? undefined : { value: decoded, place: place(start, end) };
  };

  const value = (depth: number): Value | undefined => {
    space();
    const start = at;
    if (depth > mostNesting) return undefined;
    switch (text.charAt(at)) {
      case '{': {
        const properties = members(depth);
        return properties === undefined
          ? undefined
          : { kind: 'object', place: place(start, at), properties, open: false };
      }
      case '[': {
        const items = elements(depth);
        return items === undefined
          ? undefined
          : { kind: 'array', place: place(start, at), items, open: false };
      }
      case '"': {
        const string = stringAt();
        return string === undefined ? undefined : { kind: 'string', ...string };
      }
      default:
        return word(start);
    }
  };

  const word = (start: number): Value | undefined => {
    const found = matchAt(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y, text, start);
    if (found === undefined) return undefined;
    at += found.length;
    const where = place(start, at);
    if (found === 'null') return { kind: 'null', place: where, undefined: false };
    if (found === 'true' || found === 'false')
      return { kind: 'boolean', place: where, value: found === 'true' };
    return { kind: 'number', place: where, digits: found, types: ['decimal'] };
  };

  const members = (depth: number): Property[] | undefined => {
    at += 1;
    const properties: Property[] = [];
    if (take('}')) return properties;
    do {
      const key = stringAt();
      if (key === undefined || !take(':')) return undefined;
      const member = value(depth + 1);
      if (member === undefined) return undefined;
      const { file: inFile, start } = key.place;
      properties.push({
        key: key.value,
        keyPlace: key.place,
        value: member,
        place: { file: inFile, start, end: member.place.end },
      });
    } while (take(','));
    return take('}') ? properties : undefined;
  };

  const elements = (depth: number): Value[] | undefined => {
    at += 1;
    const items: Value[] = [];
    if (take(']')) return items;
    do {
      const item = value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    } while (take(','));
    return take(']') ? items : undefined;
  };

  const whole = value(0);
  space();
  return at === text.length ? whole : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Behind the quote that ends a string. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character === '\\') at += 1;
  }
  return undefined;
}

/** A string with its quotes; undefined where an escape or a character of it is none that JSON has. */
function decode(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

function lastAtOrBefore(map: SqlStringMap, offset: number): number {
  let low = 0;
  let high = map.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((map[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
