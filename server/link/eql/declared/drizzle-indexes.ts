import type { EqlDeclaredIndexes, EqlIndex, EqlIndexKey } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { FileFacts } from '../../../read/facts.ts';
import type { Span, TaggedTree } from '../../../read/tree.ts';
import { type Evaluator, type Located, placeOf } from '../../evaluate.ts';
import type { DeclaredTableColumn } from './declared.ts';
import { calledOf, isOfCipherStash, isOfDrizzle } from './origin.ts';
import {
  argumentOf,
  asCall,
  type Chain,
  chainOf,
  entriesOf,
  type LocatedCall,
  placeOfTree,
  spotOf,
  textOf,
} from './trees.ts';

/** `.unique()` or `.primaryKey()` behind a column. */
export interface ColumnConstraint {
  readonly kind: 'unique' | 'primary-key';
  readonly column: DeclaredTableColumn;
  readonly place: Place;
}

interface Listing {
  readonly call: LocatedCall;
  readonly table: string;
  readonly columns: readonly DeclaredTableColumn[];
  readonly constraints: readonly ColumnConstraint[];
  readonly facts: FileFacts;
  readonly evaluator: Evaluator;
}

/** The indexes of a v3 Drizzle table: its third argument, and what its columns say. */
export function readDrizzleIndexes(listing: Listing): EqlDeclaredIndexes {
  const { call, table, constraints, evaluator } = listing;
  const ofColumns = constraints.map(
    ({ kind, column, place }): EqlIndex => ({
      kind,
      table,
      unique: true,
      method: 'btree',
      keys: [
        { place, form: 'column', ...(column.encrypted === undefined ? {} : { column: column.encrypted }) },
      ],
      place,
    }),
  );
  const [, second, third] = call.tree.arguments;
  if (third === undefined) {
    const { file } = call;
    const end = second?.end ?? call.tree.end;
    return {
      ...(canAdd(listing)
        ? {
            insert: {
              place: { file, start: end, end },
              text: (lines: readonly string[]) => `, (t) => [${lines.join(', ')}]`,
            },
          }
        : {}),
      all: false,
      unknown: call.tree.arguments.some(({ kind }) => kind === 'spread'),
      indexes: ofColumns,
    };
  }
  const written = argumentOf(call, 2);
  const callback = written && evaluator.follow(written);
  const result = callback?.tree.kind === 'function' ? callback.tree.result : undefined;
  if (callback?.tree.kind !== 'function' || result === undefined) {
    return { all: false, unknown: true, indexes: ofColumns };
  }
  const [parameter] = callback.tree.parameters;
  const parameters = new Map(callback.parameters);
  if (parameter !== undefined && parameter !== null) parameters.set(parameter, call);
  const list = evaluator.follow({ file: callback.file, tree: result, parameters });
  const read = readList(list, listing);
  const named =
    callback.file === listing.facts.file && parameter !== undefined && parameter !== null
      ? listing.facts.source?.declarations[parameter]?.name
      : undefined;
  const insert = named === 't' && canAdd(listing) ? insertInto(list) : undefined;
  return { ...(insert === undefined ? {} : { insert }), ...read, indexes: [...ofColumns, ...read.indexes] };
}

/** A line may call `encryptedIndexes`, which the file must have imported. */
function canAdd({ facts }: Listing): boolean {
  return (facts.source?.imports ?? []).some(
    ({ module, names }) =>
      isOfCipherStash(module) &&
      names.some(({ name, local }) => name === 'encryptedIndexes' && local === name),
  );
}

/** Lines speak of the table as `t`. */
function insertInto({ file, tree }: Located): EqlDeclaredIndexes['insert'] {
  if (tree.kind !== 'array' || tree.incomplete === true) return undefined;
  const last = tree.items.at(-1);
  const at = last?.end ?? tree.start + 1;
  return {
    place: { file, start: at, end: at },
    text: (lines) => (last === undefined ? '' : ', ') + lines.join(', '),
  };
}

type Read = Pick<EqlDeclaredIndexes, 'all' | 'unknown' | 'indexes'>;

const nothing: Read = { all: false, unknown: false, indexes: [] };
const notKnown: Read = { all: false, unknown: true, indexes: [] };

function together(parts: readonly Read[]): Read {
  return {
    all: parts.some(({ all }) => all),
    unknown: parts.some(({ unknown }) => unknown),
    indexes: parts.flatMap(({ indexes }) => indexes),
  };
}

/** `[index('x').on(t.a), ...encryptedIndexes(t)]`, or the older object of them. */
function readList(list: Located, listing: Listing): Read {
  const { tree } = list;
  if (tree.kind === 'array') {
    const parts = tree.items.map((item) =>
      item.kind === 'spread'
        ? readSpread({ ...list, tree: item.value }, listing)
        : readItem({ ...list, tree: item }, listing),
    );
    return together(tree.incomplete === true ? [...parts, notKnown] : parts);
  }
  if (tree.kind === 'call') return readSpread(list, listing);
  const listed = entriesOf(list, listing.evaluator);
  if (listed === undefined) return notKnown;
  const parts = listed.entries.map(({ value }) => readItem(value, listing));
  return together(listed.whole ? parts : [...parts, notKnown]);
}

function readSpread(located: Located, listing: Listing): Read {
  const followed = listing.evaluator.follow(located);
  const call = asCall(followed);
  if (call === undefined) return followed.tree.kind === 'array' ? readList(followed, listing) : notKnown;
  const called = calledOf(call, listing.evaluator);
  const isAll =
    called !== undefined && isOfCipherStash(called.module) && called.path.at(-1) === 'encryptedIndexes';
  return isAll ? { all: true, unknown: false, indexes: [] } : notKnown;
}

/** What else a list may hold, which makes no index. */
const others: ReadonlySet<string> = new Set(['foreignKey', 'check', 'pgPolicy']);

function readItem(located: Located, listing: Listing): Read {
  const { evaluator, table } = listing;
  const chain = chainOf(located, evaluator);
  const called = chain && calledOf(chain.root, evaluator);
  if (chain === undefined || called === undefined || !isOfDrizzle(called.module)) return notKnown;
  const maker = called.path.at(-1) ?? '';
  if (others.has(maker)) return nothing;
  const place = placeOfTree(evaluator.follow(located));
  const name = textOf(argumentOf(chain.root, 0), evaluator);
  const base = { table, place, ...(name === undefined ? {} : { name: name.value }) };
  if (maker === 'index' || maker === 'uniqueIndex' || maker === 'unique') {
    const { method, keys } = keysOf(chain, listing);
    if (keys === undefined) return notKnown;
    const unique = maker !== 'index';
    const kind = maker === 'unique' ? 'unique' : 'index';
    return { ...nothing, indexes: [{ kind, unique, method, keys, ...base }] };
  }
  if (maker !== 'primaryKey') return notKnown;
  const options = argumentOf(chain.root, 0);
  const columns = options && entriesOf(options, evaluator)?.entries.find(({ key }) => key === 'columns');
  const list = columns && evaluator.follow(columns.value);
  if (list?.tree.kind !== 'array') return notKnown;
  const keys = list.tree.items.map((item) =>
    item.kind === 'spread' ? undefined : toKey({ ...list, tree: item }, listing),
  );
  return keys.every((key) => key !== undefined)
    ? { ...nothing, indexes: [{ kind: 'primary-key', unique: true, method: 'btree', keys, ...base }] }
    : notKnown;
}

/** `.on(a, b)`, `.onOnly(a)`, `.using('gin', a)`. */
function keysOf(
  { methods }: Chain,
  listing: Listing,
): { readonly method: string; readonly keys: readonly EqlIndexKey[] | undefined } {
  const maker = methods.find(
    ({ tree }) => tree.name === 'on' || tree.name === 'onOnly' || tree.name === 'using',
  );
  if (maker === undefined) return { method: 'btree', keys: undefined };
  const using = maker.tree.name === 'using';
  const method = using ? textOf(argumentOf(maker, 0), listing.evaluator)?.value : 'btree';
  if (method === undefined) return { method: 'btree', keys: undefined };
  const keys = maker.tree.arguments
    .slice(using ? 1 : 0)
    .map((item) => (item.kind === 'spread' ? undefined : toKey({ ...maker, tree: item }, listing)));
  return { method, keys: keys.every((key) => key !== undefined) ? keys : undefined };
}

function toKey(located: Located, listing: Listing): EqlIndexKey | undefined {
  const { evaluator } = listing;
  const place = placeOfTree(located);
  const followed = evaluator.follow(located);
  if (followed.tree.kind === 'tagged') return toSqlKey(followed, followed.tree, place, listing);
  const direct = columnOf(followed, listing);
  if (direct !== undefined) return { place, form: 'column', ...encryptedOf(direct) };
  // `t.name.desc().nullsLast()`, `t.name.op('text_ops')`.
  let operatorClass: string | undefined;
  let current = followed;
  for (let step = 0; step < 10; step += 1) {
    const call = asCall(current);
    if (call?.tree.callee.kind !== 'member') return undefined;
    if (call.tree.name === 'op') operatorClass = textOf(argumentOf(call, 0), evaluator)?.value;
    current = evaluator.follow({ ...call, tree: call.tree.callee.object });
    const column = columnOf(current, listing);
    if (column === undefined) continue;
    return {
      place,
      form: 'column',
      ...encryptedOf(column),
      ...(operatorClass === undefined ? {} : { operatorClass }),
    };
  }
  return undefined;
}

function encryptedOf({ encrypted }: DeclaredTableColumn): Pick<EqlIndexKey, 'column'> {
  return encrypted === undefined ? {} : { column: encrypted };
}

/** `t.email`, where `t` is the table that is being made. */
function columnOf(located: Located, { call, columns, evaluator }: Listing): DeclaredTableColumn | undefined {
  const { tree } = located;
  if (tree.kind !== 'member') return undefined;
  const owner = evaluator.follow({ ...located, tree: tree.object });
  return spotOf(owner) === spotOf(call) ? columns.find(({ property }) => property === tree.name) : undefined;
}

/** A key in SQL: a function of EQL over a column, the column itself, or anything else. */
function toSqlKey(
  located: Located,
  tree: TaggedTree,
  place: Place,
  listing: Listing,
): EqlIndexKey | undefined {
  const { evaluator } = listing;
  const { file } = located;
  let text = '';
  const columns: DeclaredTableColumn[] = [];
  for (const part of tree.parts) {
    const column =
      part.kind === 'string' ? undefined : columnOf(evaluator.follow({ ...located, tree: part }), listing);
    if (column !== undefined) {
      columns.push(column);
      text += hole;
    } else if (part.kind === 'string') text += part.value;
    else return undefined;
  }
  const column = columns.find(({ encrypted }) => encrypted !== undefined)?.encrypted;
  if (column === undefined) return { place, form: 'other' };
  const operatorClass = /\)\s+(\w+_ops|\w+_operator_class)\s*\)*\s*$/.exec(text)?.[1];
  const rest = { place, column, ...(operatorClass === undefined ? {} : { operatorClass }) };
  const called = /^[\s(]*(?:"?(\w+)"?\s*\.\s*)?"?(\w+)"?\s*\(\s*\ue000\s*\)/.exec(text);
  const [, schema, name] = called ?? [];
  if (called !== null && name !== undefined) {
    const extractor = {
      ...(schema === undefined ? {} : { schema }),
      name,
      place: placeOf(file, spanOfFunction(tree, called[0])),
    };
    return { ...rest, form: 'extractor', extractor };
  }
  if (/^[\s(]*\ue000[\s)]*$/.test(text)) return { ...rest, form: 'column' };
  return { ...rest, form: /^[\s(]*\ue000[\s)]*::/.test(text) ? 'cast' : 'other' };
}

/** Where the function's name stands, when the template writes it as it is. */
function spanOfFunction(tree: TaggedTree, called: string): Span {
  const [first] = tree.parts;
  if (first?.kind !== 'string' || first.end - first.start > first.value.length + '`${'.length) return tree;
  const written = called.replace(/^[\s(]*/, '');
  const start = first.start + 1 + called.length - written.length;
  return { start, end: start + written.replace(/\s*\(\s*\ue000\s*\)$/, '').length };
}

/** Stands for a column in a text: of the characters that no text has. */
const hole = '\ue000';
