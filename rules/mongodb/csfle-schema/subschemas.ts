import { type ObjectValue, type Property, propertyOf, type Value } from '../../model/value.ts';

/** Keywords whose value names subschemas, holds one, or lists them. */
const keywords = {
  byName: ['properties', 'patternProperties'],
  single: ['additionalProperties', 'additionalItems', 'not', 'items'],
  listed: ['allOf', 'anyOf', 'oneOf', 'items'],
} as const;

/** Below these nothing can be encrypted. Source: query analysis, validateArrayAndLogicalSubschemas. */
export const closedKeywords: readonly string[] = [
  'items',
  'additionalItems',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
];

export interface Subschema {
  readonly schema: ObjectValue;
  /** The first keyword on the way that lets nothing be encrypted below. */
  readonly closedBy?: Property | undefined;
}

/** A schema and all below it. */
export function* subschemas(schema: ObjectValue, closedBy?: Property, depth = 0): Generator<Subschema> {
  yield { schema, closedBy };
  if (depth > 100) return;
  for (const keyword of keywords.byName) {
    const group = propertyOf(schema, keyword);
    if (group?.value.kind !== 'object') continue;
    for (const { value } of group.value.properties) yield* below(value, closedBy, depth);
  }
  for (const keyword of new Set([...keywords.single, ...keywords.listed])) {
    const property = propertyOf(schema, keyword);
    if (property === undefined) continue;
    const closing = closedBy ?? (closedKeywords.includes(keyword) ? property : undefined);
    const children = property.value.kind === 'array' ? property.value.items : [property.value];
    for (const child of children) yield* below(child, closing, depth);
  }
}

function* below(value: Value, closedBy: Property | undefined, depth: number): Generator<Subschema> {
  if (value.kind === 'object') yield* subschemas(value, closedBy, depth + 1);
}
