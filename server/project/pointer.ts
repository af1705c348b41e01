import type { ObjectTree, PropertyTree, Span, SpreadTree, Tree } from '../read/tree.ts';

/** What a JSON pointer leads to: the value, and the stretch that a person would call it, with its key where it has one. */
export interface Pointed {
  readonly tree: Tree;
  readonly span: Span;
  readonly property?: PropertyTree;
}

/** The names of a JSON pointer (RFC 6901); undefined for a text that is none. */
export function readPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Follows names from a literal to what stands in it. */
export function follow(tree: Tree, names: readonly string[]): Pointed | undefined {
  let pointed: Pointed | undefined = { tree, span: tree };
  for (const name of names) {
    pointed = step(pointed.tree, name);
    if (pointed === undefined) return undefined;
  }
  return pointed;
}

function step(tree: Tree, name: string): Pointed | undefined {
  if (tree.kind === 'object') {
    const property = propertyOf(tree, name);
    return property === undefined ? undefined : { tree: property.value, span: property, property };
  }
  if (tree.kind !== 'array' || !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
  const item = tree.items[Number(name)];
  return item === undefined || item.kind === 'spread' ? undefined : { tree: item, span: item };
}

/** Of a key that is written twice the last one counts; what is written here goes before what is merged in. */
function propertyOf(tree: ObjectTree, name: string): PropertyTree | undefined {
  const own = tree.entries.findLast((entry) => entry.kind === 'property' && entry.key === name);
  if (own?.kind === 'property') return own;
  return tree.entries
    .filter((entry): entry is SpreadTree => entry.kind === 'spread')
    .toReversed()
    .flatMap(({ value }) => (value.kind === 'object' ? (propertyOf(value, name) ?? []) : []))
    .at(0);
}

/** A literal of JSON or YAML as a plain value. `trees` is told which literal each object was made of. */
export function plainValue(tree: Tree, trees: Map<object, Tree> = new Map()): unknown {
  switch (tree.kind) {
    case 'object': {
      const object = plainObject(tree, trees);
      trees.set(object, tree);
      return object;
    }
    case 'array':
      return tree.items.map((item) => (item.kind === 'spread' ? null : plainValue(item, trees)));
    case 'string':
    case 'boolean':
      return tree.value;
    case 'number':
      return Number(tree.digits);
    default:
      return null;
  }
}

function plainObject(tree: ObjectTree, trees: Map<object, Tree>): Record<string, unknown> {
  const merged: [string, unknown][] = [];
  const own: [string, unknown][] = [];
  for (const entry of tree.entries) {
    if (entry.kind === 'spread') {
      if (entry.value.kind === 'object') merged.push(...Object.entries(plainObject(entry.value, trees)));
    } else if (typeof entry.key === 'string' && entry.value.kind !== 'unknown') {
      own.push([wellFormed(entry.key), plainValue(entry.value, trees)]);
    }
  }
  // `fromEntries` makes own properties of every name, `__proto__` among them.
  return Object.fromEntries([...merged, ...own]);
}

/** Half a surrogate pair cannot stand in an address of JSON Schema. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
