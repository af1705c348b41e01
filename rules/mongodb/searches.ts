import type { CsfleField, QueryableField } from '../model/mongodb.ts';
import type { MongodbOperation } from '../model/mongodb-queries.ts';
import type { Place } from '../model/place.ts';
import type { ObjectValue, Property, Value } from '../model/value.ts';
import { propertyOf } from '../model/value.ts';

/** A place in code that searches a field: a condition of a filter, or an operator of an expression. */
export type Search = MatchSearch | ExpressionSearch;

/** `{ email: 'a' }`, `{ email: { $in: ['a'] } }`. */
export interface MatchSearch {
  readonly kind: 'match';
  readonly path: string;
  /** `$eq` and `$regex` also where the filter holds the value alone. */
  readonly operator: string;
  readonly operand: Value;
  /** The operator's key, else that of the field. */
  readonly place: Place;
  /** The whole condition of the field. */
  readonly property: Property;
  /** The filter, or the part of it, that holds the condition. */
  readonly holder: ObjectValue;
  /** True where the value stands alone. */
  readonly implied: boolean;
}

/** `{ $encStrContains: { input: '$email', substring: 'a' } }`, `{ $eq: ['$email', 'a'] }` inside of `$expr`. */
export interface ExpressionSearch {
  readonly kind: 'expression';
  /** What the operator works on; absent where that is no field that can be told. */
  readonly path?: string;
  readonly operator: string;
  readonly operand: Value;
  /** The operator's key. */
  readonly place: Place;
  readonly property: Property;
  readonly holder: ObjectValue;
  /** False for an operator that stands where a filter has conditions, without `$expr`. */
  readonly inExpression: boolean;
}

/** Stages after which documents have the fields that they had before. */
const keepFields: ReadonlySet<string> = new Set(['$match', '$sort', '$limit', '$skip', '$sample']);

/** Everything that an operation certainly searches by, as far as its arguments can be read. */
export function searchesOf(operation: MongodbOperation): readonly Search[] {
  const searches: Search[] = [];
  if (operation.filter !== undefined) readFilter(operation.filter, searches, 0);
  if (operation.pipeline?.kind === 'array') {
    for (const stage of operation.pipeline.items) {
      const [property] = stage.kind === 'object' ? stage.properties : [];
      if (property === undefined || !keepFields.has(property.key)) break;
      if (property.key === '$match') readFilter(property.value, searches, 0);
    }
  }
  return searches;
}

function readFilter(filter: Value, searches: Search[], depth: number): void {
  if (filter.kind !== 'object' || depth > 50) return;
  for (const property of counted(filter)) {
    const { key, value } = property;
    if (key === '$and' || key === '$or' || key === '$nor') {
      if (value.kind === 'array') for (const item of value.items) readFilter(item, searches, depth + 1);
    } else if (key === '$expr') readExpression(value, searches, depth + 1);
    else if (isTextOperator(key)) searches.push(toExpression(property, filter, false));
    else if (!key.startsWith('$')) readCondition(key, property, filter, value, searches, depth + 1);
  }
}

function readCondition(
  path: string,
  property: Property,
  holder: ObjectValue,
  value: Value,
  searches: Search[],
  depth: number,
): void {
  const at = { kind: 'match', path, property, holder } as const;
  if (value.kind === 'object' && value.properties.some(({ key }) => key.startsWith('$'))) {
    if (depth > 50) return;
    for (const condition of counted(value)) {
      const { key, keyPlace } = condition;
      if (key === '$not') readCondition(path, property, holder, condition.value, searches, depth + 1);
      else if (key !== '$options')
        searches.push({ ...at, operator: key, operand: condition.value, place: keyPlace, implied: false });
    }
    return;
  }
  // A driver may leave such a key out.
  if (value.kind === 'null' && value.undefined) return;
  const isRegex = value.kind === 'other' && value.type === 'regex';
  const operator = isRegex ? '$regex' : '$eq';
  searches.push({ ...at, operator, operand: value, place: property.keyPlace, implied: true });
}

function readExpression(value: Value, searches: Search[], depth: number): void {
  if (depth > 50) return;
  if (value.kind === 'array') for (const item of value.items) readExpression(item, searches, depth + 1);
  if (value.kind !== 'object') return;
  for (const property of counted(value)) {
    if (property.key === '$literal') continue;
    if (property.key.startsWith('$')) searches.push(toExpression(property, value, true));
    readExpression(property.value, searches, depth + 1);
  }
}

function toExpression(property: Property, holder: ObjectValue, inExpression: boolean): ExpressionSearch {
  const { key, value, keyPlace } = property;
  const path = pathIn(value);
  return {
    kind: 'expression',
    operator: key,
    operand: value,
    place: keyPlace,
    property,
    holder,
    inExpression,
    ...(path === undefined ? {} : { path }),
  };
}

/** The one field that an operator names among its direct operands, or as its `input`. */
function pathIn(operand: Value): string | undefined {
  const candidates =
    operand.kind === 'array'
      ? operand.items
      : operand.kind === 'object'
        ? [propertyOf(operand, 'input')?.value].filter((value) => value !== undefined)
        : [operand];
  const [only, ...others] = candidates.flatMap((value) => fieldPath(value) ?? []);
  return others.length === 0 ? only : undefined;
}

/** `$email`, `$$ROOT.email`: the path; undefined for everything else. */
export function fieldPath(value: Value): string | undefined {
  if (value.kind !== 'string') return undefined;
  return /^\$(?:\$(?:ROOT|CURRENT)\.)?([^$].*)$/.exec(value.value)?.[1];
}

/** Of a key that stands there twice the last one counts. */
function counted(object: ObjectValue): readonly Property[] {
  return object.properties.filter((property) => propertyOf(object, property.key) === property);
}

export const textOperators = {
  $encStrStartsWith: { operand: 'prefix', kinds: ['prefix'] },
  $encStrEndsWith: { operand: 'suffix', kinds: ['suffix'] },
  $encStrContains: { operand: 'substring', kinds: ['substring'] },
  $encStrNormalizedEq: { operand: 'string', kinds: ['prefix', 'suffix', 'substring'] },
} as const;

export type TextOperator = keyof typeof textOperators;

export function isTextOperator(name: string): name is TextOperator {
  return Object.hasOwn(textOperators, name);
}

/** The encrypted field that a path names, where exactly one does. */
export function fieldAt(
  { fieldList, csfleSchema }: MongodbOperation,
  path: string,
): QueryableField | CsfleField | undefined {
  const fields: readonly (QueryableField | CsfleField)[] = fieldList?.fields ?? csfleSchema?.fields ?? [];
  const [only, ...others] = fields.filter((field) => field.path === path);
  return others.length === 0 ? only : undefined;
}

/** The query types of a field, where all of them are known. */
export function kindsOf(field: QueryableField) {
  if (!field.queriesKnown) return undefined;
  const kinds = field.queries.flatMap(({ kind }) => kind ?? []);
  return kinds.length === field.queries.length ? new Set(kinds) : undefined;
}

/** One report a place: the same filter may serve several operations. */
export function* onceAPlace<One extends { readonly place: Place; readonly field?: string | undefined }>(
  reports: Iterable<One>,
): Iterable<One> {
  const seen = new Set<string>();
  for (const report of reports) {
    const { file, start } = report.place;
    const key = `${file}:${start} ${report.field ?? ''}`;
    if (!seen.has(key)) yield report;
    seen.add(key);
  }
}
