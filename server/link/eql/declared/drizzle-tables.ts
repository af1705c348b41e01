import type { EqlColumn, EqlDeclaredIndexes, EqlSearch } from '../../../../rules/model/eql.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { type Evaluator, type Located, placeOf } from '../../evaluate.ts';
import type { Asking } from './asking.ts';
import { callsOf } from './calls.ts';
import { type Holder, toColumn } from './column.ts';
import { castOf, usualDataType } from './data-types.ts';
import type { DeclaredTableColumn } from './declared.ts';
import { type ColumnConstraint, readDrizzleIndexes } from './drizzle-indexes.ts';
import { toFactoryColumn } from './encrypted-tables.ts';
import { calledOf, isOfCipherStash, isOfDrizzle, type Origin } from './origin.ts';
import type { Schemas } from './schemas.ts';
import {
  argumentOf,
  asCall,
  type Chain,
  chainOf,
  type Entry,
  entriesOf,
  type LocatedCall,
  textOf,
} from './trees.ts';

/** `pgTable('users', { email: encryptedType('email', { equality: true }) })`, and its like of v3 with `types.TextEq('email')`. */
export function readDrizzleTables(facts: FileFacts, asking: Asking, schemas: Schemas): void {
  for (const call of callsOf(facts)) {
    const holder = holderOf(call, asking.evaluator);
    const columns = holder === undefined ? undefined : argumentOf(call, 1);
    const listed = columns && entriesOf(resultOf(columns, asking.evaluator), asking.evaluator);
    if (holder === undefined || listed === undefined) continue;
    const read = listed.entries.map((entry) => readColumn(holder, entry, asking));
    const constraints = read.flatMap((column) => (column === undefined ? [] : column.constraints));
    const known = read.flatMap((column) => column?.column ?? []);
    const isV3 = known.some(({ encrypted }) => encrypted?.source === 'drizzle-v3');
    const declaredIndexes = isV3
      ? readDrizzleIndexes({
          call,
          table: holder.name,
          columns: known,
          constraints,
          facts,
          evaluator: asking.evaluator,
        })
      : undefined;
    const [first] = known.flatMap(({ encrypted }) => encrypted ?? []);
    schemas.add({
      call,
      table: {
        name: holder.name,
        ...(holder.schema === undefined ? {} : { schema: holder.schema }),
        place: holder.place,
        packageFolder: asking.settings.packageOf(facts.file),
        kind: 'drizzle',
        columns:
          declaredIndexes === undefined ? known : known.map((column) => withIndexes(column, declaredIndexes)),
        whole: listed.whole && read.every((column) => column?.certain === true),
      },
      ...(first === undefined ? {} : { generation: first.generation }),
    });
  }
}

function withIndexes(column: DeclaredTableColumn, declaredIndexes: EqlDeclaredIndexes): DeclaredTableColumn {
  const { encrypted } = column;
  return encrypted === undefined ? column : { ...column, encrypted: { ...encrypted, declaredIndexes } };
}

/** The name of the table that a call makes; undefined for any other call. */
function holderOf(
  call: LocatedCall,
  evaluator: Evaluator,
): (Holder & { place: EqlColumn['place'] }) | undefined {
  const name = textOf(argumentOf(call, 0), evaluator);
  if (name === undefined) return undefined;
  const called = calledOf(call, evaluator);
  if (called !== undefined && isOfDrizzle(called.module) && called.path.at(-1) === 'pgTable') {
    return { name: name.value, place: name.place };
  }
  const maker = evaluator.follow({ ...call, tree: call.tree.callee });
  // `pgSchema('crm').table('users', …)`.
  if (maker.tree.kind === 'member' && maker.tree.name === 'table') {
    const owner = asCall(evaluator.follow({ ...maker, tree: maker.tree.object }));
    const schema =
      owner && isCallOf(owner, 'pgSchema', evaluator) ? textOf(argumentOf(owner, 0), evaluator) : undefined;
    return schema === undefined ? undefined : { name: name.value, schema: schema.value, place: name.place };
  }
  // `const table = pgTableCreator((name) => `app_${name}`)`.
  const creator = asCall(maker);
  if (creator === undefined || !isCallOf(creator, 'pgTableCreator', evaluator)) return undefined;
  const naming = argumentOf(creator, 0);
  const named = naming && evaluator.follow(naming);
  if (named?.tree.kind !== 'function' || named.tree.result === undefined) return undefined;
  const [parameter] = named.tree.parameters;
  const argument = argumentOf(call, 0);
  if (parameter === undefined || parameter === null || argument === undefined) return undefined;
  const parameters = new Map([...named.parameters, [parameter, argument] as const]);
  const full = textOf({ file: named.file, tree: named.tree.result, parameters }, evaluator);
  return full === undefined ? undefined : { name: full.value, place: name.place };
}

function isCallOf(call: LocatedCall, name: string, evaluator: Evaluator): boolean {
  const called = calledOf(call, evaluator);
  return called !== undefined && isOfDrizzle(called.module) && called.path.at(-1) === name;
}

/** What a function returns, for a table whose columns a callback lists. */
function resultOf(located: Located, evaluator: Evaluator): Located {
  const followed = evaluator.follow(located);
  const { tree } = followed;
  return tree.kind === 'function' && tree.result !== undefined ? { ...followed, tree: tree.result } : located;
}

interface Read {
  /** Absent where the column may be encrypted in a way that is not known. */
  readonly column?: DeclaredTableColumn;
  readonly constraints: readonly ColumnConstraint[];
  /** False where its name in the database is not certain. */
  readonly certain: boolean;
}

function readColumn(holder: Holder, entry: Entry, asking: Asking): Read | undefined {
  const chain = chainOf(entry.value, asking.evaluator);
  if (chain === undefined) return undefined;
  const called = calledOf(chain.root, asking.evaluator);
  if (called !== undefined && isOfCipherStash(called.module)) {
    const encrypted =
      toFactoryColumn(holder, entry, chain, called, 'drizzle-v3', asking) ??
      toTypedColumn(holder, entry, chain, called, asking);
    if (encrypted === undefined) return undefined;
    const { name, place } = encrypted;
    const column = { name, property: entry.key, place, encrypted };
    return { column, constraints: constraintsOf(column, chain), certain: true };
  }
  if (!isPlain(chain.root, called, asking.evaluator)) return undefined;
  const written = argumentOf(chain.root, 0);
  const name = textOf(written, asking.evaluator);
  const property = entry.key;
  // Without a name of its own the property is the name, or another spelling of it.
  const unnamed = written === undefined || asking.evaluator.follow(written).tree.kind === 'object';
  if (name === undefined && !unnamed) return undefined;
  return {
    column: { name: name?.value ?? property, property, place: name?.place ?? entry.keyPlace },
    constraints: [],
    certain: name !== undefined || property === property.toLowerCase(),
  };
}

/** A column of Drizzle's own: `text('x')`, or `t.text('x')` of a callback. */
function isPlain(root: LocatedCall, called: Origin | undefined, evaluator: Evaluator): boolean {
  if (called !== undefined) return isOfDrizzle(called.module);
  const { callee } = root.tree;
  if (callee.kind !== 'member') return false;
  const owner = evaluator.follow({ ...root, tree: callee.object }).tree;
  return owner.kind === 'reference' && owner.to.kind === 'declaration';
}

function constraintsOf(column: DeclaredTableColumn, { root, methods }: Chain): readonly ColumnConstraint[] {
  return methods.flatMap((method): ColumnConstraint[] => {
    const kind =
      method.tree.name === 'unique'
        ? 'unique'
        : method.tree.name === 'primaryKey'
          ? 'primary-key'
          : undefined;
    if (kind === undefined) return [];
    const { start, end } = method.tree.nameSpan;
    return [{ kind, column, place: { file: root.file, start, end } }];
  });
}

/** The flags of `encryptedType` and the index that each gives. */
const indexOfFlag = {
  equality: 'unique',
  freeTextSearch: 'match',
  orderAndRange: 'ore',
  searchableJson: 'ste_vec',
} as const;

/** `encryptedType<string>('email', { equality: true })`; undefined where a flag is not known. */
function toTypedColumn(
  holder: Holder,
  entry: Entry,
  { root }: Chain,
  called: Origin,
  { evaluator, settings }: Asking,
): EqlColumn | undefined {
  const name = textOf(argumentOf(root, 0), evaluator);
  if (called.path.at(-1) !== 'encryptedType' || name === undefined) return undefined;
  const written = root.tree.arguments.length > 1 ? argumentOf(root, 1) : null;
  const options = written && evaluator.evaluate(written);
  if (options === undefined || (options !== null && (options.kind !== 'object' || options.open)))
    return undefined;
  const typePlace = placeOf(root.file, root.tree.callee);
  let cast = { value: castOf(usualDataType), written: usualDataType, place: typePlace };
  const searches: EqlSearch[] = [];
  for (const { key, keyPlace, value } of options?.properties ?? []) {
    if (key === 'dataType') {
      if (value.kind !== 'string') return undefined;
      cast = { value: castOf(value.value), written: value.value, place: value.place };
      continue;
    }
    const index = Object.hasOwn(indexOfFlag, key) ? indexOfFlag[key as keyof typeof indexOfFlag] : undefined;
    if (index === undefined || (value.kind === 'null' && value.undefined)) continue;
    if (value.kind === 'boolean') {
      if (value.value) searches.push({ index, place: keyPlace });
    } else if (value.kind === 'object' || value.kind === 'array') {
      searches.push({ index, place: keyPlace, options: value });
    } else return undefined;
  }
  const told = {
    name: name.value,
    place: name.place,
    property: entry.key,
    typePlace,
    cast,
    searches,
    declaration: entry.place,
  };
  return toColumn(holder, 'drizzle-v2', 'v2', told, settings);
}
