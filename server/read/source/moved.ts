import type { PropertyTree, ReferenceTarget, Span, SpreadTree, Tree } from '../tree.ts';

/** How the trees of a statement change when the text around it does. */
export interface Move {
  readonly by: number;
  /** How far the numbers of the declarations in the statement moved. */
  readonly declarations: number;
  /** What the names of the file are bound to now; undefined for a name that the statement binds itself. */
  readonly targetOf: (name: string) => ReferenceTarget | undefined;
}

type Node = Tree | SpreadTree;

/** Kinds of trees that may stand in the facts by themselves and inside of others. */
const shared: ReadonlySet<Node['kind']> = new Set([
  'object',
  'call',
  'function',
  'class',
  'tagged',
  'choice',
  'operation',
]);

/** Moves trees; what two of them share, they share afterwards. */
export function createMover({
  by,
  declarations,
  targetOf,
}: Move): <Moved extends Node>(tree: Moved) => Moved {
  const known = new Map<Node, Node>();

  const move = <Moved extends Node>(tree: Moved): Moved => {
    if (!shared.has(tree.kind)) return moveNew(tree) as Moved;
    const before = known.get(tree);
    if (before !== undefined) return before as Moved;
    const moved = moveNew(tree) as Moved;
    known.set(tree, moved);
    return moved;
  };

  const span = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });

  const moveProperty = (property: PropertyTree): PropertyTree => ({
    kind: 'property',
    start: property.start + by,
    end: property.end + by,
    key: typeof property.key === 'string' ? property.key : move(property.key),
    keySpan: span(property.keySpan),
    value: move(property.value),
  });

  const targetNow = (name: string, before: ReferenceTarget): ReferenceTarget => {
    const now = targetOf(name);
    if (now !== undefined) return now;
    return before.kind === 'declaration' && declarations !== 0
      ? { ...before, index: before.index + declarations }
      : before;
  };

  const moveNew = (tree: Node): Node => {
    const start = tree.start + by;
    const end = tree.end + by;
    switch (tree.kind) {
      case 'object':
        return {
          ...tree,
          start,
          end,
          entries: tree.entries.map((entry) => (entry.kind === 'spread' ? move(entry) : moveProperty(entry))),
        };
      case 'array':
        return { ...tree, start, end, items: tree.items.map(move) };
      case 'string':
        return { kind: 'string', start, end, value: tree.value };
      case 'unknown':
      case 'this':
      case 'number':
      case 'boolean':
      case 'null':
      case 'other':
        return { ...tree, start, end };
      case 'reference':
        return { kind: 'reference', start, end, name: tree.name, to: targetNow(tree.name, tree.to) };
      case 'member':
        return { kind: 'member', start, end, object: move(tree.object), name: tree.name };
      case 'call':
        return {
          kind: 'call',
          start,
          end,
          name: tree.name,
          nameSpan: span(tree.nameSpan),
          callee: move(tree.callee),
          arguments: tree.arguments.map(move),
          construct: tree.construct,
        };
      case 'function': {
        const parameters = tree.parameters.map((index) => (index === null ? null : index + declarations));
        return tree.result === undefined
          ? { ...tree, start, end, parameters }
          : { ...tree, start, end, parameters, result: move(tree.result) };
      }
      case 'class':
        return { ...tree, start, end, statics: tree.statics.map(moveProperty) };
      case 'template':
        return { ...tree, start, end, parts: tree.parts.map(move) };
      case 'tagged':
        return { ...tree, start, end, tag: move(tree.tag), parts: tree.parts.map(move) };
      case 'choice':
        return {
          ...tree,
          start,
          end,
          condition: move(tree.condition),
          options: [move(tree.options[0]), move(tree.options[1])],
        };
      case 'operation':
        return { ...tree, start, end, operands: tree.operands.map(move) };
      case 'spread':
        return { ...tree, start, end, value: move(tree.value) };
    }
  };
  return move;
}
