import type { Property, Value } from '../../rules/model/value.ts';
import type { ObjectTree, Tree } from '../read/tree.ts';
import { unwrap } from './extended-json.ts';

/** How far down a value is read, and how many values a file may hold. Beyond it a value is unknown. */
export interface ValueLimits {
  readonly depth: number;
  readonly values: number;
}

/**
 * The value of a data file: nothing in it refers to anything, so that it is read straight down. Undefined where
 * something does: a merged map of YAML.
 */
export function dataValue(file: string, root: Tree, limits: ValueLimits): Value | undefined {
  /** An anchor of YAML stands in several places as one tree, and is one value. */
  const known = new Map<Tree, Value>();
  let spent = 0;

  const read = (tree: Tree, depth: number): Value | undefined => {
    const before = tree.kind === 'object' || tree.kind === 'array' ? known.get(tree) : undefined;
    if (before !== undefined) return before;
    spent += 1;
    const place = { file, start: tree.start, end: tree.end };
    if (depth > limits.depth || spent > limits.values) return { kind: 'unknown', place };
    switch (tree.kind) {
      case 'string':
        return { kind: 'string', place, value: tree.value };
      case 'number':
        return { kind: 'number', place, digits: tree.digits, types: tree.types };
      case 'boolean':
        return { kind: 'boolean', place, value: tree.value };
      case 'null':
        return { kind: 'null', place, undefined: tree.undefined };
      case 'other':
        return { kind: 'other', place, type: tree.type };
      case 'unknown':
        return { kind: 'unknown', place };
      case 'object': {
        const properties = readProperties(tree, depth);
        if (properties === undefined) return undefined;
        const open = tree.incomplete === true;
        const object = { kind: 'object', place, properties, open } as const;
        const value = open ? object : (unwrap(object) ?? object);
        if (spent <= limits.values) known.set(tree, value);
        return value;
      }
      case 'array': {
        const items: Value[] = [];
        for (const item of tree.items) {
          const value = item.kind === 'spread' ? undefined : read(item, depth + 1);
          if (value === undefined) return undefined;
          items.push(value);
        }
        const array = { kind: 'array', place, items, open: tree.incomplete === true } as const;
        if (spent <= limits.values) known.set(tree, array);
        return array;
      }
      default:
        return undefined;
    }
  };

  const readProperties = ({ entries }: ObjectTree, depth: number): Property[] | undefined => {
    const properties: Property[] = [];
    for (const entry of entries) {
      if (entry.kind === 'spread' || typeof entry.key !== 'string') return undefined;
      const value = read(entry.value, depth + 1);
      if (value === undefined) return undefined;
      const { key, keySpan, start, end } = entry;
      const keyPlace = { file, start: keySpan.start, end: keySpan.end };
      properties.push({ key, keyPlace, value, place: { file, start, end } });
    }
    return lastOfEach(properties);
  };

  return read(root, 0);
}

/** Of a name that is written twice the last one counts, at its own place in the order. */
function lastOfEach(properties: Property[]): Property[] {
  const repeats =
    properties.length <= 8
      ? properties.some(({ key }, at) => isAmong(properties, at, key))
      : new Set(properties.map(({ key }) => key)).size < properties.length;
  if (!repeats) return properties;
  const last = new Map<string, Property>();
  for (const property of properties) {
    last.delete(property.key);
    last.set(property.key, property);
  }
  return [...last.values()];
}

function isAmong(properties: readonly Property[], before: number, key: string): boolean {
  for (let at = 0; at < before; at += 1) if (properties[at]?.key === key) return true;
  return false;
}
