import type { FileFacts } from '../../server/read/facts.ts';
import type { SqlExpression, SqlStatement } from '../../server/read/sql/statement.ts';

type Thing = Readonly<Record<string, unknown>>;

const expressionKinds = new Set([
  ...[
    'column',
    'parameter',
    'string',
    'number',
    'boolean',
    'null',
    'cast',
    'operator',
    'and',
    'or',
    'not',
    'between',
  ],
  ...['in', 'quantified', 'null-test', 'boolean-test', 'call', 'query', 'array', 'row', 'subscript', 'other'],
]);
const queryKinds = new Set(['select', 'set-operation', 'values', 'insert', 'update', 'delete']);

/**
 * What does not stand where the facts say. The text of an expression or of a query, read alone, must say the same as it
 * does where it stands: then its place is neither too short nor too long.
 */
export function misplaced(text: string, facts: FileFacts, read: (text: string) => FileFacts): string[] {
  const found: string[] = [];
  const check = (thing: Thing, statement: SqlStatement) => {
    const { start, end } = thing as { readonly start: number; readonly end: number };
    const own = text.slice(start, end);
    if (!(start >= statement.start && end <= statement.end && end > start)) {
      found.push(`outside its statement: ${JSON.stringify(thing)}`);
    } else if (isExpression(thing)) {
      if (standsOnlyThere(thing, own, text)) return;
      const alone = targetOf(read(`select ${own}`));
      // NOT IN is a NOT over what the tree has as one thing.
      const again = alone?.kind === 'not' && thing.kind === 'quantified' ? alone.operand : alone;
      if (plain(thing, start) !== plain(again, 'select '.length)) found.push(`expression: ${own}`);
    } else if (queryKinds.has(String(thing.kind)) && 'with' in thing) {
      const [first] = read(own).sql?.statements ?? [];
      const again =
        first?.kind === 'query' ? first.query : first?.kind === 'create-table' ? first.as : undefined;
      if (plain(thing, start) !== plain(again, 0)) found.push(`query: ${own}`);
    } else if ('nameSpan' in thing && 'array' in thing === false) {
      const span = thing.nameSpan as { readonly start: number; readonly end: number };
      if (folded(text.slice(span.start, span.end)) !== thing.name) found.push(`name: ${thing.name}`);
    }
  };
  for (const statement of facts.sql?.statements ?? []) {
    for (const thing of thingsIn(statement)) check(thing, statement);
  }
  return found;
}

function isExpression(thing: Thing): boolean {
  if (!expressionKinds.has(String(thing.kind))) return false;
  // A star alone, and what says something else under the same name.
  if (thing.kind === 'column') return thing.text !== '*' && 'parts' in thing;
  if (thing.kind === 'query') return 'form' in thing;
  return thing.kind !== 'other' || 'parts' in thing;
}

/** What is no expression by itself: a unit of time, an inner list of an array, a set of groups, what MERGE puts together. */
function standsOnlyThere({ kind, name }: Thing, own: string, text: string): boolean {
  if (kind === 'other' && (name === 'keyword' || name === 'groupingset')) return true;
  return own.startsWith('[') || (kind === 'and' && /\bmerge into\b/i.test(text));
}

function targetOf(facts: FileFacts): SqlExpression | undefined {
  const [statement, ...others] = facts.sql?.statements ?? [];
  if (statement?.kind !== 'query' || statement.query.kind !== 'select' || others.length > 0) return undefined;
  const { targets, from, where } = statement.query;
  const [target] = targets;
  const alone =
    targets.length === 1 && target?.alias === undefined && from.length === 0 && where === undefined;
  return alone ? target?.expression : undefined;
}

/** All parts of a thing that have a place. */
export function* thingsIn(value: unknown): Generator<Thing> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* thingsIn(item);
    return;
  }
  const thing = value as Thing;
  if (typeof thing.start === 'number' && typeof thing.end === 'number') yield thing;
  for (const item of Object.values(thing)) yield* thingsIn(item);
}

/** A thing without where it stands in its file. */
function plain(value: unknown, from: number): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (['start', 'end'].includes(key) && typeof item === 'number') return item - from;
    return typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item;
  });
}

function folded(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
}
