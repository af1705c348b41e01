import type { EqlColumn, EqlSearch } from '../../../../rules/model/eql.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { placeOf } from '../../evaluate.ts';
import type { Asking } from './asking.ts';
import { callsOf } from './calls.ts';
import { type Holder, toColumn } from './column.ts';
import { castOf, usualDataType } from './data-types.ts';
import type { DeclaredTableColumn } from './declared.ts';
import { domainOfFactory } from './factories.ts';
import { calledOf, isOfCipherStash, type Origin } from './origin.ts';
import type { Schemas } from './schemas.ts';
import { argumentOf, type Chain, chainOf, type Entry, entriesOf, type LocatedCall, textOf } from './trees.ts';

const tableMakers: ReadonlySet<string> = new Set(['csTable', 'encryptedTable']);

/** `csTable('users', { email: csColumn('email').equality() })` and `encryptedTable('users', { email: types.TextEq('email') })`. */
export function readEncryptedTables(facts: FileFacts, asking: Asking, schemas: Schemas): void {
  const { evaluator, settings } = asking;
  for (const call of callsOf(facts)) {
    const called = calledOf(call, evaluator);
    if (called === undefined || !isOfCipherStash(called.module) || !tableMakers.has(called.path.at(-1) ?? ''))
      continue;
    const name = textOf(argumentOf(call, 0), evaluator);
    const written = argumentOf(call, 1);
    const listed = written && entriesOf(written, evaluator);
    if (name === undefined || listed === undefined) continue;
    const columns = listed.entries.flatMap((entry) => toTableColumn({ name: name.value }, entry, asking));
    const generation = columns.find(({ encrypted }) => encrypted !== undefined)?.encrypted?.generation;
    schemas.add({
      call,
      table: {
        name: name.value,
        place: name.place,
        packageFolder: settings.packageOf(facts.file),
        kind: 'schema',
        columns,
        whole: false,
      },
      ...(generation === undefined ? {} : { generation }),
    });
  }
}

function toTableColumn(holder: Holder, entry: Entry, asking: Asking): DeclaredTableColumn[] {
  const chain = chainOf(entry.value, asking.evaluator);
  const called = chain && calledOf(chain.root, asking.evaluator);
  if (chain === undefined || called === undefined || !isOfCipherStash(called.module)) return [];
  const encrypted =
    toFactoryColumn(holder, entry, chain, called, 'stack-v3', asking) ??
    toBuiltColumn(holder, entry, chain, called, asking);
  if (encrypted === undefined) return [];
  const { name, place } = encrypted;
  return [{ name, property: entry.key, place, encrypted }];
}

/** `types.TextEq('email')`. */
export function toFactoryColumn(
  holder: Holder,
  entry: Entry,
  chain: Chain,
  called: Origin,
  source: 'stack-v3' | 'drizzle-v3',
  { evaluator, settings }: Asking,
): EqlColumn | undefined {
  const factory = called.path.at(-1);
  if (called.path.at(-2) !== 'types' || factory === undefined) return undefined;
  const name = textOf(argumentOf(chain.root, 0), evaluator);
  if (name === undefined) return undefined;
  const domain = domainOfFactory(factory);
  const told = {
    name: name.value,
    place: name.place,
    property: entry.key,
    typePlace: placeOf(chain.root.file, chain.root.tree.callee),
    ...(domain === undefined ? {} : { domain }),
    searches: [],
    declaration: entry.place,
  };
  return toColumn(holder, source, 'v3', told, settings);
}

const columnMakers: Readonly<Record<string, 'protect' | 'stack-v2'>> = {
  csColumn: 'protect',
  encryptedColumn: 'stack-v2',
};

const indexOfMethod: Readonly<Record<string, string>> = {
  equality: 'unique',
  freeTextSearch: 'match',
  orderAndRange: 'ore',
  /** Its first name. */
  orderAndSort: 'ore',
  searchableJson: 'ste_vec',
};

/** `csColumn('email').dataType('string').equality()`; undefined where a part of the chain is not known. */
function toBuiltColumn(
  holder: Holder,
  entry: Entry,
  { root, methods }: Chain,
  called: Origin,
  { evaluator, settings }: Asking,
): EqlColumn | undefined {
  const maker = called.path.at(-1) ?? '';
  const source = Object.hasOwn(columnMakers, maker) ? columnMakers[maker] : undefined;
  const name = textOf(argumentOf(root, 0), evaluator);
  if (source === undefined || name === undefined) return undefined;
  const typePlace = placeOf(root.file, root.tree.callee);
  let cast = { value: castOf(usualDataType), written: usualDataType, place: typePlace };
  const searches: EqlSearch[] = [];
  for (const method of methods) {
    const place = placeOf(method.file, method.tree.nameSpan);
    if (method.tree.name === 'dataType') {
      const written = textOf(argumentOf(method, 0), evaluator);
      if (written === undefined) return undefined;
      cast = { value: castOf(written.value), written: written.value, place: written.place };
      continue;
    }
    const index = Object.hasOwn(indexOfMethod, method.tree.name)
      ? indexOfMethod[method.tree.name]
      : undefined;
    if (index === undefined) return undefined;
    if (index === 'ste_vec') cast = { value: castOf('json'), written: 'json', place };
    searches.push(toSearch(index, method, evaluator));
  }
  // jseql is of the time of EQL v1.
  const generation = called.module.startsWith('@cipherstash/jseql') ? 'v1' : 'v2';
  const told = {
    name: name.value,
    place: name.place,
    property: entry.key,
    typePlace,
    cast,
    searches,
    declaration: entry.place,
  };
  return toColumn(holder, source, generation, told, settings);
}

function toSearch(index: string, method: LocatedCall, evaluator: Asking['evaluator']): EqlSearch {
  const written = argumentOf(method, 0);
  const options = written && evaluator.evaluate(written);
  return {
    index,
    place: placeOf(method.file, method.tree.nameSpan),
    ...(options === undefined || options.kind === 'unknown' ? {} : { options }),
  };
}
