import type { Value } from '../../../../rules/model/value.ts';
import { createEvaluator, noParameters } from '../../../link/evaluate.ts';
import { driverTypesOf, numberTypesOf } from '../../../read/numbers.ts';
import type { PropertyTree, SpreadTree, Tree } from '../../../read/tree.ts';
import type { SketchEntry, SketchNode } from './sketch.ts';

/** What a sketch says as a value, with wrapped numbers and keys unwrapped; names stay unknown. */
export function toValue(node: SketchNode, file: string, source: boolean, without?: SketchEntry): Value {
  const evaluator = createEvaluator({ facts: () => undefined, exists: () => false }, new Set());
  return evaluator.evaluate({ file, tree: toTree(node, source, without), parameters: noParameters });
}

function toTree(node: SketchNode, source: boolean, without?: SketchEntry): Tree {
  const span = { start: node.start, end: node.end };
  const inner = (one: SketchNode) => toTree(one, source, without);
  switch (node.kind) {
    case 'object':
      return {
        kind: 'object',
        ...span,
        entries: node.entries.flatMap((entry) => (entry === without ? [] : [toEntry(entry, inner)])),
      };
    case 'array':
      return { kind: 'array', ...span, items: node.items.map(inner) };
    case 'call': {
      const callee: Tree = { kind: 'reference', ...span, name: node.name, to: { kind: 'global' } };
      return {
        kind: 'call',
        ...span,
        name: node.name,
        nameSpan: span,
        callee,
        arguments: node.items.map(inner),
        construct: node.construct,
      };
    }
    case 'string':
      return { kind: 'string', ...span, value: node.value };
    case 'word':
      return toScalar(node.text, span, source);
    case 'unknown':
      return { kind: 'unknown', ...span };
  }
}

function toEntry(entry: SketchEntry, inner: (node: SketchNode) => Tree): PropertyTree | SpreadTree {
  const { key, keySpan, value } = entry;
  const end = value?.end ?? keySpan.end;
  const tree: Tree = value === undefined ? { kind: 'unknown', start: keySpan.end, end } : inner(value);
  return key === undefined
    ? { kind: 'spread', start: keySpan.start, end, value: tree }
    : { kind: 'property', start: keySpan.start, end, key, keySpan, value: tree };
}

function toScalar(
  text: string,
  span: { readonly start: number; readonly end: number },
  source: boolean,
): Tree {
  if (text === 'true' || text === 'false') return { kind: 'boolean', ...span, value: text === 'true' };
  if (text === 'null' || text === '~') return { kind: 'null', ...span, undefined: false };
  if (/^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
    return {
      kind: 'number',
      ...span,
      digits: text,
      types: source ? driverTypesOf(Number(text)) : numberTypesOf(text),
    };
  }
  if (!source) return { kind: 'string', ...span, value: text };
  if (text === 'undefined') return { kind: 'null', ...span, undefined: true };
  const [first = '', ...members] = text.split('.');
  if (!/^[A-Za-z_$]/.test(first)) return { kind: 'unknown', ...span };
  return members.reduce<Tree>((object, name) => ({ kind: 'member', ...span, object, name }), {
    kind: 'reference',
    ...span,
    name: first,
    to: { kind: 'global' },
  });
}
