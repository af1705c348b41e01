import type { Change, Fix } from '../../model/finding.ts';
import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { atLeast } from '../../model/target.ts';
import { type ArrayValue, describe, lookup, toBigInt, type Value } from '../../model/value.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp; up to 8.1 one code stands for all counts. */
const codes = {
  none: '9783412',
  tooMany: '9783413',
  noPair: '9783414',
  caseSensitive: '9783409',
  diacriticSensitive: '9783410',
  contention: '9783411',
  exactlyOneBefore82: '6338404',
} as const;

const defaultContention = 8n;

export const rule = defineRule({
  id: 'mongodb/query-type-combination',
  severity: 'error',
  title: 'query types that cannot stand together on one field',
  since: '0.1.0',
  fix: 'suggestion',
  dependsOn: 'mongodb',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) yield* checkField(field);
    }
  },
});

function* checkField(field: QueryableField): Generator<Report> {
  const written = field.queriesProperty?.value;
  if (written?.kind !== 'array' || written.open) return;
  const pairs = atLeast(field.target, '8.2');
  const { queriesProperty } = field;
  if (queriesProperty === undefined) return;

  if (written.items.length === 0) {
    yield {
      place: queriesProperty.place,
      field: field.path,
      message: `queries is empty: leave the key out of a field that nobody searches, or name a query type (server code ${pairs ? codes.none : codes.exactlyOneBefore82})`,
      fixes: [removeQueries(field)],
    };
    return;
  }
  if (written.items.length > 2 || (written.items.length === 2 && !pairs)) {
    const count = written.items.length;
    const limit = pairs ? 'two, as prefix + suffix' : 'one';
    yield {
      place: queriesProperty.keyPlace,
      field: field.path,
      message: `${count} query types on one field: the server takes at most ${limit}; the others need a field of their own with the same value (server code ${pairs ? codes.tooMany : codes.exactlyOneBefore82})`,
      fixes: keepFixes(field, written),
    };
    return;
  }
  const [first, second] = field.queries;
  if (written.items.length !== 2 || first === undefined || second === undefined) return;
  if (first.kind === undefined || second.kind === undefined) return;
  const kinds = [first.kind, second.kind].sort().join(' + ');
  if (kinds !== 'prefix + suffix') {
    yield {
      place: second.nameValue?.place ?? second.object.place,
      field: field.path,
      message: `${second.name} cannot stand beside ${first.name}: two query types are allowed only as prefix + suffix, anything else needs a second field with the same value (server code ${codes.noPair})`,
      related: [
        { message: `${first.name} is declared here`, place: first.nameValue?.place ?? first.object.place },
      ],
      fixes: keepFixes(field, written),
    };
    return;
  }
  yield* checkPair(field, first, second);
}

/** Prefix and suffix share one list of tags, so what makes a tag must be the same. */
function* checkPair(field: QueryableField, first: QueryType, second: QueryType): Generator<Report> {
  for (const key of ['caseSensitive', 'diacriticSensitive'] as const) {
    const [one, other] = [lookup(first.object, key), lookup(second.object, key)];
    if (one.state !== 'present' || other.state !== 'present') continue;
    const [a, b] = [one.property.value, other.property.value];
    if (a.kind !== 'boolean' || b.kind !== 'boolean' || a.value === b.value) continue;
    yield {
      place: other.property.place,
      field: field.path,
      message: `${key} differs between prefix (${byKind(first, second, 'prefix', a, b)}) and suffix (${byKind(first, second, 'suffix', a, b)}): a pair must agree (server code ${codes[key]})`,
      related: [{ message: `${first.name} says ${a.value}`, place: one.property.place }],
      fixes: [
        align(`set ${key} to ${a.value} in both`, { kind: 'set-value', value: b, to: a.value }),
        align(`set ${key} to ${b.value} in both`, { kind: 'set-value', value: a, to: b.value }),
      ],
    };
  }
  const [one, other] = [contentionOf(first), contentionOf(second)];
  if (one === undefined || other === undefined || one.amount === other.amount) return;
  const said = ({ amount, value }: Contention) =>
    value === undefined ? `${amount}, the default` : `${amount}`;
  yield {
    place: other.value?.place ?? second.nameValue?.place ?? second.object.place,
    field: field.path,
    message: `contention differs between ${first.name} (${said(one)}) and ${second.name} (${said(other)}): a pair must agree (server code ${codes.contention})`,
    related: [
      {
        message: `${first.name} has contention ${said(one)}`,
        place: one.value?.place ?? first.nameValue?.place ?? first.object.place,
      },
    ],
    fixes: [
      align(`set contention to ${one.amount} in both`, setContention(second, other, one.amount)),
      align(`set contention to ${other.amount} in both`, setContention(first, one, other.amount)),
    ],
  };
}

interface Contention {
  readonly amount: bigint;
  readonly value?: Value;
}

function contentionOf({ object }: QueryType): Contention | undefined {
  const found = lookup(object, 'contention');
  if (found.state === 'absent') return { amount: defaultContention };
  if (found.state === 'unknown') return undefined;
  const amount = toBigInt(found.property.value);
  return amount === undefined ? undefined : { amount, value: found.property.value };
}

function setContention(query: QueryType, { value }: Contention, amount: bigint): Change {
  const to = Number(amount);
  return value === undefined
    ? { kind: 'add-property', object: query.object, key: 'contention', value: to }
    : { kind: 'set-value', value, to };
}

function byKind(first: QueryType, _second: QueryType, kind: 'prefix' | 'suffix', a: Value, b: Value): string {
  const value = first.kind === kind ? a : b;
  return value.kind === 'boolean' ? String(value.value) : describe(value);
}

function align(title: string, change: Change): Fix {
  return suggestion(title, change);
}

function removeQueries(field: QueryableField): Fix {
  const changes: Change[] =
    field.queriesProperty === undefined
      ? []
      : [
          {
            kind: 'remove-property',
            object: field.encrypt ?? field.element,
            property: field.queriesProperty,
          },
        ];
  return suggestion('remove queries', ...changes);
}

/** One fix for each legal rest: a single type, or the one prefix with the one suffix. */
function keepFixes(field: QueryableField, written: ArrayValue): Fix[] {
  const only = (kept: readonly QueryType[]): Change[] =>
    written.items
      .filter((item) => !kept.some(({ object }) => object === item))
      .map((item) => ({ kind: 'remove-item', array: written, item }));
  const known = field.queries.filter(({ name }) => name !== undefined);
  const prefixes = known.filter(({ kind }) => kind === 'prefix');
  const suffixes = known.filter(({ kind }) => kind === 'suffix');
  const [prefix] = prefixes;
  const [suffix] = suffixes;
  const pair =
    prefix !== undefined && suffix !== undefined && atLeast(field.target, '8.2')
      ? [suggestion('keep prefix + suffix only', ...only([prefix, suffix]))]
      : [];
  return [...pair, ...known.map((query) => suggestion(`keep ${query.name} only`, ...only([query])))].filter(
    (fix) => fix.changes.length > 0,
  );
}
